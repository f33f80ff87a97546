import { type Sql, statement } from "@fulmar/prisma";
import { type LxdSiteOptions, lxdProvider, type Provider } from "@fulmar/providers";
import { Sealer } from "./sealed-value.ts";

/** How the key of a site's connection is sealed. */
export const SITE_KEYS = "site keys";

export interface ConnectionRow {
  site_id: string;
  endpoint: string;
  project: string;
  storage_pool: string;
  network: string;
  instance_type: LxdSiteOptions["instanceType"];
  client_certificate: string | null;
  client_key_sealed: Buffer | null;
  server_certificate: string | null;
}

const connection = statement(
  "site_connection",
  `SELECT c.site_id, c.endpoint, c.project, c.storage_pool, c.network, c.instance_type, c.client_certificate, c.client_key_sealed, c.server_certificate
     FROM site s JOIN site_connection c ON c.site_id = s.site_id WHERE s.provider = $1`,
);

const names = statement("site_providers", "SELECT DISTINCT provider FROM site");

/** The providers of this process: what is built in, and one for every site with a connection of its own, made when it is first needed. */
export class SiteProviders {
  readonly #sql: Sql;
  readonly #sealer: Sealer;
  readonly #known: Map<string, Provider>;

  /**
   * @param builtIn by their names
   * @param secret the installation's, which opens the keys
   */
  constructor(sql: Sql, builtIn: ReadonlyMap<string, Provider>, secret: string) {
    this.#sql = sql;
    this.#sealer = new Sealer(secret, SITE_KEYS);
    this.#known = new Map(builtIn);
  }

  /** @throws Error when no site is driven by it, or its connection cannot be opened */
  async get(name: string): Promise<Provider> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const [row] = await this.#sql.query<ConnectionRow>(connection, [name]);
    if (row === undefined) throw new Error(`This worker has no provider "${name}".`);
    const provider = lxdProvider(connectionOptions(row, this.#sealer));
    this.#known.set(name, provider);
    return provider;
  }

  /** The names of all that drive a site now. */
  async names(): Promise<string[]> {
    const rows = await this.#sql.query<{ provider: string }>(names, []);
    return rows.map(({ provider }) => provider);
  }
}

/** How a site's server is reached, with its key opened. */
export function connectionOptions(row: ConnectionRow, sealer: Sealer): LxdSiteOptions {
  const { client_certificate: certificate, client_key_sealed: sealed, server_certificate: serverCertificate } = row;
  const client = certificate === null || sealed === null ? {} : { client: { certificate, key: sealer.open(sealed, row.site_id) } };
  return {
    endpoint: { url: row.endpoint, ...client, ...(serverCertificate === null ? {} : { serverCertificate }) },
    project: row.project,
    siteId: row.site_id,
    pool: row.storage_pool,
    network: row.network,
    instanceType: row.instance_type,
  };
}
