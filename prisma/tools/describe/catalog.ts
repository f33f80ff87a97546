import type pg from "pg";

export interface TypeEntry {
  readonly name: string;
  /** The oid of an array type's elements, otherwise 0. */
  readonly element: number;
  /** The labels of an enum type, in order. */
  readonly labels: readonly string[] | undefined;
}

export interface ColumnEntry {
  readonly name: string;
  readonly type: number;
  readonly notNull: boolean;
  /** The values that a constraint of the table allows: `CHECK (role IN ('owner', 'admin'))`. */
  readonly labels: readonly string[] | undefined;
  /** Whether a constraint keeps NULL out of the array: `CHECK (array_position(tags, NULL) IS NULL)`. */
  readonly isFilled: boolean;
}

export interface FunctionEntry {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Whether the result is NULL, or empty, if any argument is NULL. */
  readonly isStrict: boolean;
  /** Of a function of the schema, the arguments whose NULL its text asks for, by place. */
  readonly asked: readonly boolean[];
  readonly returns: number;
  /** Names and types of the columns of a function that returns a table. */
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

export interface OperatorEntry {
  readonly name: string;
  readonly isBuiltIn: boolean;
  /** Whether the result is NULL if any operand is. */
  readonly isStrict: boolean;
}

/** The types, columns and functions of the system catalogs, read once. */
export interface Catalog {
  readonly types: ReadonlyMap<number, TypeEntry>;
  /** By the oid of a table, then by the number of the column. */
  readonly columns: ReadonlyMap<number, ReadonlyMap<number, ColumnEntry>>;
  readonly functions: ReadonlyMap<number, FunctionEntry>;
  /** Name and function of an operator. */
  readonly operators: ReadonlyMap<number, OperatorEntry>;
  /** By the oid of a composite type, its table's. */
  readonly tableOf: ReadonlyMap<number, number>;
  /** The names of the tables of the schema `public`. */
  readonly tables: ReadonlyMap<number, string>;
}

export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const types = await client.query<{
    oid: number;
    name: string;
    element: number;
    relid: number;
    labels: string[] | null;
  }>(
    `SELECT oid, typname AS name, CASE WHEN typcategory = 'A' THEN typelem ELSE 0 END AS element, typrelid AS relid,
            (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum
              WHERE enumtypid = pg_type.oid) AS labels FROM pg_type`,
  );
  const columns = await client.query<{
    relid: number;
    number: number;
    name: string;
    type: number;
    not_null: boolean;
    checks: string[];
  }>(
    `SELECT a.attrelid AS relid, a.attnum AS number, a.attname AS name, a.atttypid AS type, a.attnotnull AS not_null,
            ARRAY(SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
                   WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND c.convalidated
                     AND a.attnum = ANY (c.conkey)) AS checks
       FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid
      WHERE r.relkind IN ('r', 'p', 'v', 'm', 'c', 'S') AND NOT a.attisdropped`,
  );
  const functions = await client.query<{
    oid: number;
    name: string;
    built_in: boolean;
    strict: boolean;
    returns: number;
    text: string | null;
    arguments: string[] | null;
    names: string[] | null;
    types: number[] | null;
  }>(
    // Those of a record set are not declared strict, yet have no rows for a JSON that is NULL.
    `SELECT p.oid, p.proname AS name, p.pronamespace = 'pg_catalog'::regnamespace AS built_in,
            p.proisstrict OR p.proname ~ '^jsonb?_(to|populate)_recordset$' AS strict, p.prorettype AS returns,
            CASE WHEN p.pronamespace = 'public'::regnamespace
                 THEN coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) END AS text, p.proargnames AS arguments,
            (SELECT array_agg(coalesce(p.proargnames[i], '')) FROM generate_subscripts(p.proargmodes, 1) AS i
              WHERE p.proargmodes[i] IN ('o', 'b', 't')) AS names,
            (SELECT array_agg(p.proallargtypes[i]::int8::int) FROM generate_subscripts(p.proargmodes, 1) AS i
              WHERE p.proargmodes[i] IN ('o', 'b', 't')) AS types
       FROM pg_proc p`,
  );
  const operators = await client.query<{ oid: number; name: string; built_in: boolean; strict: boolean }>(
    `SELECT o.oid, o.oprname AS name, o.oprnamespace = 'pg_catalog'::regnamespace AS built_in, p.proisstrict AS strict
       FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode`,
  );
  const tables = await client.query<{ oid: number; name: string }>(
    "SELECT oid, relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
  );
  const byTable = new Map<number, Map<number, ColumnEntry>>();
  for (const { relid, number, name, type, not_null, checks } of columns.rows) {
    const table = byTable.get(relid) ?? new Map<number, ColumnEntry>();
    byTable.set(
      relid,
      table.set(number, {
        name,
        type,
        notNull: not_null,
        labels: labelsOf(checks, name),
        isFilled: checks.some(isFilledBy),
      }),
    );
  }
  return {
    types: new Map(
      types.rows.map(({ oid, name, element, labels }) => [oid, { name, element, labels: labels ?? undefined }]),
    ),
    columns: byTable,
    functions: new Map(
      functions.rows.map((row) => [
        row.oid,
        {
          name: row.name,
          isBuiltIn: row.built_in,
          isStrict: row.strict,
          asked: (row.arguments ?? []).map((argument) => asksFor(argument, row.text ?? "")),
          returns: row.returns,
          columns: (row.types ?? []).map((type, index) => ({ name: row.names?.[index] ?? "", type })),
        },
      ]),
    ),
    operators: new Map(
      operators.rows.map(({ oid, name, built_in, strict }) => [oid, { name, isBuiltIn: built_in, isStrict: strict }]),
    ),
    tableOf: new Map(types.rows.filter(({ relid }) => relid !== 0).map(({ oid, relid }) => [oid, relid])),
    tables: new Map(tables.rows.map(({ oid, name }) => [oid, name])),
  };
}

