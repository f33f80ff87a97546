"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ClientConfiguration } from "@/buckets/client-configuration.tsx";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { SelectField } from "@/components/field.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { makerOf, PERMISSION_NAME, reachOf } from "./access-key-labels.ts";
import { DeleteAccessKey } from "./delete-access-key.tsx";

const NEVER = "never";

export function AccessKeyPage({ accessKeyId }: { accessKeyId: string }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const list = `/workspaces/${workspaceId}/access-keys` as const;
  const query = useQuery(trpc.accessKey.get.queryOptions({ workspace_id: workspaceId, access_key_id: accessKeyId }));
  return (
    <>
      <PageHeader crumbs={[{ label: "Access keys", href: list }]} title={query.data?.name ?? "Access key"}>
        {query.data && <DeleteAccessKey accessKey={query.data} onDeleted={() => router.push(list)} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(key) => (
          <div className="space-y-10">
            <Facts
              label="Access key"
              facts={[
                ["Access key id", <Copyable key="id" text={key.access_key_id} label="access key id" />],
                ["Permission", PERMISSION_NAME[key.permission]],
                ["GOVERNANCE retention", key.bypass_governance ? "may be bypassed" : "is respected"],
                ["Buckets", reachOf(key)],
                ["Last used", key.last_used_at === null ? NEVER : <DateTime key="used" iso={key.last_used_at} />],
                ["Expires", key.expires_at === null ? NEVER : <DateTime key="expires" iso={key.expires_at} />],
                ["Works from", key.allowed_ip_ranges.length === 0 ? null : key.allowed_ip_ranges.join(", ")],
                ["Created", <DateTime key="created" iso={key.created_at} />],
                ["Created by", makerOf(key)],
              ]}
            />
            <Connection accessKeyId={key.access_key_id} />
            <RelatedResources type="access_key" id={key.access_key_id} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The client configuration for the region that the user selects. A key works in all regions. */
function Connection({ accessKeyId }: { accessKeyId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [chosen, setChosen] = useState("");
  const regions = useQuery(trpc.region.list.queryOptions(wholeInput(workspaceId)));
  return (
    <Section
      title="Connect an S3 client"
      lead="The secret was shown once, when the key was created. Insert it where marked."
    >
      <Loaded query={regions} skeleton={<BlockSkeleton />}>
        {({ items }) => {
          const region = items.find((each) => each.region === chosen) ?? items[0];
          return (
            <div className="space-y-5">
              <div className="max-w-md">
                <SelectField
                  label="Region"
                  value={region?.region ?? ""}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                >
                  {items.map((each) => (
                    <option key={each.region} value={each.region}>
                      {each.name}
                    </option>
                  ))}
                </SelectField>
              </div>
              {region && (
                <ClientConfiguration
                  region={region.region}
                  endpointUrl={region.endpoint_url}
                  unsupported={region.unsupported}
                  accessKeyId={accessKeyId}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}
