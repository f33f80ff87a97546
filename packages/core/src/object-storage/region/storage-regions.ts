// Regions of object storage with servers of their own, as operators see, add and remove them (docs/adr/0174). What asks a
// server is the work of workers (`../remote/check-regions.ts`).
import { randomBytes } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import type { Blocker, NewRegion } from "@fulmar/contract";
import { type RowOf, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import type { z } from "zod";
import { conflict, DomainError, invalidField } from "../../request/domain-error.ts";
import { namedBlockers } from "../../request/named-blockers.ts";
import { sealerOfRegions } from "../remote/sealed-region-keys.ts";

const add = statement(
  "storage_region_add",
  `WITH added AS (
     INSERT INTO storage_region (region, name, site_id, endpoint_url, backend, connected_at, check_at)
     VALUES ($region, $name, $site_id, $endpoint_url, $backend::storage_backend, NULL, now()) RETURNING region
   )
   INSERT INTO storage_connection (region, admin_url, access_key_id, secret_sealed, user_prefix)
   SELECT region, $admin_url, $access_key_id, $secret_sealed::bytea, $user_prefix FROM added`,
);

/**
 * Adds a region whose buckets a Ceph RADOS Gateway keeps. It is offered once a worker has connected it.
 * @throws DomainError 400 that names the field, 409 for a region or name that exists
 */
export async function addRegion(
  sql: Sql,
  secrets: Secrets,
  { region, name, site_id, backend, endpoint_url, admin_url, access_key, secret_key }: z.infer<typeof NewRegion>,
): Promise<void> {
  try {
    await sql.query(add, {
      ...{ region, name, site_id: site_id ?? null, backend, endpoint_url: new URL(endpoint_url).origin },
      admin_url: new URL(admin_url ?? endpoint_url).origin,
      access_key_id: access_key,
      secret_sealed: sealerOfRegions(secrets).seal(secret_key, region),
      user_prefix: `fulmar-${randomBytes(5).toString("hex")}-`,
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "storage_region_site_fkey")
      throw invalidField("site_id", "must be the id of a site that is there");
    if (constraint?.startsWith("storage_region_") !== true) throw error;
    throw conflict("name_taken", "There is another region of this id or name; choose another one.");
  }
}

const list = statement(
  "storage_region_list_operator",
  `SELECT r.region, r.name, r.backend::text, r.endpoint_url, r.site_id, r.unsupported, r.created_at, r.connected_at,
          r.check_at, c.admin_url, c.access_key_id, c.server, c.reachable, c.error_message, c.checked_at,
          c.unknown_users,
          (SELECT count(*)::int FROM bucket b WHERE b.region = r.region) AS buckets,
          (SELECT count(*)::int FROM storage_owner o
            WHERE o.region = r.region AND o.error_message IS NOT NULL) AS failing
     FROM storage_region r LEFT JOIN seen_regions() c ON c.region = r.region
    WHERE $region::text IS NULL OR r.region = $region ORDER BY r.region`,
);

/** A region with what workers last saw. That of the installation's own object store has no server. */
export type SeenRegion = RowOf<typeof list>;

/** All regions, as of the worker's last look. */
export function listAllRegions(sql: Sql): Promise<SeenRegion[]> {
  return sql.query(list, { region: null });
}

/** @throws DomainError 404 */
export async function readRegion(sql: Sql, region: string): Promise<SeenRegion> {
  const [row] = await sql.query(list, { region });
  if (row === undefined) throw noSuchRegion();
  return row;
}

const ask = statement(
  "storage_region_ask_check",
  "UPDATE storage_region SET check_at = now() WHERE region = $region AND backend <> 'embedded' RETURNING region",
);

/**
 * Has a worker ask the server of a region.
 * @throws DomainError 404, 409 for a region without a server of its own
 */
export async function askRegionCheck(sql: Sql, region: string): Promise<void> {
  if ((await sql.maybe(ask, { region })) !== undefined) return;
  await readRegion(sql, region);
  throw conflict(
    "region_without_server",
    "The installation's own object store keeps the region: it has no server to ask.",
  );
}

const residents = statement(
  "storage_region_buckets",
  "SELECT 'bucket' AS type, b.name AS id, b.name FROM bucket b WHERE b.region = $region ORDER BY b.name LIMIT 100",
);

const remove = statement("storage_region_delete", "DELETE FROM storage_region WHERE region = $region RETURNING region");

/**
 * Removes a region without buckets, with its connection. Nothing is removed from its server: workers have done that when
 * the buckets ended.
 * @throws DomainError 404, 409 while there are buckets, or users that a worker has not removed yet
 */
export async function removeRegion(sql: Sql, region: string): Promise<void> {
  const buckets = await sql.query(residents, { region });
  if (buckets.length > 0) throw bucketsThere(buckets.map(({ type, id, name }) => ({ type: type ?? "", id, name })));
  try {
    if ((await sql.maybe(remove, { region })) === undefined) throw noSuchRegion();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "bucket_region_fkey") throw bucketsThere([]);
    if (constraint !== "storage_owner_connection_fkey") throw error;
    throw conflict(
      "region_in_use",
      "The region's server still has users of workspaces; wait until a worker has removed them, which it does after " +
        "their last bucket and access key.",
    );
  }
}

function bucketsThere(buckets: readonly Blocker[]): DomainError {
  const which = buckets.length === 0 ? "" : `: ${namedBlockers(buckets)}`;
  const sentence = "Delete or move them first; those that were deleted and are kept count, too.";
  return conflict("region_in_use", `The region has buckets${which}. ${sentence}`, buckets);
}

function noSuchRegion(): DomainError {
  return new DomainError("not_found", "There is no such region of object storage; check its id.");
}
