"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { SiteName } from "@/components/sites.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { ResourceName } from "@/shell/resource-name.tsx";
import { useNames } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ReservedIpActions } from "./reserved-ip-actions.tsx";
import { Attachment, ReservedIpState } from "./reserved-ip-cells.tsx";
import { type ReservedIpPath, referredBy, reservedIpQuestion } from "./reserved-ip-queries.ts";

export function ReservedIpPage(path: ReservedIpPath) {
  const { workspaceId } = path;
  const ip = useQuery({
    ...reservedIpQuestion(useTRPC(), path),
    refetchInterval: refreshEvery(false),
  });
  const nameOf = useNames(referredBy(ip.data));
  const named = (id: string | null) => (id === null ? null : nameOf(id));
  const place = (id: string | null) => id && <ResourceName key={id} {...nameOf(id)} />;
  const crumbs = [{ label: "Reserved IPs", href: `/workspaces/${workspaceId}/reserved-ips` }] as const;
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={ip.data?.address ?? "Reserved IP"}
        lead={ip.data?.label}
        aside={ip.data && <ReservedIpState ip={ip.data} />}
      >
        {ip.data && <ReservedIpActions ip={ip.data} />}
      </PageHeader>
      <Loaded query={ip} skeleton={<BlockSkeleton />}>
        {(data) => (
          <div className="space-y-8">
            {data.isolated_reason !== null && (
              <p role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
                <span className="[overflow-wrap:anywhere]">
                  An operator of this cloud took the address off the network: {data.isolated_reason} Nothing reaches it
                  until they release it; ask their support.
                </span>
              </p>
            )}
            <Facts
              label="Reserved IP"
              facts={[
                ["Address", <Copyable key="address" text={data.address} label="address" />],
                ["Id", <Copyable key="id" text={data.public_ip_id} label="id" />],
                ["Site", <SiteName key="site" siteId={data.site_id} />],
                [
                  "Attached to",
                  <Attachment
                    key="attachment"
                    type={data.attached_resource_type}
                    resource={named(data.attached_resource_id)}
                  />,
                ],
                ["In the VPC", place(data.attached_vpc_id)],
                ["In the subnet", place(data.attached_subnet_id)],
                ["Reverse DNS", data.reverse_dns === "" ? "none" : data.reverse_dns],
                [
                  "Belongs to",
                  data.reservation_type === "platform_assigned"
                    ? "the platform: it ends when it is detached"
                    : "this workspace, until it is released",
                ],
                ["Reserved", <DateTime key="created" iso={data.created_at} />],
              ]}
            />
            {data.reservation_type === "user_reserved" && <Protection ip={data} />}
            <RelatedResources type="reserved_ip" id={data.public_ip_id} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Addresses that the platform assigned cannot be protected: they go with their attachment. */
function Protection({ ip }: { ip: ReservedIp }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const update = useMutation(useTRPC().reservedIp.update.mutationOptions());
  return (
    <ProtectionSection
      what="reserved IP"
      name={ip.address}
      isProtected={ip.deletion_protection}
      refusal={roleRefusal("network.write")}
      onChange={(deletion_protection) =>
        update.mutateAsync({ workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id, deletion_protection })
      }
    />
  );
}
