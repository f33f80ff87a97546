"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type BucketPlace, type ObjectsAddress, objectsHref, readObjectsAddress } from "./object-address.ts";

export function useBucketPlace(): BucketPlace {
  const { workspaceId } = useWorkspace();
  const { name } = useBucket();
  return useMemo(() => ({ workspaceId, bucketName: name }), [workspaceId, name]);
}

/**
 * The state in the address, and functions that change it without reloading the page from the server, so that folders
 * open as fast as they are listed.
 */
export function useObjectsAddress() {
  const place = useBucketPlace();
  const text = useSearchParams().toString();
  return useMemo(() => {
    const address = readObjectsAddress(Object.fromEntries(new URLSearchParams(text)));
    return {
      address,
      /** Replaces the current history entry, so that the back button skips it. */
      replace: (change: Partial<ObjectsAddress>) =>
        window.history.replaceState(null, "", objectsHref(place, { ...address, ...change })),
    };
  }, [place, text]);
}
