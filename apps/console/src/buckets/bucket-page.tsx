"use client";

import type { Bucket } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { BucketAccess } from "./bucket-access.tsx";
import { BucketConnection } from "./bucket-connection.tsx";
import { BucketFacts } from "./bucket-facts.tsx";
import { DeleteBucket } from "./delete-bucket.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

export function BucketPage({ bucketName }: { bucketName: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.bucket.get.queryOptions({ workspace_id: workspaceId, bucket_name: bucketName }),
    refetchInterval: refreshEvery(false),
  });
  const crumbs = [{ label: "Buckets", href: `/workspaces/${workspaceId}/buckets` }] as const;
  return (
    <>
      <PageHeader crumbs={crumbs} title={query.data?.name ?? "Bucket"} aside={query.data && <VisibilityBadge isPublic={query.data.is_public} />}>
        {query.data && <DeleteBucket bucket={query.data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(bucket) => <Content bucket={bucket} />}
      </Loaded>
    </>
  );
}

function Content({ bucket }: { bucket: Bucket }) {
  return (
    <div className="space-y-10">
      <BucketFacts bucket={bucket} />
      <BucketAccess bucket={bucket} />
      <BucketConnection bucket={bucket} />
    </div>
  );
}
