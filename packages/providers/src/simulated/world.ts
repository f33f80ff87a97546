import { setTimeout as sleep } from "node:timers/promises";
import { type GivenValues, type RowOf, type Sql, type Statement, type StatementName, statement } from "@fulmar/prisma";
import { ProviderError } from "../ports/provider-error.ts";

/** The provider of the first world, which several sites may share. Every other world is that of one site. */
export const FIRST_WORLD = "simulated";

/**
 * A simulated world: the rows of one provider in tables of a schema of their own. Each call is one statement, so that
 * all processes see the same world, also after restarts. An id is in one world only: what lists, finds or makes things
 * names the provider, and what changes one thing names its id.
 */
export interface World {
  readonly provider: string;
  /** @throws ProviderError when the database does not answer; the signal's reason when that is aborted */
  query<Name extends StatementName>(
    signal: AbortSignal,
    statement: Statement<Name>,
    ...values: GivenValues<Name>
  ): Promise<RowOf<Name>[]>;
}

const pace = statement(
  "simulated_pace",
  "SELECT answers_after_ms, silent FROM simulated.site WHERE provider = $provider",
);

/** How long a process goes on with the pace that it has read. */
const PACE_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function openWorld(sql: Sql, provider: string): World {
  let read: { readonly atMs: number; readonly answerMs: Promise<number> } | undefined;

  function answerMs(): Promise<number> {
    if (read === undefined || performance.now() - read.atMs > PACE_MS)
      read = { atMs: performance.now(), answerMs: readPace(sql, provider) };
    return read.answerMs;
  }

  return {
    provider,
    async query(signal, statement, ...values) {
      signal.throwIfAborted();
      try {
        const ms = await answerMs();
        if (ms > 0) await sleep(ms, undefined, { signal });
        return await sql.query(statement, ...values);
      } catch (error) {
        read = undefined;
        signal.throwIfAborted();
        throw new ProviderError(
          "provider_unavailable",
          "The provider did not answer; the operation can be tried again in a moment.",
          { retryable: true, cause: error },
        );
      }
    },
  };
}

/** How long each call takes before it is answered. A silent site never answers: the caller gives up. */
async function readPace(sql: Sql, provider: string): Promise<number> {
  const row = await sql.maybe(pace, { provider });
  if (row === undefined) return 0;
  return row.silent ? LONGEST_TIMER_MS : row.answers_after_ms;
}
