import type pg from "pg";
import { ProviderError } from "../provider-error.ts";

/** The simulated cloud: the tables of its own schema, one statement per call, so that every process and restart sees one world. */
export interface World {
  query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[], signal: AbortSignal): Promise<Row[]>;
}

export function openWorld(pool: pg.Pool): World {
  return {
    async query<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[], signal: AbortSignal): Promise<Row[]> {
      signal.throwIfAborted();
      try {
        const result = await pool.query<Row>({ name: `simulated_${name}`, text, values: [...values] });
        return result.rows;
      } catch (error) {
        throw new ProviderError("provider_unavailable", "The provider did not answer; the operation can be tried again in a moment.", {
          retryable: true,
          cause: error,
        });
      }
    },
  };
}

/** The answer to a call for an instance that is not there. */
export function instanceNotFound(): ProviderError {
  return new ProviderError("instance_not_found", "The provider no longer has this VM's instance; delete the VM and create a new one.", { retryable: false });
}
