import type { Configuration } from "@fulmar/config";
import type { OperatorSite } from "@fulmar/contract";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { PROVIDER_KINDS, type SiteReport } from "@fulmar/providers";
import { toTimestamp } from "../query/wire-form.ts";
import { invalidField } from "../request/domain-error.ts";
import { Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";
import { serverOfSite } from "../work/site-providers.ts";
import { connectSite, type SiteState } from "./add-site.ts";
import { asOperator } from "./operated-site.ts";
import { requireCertificates } from "./server-certificates.ts";
import { ADDRESSES_OF_SITES } from "./site-addresses.ts";
import { recordCapacity } from "./site-capacity.ts";
import { SITE_OF_UNKNOWN } from "./site-health.ts";

const statesWith = (
  column: string,
  join: string,
  which = "",
) => `SELECT ${column} s.site_id, s.name, split_part(s.provider, ':', 1) AS provider, seen.server, seen.reachable,
          seen.instance_type, s.unsupported, s.setup_state IS NULL AS connected,
          s.closed_at IS NOT NULL AS closed, f.reason AS fenced,
          (SELECT count(*)::int FROM unknown_resource u
            WHERE u.provider = s.provider AND ${SITE_OF_UNKNOWN} = s.site_id) AS unknown,
          CASE WHEN s.setup_state IS NULL THEN c.endpoint END AS url, c.options,
          seen.cpus, seen.ram_mb, seen.free_ram_mb, seen.disk_gb, seen.free_disk_gb, seen.checked_at,
          coalesce(pool.addresses, 0) AS addresses, coalesce(pool.addresses_used, 0) AS addresses_used, sold.*
     FROM site s LEFT JOIN site_capacity seen USING (site_id) LEFT JOIN site_fence f ON f.provider = s.provider
     LEFT JOIN ${ADDRESSES_OF_SITES} AS pool USING (site_id)
    ${join}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS vms, coalesce(sum(v.cpu), 0)::int AS sold_cpus,
             coalesce(sum(v.ram_mb), 0)::int AS sold_ram_mb, coalesce(sum(v.disk_gb), 0)::int AS sold_disk_gb,
             coalesce(sum(v.gpu_count), 0)::int AS sold_gpus
        FROM vm v WHERE v.site_id = s.site_id AND v.deleted_at IS NULL) AS sold
    WHERE s.removed_at IS NULL ${which} ORDER BY s.position`;

const SEEN_CONNECTION = "LEFT JOIN LATERAL seen_connection(s.site_id) AS c ON true";
const states = statement("site_states", statesWith("", SEEN_CONNECTION));
const one = statement("site_state", statesWith("", SEEN_CONNECTION, "AND s.site_id = $site_id"));

// Where a site is connected is for the operators of the host alone.
const list = statement(
  "site_list_operator",
  statesWith("c.endpoint,", "LEFT JOIN site_connection c ON c.site_id = s.site_id"),
);

/** All sites, as of the worker's last reports. */
export async function siteStates({ sql }: Pick<Database, "sql">): Promise<OperatorSite[]> {
  return (await sql.query(states)).map(toSite);
}

/** One of them, or undefined. */
export async function siteState({ sql }: Pick<Database, "sql">, site_id: string): Promise<OperatorSite | undefined> {
  const row = await sql.maybe(one, { site_id });
  return row && toSite(row);
}

/** The same with the addresses of their servers; null for a site without a server of its own. */
export async function listAllSites({
  sql,
}: Pick<Database, "sql">): Promise<(OperatorSite & { readonly endpoint: string | null })[]> {
  return (await sql.query(list)).map(({ endpoint, ...row }) => ({ ...toSite(row), endpoint }));
}

function toSite(row: RowOf<typeof states>): OperatorSite {
  const { sold_cpus, sold_ram_mb, sold_disk_gb, sold_gpus, checked_at, addresses, addresses_used, ...rest } = row;
  const { cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb, connected, url, options, ...site } = rest;
  const additions = PROVIDER_KINDS[site.provider ?? ""]?.hosts;
  const why = url === null ? undefined : additions?.whyAlone({ url, options });
  const seen = { cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb };
  return {
    ...site,
    connected: connected === true,
    adds_hosts: additions !== undefined && url !== null && why === undefined,
    one_host_reason: why ?? null,
    capacity: checked_at === null ? null : { ...seen, checked_at: toTimestamp(checked_at) },
    sold: { cpus: sold_cpus, ram_mb: sold_ram_mb, disk_gb: sold_disk_gb, gpus: sold_gpus },
    addresses: { total: addresses, used: addresses_used },
  };
}

/**
 * Asks a site whether it answers, its capacity and its unsupported features. The report is stored, as when the worker
 * asks. A site that is not connected yet is connected.
 * @param restrict also restricts the site's project to what its instances need
 * @throws DomainError 404, 503 with the server's message
 */
export async function checkSite(
  database: Pick<Database, "sql" | "transaction">,
  { secrets }: Pick<Configuration, "secrets">,
  siteId: string,
  { restrict = false }: { readonly restrict?: boolean } = {},
): Promise<SiteState> {
  const site = await serverOfSite(database.sql, secrets, siteId);
  if (site.setup !== null) return connectSite(database, { siteId, ...site });
  const { name, kind, server } = site;
  const provider = kind.open(server);
  try {
    if (restrict) await asOperator((signal) => provider.restrict(signal));
    const report = await asOperator<SiteReport>(async (signal) => provider.inspect(signal));
    await recordCapacity(database.sql, siteId, report);
    return { siteId, name, report };
  } finally {
    await provider.close();
  }
}

/** All PEM. Without a server certificate, the present one stays. */
export interface Renewal {
  readonly siteId: string;
  readonly certificate: string;
  readonly key: string;
  readonly serverCertificate: string | undefined;
}

const renew = statement(
  "site_renew",
  `UPDATE site_connection
      SET client_certificate = $client_certificate, client_key_sealed = $client_key_sealed::bytea,
          server_certificate = coalesce($server_certificate, server_certificate),
          revision = revision + 1 WHERE site_id = $site_id`,
);

/**
 * Replaces the certificates of a site's connection after the server has accepted them. Running workers and APIs use
 * them within seconds. A site that is not connected yet gets them, and is connected.
 * @throws DomainError 400 that names the option, 404, 503 with the server's message, in which case the connection stays
 * as it was
 */
export async function renewSite(
  database: Pick<Database, "sql" | "transaction">,
  { secrets }: Pick<Configuration, "secrets">,
  { siteId, certificate, key, serverCertificate }: Renewal,
): Promise<SiteState> {
  const site = await serverOfSite(database.sql, secrets, siteId);
  const { name, kind, server } = site;
  if (server.endpoint.url.startsWith("unix:"))
    throw invalidField("client_cert", "cannot be used: this site is reached by a socket");
  const pinned = serverCertificate === undefined ? {} : { serverCertificate };
  const endpoint = { ...server.endpoint, client: { certificate, key }, ...pinned };
  requireCertificates(endpoint);
  const write = () =>
    database.transaction(
      ({ sql }) =>
        sql.query(renew, {
          site_id: siteId,
          client_certificate: certificate,
          client_key_sealed: new Sealer(secrets, SITE_KEYS).seal(key, siteId),
          server_certificate: serverCertificate,
        }),
      { asAdopter: true },
    );
  if (site.setup !== null) {
    await write();
    return connectSite(database, { ...site, siteId, server: { ...server, endpoint } });
  }
  const provider = kind.open({ ...server, endpoint });
  try {
    const report = await asOperator((signal) => provider.inspect(signal));
    await write();
    await recordCapacity(database.sql, siteId, report);
    return { siteId, name, report };
  } finally {
    await provider.close();
  }
}
