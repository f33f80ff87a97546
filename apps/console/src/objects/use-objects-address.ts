"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { useBucket } from "@/buckets/bucket-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type BucketPlace, type ObjectsAddress, objectsHref, readObjectsAddress } from "./object-address.ts";

/** The bucket whose objects are shown. */
export function useBucketPlace(): BucketPlace {
  const { workspaceId } = useWorkspace();
  const { name } = useBucket();
  return useMemo(() => ({ workspaceId, bucketName: name }), [workspaceId, name]);
}

/**
 * What the address says, and how it is changed without asking the server for the page again: folders open as fast as
 * they are listed.
 */
export function useObjectsAddress() {
  const place = useBucketPlace();
  const text = useSearchParams().toString();
  return useMemo(() => {
    const address = readObjectsAddress(Object.fromEntries(new URLSearchParams(text)));
    return {
      address,
      /** Takes the place of what the address says now; the way back leads past it. */
      replace: (change: Partial<ObjectsAddress>) =>
        window.history.replaceState(null, "", objectsHref(place, { ...address, ...change })),
    };
  }, [place, text]);
}
