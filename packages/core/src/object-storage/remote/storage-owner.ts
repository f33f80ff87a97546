import { randomBytes } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../../request/sealing/reseal-rows.ts";
import { Sealer } from "../../request/sealing/sealed-value.ts";

/** Seals the keys of the users that own workspaces' buckets, each bound to its access key id. */
export function sealerOfOwners(secrets: Secrets): Sealer {
  return new Sealer(secrets, "object storage owners");
}

/** A key that no user has yet, with its secret sealed. */
export function newOwnerKey(secrets: Secrets): { readonly accessKeyId: string; readonly sealedSecret: Buffer } {
  const accessKeyId = `FULMAROWNER${randomBytes(10).toString("hex").toUpperCase()}`;
  return {
    accessKeyId,
    sealedSecret: sealerOfOwners(secrets).seal(randomBytes(30).toString("base64url"), accessKeyId),
  };
}

const batch = statement(
  "storage_owner_sealed",
  `SELECT access_key_id AS id, secret_sealed AS sealed FROM storage_owner WHERE access_key_id > $after
    ORDER BY access_key_id LIMIT 500`,
);

const replace = statement(
  "storage_owner_reseal",
  `UPDATE storage_owner o SET secret_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE o.access_key_id = u.id AND o.secret_sealed = u.former RETURNING o.access_key_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many keys of owners it sealed again */
export function resealStorageOwners(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfOwners(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
