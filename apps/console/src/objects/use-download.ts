"use client";

import { useCallback } from "react";
import { problemOf } from "@/client/problem.ts";
import { useTRPCClient } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";
import { download } from "./download.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** Long enough for the browser to begin. */
const EXPIRES_IN_S = 60;

/** Downloads an object directly from the object store. */
export function useDownload(): (key: string) => void {
  const client = useTRPCClient();
  const place = useBucketPlace();
  return useCallback(
    (object_key: string) => {
      client.object.createDownloadUrl
        .mutate({ ...bucketInput(place), object_key, expires_in: EXPIRES_IN_S, disposition: "attachment" })
        .then(
          ({ url }) => download(url),
          (error: unknown) => notify.failed("Not downloaded", problemOf(error).detail),
        );
    },
    [client, place],
  );
}
