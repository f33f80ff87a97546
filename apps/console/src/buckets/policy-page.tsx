"use client";

import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useBucket } from "./bucket-frame.tsx";

/** Loaded after the page: it brings the policy's parser, which is the store's. */
const PolicyEditor = onDemand(
  async () => (await import("./policy-editor.tsx")).PolicyEditor,
  <BlockSkeleton className="h-96" />,
);

/** The policy of a bucket, explained and edited. */
export function PolicyPage() {
  const { name } = useBucket();
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const policy = useQuery(trpc.bucketPolicy.get.queryOptions({ workspace_id: workspaceId, bucket_name: name }));
  const keys = useQuery(trpc.accessKey.list.queryOptions(wholeInput(workspaceId)));
  return (
    <Loaded query={policy} skeleton={<BlockSkeleton className="h-96" />}>
      {(loaded) => (
        <Loaded query={keys} skeleton={<BlockSkeleton className="h-96" />}>
          {({ items }) => <PolicyEditor bucketPolicy={loaded} accessKeys={items} />}
        </Loaded>
      )}
    </Loaded>
  );
}
