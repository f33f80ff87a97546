import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../../request/sealing/reseal-rows.ts";
import { Sealer } from "../../request/sealing/sealed-value.ts";
import type { BucketPlace, Encryption } from "./object-record.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A bucket with what its default encryption needs. */
export interface EncryptingBucket extends BucketPlace {
  /** Whether objects that are written without encryption of their own are encrypted under the bucket's key. */
  readonly encrypts: boolean;
  /** Null until the first object needs it. */
  readonly sealedKey: Uint8Array | null;
}

/** The data key of a new object, and how its row names it. */
export interface NewDataKey {
  readonly dataKey: Buffer;
  readonly encryption: Encryption;
}

const keep = statement(
  "bucket_key_put",
  `UPDATE bucket SET sealed_key = coalesce(sealed_key, $made)
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id RETURNING sealed_key`,
);

/**
 * The keys of buckets, which wrap the data keys of their objects (docs/adr/0052). They are sealed under the
 * installation's secret and go with their buckets.
 */
export class BucketKeys {
  readonly #sealer: Sealer;

  constructor(secrets: Secrets) {
    this.#sealer = sealerOfBuckets(secrets);
  }

  /**
   * The key of a bucket, which is made when it is first needed.
   * @param change runs a transaction of the bucket's workspace
   * @returns undefined if the bucket was deleted
   */
  async ensure(
    { bucketId, workspaceId, sealedKey }: EncryptingBucket,
    change: (work: (sql: Sql) => Promise<Uint8Array | undefined>) => Promise<Uint8Array | undefined>,
  ): Promise<Buffer | undefined> {
    const sealed =
      sealedKey ??
      (await change(async (sql) => {
        const made = this.#sealer.seal(randomBytes(KEY_BYTES).toString("base64"), bucketId);
        const row = await sql.maybe(keep, { workspace_id: workspaceId, bucket_id: bucketId, made });
        return row?.sealed_key ?? undefined;
      }));
    return sealed && Buffer.from(this.#sealer.open(sealed, bucketId), "base64");
  }
}

/** A data key for a new object, wrapped for it. */
export function newDataKey(by: Encryption["by"], wrappingKey: Uint8Array, place: ObjectPlace): NewDataKey {
  return wrapDataKey(randomBytes(KEY_BYTES), by, wrappingKey, place);
}

/** The object that a wrapped key is bound to, so that no other object's row opens it. */
export interface ObjectPlace {
  readonly bucketId: string;
  readonly key: string;
}

/** Wraps a data key for an object: AES-256-GCM; nonce, tag and ciphertext. */
export function wrapDataKey(
  dataKey: Buffer,
  by: Encryption["by"],
  wrappingKey: Uint8Array,
  place: ObjectPlace,
): NewDataKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(place));
  const text = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return { dataKey, encryption: { by, key: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64") } };
}

/** @returns undefined if the key was wrapped with another one, or for another object */
export function unwrapDataKey({ key }: Encryption, wrappingKey: Uint8Array, place: ObjectPlace): Buffer | undefined {
  const wrapped = Buffer.from(key, "base64");
  const decipher = createDecipheriv(ALGORITHM, wrappingKey, wrapped.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(bound(place))
    .setAuthTag(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const dataKey = decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([dataKey, decipher.final()]);
  } catch {
    return undefined;
  }
}

function bound({ bucketId, key }: ObjectPlace): Buffer {
  return Buffer.from(`${bucketId}/${key}`);
}

const byName = lookup(
  "bucket_encryption",
  `SELECT b.bucket_id, b.backend::text, b.sealed_key, EXISTS (SELECT FROM bucket_configuration c
            WHERE c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id AND c.kind = 'encryption') AS encrypts
     FROM bucket b
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

export interface FoundEncryptingBucket extends EncryptingBucket {
  readonly backend: RowOf<typeof byName>["backend"];
}

/** Finds a bucket by its name, whatever its backend. */
export async function findEncryptingBucket(
  sql: Sql,
  workspaceId: bigint,
  name: string,
): Promise<FoundEncryptingBucket | undefined> {
  const row = await sql.maybe(byName, { workspace_id: workspaceId, name });
  return (
    row && {
      workspaceId,
      bucketId: row.bucket_id,
      backend: row.backend,
      sealedKey: row.sealed_key,
      encrypts: row.encrypts === true,
    }
  );
}

const batch = statement(
  "bucket_key_sealed",
  `SELECT bucket_id AS id, sealed_key AS sealed FROM bucket WHERE sealed_key IS NOT NULL AND bucket_id > $after
    ORDER BY bucket_id LIMIT 500`,
);

const replace = statement(
  "bucket_key_reseal",
  `UPDATE bucket b SET sealed_key = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE b.bucket_id = u.id AND b.sealed_key = u.former RETURNING b.bucket_id`,
);

function sealerOfBuckets(secrets: Secrets): Sealer {
  return new Sealer(secrets, "keys of buckets");
}

/** Seals with the first secret what is sealed with another. @returns how many keys of buckets it sealed again */
export function resealBucketKeys(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfBuckets(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
