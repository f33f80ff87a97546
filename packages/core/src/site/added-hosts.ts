// Hosts that are added to sites whose server does not know its other hosts, and removed again (docs/adr/0179).
import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import {
  type Host,
  type HostAdditions,
  kindOf,
  ProviderError,
  type ProviderKind,
  type SiteServer,
} from "@fulmar/providers";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { namedBlockers } from "../request/named-blockers.ts";
import { SiteFenced } from "../work/fence.ts";
import { isSimulated } from "../work/simulated-name.ts";
import { SiteGate } from "../work/site-gate.ts";
import { serverOfSite } from "../work/site-providers.ts";
import { recordHosts } from "./hosts.ts";
import { asOperator } from "./operated-site.ts";
import { requireCertificates } from "./server-certificates.ts";

/** A new host is prepared meanwhile. */
const TIMEOUT_MS = 600_000;

/**
 * How hosts are added to the sites of a provider.
 * @throws DomainError 409 where the server knows its hosts itself, and for simulated sites
 */
export function additionsOf(provider: string): HostAdditions {
  if (isSimulated(provider))
    throw conflict("site_without_server", "The site is simulated: it has no server to which a host could be added.");
  const { hosts } = kindOf(provider);
  if (hosts === undefined)
    throw conflict("server_knows_hosts", "The server of this site knows its hosts itself; add the host there.");
  return hosts;
}

/**
 * The endpoint of a host, as it is written once.
 * @throws DomainError 400 that names the field
 */
export function endpointOfHost({ endpoint: schema }: HostAdditions, endpoint: string): string {
  const result = schema.safeParse(endpoint);
  if (result.success) return result.data;
  throw invalidField("endpoint", result.error.issues[0]?.message ?? "must be the endpoint of a host");
}

const connected = statement("site_hosts_connection", "SELECT revision FROM site_connection WHERE site_id = $site_id");

const otherwise = statement(
  "site_hosts_otherwise",
  `SELECT FROM site_host
    WHERE site_id = $site_id AND name = $name AND (endpoint IS NULL OR endpoint <> $endpoint)`,
);

// The revision has workers open the provider anew. Looks by the former one are not stored (`recordHosts`).
const store = statement(
  "site_hosts_store",
  `UPDATE site_connection SET options = $options::jsonb, revision = revision + 1, hosts_changed_at = now()
    WHERE site_id = $site_id AND revision = $revision RETURNING site_id`,
);

const mark = statement(
  "site_host_added",
  "UPDATE site_host SET endpoint = $endpoint WHERE site_id = $site_id AND name = $name RETURNING host_id",
);

interface AddedHost {
  readonly hostId: string;
  readonly siteId: string;
  readonly name: string;
}

type Installation = [database: Pick<Database, "sql" | "transaction">, configuration: Pick<Configuration, "secrets">];

/**
 * Adds a host to a site: prepares it, stores the site's options with it, and records it. Repeatable.
 * @param wanted.endpoint in any spelling
 * @throws DomainError 400 that names the field; 404; 409 where the server knows its hosts itself, the site is fenced or
 * not connected, or has the host; 503 with what the host said
 */
export async function addHost(
  ...[database, { secrets }, wanted]: [...Installation, wanted: { readonly siteId: string; readonly endpoint: string }]
): Promise<AddedHost> {
  const { siteId } = wanted;
  const { kind, server, provider, setup } = await serverOfSite(database.sql, secrets, siteId);
  const additions = additionsOf(provider);
  const endpoint = endpointOfHost(additions, wanted.endpoint);
  if (setup !== null) throw notConnected();
  const { revision } = await database.sql.one(connected, { site_id: siteId });
  await enterSite(database.sql, provider, kind, server);
  const { name, options } = await asOperator((signal) => additions.add(server, endpoint, signal), TIMEOUT_MS);
  if ((await database.sql.maybe(otherwise, { site_id: siteId, name, endpoint })) !== undefined)
    throw conflict("host_taken", `The site has the host ${name} already, by another endpoint.`);
  const found = await hostsAt(kind, { ...server, options });
  const hostId = await database.transaction(
    async ({ sql }) => {
      await storeOptions(sql, siteId, revision, options);
      await recordHosts(sql, provider, found, null);
      const row = await sql.maybe(mark, { site_id: siteId, name, endpoint });
      if (row === undefined)
        throw new DomainError("unavailable", `The site does not list ${name} although it was added; try again.`);
      return row.host_id;
    },
    { asAdopter: true },
  );
  return { hostId, siteId, name };
}

const lock = statement(
  "site_host_removed",
  `SELECT h.host_id, h.name, h.site_id, h.endpoint, h.dedicated_organization_id, s.provider
     FROM site_host h JOIN site s ON s.site_id = h.site_id WHERE h.host_id = $host_id FOR UPDATE OF h`,
);

const residents = statement(
  "site_host_residents",
  `SELECT 'VM' AS type, v.vm_id AS id, v.name FROM vm v
    WHERE v.host_id = $host_id OR v.next_host_id = $host_id ORDER BY v.vm_id LIMIT 100`,
);

const cordon = statement(
  "site_host_cordon",
  `UPDATE site_host SET state = 'cordoned', state_reason = $reason, state_by = $state_by, state_at = now()
    WHERE host_id = $host_id AND state = 'active'`,
);

/** A host that is to be removed. */
interface LeavingHost {
  readonly host_id: string;
  readonly name: string;
  readonly site_id: string;
  readonly provider: string;
}

/**
 * Keeps new VMs from a host that is to be removed. To be called in a transaction: who places a VM locks the host, too.
 * @param by the operator, or null for a command
 * @throws DomainError 404; 409 while it is dedicated or has VMs, which are named, or for a host that the server knows
 */
