import type { JsonSchema } from "@fulmar/contract/description";

/** A JSON schema in words, as Markdown for a cell of a table. Named schemas are links to headings of the page. */
export function typeText(schema: JsonSchema): string {
  const { $ref, enum: values, type, format } = schema;
  if (typeof $ref === "string") return `[${nameOf($ref)}](#${nameOf($ref).toLowerCase()})`;
  if ("const" in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(", ");
  const alternatives = schemasOf(schema.anyOf ?? schema.oneOf);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeText))].join(" or ");
  if (type === undefined && Array.isArray(schema.allOf)) return schemasOf(schema.allOf).map(typeText).join(" and ");
  if (Array.isArray(type)) return type.map((each) => typeText({ ...schema, type: each })).join(" or ");
  if (type === "array") return `list of ${typeText(asSchema(schema.items))}`;
  if (typeof format === "string" && type === "string") return `string (${format})`;
  return typeof type === "string" ? type : "any value";
}

/** The notes of a schema besides its type, in sentences. */
export function notesText(schema: JsonSchema): string {
  const { description, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    typeof description === "string" ? sentence(description) : undefined,
    "default" in schema ? `Default: \`${JSON.stringify(schema.default)}\`.` : undefined,
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
  ]
    .filter((text) => text !== undefined)
    .join(" ");
}

function range(low: unknown, high: unknown, unit: string): string | undefined {
  if (low === undefined && high === undefined) return undefined;
  if (high === undefined) return `At least ${low}${unit}.`;
  return low === undefined ? `At most ${high}${unit}.` : `From ${low} to ${high}${unit}.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A table in Markdown. Cells may have no line breaks, and bars are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

export interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The fields of a record. Those of records within it follow theirs, as `schedule.hour` or `targets[].vm_id`. */
export function propertiesOf(schema: JsonSchema, prefix = ""): readonly Property[] {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asSchema(schema.properties)).flatMap(([name, value]) => {
    const property = asSchema(value);
    const alternatives = [property, ...schemasOf(property.anyOf), ...schemasOf(property.oneOf)];
    const inner = alternatives.flatMap((each) => [
      ...propertiesOf(each, `${prefix}${name}.`),
      ...propertiesOf(asSchema(each.items), `${prefix}${name}[].`),
    ]);
    const distinct = inner.filter((each, index) => inner.findIndex((other) => other.name === each.name) === index);
    return [{ name: `${prefix}${name}`, schema: property, required: required.includes(name) }, ...distinct];
  });
}

/** The names of the schemas that a value refers to, directly or through others. */
export function namesIn(value: unknown, schemas: Readonly<Record<string, JsonSchema>>, found = new Set<string>()) {
  for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  return found;
}

export function nameOf($ref: string): string {
  return $ref.replace("#/components/schemas/", "");
}

function asSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function schemasOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}
