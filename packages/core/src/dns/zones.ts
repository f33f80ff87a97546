import type { Configuration } from "@fulmar/config";
import { DnsZone } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { dnskeyOf } from "@fulmar/providers";
import { ownerOf } from "../cdn/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { claimInstructions, nameServersOf, proofRecord, proofTokenOf } from "./claim.ts";
import { dsRecordOf, NO_KEY, newZoneKey } from "./zone-keys.ts";
import { zoneServed } from "./zone-served.ts";

/** `verify` cannot make checks more frequent than this, to spare other people's DNS servers. */
const BETWEEN_CHECKS = "interval '10 seconds'";

const COLUMNS = `z.zone_id, z.name, z.description, z.status, z.deletion_protection, z.proof_token, z.delegated_to,
          z.dnssec, z.dnssec_public_key, z.delegation_ds, z.problem, z.checked_at, z.check_at AS next_check_at,
          z.status = 'active' AND z.applied_revision < z.revision AS pending_changes, z.applied_at, z.error_message,
          z.created_at, z.updated_at`;
const COUNT = `(SELECT count(*)::int FROM dns_record_set s
                 WHERE s.workspace_id = z.workspace_id AND s.zone_id = z.zone_id) AS record_set_count`;
const MINE = "z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id";

/** A new revision of the zone, which a worker brings to the name servers. */
export const QUEUED = `revision = z.revision + 1,
          apply_at = CASE WHEN z.status = 'pending' THEN NULL WHEN z.apply_waited THEN z.apply_at ELSE now() END`;

const list = statement(
  "dns_zone_list",
  `SELECT ${COLUMNS}, ${COUNT} FROM dns_zone z
    WHERE z.workspace_id = $workspace_id::bigint AND z.zone_id < $after AND ${isAmong("z.status", "$statuses")}
      AND ($name::text IS NULL OR z.name = $name) AND ${contains("z.name", "$search")}
    ORDER BY z.zone_id DESC LIMIT $limit::int`,
);

const get = lookup("dns_zone_get", `SELECT ${COLUMNS}, ${COUNT} FROM dns_zone z WHERE ${MINE}`);

const nameOf = lookup("dns_zone_name", `SELECT z.name FROM dns_zone z WHERE ${MINE}`);

type ZoneRow = RowOf<typeof get>;

const insert = statement(
  "dns_zone_insert",
  `INSERT INTO dns_zone AS z (workspace_id, zone_id, name, description, deletion_protection, proof_token, dnssec,
                              dnssec_public_key, dnssec_key_sealed)
   VALUES ($workspace_id::bigint, $zone_id, $name, $description, $deletion_protection::boolean, $proof_token,
           $dnssec::boolean, $dnssec_public_key, $dnssec_key_sealed::bytea)
   RETURNING ${COLUMNS}, 0 AS record_set_count`,
);

const update = statement(
  "dns_zone_update",
  `UPDATE dns_zone z SET description = coalesce($description, z.description),
          deletion_protection = coalesce($deletion_protection::boolean, z.deletion_protection), updated_at = now()
    WHERE ${MINE} RETURNING ${COLUMNS}, ${COUNT}`,
);

// The key that it has had before is the one whose DS record a registrar may have. The registry is asked soon.
const sign = statement(
  "dns_zone_sign",
  `UPDATE dns_zone z
      SET dnssec = $dnssec::boolean, dnssec_public_key = coalesce(z.dnssec_public_key, $dnssec_public_key),
          dnssec_key_sealed = coalesce(z.dnssec_key_sealed, $dnssec_key_sealed::bytea),
          check_at = CASE WHEN z.check_waited THEN z.check_at ELSE now() END, ${QUEUED}
    WHERE ${MINE} AND z.dnssec <> $dnssec::boolean RETURNING z.zone_id`,
);

const lock = statement(
  "dns_zone_lock",
  `SELECT z.name, z.status, z.revision, z.deletion_protection FROM dns_zone z WHERE ${MINE} FOR UPDATE`,
);

const remove = statement("dns_zone_delete", `DELETE FROM dns_zone z WHERE ${MINE}`);

// A check that the provider delayed is not brought forward.
const hurry = statement(
  "dns_zone_hurry",
  `UPDATE dns_zone z
      SET check_attempts = 0,
          check_at = CASE WHEN z.check_waited THEN z.check_at
                          ELSE least(z.check_at, greatest(now(), z.checked_at + ${BETWEEN_CHECKS})) END
    WHERE ${MINE} RETURNING ${COLUMNS}, ${COUNT}`,
);

const Shown = DnsZone.omit({
  status: true,
  name_servers: true,
  proof_record: true,
  ds_record: true,
  dnskey_record: true,
  instructions: true,
});
const shown = wireForm(Shown);

