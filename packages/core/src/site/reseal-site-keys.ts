import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";

const batch = statement(
  "site_key_sealed",
  `SELECT site_id AS id, client_key_sealed AS sealed FROM site_connection WHERE site_id > $after ORDER BY site_id
    LIMIT 500`,
);

// The revision stays: the key is the same, so no connection is renewed.
const replace = statement(
  "site_key_reseal",
  `UPDATE site_connection c SET client_key_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE c.site_id = u.id AND c.client_key_sealed = u.former RETURNING c.site_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys of sites it sealed again */
export function resealSiteKeys(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(new Sealer(secrets, SITE_KEYS), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
