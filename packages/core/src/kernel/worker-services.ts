import type { Database } from "@fulmar/prisma";
import { type Provider, simulatedProvider } from "@fulmar/providers";

/** What sagas and reconcilers work with: the database, and the adapter that drives each site, by the site's provider name. */
export interface WorkerServices {
  readonly database: Database;
  readonly provider: (name: string) => Provider;
  /** Every provider that this worker can drive. */
  readonly providers: ReadonlyMap<string, Provider>;
}

/** The services of one worker process; the database stays the caller's. */
export function createWorkerServices(database: Database): WorkerServices {
  const providers = new Map<string, Provider>([["simulated", simulatedProvider(database.pool)]]);
  return {
    database,
    providers,
    provider(name) {
      const provider = providers.get(name);
      if (provider === undefined) throw new Error(`This worker has no provider "${name}".`);
      return provider;
    },
  };
}
