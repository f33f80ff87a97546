"use client";

import type { Bucket } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
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
  const crumbs = [{ label: "Buckets", href: `/workspaces/${workspaceId}/buckets` }] as const;
  if (query.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Bucket" />
        <Loaded query={query} skeleton={<FactsSkeleton />}>
          {() => null}
        </Loaded>
      </>
    );
  }
  return (
    <BucketContext value={query.data}>
      <PageHeader crumbs={crumbs} title={query.data.name} aside={<VisibilityBadge isPublic={query.data.is_public} />}>
        <DeleteBucket bucket={query.data} />
      </PageHeader>
      <TabLinks label="Bucket" base={`/workspaces/${workspaceId}/buckets/${query.data.name}`} tabs={TABS} />
      {children}
    </BucketContext>
  );
}
