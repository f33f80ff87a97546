import type pg from "pg";
import { ProviderError } from "../ports/provider-error.ts";

/**
 * The simulated cloud: the tables of its own schema, one statement per call, so that every process and restart sees one
 * world.
 */
export interface World {
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
    signal: AbortSignal,
  ): Promise<Row[]>;
}

export function openWorld(pool: pg.Pool): World {
  return {
    async query<Row extends pg.QueryResultRow>(
      name: string,
      text: string,
      values: readonly unknown[],
      signal: AbortSignal,
    ): Promise<Row[]> {
      signal.throwIfAborted();
      try {
        const result = await pool.query<Row>({ name: `simulated_${name}`, text, values: [...values] });
        return result.rows;
      } catch (error) {
        throw new ProviderError(
          "provider_unavailable",
          "The provider did not answer; the operation can be tried again in a moment.",
          {
            retryable: true,
            cause: error,
          },
        );
      }
    },
  };
}
