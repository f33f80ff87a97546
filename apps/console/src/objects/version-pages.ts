"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** The listed versions of the bucket's objects, and their number per page. */
interface VersionFilter {
  readonly object_key?: string;
  readonly prefix?: string;
  readonly deleted?: boolean;
  readonly limit: number;
}

const START: string | null = null;

/** Versions, page by page. */
export function useVersionPages(filter: VersionFilter) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const input = { ...bucketInput(useBucketPlace()), ...filter };
  return useInfiniteQuery({
    queryKey: trpc.objectVersion.list.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.objectVersion.list.query({ ...input, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: START,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
