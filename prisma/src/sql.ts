import { watched } from "@fulmar/tracing";
import type pg from "pg";
import { orderedValues } from "./named-parameters.ts";
import { rowTypes } from "./row-types.ts";
import type { GivenValues, RowOf, Statement, StatementName } from "./statement.ts";

/**
 * Runs hot statements, on the pool or inside a transaction. Rows are the same from both: `int8` as bigint,
 * `timestamptz` as Date, `jsonb` parsed. Cast `numeric` to text.
 */
export interface Sql {
  /** The rows of a statement. */
  query<Name extends StatementName>(statement: Statement<Name>, ...values: GivenValues<Name>): Promise<RowOf<Name>[]>;
  /** The row of a statement that has at most one. */
  maybe<Name extends StatementName>(
    statement: Statement<Name>,
    ...values: GivenValues<Name>
  ): Promise<RowOf<Name> | undefined>;
  /** The row of a statement that always has one. @throws Error if it has none, which is a fault of the program */
  one<Name extends StatementName>(statement: Statement<Name>, ...values: GivenValues<Name>): Promise<RowOf<Name>>;
}

/**
 * Sends a statement and returns its rows. `any`, as in node-postgres: only the statement's description has their types,
 * and `sqlBy` is the one place that connects the two.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type RunStatement = (statement: Statement, values?: readonly unknown[]) => Promise<any[]>;

export function sqlBy(run: RunStatement): Sql {
  return sqlOf((statement, ...[values]) => run(statement, orderedValues(statement, values)));
}

/** @param query runs every statement */
export function sqlOf(query: Sql["query"]): Sql {
  return {
    query,
    async maybe(statement, ...values) {
      const [row] = await query(statement, ...values);
      return row;
    },
    async one(statement, ...values) {
      const [row] = await query(statement, ...values);
      if (row === undefined) throw new Error(`${statement.name} has no row`);
      return row;
    },
  };
}

/** Runs statements on a connection, or each on any connection of a pool. */
export function runOn(connection: pg.Pool | pg.PoolClient, confined = false): RunStatement {
  return (statement, values = []) =>
    watched(
      { kind: "statement", name: statement.name },
      async () => (await connection.query(configOf(statement, values, confined))).rows,
    );
}

/**
 * A statement in node-postgres' form.
 * @param confined whether it runs in a transaction that sees one workspace. The server plans a statement again whenever
 * the role has changed. A name for each role keeps both plans (docs/adr/0008)
 */
export function configOf({ name, text }: Statement, values: readonly unknown[], confined: boolean): pg.QueryConfig {
  return { name: confined && name !== "" ? `${name}_confined` : name, text, values: [...values], types: rowTypes };
}
