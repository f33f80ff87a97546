"use client";

import type { Bucket } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteBucket } from "./delete-bucket.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

const BucketContext = createContext<Bucket | null>(null);

/** The bucket whose page this is, as it is now. */
export function useBucket(): Bucket {
  const bucket = use(BucketContext);
  if (bucket === null) throw new Error("this part of the page is not inside a bucket's page");
  return bucket;
}

const LIST = { page: "buckets", label: "Buckets" };
const TABS = [
  ["", "Overview"],
  ["objects", "Objects"],
] as const;

/** What all pages of a bucket share: its name, who may read it, and the way to the other pages. */
export function BucketFrame({ bucketName, children }: { bucketName: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }),
    refetchInterval: refreshEvery(false),
  });
  return (
    <DetailFrame
      list={LIST}
      id={bucketName}
      kind="Bucket"
      query={query}
      nameOf={({ name }) => name}
      aside={({ is_public }) => <VisibilityBadge isPublic={is_public} />}
      actions={(bucket) => <DeleteBucket bucket={bucket} />}
      tabs={TABS}
    >
      {(bucket) => <BucketContext value={bucket}>{children}</BucketContext>}
    </DetailFrame>
  );
}
