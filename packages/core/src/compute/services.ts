import type { Database } from "@fulmar/prisma";
import { type ComputePort, simulatedCompute } from "@fulmar/providers";

/** What compute sagas work with: the database, and the adapter that drives each site, by the site's provider name. */
export interface ComputeServices {
  readonly database: Database;
  readonly computeProvider: (provider: string) => ComputePort;
  /** Every provider that this worker can drive. */
  readonly computeProviders: ReadonlyMap<string, ComputePort>;
}

export function createComputeServices(database: Database): ComputeServices {
  const computeProviders = new Map<string, ComputePort>([["simulated", simulatedCompute(database.pool)]]);
  return {
    database,
    computeProviders,
    computeProvider(provider) {
      const port = computeProviders.get(provider);
      if (port === undefined) throw new Error(`This worker has no provider "${provider}".`);
      return port;
    },
  };
}
