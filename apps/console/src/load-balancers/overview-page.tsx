"use client";

import { Gauge } from "lucide-react";
import { useCostThisMonth } from "@/billing/cost-this-month.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { ButtonLink } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { SiteName } from "@/components/sites.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { ResourceName } from "@/shell/resource-name.tsx";
import { useNames } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVms } from "@/vms/listed-vms.tsx";
import { healthById, healthSummary } from "./health.ts";
import { useHealth, useListeners, useLoadBalancer, usePools } from "./use-load-balancer.ts";

const Flow = onDemand(async () => (await import("./flow.tsx")).Flow, <BlockSkeleton />);

export function OverviewPage({ loadBalancerId }: { loadBalancerId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const balancer = useLoadBalancer(loadBalancerId).data;
  const listeners = useListeners(loadBalancerId).data?.items;
  const pools = usePools(loadBalancerId).data?.items;
  const health = useHealth(loadBalancerId).data;
  const vms = useVms();
  const named = useNames([balancer?.public_ip_id ?? null, balancer?.vpc_id ?? null]);
  const cost = useCostThisMonth(loadBalancerId);
  if (balancer === undefined) return null;
  const refusal = roleRefusal("load-balancer.write");
  return (
    <div className="space-y-8">
      <Facts
        label="Load balancer"
        facts={[
          ["Id", <Copyable key="id" text={balancer.load_balancer_id} label="id" />],
          [
            "Address",
            balancer.public_ip === null ? (
              "none: attach a reserved IP"
            ) : (
              <Copyable key="address" text={balancer.public_ip} label="address" />
            ),
          ],
          ["Targets", health === undefined ? "…" : healthSummary(health)],
          ["Site", <SiteName key="site" siteId={balancer.site_id} />],
          ["Changes", balancer.pending_changes ? "being applied" : "applied"],
          ["Reserved IP", balancer.public_ip_id && <ResourceName key="ip" {...named(balancer.public_ip_id)} />],
          ["VPC", balancer.vpc_id && <ResourceName key="vpc" {...named(balancer.vpc_id)} />],
          cost,
          ["Tags", <TagList key="tags" tags={balancer.tags} />],
          ["Created", <DateTime key="created" iso={balancer.created_at} />],
        ]}
      />
      {listeners !== undefined && pools !== undefined && (
        <Section
          title="Request routing"
          lead="Each listener evaluates its rules from top to bottom; the first match applies."
        >
          {listeners.length === 0 && pools.length === 0 ? (
            <Panel icon={<Gauge className="size-5" aria-hidden />} title="Nothing is configured yet">
              <p>Start with a pool of targets, then add a listener that sends requests to it.</p>
              <div className="mt-5">
                <ButtonLink
                  href={workspaceHref(workspaceId, `load-balancers/${loadBalancerId}/pools`)}
                  look="primary"
                  refusal={refusal}
                >
                  Add a pool
                </ButtonLink>
              </div>
            </Panel>
          ) : (
            <Flow listeners={listeners} pools={pools} health={healthById(health)} vms={vms} />
          )}
        </Section>
      )}
      <RelatedResources type="load_balancer" id={loadBalancerId} />
    </div>
  );
}
