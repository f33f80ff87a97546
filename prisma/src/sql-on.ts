import type pg from "pg";
import { rowTypes } from "./row-types.ts";
import type { Ask, Statement } from "./sql.ts";

/** @param confined whether the connection is in the transaction of a change, which sees one workspace */
export function askOn(connection: pg.Pool | pg.PoolClient, confined = false): Ask {
  return async ({ name, text }: Statement, values: readonly unknown[] = []) => {
    const result = await connection.query({
      name: nameFor(name, confined),
      text,
      values: [...values],
      types: rowTypes,
    });
    return result.rows;
  };
}

/**
 * The server plans a statement anew whenever the role has changed since; under a name for each role it keeps both plans
 * (docs/adr/0008).
 */
export function nameFor(name: string, confined: boolean): string {
  return confined && name !== "" ? `${name}_confined` : name;
}
