"use client";

import { rolesWith } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateBucketForm } from "./create-bucket-form.tsx";

export function CreateBucketPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const regions = useQuery(trpc.region.list.queryOptions(wholeInput(workspaceId)));
  return (
    <>
      <PageHeader crumbs={[{ label: "Buckets", href: `/workspaces/${workspaceId}/buckets` }]} title="New bucket" />
      <RoleGate may={rolesWith("object-storage.write")} verbPhrase="create buckets">
        <Loaded query={regions} skeleton={<BlockSkeleton className="h-72" />}>
          {({ items }) => <CreateBucketForm regions={items} />}
        </Loaded>
      </RoleGate>
    </>
  );
}
