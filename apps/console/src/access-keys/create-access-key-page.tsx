"use client";

import { type CreatedAccessKey, rolesWith } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { rcloneConfiguration } from "@/buckets/client-configuration-text.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CreateAccessKeyForm } from "./create-access-key-form.tsx";

/** @param bucketName the bucket to create the key for, or undefined to let the user choose */
export function CreateAccessKeyPage({ bucketName }: { bucketName: string | undefined }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const buckets = useQuery(trpc.bucket.list.queryOptions(wholeInput(workspaceId)));
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
        <RoleGate may={rolesWith("object-storage.write")} verbPhrase="create access keys">
          <Loaded query={buckets} skeleton={<BlockSkeleton className="h-72" />}>
            {({ items }) => <CreateAccessKeyForm buckets={items} bucketName={bucketName} onCreated={setMade} />}
          </Loaded>
        </RoleGate>
      )}
    </div>
  );
}

/** A key's secret, shown once, and a client configuration that includes it. */
function AccessKeyValue({ made }: { made: CreatedAccessKey }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const [saved, setSaved] = useState(false);
  const regions = useQuery(trpc.region.list.queryOptions(wholeInput(workspaceId)));
  const buckets = useQuery(trpc.bucket.list.queryOptions(wholeInput(workspaceId)));
  const bucketName = made.bucket_names?.[0];
  const bucket = buckets.data?.items.find(({ name }) => name === bucketName);
  const region = regions.data?.items.find((each) => each.region === bucket?.region) ?? regions.data?.items[0];
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = made;
  return (
    <div className="space-y-6">
      <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        Copy the secret of {made.name} now. It can never be shown again.
      </p>
      <CopyBlock label="Access key id" text={accessKeyId} />
      <CopyBlock label="Secret access key" text={secretAccessKey} />
      {region && (
        <CopyBlock
          label="rclone.conf"
          text={rcloneConfiguration({
            ...{ region: region.region, endpointUrl: region.endpoint_url, unsupported: region.unsupported },
            ...{ accessKeyId, secretAccessKey },
            ...(bucketName !== undefined && { bucketName }),
          })}
        />
      )}
      <CheckOption
        label="I have saved the secret"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button
        look="primary"
        refusal={saved ? null : "Save the secret first: it is not shown again."}
        onClick={() => router.push(`/workspaces/${workspaceId}/access-keys`)}
      >
        Done
      </Button>
    </div>
  );
}
