import { DNS_LIMITS, DnsRecordSet, type DnsRecordType } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { findMisfit, type NormalSet } from "./fit-zone.ts";
import { ANSWERED, holdFollowed } from "./follow.ts";
import { relativeName } from "./names.ts";
import { normalValues } from "./normal-values.ts";
import { refusingProblems } from "./record-problem.ts";
import { zoneServed } from "./zone-served.ts";
import { lockZone, QUEUED, readZoneName } from "./zones.ts";

const COLUMNS = `s.record_set_id, s.zone_id, s.name, s.type, s.ttl, s.values, s.vm_id, s.load_balancer_id,
          s.public_ip_id AS reserved_ip_id, ${ANSWERED} AS answered_values, s.created_at, s.updated_at`;
const OF_ZONE = "s.workspace_id = $workspace_id::bigint AND s.zone_id = $zone_id";

// `coalesce` hides from the planner that few sets have a name: it would sort a zone for each page.
const list = statement(
  "dns_record_set_list",
  `SELECT ${COLUMNS} FROM dns_record_set s
    WHERE ${OF_ZONE} AND s.record_set_id < $after AND ${isAmong("s.type", "$types")}
      AND coalesce(s.name = $name, true) AND ${contains("s.name", "$search")}
    ORDER BY s.record_set_id DESC LIMIT $limit::int`,
);

const get = lookup(
  "dns_record_set_get",
  `SELECT ${COLUMNS} FROM dns_record_set s WHERE ${OF_ZONE} AND s.record_set_id = $record_set_id`,
);

const all = statement(
  "dns_record_set_all",
  `SELECT s.name, s.type, s.ttl, ${ANSWERED} AS values FROM dns_record_set s
    WHERE ${OF_ZONE} ORDER BY s.name, s.type`,
);

const set = statement(
  "dns_record_set_set",
  `WITH queued AS (
     UPDATE dns_zone z SET ${QUEUED} WHERE z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id
   )
   INSERT INTO dns_record_set AS s (workspace_id, zone_id, record_set_id, name, type, ttl, "values", vm_id,
                                    load_balancer_id, public_ip_id)
   VALUES ($workspace_id::bigint, $zone_id, $record_set_id, $name, $type, $ttl::int, $values::text[], $vm_id,
           $load_balancer_id, $reserved_ip_id)
       ON CONFLICT (workspace_id, zone_id, name, type)
       DO UPDATE SET ttl = excluded.ttl, "values" = excluded."values", vm_id = excluded.vm_id,
                     load_balancer_id = excluded.load_balancer_id, public_ip_id = excluded.public_ip_id,
                     updated_at = now()
   RETURNING ${COLUMNS}`,
);

// The zone is locked before its record sets, as whoever sets one does.
const remove = statement(
  "dns_record_set_delete",
  `WITH locked AS MATERIALIZED (
     SELECT z.workspace_id, z.zone_id FROM dns_zone z
      WHERE z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id FOR UPDATE
   ), gone AS (
     DELETE FROM dns_record_set s USING locked
      WHERE s.workspace_id = locked.workspace_id AND s.zone_id = locked.zone_id AND s.record_set_id = $record_set_id
     RETURNING s.workspace_id, s.zone_id
   ), queued AS (
     UPDATE dns_zone z SET ${QUEUED} FROM gone
      WHERE z.workspace_id = gone.workspace_id AND z.zone_id = gone.zone_id RETURNING z.zone_id
   )
   SELECT zone_id FROM queued`,
);

const shown = wireForm(DnsRecordSet.omit({ type: true }));
const { type: Type } = DnsRecordSet.shape;

function toRecordSet({ type, ...row }: RowOf<typeof get>): DnsRecordSet {
  return { ...shown(row), type: Type.parse(type) };
}

/** The record sets of a zone in the order of their names, with what is answered. */
export async function allSets({ sql, workspace }: InWorkspace, zone_id: string): Promise<readonly NormalSet[]> {
  const rows = await sql.query(all, { workspace_id: workspace.id, zone_id });
  return rows.map((row) => ({ ...row, type: Type.parse(row.type) }));
}

/** @throws DomainError 409 if a zone would have more record sets than it may */
export function refuseTooMany(count: number): void {
  if (count > DNS_LIMITS.recordSets)
    throw conflict(
      "too_many_record_sets",
      `A DNS zone has at most ${DNS_LIMITS.recordSets} record sets; delete some first.`,
    );
}

export const listRecordSets: Handler<"dnsRecordSet.list"> = async (
  context,
  { zone_id, limit, cursor, type, name, search },
) => {
  const { sql, workspace } = context;
  const after = olderThan(cursor, "rrs");
  await readZoneName(context, zone_id);
  const filter = { types: type, name: name?.toLowerCase(), search };
  const rows = await sql.query(list, { workspace_id: workspace.id, zone_id, after, ...filter, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.record_set_id, toRecordSet);
};

export const getRecordSet: Handler<"dnsRecordSet.get"> = async ({ sql, workspace }, ids) =>
  toRecordSet(found(await sql.maybe(get, { workspace_id: workspace.id, ...ids }), "record set"));

/** Creates a record set or replaces the one of the same name and type, if it fits to the others of the zone. */
export const setRecordSet: Handler<"dnsRecordSet.set"> = async (context, { zone_id, type, ttl, ...input }) => {
  const { sql, workspace } = context;
  const { vm_id = null, load_balancer_id = null, reserved_ip_id = null } = input;
  const followed = { vm_id, load_balancer_id, reserved_ip_id };
  if (input.values.length === 0) {
    await readZoneName(context, zone_id);
    await holdFollowed(context, followed);
  }
  const zone = await lockZone(context, zone_id);
  const wanted = refusingProblems(() => ({
    ...{ type, ttl },
    name: relativeName(input.name, zone.name),
    values: normalValues(type, input.values),
  }));
  const present = await allSets(context, zone_id);
  const others = present.filter((other) => !isSame(other, wanted));
  requireFit(zone.name, [...others, wanted], wanted);
  refuseTooMany(others.length + 1);
  const ids = { workspace_id: workspace.id, zone_id };
  const row = await sql.one(set, { ...ids, record_set_id: newId("rrs"), ...followed, ...wanted });
  if (zone.status === "active") context.afterCommit((outside, signal) => zoneServed(outside, ids, signal));
  return toRecordSet(row);
};

export const deleteRecordSet: Handler<"dnsRecordSet.delete"> = async (context, { zone_id, record_set_id }) => {
  const { sql, workspace } = context;
  const ids = { workspace_id: workspace.id, zone_id };
  found(await sql.maybe(remove, { ...ids, record_set_id }), "record set");
  context.afterCommit((outside, signal) => zoneServed(outside, ids, signal));
  return { status: "deleted", id: record_set_id };
};

const isSame = (one: { name: string; type: DnsRecordType }, other: { name: string; type: DnsRecordType }) =>
  one.name === other.name && one.type === other.type;

/** @throws DomainError 400 that names a field of the set that is asked for, also if another set is in its way */
function requireFit(zone: string, sets: readonly NormalSet[], wanted: NormalSet): void {
  const misfit = findMisfit(zone, sets);
  if (misfit === undefined) return;
  const { set, problem } = misfit;
  if (isSame(set, wanted)) throw invalidField(problem.field, problem.message);
  throw invalidField(
    "type",
    `must not be ${wanted.type} here: the ${set.type} records of ${set.name} ${problem.message}`,
  );
}
