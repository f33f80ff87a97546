// Names of a statement's parameters: `$vm_id` in its text is `$1` for the server.

/** A text in the server's form. */
export interface ServerText {
  readonly text: string;
  /** The names of `$1`, `$2`, …. */
  readonly parameters: readonly string[];
}

/** A text, a quoted name or a comment, which may contain a dollar sign, or a parameter: `$vm_id`, `$1`. */
const PIECES = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\$([a-z_][a-z0-9_]*)|\$(\d+)/gi;

/**
 * Numbers the parameters by their first appearance.
 * @throws when a text numbers them itself
 */
export function serverText(text: string): ServerText {
  const numbers = new Map<string, number>();
  const numbered = text.replace(PIECES, (piece, name: string | undefined, number: string | undefined) => {
    if (number !== undefined) throw new Error(`A statement names its parameters, and this one has ${piece}: ${text}`);
    if (name === undefined) return piece;
    const known = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, known);
    return `$${known}`;
  });
  return { text: numbered, parameters: [...numbers.keys()] };
}

/** Values by the names of the parameters. Others are left out, so that a record may be given as it is. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** Values in the order of the parameters. An undefined one is NULL. @throws Error when one is not named at all */
export function orderedValues(
  { name, parameters }: { readonly name: string; readonly parameters: readonly string[] },
  values: NamedValues = {},
): readonly unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter in values)) throw new Error(`${name} was given no ${parameter}`);
    return values[parameter] ?? null;
  });
}
