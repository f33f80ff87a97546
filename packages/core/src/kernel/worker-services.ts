import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { type CdnProvider, type Provider, simulatedCdn, systemResolver } from "@fulmar/providers";
import { createVault } from "../secret-store/create-vault.ts";
import type { Vault } from "../secret-store/vault.ts";
import { SiteProviders } from "./site-providers.ts";

/** What sagas and reconcilers work with: the database, and the adapter that drives each site, by the site's provider name. */
export interface WorkerServices {
  readonly database: Database;
  readonly provider: (name: string) => Promise<Provider>;
  /** The names of those that drive a site now; sites may be added while the worker runs. */
  readonly providerNames: () => Promise<readonly string[]>;
  /** Drives the CDN, which belongs to no site. */
  readonly cdn: CdnProvider;
  /** Opens the values of secrets that resources use. */
  readonly vault: Vault;
  /** Ends the connections to the sites. */
  close(): Promise<void>;
}

/** The services of one worker process; the database stays the caller's. */
export function createWorkerServices(database: Database, configuration: Configuration): WorkerServices {
  const providers = new SiteProviders(database, configuration.secret);
  return {
    database,
    cdn: simulatedCdn(database.pool, systemResolver()),
    vault: createVault(configuration),
    provider: (name) => providers.get(name),
    providerNames: () => providers.names(),
    close: () => providers.close(),
  };
}
