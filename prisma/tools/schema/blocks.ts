import { attributeOf, type Field, fieldOf, isSupported, labelName } from "./fields.ts";
import { modelName } from "./names.ts";
import type { Table, Tables } from "./read-tables.ts";
import { relationsOf } from "./relations.ts";

/** A model or an enum as the database has it, without words about it. */
export interface Block {
  readonly kind: "model" | "enum";
  readonly name: string;
  /** In groups with an empty line in between. */
  readonly groups: readonly (readonly Line[])[];
  /** The blocks beside which it belongs, if nobody has said where. */
  readonly beside: readonly string[];
}

/** A line of a block. Words about it are found by its name, which is that of its field, label or attribute. */
export interface Line {
  readonly name: string;
  readonly text: string;
}

/** The models and then the enums, which stand beside their users. */
export function blocksOf({ tables, enums }: Tables): readonly Block[] {
  const kept = tables.filter((table) => hasKey(table, enums));
  const models = kept.map((table) => modelOf(table, kept, enums));
  return [...models, ...[...enums].map(([name, labels]) => enumOf(name, labels, kept))];
}

/** Prisma's client cannot name a row whose key has a type that it does not know. */
function hasKey(table: Table, enums: Tables["enums"]): boolean {
  const key = table.indexes.find(({ isPrimary }) => isPrimary)?.columns ?? [];
  return table.columns.every((column) => !key.includes(column.name) || isSupported(column, enums));
}

function modelOf(table: Table, tables: readonly Table[], enums: Tables["enums"]): Block {
  const several = table.indexes.filter(({ columns, isUnique }) => columns.length > 1 || !isUnique);
  const attributes = [...several.map((index) => attributeOf(table.name, index, "@@")), `@@map("${table.name}")`];
  return {
    kind: "model",
    name: modelName(table.name),
    groups: [
      aligned(table.columns.map((column) => fieldOf(table, column, enums))),
      aligned(relationsOf(table, tables)),
      attributes.map((text) => ({ name: text.split("(")[0] ?? text, text })),
    ],
    beside: table.references.map(({ to }) => modelName(to)),
  };
}

function enumOf(name: string, labels: readonly string[], tables: readonly Table[]): Block {
  const fields = labels.map((label): Field => {
    const field = labelName(label);
    return [field, field === label ? "" : `@map("${label}")`, ""];
  });
  const users = tables.filter(({ columns }) => columns.some(({ type }) => type === name));
  return {
    kind: "enum",
    name: modelName(name),
    groups: [aligned(fields), [{ name: "@@map", text: `@@map("${name}")` }]],
    beside: users.map((table) => modelName(table.name)),
  };
}

function aligned(fields: readonly Field[]): Line[] {
  const names = Math.max(...fields.map(([name]) => name.length));
  const types = Math.max(...fields.map(([, type]) => type.length));
  return fields.map(([name, type, attributes]) => ({
    name,
    text: `${name.padEnd(names)} ${type.padEnd(types)} ${attributes}`.trimEnd(),
  }));
}