export async function holdLeavingHost(
  sql: Sql,
  hostId: string,
  { reason, by }: { readonly reason: string; readonly by: string | null },
): Promise<LeavingHost> {
  const host = await sql.maybe(lock, { host_id: hostId });
  if (host === undefined) throw new DomainError("not_found", "There is no such host; check the id.");
  const { endpoint, dedicated_organization_id, ...leaving } = host;
  additionsOf(leaving.provider);
  if (endpoint === null)
    throw conflict(
      "host_is_endpoint",
      `The host ${leaving.name} is the endpoint of its site, which cannot be without it; remove the site instead.`,
    );
  if (dedicated_organization_id !== null)
    throw conflict("host_dedicated", `The host ${leaving.name} is dedicated to an organization; take it back first.`);
  const vms = await sql.query(residents, { host_id: hostId });
  if (vms.length > 0)
    throw conflict(
      "host_in_use",
      `The host ${leaving.name} has VMs, or they move there: ${namedBlockers(vms)}; drain it, or have them deleted first.`,
      vms,
    );
  await sql.query(cordon, { host_id: hostId, reason, state_by: by });
  return leaving;
}

const forget = statement("site_host_forget", "DELETE FROM site_host WHERE host_id = $host_id");

/**
 * Removes a host that was added, and stores the site's options without it.
 * @throws DomainError 404; 409 as `holdLeavingHost`, and while the site is fenced; 503 with why it cannot be removed, in
 * which case it stays cordoned
 */
export async function removeHost(
  ...[database, { secrets }, hostId]: [...Installation, hostId: string]
): Promise<AddedHost> {
  const held = { reason: "It is removed.", by: null };
  const {
    name,
    site_id: siteId,
    provider,
  } = await database.transaction(({ sql }) => holdLeavingHost(sql, hostId, held));
  const { kind, server } = await serverOfSite(database.sql, secrets, siteId);
  const { revision } = await database.sql.one(connected, { site_id: siteId });
  await enterSite(database.sql, provider, kind, server);
  const options = await asOperator((signal) => additionsOf(provider).remove(server, name, signal), TIMEOUT_MS);
  await database.transaction(
    async ({ sql }) => {
      await holdLeavingHost(sql, hostId, held);
      await storeOptions(sql, siteId, revision, options);
      await sql.query(forget, { host_id: hostId });
    },
    { asAdopter: true },
  );
  return { hostId, siteId, name };
}

const notConnected = () =>
  conflict("site_not_connected", "The site's server is not connected yet; check it, or renew its certificates.");

/** @throws DomainError 409 when somebody else has changed the connection meanwhile */
async function storeOptions(sql: Sql, site_id: string, revision: number, options: object): Promise<void> {
  const stored = await sql.maybe(store, { site_id, revision, options: JSON.stringify(options) });
  if (stored === undefined)
    throw conflict("decision_waits", "The connection of the site was changed meanwhile; try again.");
}

async function hostsAt(kind: ProviderKind, server: SiteServer): Promise<readonly Host[]> {
  const opened = kind.open(server);
  try {
    return await asOperator((signal) => opened.hosts.listHosts(signal));
  } finally {
    await opened.close();
  }
}

/** @throws DomainError 409 when the site is fenced: a database that is behind, or is a copy, would decide wrongly */
async function enterSite(sql: Sql, provider: string, kind: ProviderKind, server: SiteServer): Promise<void> {
  requireCertificates(server.endpoint);
  const opened = kind.open(server);
  try {
    await asOperator(() => new SiteGate(sql).enter(provider, opened.inventory));
  } catch (error) {
    if (error instanceof SiteFenced) throw conflict("site_fenced", `The site is fenced: ${error.message}`);
    throw error;
  } finally {
    await opened.close();
  }
}

const readServer = statement(
  "site_hosts_server",
  `SELECT s.provider, s.setup_state, c.endpoint, c.options, c.client_certificate, c.server_certificate
     FROM site s LEFT JOIN LATERAL seen_connection(s.site_id) AS c ON true
    WHERE s.site_id = $site_id AND s.removed_at IS NULL`,
);

/**
 * The script that makes a machine ready to be added as a host. Reads no key.
 * @throws DomainError 404, 409 where the server knows its hosts itself, or the site is made for one
 */
export async function hostScript(sql: Sql, siteId: string): Promise<string> {
  const row = await sql.maybe(readServer, { site_id: siteId });
  if (row === undefined) throw new DomainError("not_found", "There is no such site; check the id.");
  const { provider, setup_state, endpoint: url, options, server_certificate: serverCertificate } = row;
  const additions = additionsOf(provider);
  if (setup_state !== null || url === null) throw notConnected();
  const client = row.client_certificate === null ? {} : { client: { certificate: row.client_certificate, key: "" } };
  const endpoint = { url, ...client, ...(serverCertificate === null ? {} : { serverCertificate }) };
  try {
    return additions.script({ siteId, endpoint, options });
  } catch (error) {
    if (error instanceof ProviderError) throw conflict("site_has_one_host", error.message);
    throw error;
  }
}

const taken = statement(
  "site_hosts_taken",
  `SELECT FROM seen_connection($site_id) AS c WHERE c.endpoint = $endpoint
    UNION ALL SELECT FROM site_host h WHERE h.site_id = $site_id AND h.endpoint = $endpoint`,
);

/** @throws DomainError 409 when a host of the site has the endpoint */
export async function refuseTakenEndpoint(sql: Sql, site_id: string, endpoint: string): Promise<void> {
  if ((await sql.query(taken, { site_id, endpoint })).length > 0)
    throw conflict("host_taken", "The site has a host with that endpoint already; nothing has to be added.");
}
