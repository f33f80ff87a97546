import { type NormalForm, normalForm } from "@fulmar/contract";
import type { JsonSchema } from "@fulmar/contract/description";

interface Properties {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The TypeScript type of a JSON schema, as far as the schemas of the contract go. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, type, additionalProperties } = schema;
  if (typeof $ref === "string") return nameOf($ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schemasOf(schema.anyOf ?? schema.oneOf);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" | ");
  // Parts beside a type only narrow its values.
  const parts = type === undefined ? schemasOf(schema.allOf) : [];
  if (parts.length > 0) return parts.map(typeOf).join(" & ");
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(" | ");
  if (type === "integer") return "number";
  if (type === "array") return `${inBrackets(typeOf(asSchema(schema.items)))}[]`;
  if (type === "object" && "properties" in schema) return fieldsOf(schema);
  if (type === "object") return `Record<string, ${typeOf(asSchema(additionalProperties))}>`;
  return typeof type === "string" ? type : "unknown";
}

/** The fields of an object, in braces. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema & Properties): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${commentOf([schema.description, formText(schema), defaultOf(schema)])}${required.includes(name) ? `${name}: ${typeOf(schema)}` : `${name}?: ${typeOf(schema)} | undefined`};`,
  );
  return `{\n${indented(fields.join("\n"))}\n}`;
}

/** A documentation comment of the paragraphs that are there. */
export function commentOf(paragraphs: readonly unknown[]): string {
  const lines = paragraphs
    .filter((text) => typeof text === "string")
    .join("\n\n")
    .replaceAll("*/", "* /")
    .split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** A named schema as a declaration. */
export function declarationOf(name: string, schema: JsonSchema): string {
  const comment = commentOf([schema.description]);
  return schema.type === "object" && "properties" in schema
    ? `${comment}export interface ${name} ${fieldsOf(schema)}`
    : `${comment}export type ${name} = ${typeOf(schema)};`;
}

export function nameOf($ref: string): string {
  return $ref.replace("#/components/schemas/", "");
}

function defaultOf(schema: JsonSchema): string | undefined {
  return "default" in schema ? `@default ${JSON.stringify(schema.default)}` : undefined;
}

/** What a caller who compares texts must know: in which form the API takes and answers them. */
function formText(schema: JsonSchema): string | undefined {
  const form = formOf(schema);
  return form === undefined ? undefined : `Its normal form is \`${form}\`.`;
}

/** The form of a text, or of the texts in a list. */
function formOf(schema: JsonSchema): NormalForm | undefined {
  const inner = [...schemasOf(schema.anyOf), ...(isSchema(schema.items) ? [schema.items] : [])];
  return normalForm(schema) ?? inner.map(formOf).find((form) => form !== undefined);
}

/** Two spaces before each line. */
export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}

function inBrackets(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}

function schemasOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

function asSchema(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