/** Whether a function's text asks if an argument is NULL. */
function asksFor(argument: string, text: string): boolean {
  const name = `"?\\b${argument}\\b"?(::\\w+)?\\)*`;
  const asked = [`${name} IS `, `DISTINCT FROM ${name}`, `(coalesce|nullif)\\([^,]*${name}`];
  return new RegExp(asked.join("|"), "i").test(text);
}

/**
 * The labels of a CHECK, or of one of its conditions joined by AND. A `column IS NULL OR …` changes nothing, as a CHECK
 * accepts NULL anyway.
 */
function labelsOf(checks: readonly string[], column: string): readonly string[] | undefined {
  const name = `"?${column}"?`;
  const among = new RegExp(
    `^(?:\\(${name} IS NULL\\) OR \\()?${name} = ANY \\(ARRAY\\[((?:'(?:[^'()]|'')*'::\\w+(?:, )?)+)\\]\\)\\)?$`,
  );
  for (const condition of checks.flatMap((check) => joinedByAnd(check.replace(/^CHECK /, "")))) {
    const list = among.exec(condition)?.[1];
    if (list !== undefined)
      return [...list.matchAll(/'((?:[^']|'')*)'::/g)].map(([, label = ""]) => label.replaceAll("''", "'"));
  }
  return undefined;
}

/** The conditions joined by AND, without their parentheses. */
function joinedByAnd(condition: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of condition.split(/( AND |[()])/)) {
    if (piece === "(") depth++;
    if (piece === ")") depth--;
    if (piece === " AND " && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${piece}`);
  }
  if (parts.length > 1) return parts.flatMap(joinedByAnd);
  const inner = /^\((.*)\)$/s.exec(condition)?.[1];
  return inner !== undefined && isBalanced(inner) ? joinedByAnd(inner) : [condition];
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth++;
    if (sign === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

function isFilledBy(check: string): boolean {
  return /^CHECK \(\(array_position\("?\w+"?, NULL::\w+\) IS NULL\)\)$/.test(check);
}
