// What workers and operators' commands do to add a host to a site and to remove it (docs/adr/0179).
import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { Host, ProviderKind, SiteServer } from "@fulmar/providers";
import { conflict, DomainError } from "../request/domain-error.ts";
import { SiteFenced } from "../work/fence.ts";
import { SiteGate } from "../work/site-gate.ts";
import { serverOfSite } from "../work/site-providers.ts";
import { additionsOf, endpointOfHost, holdLeavingHost, notConnected } from "./added-hosts.ts";
import { recordHosts } from "./hosts.ts";
import { asOperator } from "./operated-site.ts";
import { requireCertificates } from "./server-certificates.ts";

/** A new host is prepared meanwhile. */
const TIMEOUT_MS = 600_000;

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
