import type { Configuration, Secrets } from "@fulmar/config";
import { type Database, openDatabase, type RowOf, type Sql, statement } from "@fulmar/prisma";
import {
  edgeLoadBalancers,
  heldAddresses,
  kindOf,
  type Provider,
  type ProviderKind,
  type SiteServer,
  simulatedProvider,
} from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";
import { EDGE_DOCUMENTS, Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";
import { LOOK_AGAIN_MS } from "./each-provider.ts";
import { isSimulated } from "./simulated-name.ts";
import { Turns } from "./turns.ts";
import { watchedProvider } from "./watched-provider.ts";

const SIMULATED_SITE_CONNECTIONS = 10;
/** How many calls of simulated sites in the installation's own database run at a time: they take its connections. */
const SIMULATED_CALLS_AT_ONCE = 4;

const CONNECTION = "c.site_id, c.endpoint, c.options, c.client_certificate, c.client_key_sealed, c.server_certificate";

// The revision counts how often the connection was renewed.
const connection = statement(
  "site_connection",
  `SELECT ${CONNECTION}, c.revision
     FROM site s JOIN site_connection c ON c.site_id = s.site_id
    WHERE s.provider = $provider AND s.removed_at IS NULL AND s.setup_state IS NULL`,
);

// Nothing is done at a site whose server is not connected yet.
const names = statement(
  "site_providers",
  "SELECT DISTINCT provider FROM site WHERE removed_at IS NULL AND setup_state IS NULL",
);

interface Known {
  readonly provider: Provider;
  readonly close: () => Promise<void>;
  readonly revision: number;
  lookedAtMs: number;
}

/**
 * The providers of this process: the simulated ones, and one for every site with a connection of its own. Each is
 * opened on first use.
 */
export class SiteProviders {
  readonly #sql: Sql;
  readonly #sealer: Sealer;
  readonly #documents: Sealer;
  /** By name, opened on first use. */
  readonly #simulated = new Map<string, Provider>();
  /** Undefined if the simulated sites use the installation's own database. */
  readonly #simulatedSite: Database | undefined;
  readonly #turns: Turns;
  readonly #known = new Map<string, Known>();
  /** Those that were replaced or dropped while calls were in progress there. */
  readonly #retired = new Set<Known>();
  /** Connections being opened. Concurrent callers share one, because two connections to one site would conflict. */
  readonly #looks = new Map<string, Promise<Provider>>();

  /** @param configuration.secrets open the keys */
  constructor(
    { sql }: Pick<Database, "sql">,
    { secrets, simulatedSiteUrl }: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  ) {
    this.#sql = sql;
    this.#sealer = new Sealer(secrets, SITE_KEYS);
    this.#documents = new Sealer(secrets, EDGE_DOCUMENTS);
    this.#simulatedSite =
      simulatedSiteUrl === undefined ? undefined : openDatabase(simulatedSiteUrl, { max: SIMULATED_SITE_CONNECTIONS });
    this.#turns = new Turns(sql, SIMULATED_CALLS_AT_ONCE);
  }

  /** @throws Error when no site has this provider, or its connection cannot be opened */
  async get(name: string): Promise<Provider> {
    if (isSimulated(name)) return this.#openSimulated(name);
    const known = this.#known.get(name);
    if (known !== undefined && Date.now() - known.lookedAtMs < LOOK_AGAIN_MS) return known.provider;
    const look = this.#looks.get(name) ?? this.#look(name).finally(() => this.#looks.delete(name));
    this.#looks.set(name, look);
    return look;
  }

  /** The names of all providers that drive a site now. Providers that no longer drive any are dropped. */
  async names(): Promise<string[]> {
    // Read before the query: a provider that is opened meanwhile may drive a new site.
    const known = [...this.#known.keys()];
    const rows = await this.#sql.query(names);
    const driving = rows.map(({ provider }) => provider);
    for (const name of known) if (!driving.includes(name)) this.#retire(name);
    return driving;
  }

  async close(): Promise<void> {
    for (const { close } of [...this.#known.values(), ...this.#retired]) await close();
    await this.#simulatedSite?.close();
  }

  /**
   * Opens or renews a connection. Calls in progress on a renewed or removed connection finish there.
   */
  async #look(name: string): Promise<Provider> {
    const row = await this.#sql.maybe(connection, { provider: name });
    if (row === undefined) {
      this.#retire(name);
      throw new Error(`No site is driven by "${name}".`);
    }
    const known = this.#known.get(name);
    if (known?.revision === row.revision) {
      known.lookedAtMs = Date.now();
      return known.provider;
    }
    const opened = kindOf(name).open({
      ...serverOf(row, this.#sealer),
      heldAddresses: () => heldAddresses(this.#sql, row.site_id),
    });
    const provider = this.#withEdges(opened, name);
    this.#retire(name);
    this.#known.set(name, { provider, close: opened.close, revision: row.revision, lookedAtMs: Date.now() });
    return provider;
  }

  /** What it has open closes when it is idle, at the latest with this process. */
  #retire(name: string): void {
    const known = this.#known.get(name);
    if (known === undefined) return;
    this.#known.delete(name);
    this.#retired.add(known);
  }

  #openSimulated(name: string): Provider {
    const opened = this.#simulated.get(name);
    if (opened !== undefined) return opened;
    const provider = this.#withEdges(simulatedProvider(this.#simulatedSite?.sql ?? this.#turns.begin(), name), name);
    this.#simulated.set(name, provider);
    return provider;
  }

  /** Load balancers of a site with edges are served by them. */
  #withEdges(provider: Provider, name: string): Provider {
    const seal = (text: string, boundTo: string) => this.#documents.seal(text, boundTo);
    const deviceOf = (subnetId: string) => provider.networks.deviceOf(subnetId);
    const loadBalancers = edgeLoadBalancers(provider.loadBalancers, { sql: this.#sql, seal, deviceOf });
    return watchedProvider({ ...provider, loadBalancers }, name);
  }
}

const find = statement(
  "site_connection_of",
  `SELECT s.name, s.provider, s.setup_state, ${CONNECTION}
     FROM site s JOIN site_connection c ON c.site_id = s.site_id WHERE s.site_id = $site_id`,
);

/** The server of a site, with the key opened. */
function serverOf(row: Omit<RowOf<typeof find>, "name" | "provider" | "setup_state">, sealer: Sealer): SiteServer {
  const { client_certificate: certificate, client_key_sealed: sealed, server_certificate: serverCertificate } = row;
  const client =
    certificate === null || sealed === null ? {} : { client: { certificate, key: sealer.open(sealed, row.site_id) } };
  return {
    siteId: row.site_id,
    endpoint: { url: row.endpoint, ...client, ...(serverCertificate === null ? {} : { serverCertificate }) },
    options: row.options,
  };
}

/** A site with a server of its own. */
export interface ServedSite {
  readonly name: string;
  /** The name of its provider. */
  readonly provider: string;
  readonly kind: ProviderKind;
  readonly server: SiteServer;
  /** How far its connection is: nothing was changed at its server, or it is being prepared. Null: connected. */
  readonly setup: "new" | "preparing" | null;
}

/**
 * The server of a site, for its operator.
 * @throws DomainError 404
 */
export async function serverOfSite(sql: Sql, secrets: Secrets, siteId: string): Promise<ServedSite> {
  const row = await sql.maybe(find, { site_id: siteId });
  if (row === undefined)
    throw new DomainError("not_found", "There is no such site with a server of its own; check its id.");
  const { name, provider, setup_state: setup, ...connected } = row;
  return { name, provider, kind: kindOf(provider), server: serverOf(connected, new Sealer(secrets, SITE_KEYS)), setup };
}
