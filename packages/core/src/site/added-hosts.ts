// What requests say of hosts that are added to sites whose server does not know its other hosts (docs/adr/0179).
import { type Sql, statement } from "@fulmar/prisma";
import { type HostAdditions, kindOf, ProviderError } from "@fulmar/providers";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { namedBlockers } from "../request/named-blockers.ts";
import { isSimulated } from "../work/simulated-name.ts";

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

export const notConnected = () =>
  conflict("site_not_connected", "The site's server is not connected yet; check it, or renew its certificates.");

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
