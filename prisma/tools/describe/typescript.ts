import type { Catalog } from "./catalog.ts";
import { JSON_TYPES, type Shape, type Value } from "./value.ts";

/** The TypeScript type of a value, with the parsers of `src/row-types.ts`. */
const ROW_TYPES: Readonly<Record<string, string>> = {
  ...group("boolean", "bool"),
  ...group("number", "int2 int4 float4 float8 oid"),
  ...group("bigint", "int8"),
  ...group(
    "string",
    "text varchar bpchar name uuid inet cidr numeric xid xid8 time pg_lsn regclass regtype tid tsvector",
  ),
  ...group("Date", "timestamptz timestamp"),
  ...group("Buffer", "bytea"),
  ...group("unknown", "json jsonb"),
  ...group('""', "void"),
};

/** The TypeScript types of an array's elements, for the arrays that node-postgres parses. */
const ELEMENT_TYPES: Readonly<Record<string, string>> = {
  ...group("boolean", "bool"),
  ...group("number", "int2 int4 float4 float8"),
  ...group("string", "int8 text varchar bpchar uuid inet cidr numeric"),
  ...group("Date", "timestamptz timestamp"),
  ...group("Buffer", "bytea"),
  ...group("unknown", "json jsonb"),
};

const JSON_SCALARS: Readonly<Record<string, string>> = {
  ...group("boolean", "bool"),
  ...group("number", "int2 int4 int8 float4 float8 numeric"),
  ...group("unknown", "json jsonb record"),
};

const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  ...group("boolean", "bool"),
  ...group("number", "int2 int4 float4 float8 oid"),
  ...group("bigint | number", "int8"),
  ...group("string | number", "numeric"),
  ...group("string", "text varchar bpchar name uuid inet cidr interval xid8 pg_snapshot regclass time json jsonb"),
  ...group("Date | string", "timestamptz timestamp date"),
  ...group("Uint8Array", "bytea"),
};

function group(typescript: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, typescript]));
}

/**
 * @param type the column's type as the server sends it
 * @throws when node-postgres does not parse that type
 */
export function rowType(value: Value, type: number, catalog: Catalog): string {
  return orNull(textOf(value.shape, type, catalog), value.nullable);
}

function textOf(shape: Shape, type: number, catalog: Catalog): string {
  const entry = catalog.types.get(type);
  const name = entry?.name ?? `type ${type}`;
  if (JSON_TYPES.includes(type)) return shape.kind === "json" ? jsonText(shape.json, catalog) : "unknown";
  if (shape.kind === "labels") return union(shape.labels);
  if (entry?.labels !== undefined) return union(entry.labels);
  const element = entry?.element ?? 0;
  if (element !== 0) {
    const held = ELEMENT_TYPES[catalog.types.get(element)?.name ?? ""];
    if (held === undefined) throw new Error(`node-postgres reads no ${name}: cast the array to text[]`);
    const of = shape.kind === "list" ? shape.of : undefined;
    return `(${orNull(of?.shape.kind === "labels" ? union(of.shape.labels) : held, of?.nullable ?? true)})[]`.replace(
      /^\((\w+)\)/,
      "$1",
    );
  }
  const text = ROW_TYPES[name];
  if (text === undefined) throw new Error(`a column is of type ${name}, which nothing here reads: cast it to text`);
  return text;
}

function jsonText(shape: Shape, catalog: Catalog): string {
  switch (shape.kind) {
    case "labels":
      return union(shape.labels);
    case "json":
      return jsonText(shape.json, catalog);
    case "row":
      return `{ ${shape.fields.map(([name, value]) => `${key(name)}: ${inJson(value, catalog)}`).join("; ")} }`;
    case "list":
      return `(${inJson(shape.of, catalog)})[]`.replace(/^\((\w+)\)/, "$1");
    case "scalar": {
      const entry = catalog.types.get(shape.type);
      if (entry?.labels !== undefined) return union(entry.labels);
      if ((entry?.element ?? 0) !== 0)
        return jsonText(
          { kind: "list", of: { shape: { kind: "scalar", type: entry?.element ?? 0 }, nullable: true } },
          catalog,
        );
      return JSON_SCALARS[entry?.name ?? ""] ?? "string";
    }
  }
}

function inJson(value: Value, catalog: Catalog): string {
  return orNull(jsonText(value.shape, catalog), value.nullable);
}

/** Whether a parameter, and each element of one that is an array, is never NULL. */
export interface Presence {
  readonly value: boolean;
  readonly elements: boolean;
}

export function parameterType(type: number, required: Presence, catalog: Catalog): string {
  const entry = catalog.types.get(type);
  const element = entry?.element ?? 0;
  if (element !== 0) {
    const of = parameterType(element, { value: required.elements, elements: false }, catalog);
    return orNull(`readonly ${/^\w+$/.test(of) ? of : `(${of})`}[]`, !required.value);
  }
  const text = entry?.labels === undefined ? PARAMETER_TYPES[entry?.name ?? ""] : union(entry.labels);
  if (text === undefined)
    throw new Error(`a parameter is of type ${entry?.name ?? type}, which nothing here writes: cast it`);
  return orNull(text, !required.value);
}

function union(labels: readonly string[]): string {
  return labels.length === 0 ? "null" : labels.map((label) => JSON.stringify(label)).join(" | ");
}

function orNull(text: string, nullable: boolean): string {
  return nullable && text !== "null" && text !== "unknown" ? `${text} | null` : text;
}

export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
