"use client";

import { rolesWith } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateDistributionForm } from "./create-distribution-form.tsx";

export function CreateDistributionPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const buckets = useQuery(trpc.bucket.list.queryOptions(wholeInput(workspaceId)));
  return (
    <>
      <PageHeader crumbs={[{ label: "CDN", href: `/workspaces/${workspaceId}/cdn` }]} title="New distribution" />
      <RoleGate may={rolesWith("cdn.write")} verbPhrase="create distributions">
        <Loaded query={buckets} skeleton={<BlockSkeleton className="h-72" />}>
          {({ items }) => <CreateDistributionForm buckets={items} />}
        </Loaded>
      </RoleGate>
    </>
  );
}
