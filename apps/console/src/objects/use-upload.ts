"use client";

import { useCallback } from "react";
import { useTRPCClient } from "@/client/trpc.ts";
import type { ChosenFile } from "./chosen-files.ts";
import { oneObjectInput } from "./object-queries.ts";
import { startUploads } from "./upload-queue.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** The number of names that are looked up at once. */
const AT_ONCE = 40;

/** Uploads into the bucket of this page. */
export function useUpload() {
  const client = useTRPCClient();
  const place = useBucketPlace();
  /** The names among the files' names that already exist in the folder. */
  const existingKeys = useCallback(
    async (files: readonly ChosenFile[], prefix: string): Promise<ReadonlySet<string>> => {
      const existing = new Set<string>();
      for (let begin = 0; begin < files.length; begin += AT_ONCE) {
        const keys = files.slice(begin, begin + AT_ONCE).map(({ path }) => prefix + path);
        const found = await Promise.all(keys.map((key) => client.object.list.query(oneObjectInput(place, key))));
        for (const [index, { items }] of found.entries()) {
          const first = items[0]?.key;
          if (first !== undefined && first === keys[index]) existing.add(first);
        }
      }
      return existing;
    },
    [client, place],
  );
  /** Uploads files. An object is replaced only if its name is in the given set. */
  const start = useCallback(
    (files: readonly ChosenFile[], prefix: string, replaced: ReadonlySet<string>) =>
      startUploads(
        client,
        place,
        files.map(({ file, path }) => ({ file, key: prefix + path, replaces: replaced.has(prefix + path) })),
      ),
    [client, place],
  );
  return { existingKeys, start };
}
