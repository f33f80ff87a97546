import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { nameServersOf } from "./claim.ts";
import { findMisfit, type NormalSet } from "./fit-zone.ts";
import { badLine } from "./record-problem.ts";
import { allSets, refuseTooMany } from "./record-sets.ts";
import { type FileSet, readZoneFile, writeZoneFile } from "./zone-file.ts";
import { zoneServed } from "./zone-served.ts";
import { lockZone, QUEUED, readZoneName } from "./zones.ts";

// The values of all sets stand in one list; `counts` says how many each set has.
const bring = statement(
  "dns_zone_import",
  `WITH queued AS (
     UPDATE dns_zone z SET ${QUEUED} WHERE z.workspace_id = $workspace_id::bigint AND z.zone_id = $zone_id
   ), given AS (
     SELECT g.record_set_id, g.name, g.type, g.ttl,
            ($values::text[])[g.first : g.first + g.count - 1] AS values
       FROM (SELECT f.*, 1 + sum(f.count) OVER (ORDER BY f.number) - f.count AS first
               FROM unnest($record_set_ids::text[], $names::text[], $types::text[], $ttls::int[], $counts::int[])
                    WITH ORDINALITY AS f (record_set_id, name, type, ttl, count, number)) AS g
   ), gone AS (
     DELETE FROM dns_record_set s
      WHERE $replace::boolean AND s.workspace_id = $workspace_id::bigint AND s.zone_id = $zone_id
        AND NOT EXISTS (SELECT FROM unnest($kept_names::text[], $kept_types::text[]) AS k (name, type)
                         WHERE k.name = s.name AND k.type = s.type)
   )
   INSERT INTO dns_record_set AS s (workspace_id, zone_id, record_set_id, name, type, ttl, "values")
   SELECT $workspace_id::bigint, $zone_id, g.record_set_id, g.name, g.type, g.ttl, g.values FROM given g
       ON CONFLICT (workspace_id, zone_id, name, type)
       DO UPDATE SET ttl = excluded.ttl, "values" = excluded."values", vm_id = NULL, load_balancer_id = NULL,
                     public_ip_id = NULL, updated_at = now()`,
);

const keyOf = ({ name, type }: NormalSet) => `${name} ${type}`;

export const exportZone: Handler<"dnsZone.export"> = async (context, { zone_id }) => {
  const { configuration, workspace } = context;
  const name = await readZoneName(context, zone_id);
  const servers = nameServersOf(configuration, workspace.organizationId);
  return { zone_id, name, zone_file: writeZoneFile(name, servers, await allSets(context, zone_id)) };
};

/** Imports the record sets of a file, all or none. */
export const importZone: Handler<"dnsZone.import"> = async (context, { zone_id, zone_file, replace }) => {
  const { sql, workspace } = context;
  const zone = await lockZone(context, zone_id);
  const { sets, leftOut } = readZoneFile(zone_file, zone.name);
  const present = new Map((await allSets(context, zone_id)).map((set) => [keyOf(set), set]));
  const named = new Set(sets.map(keyOf));
  const others = [...present.values()].filter((set) => !named.has(keyOf(set)));
  // No file has a set that follows a resource without an address.
  const stay = replace ? others.filter(({ values }) => values.length === 0) : others;
  requireFit(zone.name, sets, stay);
  refuseTooMany(stay.length + sets.length);
  const isUnchanged = (set: NormalSet) => {
    const known = present.get(keyOf(set));
    return known !== undefined && known.ttl === set.ttl && known.values.join("\n") === set.values.join("\n");
  };
  const written = sets.filter((set) => !isUnchanged(set));
  const deleted = others.length - stay.length;
  const ids = { workspace_id: workspace.id, zone_id };
  if (written.length + deleted > 0) {
    await sql.query(bring, {
      ...ids,
      replace,
      kept_names: [...sets, ...stay].map(({ name }) => name),
      kept_types: [...sets, ...stay].map(({ type }) => type),
      record_set_ids: written.map(() => newId("rrs")),
      names: written.map(({ name }) => name),
      types: written.map(({ type }) => type),
      ttls: written.map(({ ttl }) => ttl),
      counts: written.map(({ values }) => values.length),
      values: written.flatMap(({ values }) => values),
    });
    context.afterCommit((outside, signal) => zoneServed(outside, ids, signal));
  }
  const changed = written.filter((set) => present.has(keyOf(set))).length;
  return {
    zone_id,
    created_count: written.length - changed,
    changed_count: changed,
    deleted_count: deleted,
    unchanged_count: sets.length - written.length,
    left_out_count: leftOut,
  };
};

/** @throws DomainError 400 that names the line of a set that does not fit to the others, or to one that stays */
function requireFit(zone: string, sets: readonly FileSet[], stay: readonly NormalSet[]): void {
  const misfit = findMisfit(zone, [...sets, ...stay]);
  if (misfit === undefined) return;
  const { set, problem } = misfit;
  const { line } = sets.find((one) => one === set) ?? sets.find(({ name }) => name === set.name) ?? { line: 1 };
  throw badLine(line, `the ${set.type} records of ${set.name} ${problem.message}`);
}
