"use client";

import type { AccessKey, Bucket, StorageRegion } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatBytes } from "@/client/format.ts";
import { wholeInput } from "@/client/list.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { SelectField } from "@/components/field.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { notify } from "@/components/toast-store.ts";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { reaches } from "../access-keys/access-key-labels.ts";
import { useBucket } from "./bucket-frame.tsx";
import { BucketLockSection } from "./bucket-lock.tsx";
import { BucketQuotaSection } from "./bucket-quota.tsx";
import { BucketVersioningSection } from "./bucket-versioning.tsx";
import { ClientConfiguration } from "./client-configuration.tsx";

export function BucketOverview() {
  const bucket = useBucket();
  return (
    <div className="space-y-10">
      <BucketFacts bucket={bucket} />
      <BucketAccess bucket={bucket} />
      <BucketVersioningSection bucketName={bucket.name} isLocked={bucket.bucket_lock_enabled} />
      <BucketLockSection bucketName={bucket.name} />
      <BucketQuotaSection bucketName={bucket.name} />
      <BucketProtection bucket={bucket} />
      <BucketConnection bucket={bucket} />
      <RelatedResources type="bucket" id={bucket.name} />
    </div>
  );
}

function BucketProtection({ bucket: { name, is_public, deletion_protection } }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const update = useMutation(useTRPC().bucket.update.mutationOptions());
  const input = { workspace_id: workspaceId, bucket_name: name, is_public };
  return (
    <ProtectionSection
      what="bucket"
      name={name}
      isProtected={deletion_protection}
      refusal={roleRefusal("object-storage.write")}
      onChange={(next) => update.mutateAsync({ ...input, deletion_protection: next })}
    />
  );
}

/** The public access setting. */
function BucketAccess({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const access = { workspace_id: workspaceId, bucket_name: bucket.name, is_public: !bucket.is_public };
  const action = bucket.is_public ? "Make private" : "Make public";
  return (
    <Section
      title="Access"
      lead={
        bucket.is_public
          ? "Anybody may read its objects, without an access key."
          : "Its objects are read with an access key, or under a signed URL."
      }
      actions={
        <DialogButton
          refusal={roleRefusal("object-storage.write")}
          dialog={(state) => (
            <ConfirmChange
              {...state}
              title={bucket.is_public ? `Make ${bucket.name} private?` : `Make ${bucket.name} public?`}
              lead={
                bucket.is_public
                  ? "Requests without an access key are refused from then on. A CDN may keep serving its cached copies."
                  : "Anybody who knows or guesses the name of an object may read it from then on."
              }
              action={action}
              change={trpc.bucket.update}
              input={access}
              plan={trpc.changePlan.bucket.update}
              onDone={async ({ is_public }) => {
                notify.done(`${bucket.name} is ${is_public ? "public" : "private"} now`);
                await queryClient.invalidateQueries(trpc.bucket.pathFilter());
              }}
            />
          )}
        >
          {action}
        </DialogButton>
      }
    />
  );
}

/** The S3 client configuration for the bucket, with the access key that the user selects. */
function BucketConnection({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const everything = wholeInput(workspaceId);
  const keys = useQuery(trpc.accessKey.list.queryOptions(everything));
  const regions = useQuery(trpc.region.list.queryOptions(everything));
  const region = regions.data?.items.find((each) => each.region === bucket.region);
  return (
    <Section
      title="Connect an S3 client"
      lead="A configuration to copy, with an access key that reaches this bucket."
      actions={
        <ButtonLink
          href={`/workspaces/${workspaceId}/access-keys/new?bucket=${bucket.name}`}
          refusal={roleRefusal("object-storage.write")}
        >
          New access key
        </ButtonLink>
      }
    >
      <Loaded query={keys} skeleton={<BlockSkeleton />}>
        {({ items }) => (
          <Chosen
            keys={items.filter((key) => reaches(key, bucket.name))}
            bucket={bucket}
            endpointUrl={region?.endpoint_url ?? null}
            unsupported={region?.unsupported ?? []}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Chosen({
  keys,
  bucket,
  endpointUrl,
  unsupported,
}: {
  keys: readonly AccessKey[];
  bucket: Bucket;
  endpointUrl: string | null;
  unsupported: StorageRegion["unsupported"];
}) {
  const [chosen, setChosen] = useState("");
  const key = keys.find(({ access_key_id }) => access_key_id === chosen) ?? keys[0];
  return (
    <div className="space-y-5">
      {key === undefined ? (
        <p className="text-ink-muted">
          No access key reaches this bucket yet; the configuration shows where its id and its secret go.
        </p>
      ) : (
        <div className="max-w-md">
          <SelectField
            label="Access key"
            value={key.access_key_id}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {keys.map(({ access_key_id, name, permission }) => (
              <option key={access_key_id} value={access_key_id}>
                {name} · {permission === "read" ? "read" : "read and write"}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <ClientConfiguration
        region={bucket.region}
        endpointUrl={endpointUrl}
        unsupported={unsupported}
        accessKeyId={key?.access_key_id}
        bucketName={bucket.name}
      />
    </div>
  );
}

/** The properties of a bucket. */
function BucketFacts({ bucket }: { bucket: Bucket }) {
  const price = useSkuPrices("object-storage")(`bucket.${bucket.plan}`);
  return (
    <Facts
      label="Bucket"
      facts={[
        ["Name", <Copyable key="name" text={bucket.name} label="name" />],
        ["Objects", (bucket.object_count ?? 0).toLocaleString("en")],
        ["Size", formatBytes(bucket.total_size ?? 0)],
        ["Parts of uploads", bucket.parts_size === undefined ? null : formatBytes(bucket.parts_size)],
        ["Region", bucket.region],
        ["Site", bucket.site_name ?? bucket.site_id],
        ["Status", bucket.status],
        ["Object lock", bucket.bucket_lock_enabled ? "on" : "off"],
        ["Plan", price ? `${bucket.plan}, ${price.monthly} a month` : bucket.plan],
        ["Created", bucket.created_at === null ? null : <DateTime key="created" iso={bucket.created_at} />],
        ["Changed", bucket.updated_at === null ? null : <DateTime key="changed" iso={bucket.updated_at} />],
      ]}
    />
  );
}
