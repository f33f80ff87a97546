"use client";

import type { AccessKey, Bucket } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { SelectField } from "@/components/field.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { bucketInputs } from "./bucket-queries.ts";
import { ClientConfiguration } from "./client-configuration.tsx";

/** How S3 clients reach the bucket, with the key that the reader chooses. */
export function BucketConnection({ bucket }: { bucket: Bucket }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const inputs = bucketInputs(workspaceId);
  const keys = useQuery(trpc.accessKey.list.queryOptions(inputs.keys));
  const regions = useQuery(trpc.region.list.queryOptions(inputs.regions));
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
          />
        )}
      </Loaded>
    </Section>
  );
}

function reaches({ bucket_names }: AccessKey, bucketName: string): boolean {
  return bucket_names === null || bucket_names.includes(bucketName);
}

function Chosen({
  keys,
  bucket,
  endpointUrl,
}: {
  keys: readonly AccessKey[];
  bucket: Bucket;
  endpointUrl: string | null;
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
        accessKeyId={key?.access_key_id}
        bucketName={bucket.name}
      />
    </div>
  );
}
