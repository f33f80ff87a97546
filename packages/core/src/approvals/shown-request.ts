// A waiting request as a person is shown it: every field, but no secret (docs/adr/0102).
import { createHash } from "node:crypto";
import { OPERATION_WARNINGS, type Operation, type RequestedField, shownAs } from "@fulmar/contract";
import { z } from "zod";
import { sshKeyFingerprint } from "../compute/index.ts";

type Input = Readonly<Record<string, unknown>>;

/** A field as it is stored for those who read it later, without its text. */
export type StoredField = Pick<RequestedField, "field" | "shown_as" | "value">;

/** Marks of a field, or of fields within it by name. Items of lists and of records have the name `*`. */
interface Marks {
  readonly shown_as: "secret" | "ssh_key" | "text" | undefined;
  readonly within: ReadonlyMap<string, Marks>;
}

const ITEM = "*";
const known = new WeakMap<Operation, Marks>();

/** The marks of an operation's fields, from the contract: a field of a new operation cannot be forgotten. */
function marksOf(operation: Operation): Marks {
  const marks = known.get(operation) ?? merged([operation.params, operation.query, operation.body].map(marksOfSchema));
  known.set(operation, marks);
  return marks;
}

/** The parts of a JSON schema that say which fields are marked. */
interface Described {
  readonly shown_as?: "secret" | "ssh_key" | "text";
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly prefixItems?: readonly Described[];
  readonly additionalProperties?: Described | boolean;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly allOf?: readonly Described[];
}

function marksOfSchema(schema: z.ZodType): Marks {
  const options = { metadata: shownAs, io: "input", unrepresentable: "any", cycles: "ref", reused: "inline" } as const;
  return marksIn(z.toJSONSchema(schema, options) as Described);
}

function marksIn(schema: Described): Marks {
  const { properties = {}, items, prefixItems = [], additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inside = [...prefixItems, items, additionalProperties].filter((part) => typeof part === "object");
  const fields = Object.entries(properties).map(([name, field]) => [name, marksIn(field)] as const);
  const all = [...fields, ...inside.map((part) => [ITEM, marksIn(part)] as const)];
  const within = all.filter(([, { shown_as, within: inner }]) => shown_as !== undefined || inner.size > 0);
  const own = { shown_as: schema.shown_as, within: new Map(within) };
  return merged([own, ...[...anyOf, ...oneOf, ...allOf].map(marksIn)]);
}

function merged(all: readonly Marks[]): Marks {
  const within = new Map<string, Marks>();
  for (const marks of all)
    for (const [name, inner] of marks.within) {
      const other = within.get(name);
      within.set(name, other === undefined ? inner : merged([other, inner]));
    }
  return { shown_as: all.find(({ shown_as }) => shown_as !== undefined)?.shown_as, within };
}

/** Every field of a request, with the texts that it is stored without. */
export function shownRequest(operation: Operation, input: Input): RequestedField[] {
  const { within } = marksOf(operation);
  return Object.entries(input).flatMap(([name, value]) => fieldsOf(name, value, within.get(name)));
}

/** The fields of a request that are kept after it was decided: all but the texts. */
export function storedRequest(operation: Operation, input: Input): StoredField[] {
  return shownRequest(operation, input).map(({ text: _, ...field }) => field);
}

/** The same as one object, for trails. */
export function shownFields(operation: Operation, input: Input): Record<string, unknown> {
  return Object.fromEntries(storedRequest(operation, input).map(({ field, value }) => [field, value]));
}

function fieldsOf(field: string, value: unknown, marks: Marks | undefined): RequestedField[] {
  if (value === undefined) return [];
  if (marks === undefined || value === null) return [{ field, shown_as: "value", value, text: null }];
  const { shown_as, within } = marks;
  if (shown_as !== undefined) return [markedField(field, shown_as, String(value))];
  const items = typeof value === "object" ? Object.entries(value) : [];
  if (items.length === 0) return [{ field, shown_as: "value", value, text: null }];
  return items.flatMap(([name, item]) => fieldsOf(`${field}.${name}`, item, within.get(name) ?? within.get(ITEM)));
}

function markedField(field: string, shown_as: "secret" | "ssh_key" | "text", value: string): RequestedField {
  if (shown_as === "secret") return { field, shown_as, value: "set", text: null };
  if (shown_as === "ssh_key") return { field, shown_as, value: sshKeyInWords(value), text: null };
  const bytes = Buffer.byteLength(value);
  const digest = createHash("sha256").update(value).digest("hex");
  return { field, shown_as, value: `${bytes} ${bytes === 1 ? "byte" : "bytes"}, SHA-256 ${digest}`, text: value };
}

/** As `ssh-keygen -l` shows it: `ssh-ed25519 SHA256:… ada@example.com`. */
function sshKeyInWords(key: string): string {
  const [type, , ...comment] = key.split(" ");
  return [type, sshKeyFingerprint(key), comment.join(" ") || "without a comment"].join(" ");
}

/** Effects of the request that its plan does not show, in sentences. */
export function warningsOf({ id, needsApproval, irreversible }: Operation, fields: readonly StoredField[]): string[] {
  const warning = OPERATION_WARNINGS[id];
  if (warning === undefined) return [];
  const concerns = (name: string) => fields.some(({ field, value }) => field === name && hasContent(value));
  const applies = irreversible || typeof needsApproval === "boolean" || needsApproval.some(concerns);
  return applies ? [warning] : [];
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
}
