import { type FieldDescription, type JsonSchema, type PublicApi, resolve } from "@fulmar/contract/description";
import type { Field } from "../src/table.ts";

/** The flags of every command, besides its own. */
const TAKEN = ["output", "columns", "quiet", "context", "workspace", "body", "wait", "dry-run", "help"];

/** Fields whose flag has another word than their name: `--columns` chooses the columns of a table. */
const RENAMED: Readonly<Record<string, string>> = { template_id: "image", columns: "width", rows: "height" };

/** `ssh_keys` is repeated as `--ssh-key`, and `vpc_id` is `--vpc`, which takes a name as well. */
function flagOf(name: string, list: boolean): string {
  const renamed = RENAMED[name];
  if (renamed !== undefined) return renamed;
  const noun = name.replace(/_ids?$/, "");
  const one = list && !name.endsWith("_ids") ? singular(noun) : noun;
  const flag = one.replaceAll("_", "-");
  return TAKEN.includes(flag) ? name.replaceAll("_", "-") : flag;
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(ss|us|dns)$/.test(word) ? word : word.replace(/s$/, "");
}

/** A field as the command line takes it. `found` names the lists in which a name is looked up. */
export function fieldOf(
  { name, required, schema }: FieldDescription,
  schemas: PublicApi["schemas"],
  found: readonly string[],
): Field {
  const { alternatives, nullable } = withoutNull(resolve(schema, schemas));
  const [only = {}] = alternatives.length === 1 ? alternatives : [];
  const list = only.type === "array";
  const items = list ? resolve(asSchema(only.items), schemas) : only;
  const choices = Array.isArray(items.enum) ? items.enum.map(String) : undefined;
  const type = alternatives.length > 1 ? commonType(alternatives) : typeOf(items);
  const about = schema.description;
  return {
    name,
    flag: flagOf(name, list),
    type,
    ...(list && type !== "json" && { list: true }),
    ...(nullable && { nullable: true }),
    ...(required && { required: true }),
    ...(choices !== undefined && { choices }),
    ...((typeof about === "string" || "default" in schema) && { about: aboutOf(about, schema) }),
    ...(found.length > 0 && { found }),
  };
}

function aboutOf(description: unknown, schema: JsonSchema): string {
  const text = typeof description === "string" ? [description] : [];
  return [...text, ...("default" in schema ? [`Default: ${JSON.stringify(schema.default)}.`] : [])].join(" ");
}

function withoutNull(schema: JsonSchema): { readonly alternatives: readonly JsonSchema[]; readonly nullable: boolean } {
  const all = Array.isArray(schema.anyOf)
    ? schema.anyOf.map(asSchema)
    : Array.isArray(schema.type)
      ? schema.type.map((type: unknown) => ({ ...schema, type }))
      : [schema];
  const alternatives = all.filter(({ type }) => type !== "null");
  return { alternatives, nullable: alternatives.length < all.length };
}

function commonType(alternatives: readonly JsonSchema[]): Field["type"] {
  const [type = "json", ...others] = new Set(alternatives.map(typeOf));
  return others.length > 0 ? "json" : type;
}

function typeOf({ type }: JsonSchema): Field["type"] {
  if (type === "string" || type === "integer" || type === "number" || type === "boolean") return type;
  return "json";
}

export function asSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
