import { fieldName, isOfLibrary, modelName } from "./names.ts";
import type { Column, Index, Table } from "./read-tables.ts";

/** A field of a model: its name, its type and its attributes. */
export type Field = readonly [name: string, type: string, attributes: string];

/** Prisma's type for one of PostgreSQL's, and the attribute without which it would be another. */
const TYPES: readonly (readonly [type: RegExp, prisma: string, attribute?: string])[] = [
  [/^text$/, "String"],
  [/^uuid$/, "String", "@db.Uuid"],
  [/^inet$/, "String", "@db.Inet"],
  [/^bigint$/, "BigInt"],
  [/^integer$/, "Int"],
  [/^smallint$/, "Int", "@db.SmallInt"],
  [/^boolean$/, "Boolean"],
  [/^bytea$/, "Bytes"],
  [/^jsonb$/, "Json"],
  [/^double precision$/, "Float"],
  [/^real$/, "Float", "@db.Real"],
  [/^date$/, "DateTime", "@db.Date"],
  [/^numeric\((\d+),(\d+)\)$/, "Decimal", "@db.Decimal($1, $2)"],
  [/^timestamp\((\d)\) with time zone$/, "DateTime", "@db.Timestamptz($1)"],
];

/** The field of a column. */
export function fieldOf(table: Table, column: Column, enums: ReadonlyMap<string, unknown>): Field {
  const name = fieldName(table.name, column.name);
  const [type, attribute] = typeOf(column.type, enums);
  const optional = column.isRequired ? "" : "?";
  const attributes = [
    ...keysOf(table, column),
    ...defaultOf(column, enums),
    ...(isOfLibrary(table.name) && name === "updatedAt" ? ["@updatedAt"] : []),
    ...(name === column.name ? [] : [`@map("${column.name}")`]),
    ...(attribute === undefined ? [] : [attribute]),
  ];
  return [name, `${type}${column.isList ? "[]" : optional}`, attributes.join(" ")];
}

/** Prisma knows the type of a column. */
export function isSupported(column: Column, enums: ReadonlyMap<string, unknown>): boolean {
  return !typeOf(column.type, enums)[0].startsWith("Unsupported");
}

function typeOf(type: string, enums: ReadonlyMap<string, unknown>): readonly [type: string, attribute?: string] {
  if (enums.has(type)) return [modelName(type)];
  for (const [pattern, prisma, attribute] of TYPES)
    if (pattern.test(type)) return attribute === undefined ? [prisma] : [prisma, type.replace(pattern, attribute)];
  return [`Unsupported("${type}")`];
}

/** `@id` and `@unique` of a key that is this column alone. */
function keysOf(table: Table, { name }: Column): string[] {
  const keys = table.indexes.filter(({ isUnique, columns }) => isUnique && columns.length === 1 && columns[0] === name);
  return keys.map((key) => attributeOf(table.name, key, "@"));
}

/** The attribute of an index: `@unique` of a field, `@@index([…])` of a model. */
export function attributeOf(table: string, index: Index, sign: "@" | "@@"): string {
  const [kind, ending] = kindOf(index);
  const columns = index.columns.map(
    (column, position) => `${fieldName(table, column)}${index.descending[position] ? "(sort: Desc)" : ""}`,
  );
  const usual = index.isPrimary ? `${table}_pkey` : `${table}_${index.columns.join("_")}_${ending}`;
  const given = [
    ...(sign === "@@" ? [`[${columns.join(", ")}]`] : []),
    ...(index.name === usual ? [] : [`map: "${index.name}"`]),
  ];
  return `${sign}${kind}${given.length === 0 ? "" : `(${given.join(", ")})`}`;
}

function kindOf({ isPrimary, isUnique }: Index): readonly [kind: string, ending: string] {
  if (isPrimary) return ["id", "pkey"];
  return isUnique ? ["unique", "key"] : ["index", "idx"];
}

function defaultOf({ default: expression, isIdentity, isList }: Column, enums: ReadonlyMap<string, unknown>): string[] {
  if (isIdentity || expression?.startsWith("nextval(")) return ["@default(autoincrement())"];
  if (expression === null) return [];
  if (/^(now\(\)|CURRENT_TIMESTAMP)$/.test(expression)) return ["@default(now())"];
  if (/^(true|false|-?\d+(\.\d+)?)$/.test(expression)) return [`@default(${expression})`];
  if (isList && /^('\{\}'|ARRAY\[\])::/.test(expression)) return ["@default([])"];
  // Prisma knows no sequence but a column's own.
  if (expression.includes("nextval(")) return ["@default(dbgenerated())"];
  const [, literal, type = ""] = /^'((?:[^']|'')*)'::(\w+)$/.exec(expression) ?? [];
  if (literal === undefined) return [`@default(dbgenerated(${JSON.stringify(expression)}))`];
  const value = literal.replaceAll("''", "'");
  return [`@default(${enums.has(type) ? labelName(value) : JSON.stringify(value)})`];
}

/** The name of an enum's label: `in-use` → `in_use`. */
export function labelName(label: string): string {
  return label.replaceAll(/\W/g, "_");
}
