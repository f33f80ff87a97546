// For workers only: requests reach a region by the keys of its owners (docs/adr/0057).
import type { Secrets } from "@fulmar/config";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type ObjectStoragePort, rgwStorage } from "@fulmar/providers";
import { resealRows } from "../../request/sealing/reseal-rows.ts";
import { sealerOfRegions } from "./sealed-region-keys.ts";

const get = statement(
  "storage_connection_get",
  `SELECT c.region, r.name, r.endpoint_url, c.admin_url, c.access_key_id, c.secret_sealed, c.user_prefix,
          r.connected_at
     FROM storage_connection c JOIN storage_region r ON r.region = c.region
    WHERE $region::text IS NULL OR c.region = $region ORDER BY c.region`,
);

export type ConnectionRow = RowOf<typeof get>;

/** The connections of all regions with a server of their own, or of one. */
export function readConnections(sql: Sql, region: string | null): Promise<ConnectionRow[]> {
  return sql.query(get, { region });
}

/** The server of a region, as the control plane drives it. */
export function storageOf(secrets: Secrets, row: ConnectionRow): ObjectStoragePort {
  const { region, endpoint_url, admin_url, access_key_id: accessKeyId, secret_sealed, user_prefix: userPrefix } = row;
  const secretAccessKey = sealerOfRegions(secrets).open(secret_sealed, region);
  return rgwStorage({
    endpoint: endpoint_url ?? admin_url,
    adminEndpoint: admin_url,
    admin: { accessKeyId, secretAccessKey },
    userPrefix,
  });
}

const batch = statement(
  "storage_connection_sealed",
  `SELECT region AS id, secret_sealed AS sealed FROM storage_connection WHERE region > $after ORDER BY region
    LIMIT 500`,
);

const replace = statement(
  "storage_connection_reseal",
  `UPDATE storage_connection c SET secret_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE c.region = u.id AND c.secret_sealed = u.former RETURNING c.region`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys of regions it sealed again */
export function resealStorageConnections(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfRegions(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
