"use client";

import { type CreatedAccessKey, rolesWith } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bucketInputs } from "@/buckets/bucket-queries.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AccessKeyValue } from "./access-key-value.tsx";
import { CreateAccessKeyForm } from "./create-access-key-form.tsx";

/** @param bucketName the bucket that it is made for; undefined where the form asks */
export function CreateAccessKeyPage({ bucketName }: { bucketName: string | undefined }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const buckets = useQuery(trpc.bucket.list.queryOptions(bucketInputs(workspaceId).buckets));
  const [made, setMade] = useState<CreatedAccessKey | null>(null);
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: "Access keys", href: `/workspaces/${workspaceId}/access-keys` }]}
        title={made === null ? "New access key" : "Access key created"}
      />
      {made !== null ? (
        <AccessKeyValue made={made} />
      ) : (
        <RoleGate may={rolesWith("object-storage.write")} deed="create access keys">
          <Loaded query={buckets} skeleton={<BlockSkeleton className="h-72" />}>
            {({ items }) => <CreateAccessKeyForm buckets={items} bucketName={bucketName} onCreated={setMade} />}
          </Loaded>
        </RoleGate>
      )}
    </div>
  );
}
