import { randomBytes } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Database, statement, violatedConstraint } from "@fulmar/prisma";
import type { StorageReport } from "@fulmar/providers";
import { z } from "zod";
import { conflict, DomainError, invalidField } from "../../request/domain-error.ts";
import { parseBy } from "../../request/parse-input.ts";
import { asOperator } from "../../site/index.ts";
import { type ConnectionRow, readConnections, sealerOfRegions, storageOf } from "../remote/storage-connections.ts";

const url = z.string().regex(/^https?:\/\/[^/?#]+\/?$/, "must be http:// or https:// and a host, without a path");

/** The options of a new region with a server of its own. */
const NewRegion = z.strictObject({
  region: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "must have lower-case letters, digits and '-'"),
  name: Name,
  site_id: z.string().optional(),
  backend: z.literal("rgw", "must be rgw"),
  endpoint: url,
  admin_endpoint: url.optional(),
  access_key: z.string().min(1).max(128),
  secret_key: z.string().min(1).max(512),
});
type NewRegion = z.infer<typeof NewRegion>;

/** A region with what its server reports. */
export interface RegionState {
  readonly region: string;
  readonly name: string;
  readonly endpoint: string;
  readonly report: StorageReport;
  /** Users under this installation's prefix that the database does not know. They are left alone. */
  readonly unknownUsers: readonly string[];
}

const add = statement(
  "storage_region_add",
  `WITH added AS (
     INSERT INTO storage_region (region, name, site_id, endpoint_url, backend, unsupported)
     VALUES ($region, $name, $site_id, $endpoint_url, 'rgw', $unsupported::text[]) RETURNING region
   )
   INSERT INTO storage_connection (region, admin_url, access_key_id, secret_sealed, user_prefix, server, reachable,
                                   checked_at)
   SELECT region, $admin_url, $access_key_id, $secret_sealed::bytea, $user_prefix, $server, true, now() FROM added`,
);

/**
 * Adds a region whose buckets a Ceph RADOS Gateway keeps, once it answers and accepts the credential.
 * @throws DomainError 400 that names the option, 409 for a region or name that exists, 503 with the server's message
 */
export async function addRegion(
  database: Pick<Database, "sql">,
  { secrets }: Pick<Configuration, "secrets">,
  request: { readonly [Field in keyof NewRegion]: string | undefined },
): Promise<RegionState> {
  const region = parseBy(NewRegion, request);
  const connection: ConnectionRow = {
    region: region.region,
    name: region.name,
    endpoint_url: withoutSlash(region.endpoint),
    admin_url: withoutSlash(region.admin_endpoint ?? region.endpoint),
    access_key_id: region.access_key,
    secret_sealed: sealerOfRegions(secrets).seal(region.secret_key, region.region),
    user_prefix: `fulmar-${randomBytes(5).toString("hex")}-`,
  };
  const report = await asOperator((signal) => storageOf(secrets, connection).inspect(signal));
  try {
    await database.sql.query(add, {
      region: connection.region,
      name: connection.name,
      site_id: region.site_id ?? null,
      endpoint_url: connection.endpoint_url,
      admin_url: connection.admin_url,
      access_key_id: connection.access_key_id,
      secret_sealed: connection.secret_sealed,
      user_prefix: connection.user_prefix,
      server: report.server,
      unsupported: report.unsupported,
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "storage_region_site_fkey") throw invalidField("site", "is no site; admin site list shows them");
    if (constraint?.startsWith("storage_region_") !== true) throw error;
    throw conflict("name_taken", "There is another region of this id or name; choose another one.");
  }
  return {
    region: region.region,
    name: region.name,
    endpoint: connection.endpoint_url ?? "",
    report,
    unknownUsers: [],
  };
}

const unknownUsers = statement(
  "storage_users_unknown",
  `SELECT u AS id FROM unnest($users::text[]) u
    WHERE NOT EXISTS (SELECT FROM storage_owner o
                       WHERE o.region = $region AND u = $user_prefix || 'ws-' || o.workspace_id)
      AND NOT EXISTS (SELECT FROM storage_key k
                       WHERE k.region = $region AND u = $user_prefix || 'key-' || k.access_key_id) ORDER BY u`,
);

/**
 * Asks the server of a region whether it answers and accepts the credential, and for users that the database does not
 * know, such as those of a workspace that a restored database lacks.
 * @throws DomainError 404, 503 with the server's message
 */
export async function checkRegion(
  { sql }: Pick<Database, "sql">,
  { secrets }: Pick<Configuration, "secrets">,
  region: string,
): Promise<RegionState> {
  const [row] = await readConnections(sql, region);
  if (row === undefined) throw noSuchRegion();
  const storage = storageOf(secrets, row);
  const report = await asOperator((signal) => storage.inspect(signal));
  const users = await asOperator((signal) => storage.listUsers(signal));
  const unknown = await sql.query(unknownUsers, { region, user_prefix: row.user_prefix, users });
  return {
    ...{ region, name: row.name, endpoint: row.endpoint_url ?? "", report },
    unknownUsers: unknown.map(({ id }) => id ?? ""),
  };
}

const list = statement(
  "storage_region_list_operator",
  `SELECT r.region, r.name, r.backend::text, r.endpoint_url, r.site_id, c.server, c.reachable, c.error_message,
          c.checked_at,
          (SELECT count(*)::int FROM bucket b WHERE b.region = r.region) AS buckets,
          (SELECT count(*)::int FROM storage_owner o
            WHERE o.region = r.region AND o.error_message IS NOT NULL) AS failing
     FROM storage_region r LEFT JOIN storage_connection c ON c.region = r.region ORDER BY r.region`,
);

/** All regions, as of the worker's last look. */
export function listAllRegions({ sql }: Pick<Database, "sql">) {
  return sql.query(list);
}

const disconnect = statement("storage_connection_delete", "DELETE FROM storage_connection WHERE region = $region");
const remove = statement("storage_region_delete", "DELETE FROM storage_region WHERE region = $region RETURNING name");

/**
 * Removes a region without buckets. Nothing is removed from its server: workers have done that when the buckets ended.
 * @throws DomainError 404, 409 while there are buckets, or users that a worker has not removed yet
 */
export async function removeRegion(
  database: Pick<Database, "transaction">,
  region: string,
): Promise<{ readonly region: string; readonly name: string }> {
  try {
    return await database.transaction(async ({ sql }) => {
      await sql.query(disconnect, { region });
      const removed = await sql.maybe(remove, { region });
      if (removed === undefined) throw noSuchRegion();
      return { region, name: removed.name };
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint !== "storage_owner_connection_fkey" && constraint !== "bucket_region_fkey") throw error;
    throw conflict(
      "region_in_use",
      constraint === "storage_owner_connection_fkey"
        ? "The region's server still has users of workspaces; delete their buckets, and wait until a worker " +
            "has removed them."
        : "The region has buckets; delete or move them first.",
    );
  }
}

function noSuchRegion(): DomainError {
  return new DomainError(
    "not_found",
    "There is no such region with a server of its own; admin region list shows them.",
  );
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, "");
}
