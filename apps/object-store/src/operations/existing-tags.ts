import { TAG_ACTIONS } from "@fulmar/contract/bucket-policy";
import { readObject, readVersion } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import type { Store } from "../store.ts";
import type { Tags } from "./tags.ts";

/**
 * The tags of the object that a request is about, for the policy's conditions on them. Undefined where no condition
 * compares them, or there is no object.
 * @param object.versionId undefined for the present object
 */
export async function existingTags(
  store: Store,
  bucket: StoreBucket,
  action: string,
  object: { readonly key: string; readonly versionId: string | null | undefined },
): Promise<Tags | undefined> {
  if (!TAG_ACTIONS.has(action.toLowerCase()) || !/existingobjecttag/i.test(bucket.policy ?? "")) return undefined;
  const { key, versionId } = object;
  const found =
    versionId === undefined
      ? await readObject(store.sql, bucket, key)
      : await readVersion(store.sql, bucket, key, versionId);
  return found === undefined || "marker" in found ? undefined : found.tags;
}
