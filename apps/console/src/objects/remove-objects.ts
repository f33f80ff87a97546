import type { StoredObject } from "@fulmar/contract";
import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import type { BucketPlace } from "./object-address.ts";
import { bucketInput } from "./object-queries.ts";

/** As many as one request takes. */
const AT_ONCE = 1000;

/**
 * Deletes objects, and folders with all that is in them.
 * @param onDeleted gets how many are gone so far
 * @throws CallError, with what was deleted before it staying deleted
 */
export async function removeObjects(
  client: TRPCClient<AppRouter>,
  place: BucketPlace,
  entries: readonly Pick<StoredObject, "key" | "kind">[],
  onDeleted: (count: number) => void,
): Promise<void> {
  let count = 0;
  const remove = async (object_keys: string[]) => {
    count += (await client.object.delete.mutate({ ...bucketInput(place), object_keys })).deleted;
    onDeleted(count);
  };
  const objects = entries.filter(({ kind }) => kind === "object").map(({ key }) => key);
  for (let begin = 0; begin < objects.length; begin += AT_ONCE) await remove(objects.slice(begin, begin + AT_ONCE));
  for (const { key: prefix } of entries.filter(({ kind }) => kind === "prefix")) {
    // What was deleted is in no list any more: the next page is the first one again.
    for (;;) {
      const { items } = await client.object.list.query({ ...bucketInput(place), prefix, limit: AT_ONCE });
      if (items.length === 0) break;
      await remove(items.map(({ key }) => key));
    }
  }
}
