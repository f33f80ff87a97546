import type { Field } from "./fields.ts";
import { fieldName, modelName, plural } from "./names.ts";
import type { Reference, Table } from "./read-tables.ts";

const ACTIONS: Readonly<Record<string, string>> = {
  a: "NoAction",
  r: "Restrict",
  c: "Cascade",
  n: "SetNull",
  d: "SetDefault",
};

/**
 * The relations of a table: those of its foreign keys, named after the table they lead to, and those of foreign keys
 * that lead here, named after the table they come from.
 */
export function relationsOf(table: Table, tables: readonly Table[]): Field[] {
  const to = table.references.map((reference) => forward(table, reference));
  const from = tables.flatMap((other) =>
    other.references.filter(({ to }) => to === table.name).map((reference) => back(other, reference)),
  );
  return [...to, ...from];
}

function forward(table: Table, reference: Reference): Field {
  const isOptional = table.columns.some(({ name, isRequired }) => !isRequired && reference.columns.includes(name));
  const usual = `${table.name}_${reference.columns.join("_")}_fkey`;
  const given = [
    ...relationName(table, reference),
    `fields: [${reference.columns.map((column) => fieldName(table.name, column)).join(", ")}]`,
    `references: [${reference.references.map((column) => fieldName(reference.to, column)).join(", ")}]`,
    ...(reference.onDelete === "r" && !isOptional ? [] : [`onDelete: ${ACTIONS[reference.onDelete]}`]),
    ...(reference.onUpdate === "c" ? [] : [`onUpdate: ${ACTIONS[reference.onUpdate]}`]),
    ...(reference.name === usual ? [] : [`map: "${reference.name}"`]),
  ];
  const name = isToItself(table, reference) || isAnother(table, reference) ? ownName(reference) : reference.to;
  return [name, `${modelName(reference.to)}${isOptional ? "?" : ""}`, `@relation(${given.join(", ")})`];
}

function back(from: Table, reference: Reference): Field {
  const given = relationName(from, reference).map((name) => `@relation(${name})`);
  const isOne = from.indexes.some(
    ({ isUnique, columns }) =>
      isUnique &&
      columns.length === reference.columns.length &&
      columns.every((column) => reference.columns.includes(column)),
  );
  const model = modelName(from.name);
  const name = isOne ? from.name : plural(from.name);
  const told = isAnother(from, reference) ? `${name}_by_${ownName(reference)}` : name;
  return [told, isOne ? `${model}?` : `${model}[]`, given.join("")];
}

/** Both sides of a relation need its name where they are in one model, or where two models have several. */
function relationName(table: Table, reference: Reference): string[] {
  const several = table.references.filter(({ to }) => to === reference.to).length > 1;
  return isToItself(table, reference) || several ? [`"${reference.name}"`] : [];
}

/** A reference is named after its column, where its table does not tell it: `parent_backup_id` leads to the parent. */
function ownName({ columns }: Reference): string {
  return (columns.at(-1) ?? "").replace(/_id$/, "");
}

/** That a table leads to the other one by an earlier reference as well. */
function isAnother(table: Table, reference: Reference): boolean {
  return table.references.find(({ to }) => to === reference.to) !== reference;
}

function isToItself(table: Table, reference: Reference): boolean {
  return reference.to === table.name;
}
