import type { Configuration, Secrets } from "@fulmar/config";
import type { QemuImg } from "@fulmar/image-files";
import type { Database, Sql } from "@fulmar/prisma";
import type { CdnProvider, CertificateIssuer, DnsProvider, EdgeDocuments, Provider } from "@fulmar/providers";
import type { Vault } from "../request/sealing/vault.ts";
import type { SiteGate } from "./site-gate.ts";

/** Which suspensions of an organization stop its VMs, and after how many hours. */
export interface SuspensionPolicy {
  readonly by: readonly ("operator" | "metering" | "dunning")[];
  readonly graceHours: number;
}

/** The services of sagas and reconcilers: the database, and the provider of each site by name. */
export interface WorkerServices {
  readonly database: Database;
  /**
   * For one reader or writer of page after page of rows, such as a thousand VMs of a site. Statements about pages take
   * turns, so that nothing else waits for a connection behind them.
   */
  readonly pages: () => Sql;
  /** For changes. Throws SiteFenced if the site may not be changed, ProviderError if it does not answer. */
  readonly provider: (name: string) => Promise<Provider>;
  /** For reads, also at a fenced site. */
  readonly observedProvider: (name: string) => Promise<Provider>;
  readonly gate: SiteGate;
  /** The names of the providers that drive a site now. Sites may be added while the worker runs. */
  readonly providerNames: () => Promise<readonly string[]>;
  /** The provider of the CDN, which belongs to no site. */
  readonly cdn: CdnProvider;
  /** The name servers, which belong to no site; undefined without any. */
  readonly dns: DnsProvider | undefined;
  readonly configuredDns: Configuration["dns"];
  /** The documents that edges serve besides distributions and load balancers. */
  readonly documents: EdgeDocuments;
  /** Orders certificates from the installation's authority; undefined without one. */
  readonly issuer: CertificateIssuer | undefined;
  /** The program that writes TXT records of the operator's zones. */
  readonly dnsHook: string | undefined;
  /** What happens to hosts that no longer answer. */
  readonly lostHosts: Configuration["lostHosts"];
  /** Opens the secret values that resources use. */
  readonly vault: Vault;
  /** How customers pay. */
  readonly payments: Configuration["payments"];
  readonly suspensionPolicy: SuspensionPolicy;
  readonly publicCdnUrl: Configuration["publicCdnUrl"];
  readonly publicObjectStoreUrl: Configuration["publicObjectStoreUrl"];
  /** Open what the installation has sealed, such as user data. */
  readonly secrets: Secrets;
  /** Whether webhooks may send to private addresses. */
  readonly webhookPrivateTargets: boolean;
  /** What examines and converts files of images; why nothing does, as a sentence. */
  readonly qemuImg: () => Promise<QemuImg | string>;
  /** Closes the connections to the sites. */
  close(): Promise<void>;
}
