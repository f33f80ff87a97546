import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { type CdnProvider, type Provider, simulatedCdn, simulatedProvider, systemResolver } from "@fulmar/providers";
import { createVault } from "../secret-store/create-vault.ts";
import type { Vault } from "../secret-store/vault.ts";

/** What sagas and reconcilers work with: the database, and the adapter that drives each site, by the site's provider name. */
export interface WorkerServices {
  readonly database: Database;
  readonly provider: (name: string) => Provider;
  /** Every provider that this worker can drive. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** Drives the CDN, which belongs to no site. */
  readonly cdn: CdnProvider;
  /** Opens the values of secrets that resources use. */
  readonly vault: Vault;
}

/** The services of one worker process; the database stays the caller's. */
export function createWorkerServices(database: Database, configuration: Configuration): WorkerServices {
  const providers = new Map<string, Provider>([["simulated", simulatedProvider(database.pool)]]);
  return {
    database,
    providers,
    cdn: simulatedCdn(database.pool, systemResolver()),
    vault: createVault(configuration),
    provider(name) {
      const provider = providers.get(name);
      if (provider === undefined) throw new Error(`This worker has no provider "${name}".`);
      return provider;
    },
  };
}
