import type { Secrets } from "@fulmar/config";
import type { Sql } from "@fulmar/prisma";
import { resealAccessKeys } from "./access-key/sealed-access-keys.ts";
import { resealBucketKeys } from "./embedded/object-encryption.ts";
import { resealStorageConnections } from "./remote/storage-connections.ts";
import { resealStorageOwners } from "./remote/storage-owner.ts";

/** Seals with the first secret what is sealed with another. @returns how many values of each kind */
export async function resealObjectStorage(sql: Sql, secrets: Secrets) {
  return {
    accessKeys: await resealAccessKeys(sql, secrets),
    bucketKeys: await resealBucketKeys(sql, secrets),
    storageKeys: (await resealStorageConnections(sql, secrets)) + (await resealStorageOwners(sql, secrets)),
  };
}