function toZone(row: ZoneRow, configuration: Configuration, workspace: Workspace): DnsZone {
  const name_servers = [...nameServersOf(configuration, workspace.organizationId)];
  const ds_record = dsRecordOf(row);
  const claim = { name: row.name, proof_token: row.proof_token, name_servers, ds_record };
  const delegation = { name_servers: row.delegated_to ?? [], ds_records: row.delegation_ds ?? [] };
  const status = DnsZone.shape.status.parse(row.status);
  return {
    ...shown({ ...row, pending_changes: row.pending_changes ?? false, record_set_count: row.record_set_count ?? 0 }),
    status,
    name_servers,
    proof_record: proofRecord(claim),
    ds_record,
    dnskey_record: row.dnssec && row.dnssec_public_key !== null ? dnskeyOf(row.dnssec_public_key) : null,
    instructions: claimInstructions(claim, { isActive: status === "active", delegation }),
  };
}

/** @throws DomainError 404 */
export async function readZoneName({ sql, workspace }: InWorkspace, zone_id: string): Promise<string> {
  return found(await sql.maybe(nameOf, { workspace_id: workspace.id, zone_id }), "DNS zone").name;
}

/** @throws DomainError 404 */
async function readZone({ sql, workspace }: InWorkspace, zone_id: string): Promise<ZoneRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, zone_id }), "DNS zone");
}

/**
 * Locks a zone until the transaction ends. Changes of its record sets are made one at a time.
 * @throws DomainError 404
 */
export async function lockZone({ sql, workspace }: InWorkspace, zone_id: string): Promise<RowOf<typeof lock>> {
  return found(await sql.maybe(lock, { workspace_id: workspace.id, zone_id }), "DNS zone");
}

export const listZones: Handler<"dnsZone.list"> = async (
  { sql, workspace, configuration },
  { limit, cursor, status, name, search },
) => {
  const after = olderThan(cursor, "zone");
  const filter = { statuses: status, name: name?.toLowerCase(), search };
  const rows = await sql.query(list, { workspace_id: workspace.id, after, ...filter, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.zone_id,
    (row) => toZone(row, configuration, workspace),
  );
};

/** Creates a zone, whose ownership is yet to be proven. The database refuses a name that the workspace has. */
export const createZone: Handler<"dnsZone.create"> = async ({ sql, workspace, configuration }, input) => {
  const owner = ownerOf(input.name, configuration);
  if (owner !== undefined) throw invalidField("name", `must be a domain of your own, not one of ${owner}`);
  if (configuration.dns === undefined)
    throw conflict("no_name_servers", "This installation has no name servers, so it cannot have DNS zones.");
  const proof_token = proofTokenOf(workspace.id, input.name);
  const zone_id = newId("zone");
  const key = input.dnssec ? newZoneKey(configuration.secrets, zone_id) : NO_KEY;
  const values = { workspace_id: workspace.id, zone_id, ...input, ...key, proof_token };
  return toZone(await sql.one(insert, values), configuration, workspace);
};

export const getZone: Handler<"dnsZone.get"> = async (context, { zone_id }) =>
  toZone(await readZone(context, zone_id), context.configuration, context.workspace);

/** Changes the fields that are sent. */
export const updateZone: Handler<"dnsZone.update"> = async (context, { zone_id, ...change }) => {
  const { sql, workspace, configuration } = context;
  const { description, dnssec, deletion_protection } = change;
  if (dnssec !== undefined) await switchDnssec(context, zone_id, dnssec);
  const row = await sql.maybe(update, { workspace_id: workspace.id, zone_id, description, deletion_protection });
  return toZone(found(row, "DNS zone"), configuration, workspace);
};

async function switchDnssec(context: RequestContext, zone_id: string, dnssec: boolean): Promise<void> {
  const { sql, workspace, configuration } = context;
  const ids = { workspace_id: workspace.id, zone_id };
  const key = dnssec ? newZoneKey(configuration.secrets, zone_id) : NO_KEY;
  const switched = await sql.maybe(sign, { ...ids, dnssec, ...key });
  if (switched !== undefined) context.afterCommit((outside, signal) => zoneServed(outside, ids, signal));
}

/** Deletes a zone and its record sets. The database notes what the name servers must no longer have. */
export const deleteZone: Handler<"dnsZone.delete"> = async (context, { zone_id }) => {
  const { deletion_protection } = await lockZone(context, zone_id);
  if (deletion_protection) throw deletionProtected("DNS zone");
  await context.sql.query(remove, { workspace_id: context.workspace.id, zone_id });
  return { status: "deleted", id: zone_id };
};

/**
 * Makes the next check due. The worker asks DNS, so that no request waits for servers that its caller has chosen.
 */
export const verifyZone: Handler<"dnsZone.verify"> = async ({ sql, workspace, configuration }, { zone_id }) => {
  const row = await sql.maybe(hurry, { workspace_id: workspace.id, zone_id });
  return toZone(found(row, "DNS zone"), configuration, workspace);
};
