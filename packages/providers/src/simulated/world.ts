import type { GivenValues, RowOf, Sql, Statement, StatementName } from "@fulmar/prisma";
import { ProviderError } from "../ports/provider-error.ts";

/**
 * The simulated world: tables in a schema of its own. Each call is one statement, so that all processes see the same
 * world, also after restarts.
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
