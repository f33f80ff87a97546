// Values of a database in their JSON forms (RFC 7047, section 5.1).

export type Atom = string | number | boolean | readonly ["uuid" | "named-uuid", string];
export type Value = Atom | readonly ["set", readonly Atom[]] | readonly ["map", readonly (readonly [Atom, Atom])[]];

/** A reference to a row. */
export function uuidOf(uuid: string): Atom {
  return ["uuid", uuid];
}

/** A reference to a row that the same transaction inserts under this name. */
export function named(name: string): Atom {
  return ["named-uuid", name];
}

export function setOf(atoms: readonly Atom[]): Value {
  return ["set", atoms];
}

/** A map of texts. */
export function mapOf(entries: Readonly<Record<string, string>>): Value {
  return ["map", Object.entries(entries)];
}

/** The atoms of a column. A set of one atom is written as that atom. @throws Error when it is no set */
export function atomsIn(value: unknown): Atom[] {
  if (isAtom(value)) return [value];
  if (Array.isArray(value) && value[0] === "set" && Array.isArray(value[1]) && value[1].every(isAtom)) return value[1];
  throw new Error(`The database sent what is no set: ${shown(value)}`);
}

/** A column that maps texts to texts. @throws Error when it is another one */
export function mapIn(value: unknown): Record<string, string> {
  const pairs: unknown = Array.isArray(value) && value[0] === "map" ? value[1] : undefined;
  if (!Array.isArray(pairs) || !pairs.every(isTextPair))
    throw new Error(`The database sent what is no map of texts: ${shown(value)}`);
  return Object.fromEntries(pairs);
}

/** A column that refers to a row, such as `_uuid`. @throws Error when it is another one */
export function uuidIn(value: unknown): string {
  if (Array.isArray(value) && value[0] === "uuid" && typeof value[1] === "string") return value[1];
  throw new Error(`The database sent what is no reference: ${shown(value)}`);
}

function isAtom(value: unknown): value is Atom {
  if (["string", "number", "boolean"].includes(typeof value)) return true;
  return Array.isArray(value) && value.length === 2 && value[0] === "uuid" && typeof value[1] === "string";
}

function isTextPair(pair: unknown): pair is [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100);
}
