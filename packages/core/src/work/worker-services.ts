import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { type CdnProvider, type Provider, simulatedCdn, systemResolver } from "@fulmar/providers";
import { createVault } from "../secret-store/create-vault.ts";
import type { Vault } from "../secret-store/vault.ts";
import { SiteGate } from "../site/fence/site-gate.ts";
import { SiteProviders } from "./site-providers.ts";

/**
 * What sagas and reconcilers work with: the database, and the adapter that drives each site, by the site's provider
 * name.
 */
export interface WorkerServices {
  readonly database: Database;
  /** For changes: throws SiteFenced where nothing may be changed, ProviderError where the site does not say. */
  readonly provider: (name: string) => Promise<Provider>;
  /** For looking alone, at a fenced site too. */
  readonly observedProvider: (name: string) => Promise<Provider>;
  readonly gate: SiteGate;
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
  const providers = new SiteProviders(database, configuration);
  const gate = new SiteGate(database.sql);
  const observedProvider = (name: string) => providers.get(name);
  return {
    database,
    gate,
    observedProvider,
    cdn: simulatedCdn(database.pool, systemResolver()),
    vault: createVault(configuration),
    async provider(name) {
      const provider = await observedProvider(name);
      await gate.enter(name, provider.inventory);
      return provider;
    },
    providerNames: () => providers.names(),
    close: () => providers.close(),
  };
}
