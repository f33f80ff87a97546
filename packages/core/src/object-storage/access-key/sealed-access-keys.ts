import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../../request/sealing/reseal-rows.ts";
import { Sealer } from "../../request/sealing/sealed-value.ts";

const batch = statement(
  "access_key_sealed",
  `SELECT access_key_id AS id, sealed_secret AS sealed FROM access_key WHERE access_key_id > $after
    ORDER BY access_key_id LIMIT 500`,
);

const replace = statement(
  "access_key_reseal",
  `UPDATE access_key k SET sealed_secret = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE k.access_key_id = u.id AND k.sealed_secret = u.former RETURNING k.access_key_id`,
);

/** Seals and opens the secrets of access keys, each bound to its access key id. */
export function sealerOfAccessKeys(secrets: Secrets): Sealer {
  return new Sealer(secrets, "object storage access keys");
}

/** Seals with the first secret what is sealed with another. @returns how many secrets of access keys it sealed again */
export function resealAccessKeys(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfAccessKeys(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
