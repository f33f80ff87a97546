"use client";

import type { ReactNode } from "react";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { LoadBalancerStatusBadge } from "./load-balancer-status-badge.tsx";
import { useLoadBalancer } from "./use-load-balancer.ts";

const LIST = { page: "load-balancers", label: "Load balancers" };
const TABS = [
  ["", "Overview"],
  ["listeners", "Listeners"],
  ["pools", "Pools & targets"],
  ["metrics", "Metrics"],
  ["configuration", "Configuration"],
  ["test", "Test a request"],
  ["settings", "Settings"],
] as const;

export function LoadBalancerFrame({ loadBalancerId, children }: { loadBalancerId: string; children: ReactNode }) {
  return (
    <DetailFrame
      list={LIST}
      id={loadBalancerId}
      kind="Load balancer"
      query={useLoadBalancer(loadBalancerId)}
      nameOf={({ name }) => name}
      aside={({ status, public_ip }) => (
        <>
          {public_ip !== null && <code className="font-mono text-ink-muted">{public_ip}</code>}
          <LoadBalancerStatusBadge status={status} />
        </>
      )}
      tabs={TABS}
      read={({ load_balancer_id, name }) => ({ operation: "loadBalancer.get", input: { load_balancer_id, name } })}
    >
      {({ error_message: failure }) => (
        <>
          {failure !== null && (
            <div className="mb-6">
              <ProblemNotice
                problem={{
                  detail:
                    "The last change could not be applied: " +
                    `${failure} The previous configuration stays in force, and the change is tried again.`,
                }}
              />
            </div>
          )}
          {children}
        </>
      )}
    </DetailFrame>
  );
}
