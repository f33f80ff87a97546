import type { StoredObject } from "@fulmar/contract";
import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import { problemOf } from "@/client/problem.ts";
import type { BucketPlace } from "./object-address.ts";
import { bucketInput } from "./object-queries.ts";
import { retentionRefusal } from "./stored-object.ts";

/** As many as one request takes. */
const AT_ONCE = 1000;

/** An object that could not be deleted, and why: a sentence. */
export interface KeptObject {
  readonly key: string;
  readonly reason: string;
}

/**
 * Deletes objects, and folders with all that is in them. What is retained stays, and keeps nothing else from being
 * deleted.
 * @param onDeleted gets how many are gone so far
 * @returns what stays, in the order in which it was met
 * @throws TRPCClientError, with what was deleted before it staying deleted
 */
export async function removeObjects(
  client: TRPCClient<AppRouter>,
  place: BucketPlace,
  entries: readonly Pick<StoredObject, "key" | "kind">[],
  onDeleted: (count: number) => void,
): Promise<readonly KeptObject[]> {
  let count = 0;
  const kept: KeptObject[] = [];
  const remove = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    try {
      count += (await client.object.delete.mutate({ ...bucketInput(place), object_keys: [...keys] })).deleted;
      onDeleted(count);
    } catch (error) {
      // Retained since they were listed: the others go without them.
      const { code, blockers = [] } = problemOf(error);
      const retained = new Set(blockers.map(({ id }) => id));
      if (code !== "object_retained" || retained.size === 0) throw error;
      kept.push(
        ...keys.filter((key) => retained.has(key)).map((key) => ({ key, reason: "It was retained just now." })),
      );
      await remove(keys.filter((key) => !retained.has(key)));
    }
  };
  const objects = entries.filter(({ kind }) => kind === "object").map(({ key }) => key);
  for (let begin = 0; begin < objects.length; begin += AT_ONCE) await remove(objects.slice(begin, begin + AT_ONCE));
  for (const { key: prefix } of entries.filter(({ kind }) => kind === "prefix")) {
    let cursor: string | undefined;
    do {
      const page = await client.object.list.query({
        ...bucketInput(place),
        prefix,
        limit: AT_ONCE,
        ...(cursor !== undefined && { cursor }),
      });
      const reasons = page.items.map((item) => ({ key: item.key, reason: retentionRefusal(item) }));
      await remove(reasons.filter(({ reason }) => reason === null).map(({ key }) => key));
      kept.push(...reasons.flatMap(({ key, reason }) => (reason === null ? [] : [{ key, reason }])));
      // The next page begins behind the last key, whether or not that is still there.
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return kept;
}
