import type { GivenValues, RowOf, Sql, Statement, StatementName } from "@fulmar/prisma";
import { ProviderError } from "../ports/provider-error.ts";

/**
 * The simulated cloud: the tables of its own schema, one statement per call, so that every process and restart sees one
 * world.
 */
export interface World {
  /** @throws ProviderError when the database does not answer; the signal's reason when that is aborted */
  query<Name extends StatementName>(
    signal: AbortSignal,
    statement: Statement<Name>,
    ...values: GivenValues<Name>
  ): Promise<RowOf<Name>[]>;
}

export function openWorld(sql: Sql): World {
  return {
    async query(signal, statement, ...values) {
      signal.throwIfAborted();
      try {
        return await sql.query(statement, ...values);
      } catch (error) {
        throw new ProviderError(
          "provider_unavailable",
          "The provider did not answer; the operation can be tried again in a moment.",
          { retryable: true, cause: error },
        );
      }
    },
  };
}
