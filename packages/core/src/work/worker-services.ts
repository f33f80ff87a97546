import type { Database } from "@fulmar/prisma";
import type { CdnProvider, Provider } from "@fulmar/providers";
import type { Vault } from "../request/vault.ts";
import type { SiteGate } from "./site-gate.ts";

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
