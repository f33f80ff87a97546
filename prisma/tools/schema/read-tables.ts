import type pg from "pg";

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it: `numeric(18,8)`. */
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** The expression of its default; an identity has none. */
  readonly default: string | null;
  readonly isIdentity: boolean;
}

/** An index over plain columns and all rows. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  /** For each column, whether its order is descending. */
  readonly descending: readonly boolean[];
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
}

export interface Reference {
  readonly name: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly references: readonly string[];
  /** PostgreSQL's letter of what happens to the row: `c` is CASCADE. */
  readonly onDelete: string;
  readonly onUpdate: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly references: readonly Reference[];
}

export interface Tables {
  readonly tables: readonly Table[];
  /** The labels of each enum, in order. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** The tables and enums of the schema `public`, without Prisma's own bookkeeping. */
export async function readTables(client: pg.ClientBase): Promise<Tables> {
  const { rows: tables } = await client.query<Table>(
    `SELECT t.relname AS name,
            (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'isRequired', a.attnotnull,
                      'type', regexp_replace(format_type(a.atttypid, a.atttypmod), '\\[\\]$', ''),
                      'isList', y.typcategory = 'A', 'isIdentity', a.attidentity <> '',
                      'default', pg_get_expr(d.adbin, d.adrelid)) ORDER BY a.attnum)
               FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
               LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
              WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('name', x.relname, 'isPrimary', i.indisprimary,
                      'isUnique', i.indisunique, 'columns', ${names("i.indkey[:i.indnkeyatts - 1]", "i.indrelid")},
                      'descending', (SELECT jsonb_agg(o & 1 = 1 ORDER BY n)
                                       FROM unnest(i.indoption) WITH ORDINALITY AS u (o, n)))
                      ORDER BY i.indisprimary DESC, i.indisunique DESC, x.relname), '[]')
               FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
              WHERE i.indrelid = t.oid AND i.indpred IS NULL AND i.indexprs IS NULL AND m.amname = 'btree') AS indexes,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.conname, 'to', r.relname,
                      'columns', ${names("k.conkey", "k.conrelid")},
                      'references', ${names("k.confkey", "k.confrelid")},
                      'onDelete', k.confdeltype, 'onUpdate', k.confupdtype) ORDER BY k.conname), '[]')
               FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
              WHERE k.conrelid = t.oid AND k.contype = 'f') AS references
       FROM pg_class t
      WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = 'public'::regnamespace
        AND t.relname <> '_prisma_migrations'
      ORDER BY t.relname`,
  );
  const { rows: enums } = await client.query<{ name: string; labels: string[] }>(
    `SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
       FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid
      WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname ORDER BY t.typname`,
  );
  return { tables, enums: new Map(enums.map(({ name, labels }) => [name, labels])) };
}

/** The names of a table's columns, by their numbers. */
function names(numbers: string, table: string): string {
  return `(SELECT jsonb_agg(a.attname ORDER BY n) FROM unnest(${numbers}) WITH ORDINALITY AS u (attnum, n)
             JOIN pg_attribute a USING (attnum) WHERE a.attrelid = ${table})`;
}
