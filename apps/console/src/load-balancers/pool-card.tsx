"use client";

import type { LoadBalancerPool } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { PoolTargets } from "./pool-targets.tsx";

const PoolDialog = onDemand(async () => (await import("./pool-dialog.tsx")).PoolDialog);
const TargetDialog = onDemand(async () => (await import("./target-dialog.tsx")).TargetDialog);

/** One pool: its algorithm, its health check and its targets. */
export function PoolCard({ loadBalancerId, pool }: { loadBalancerId: string; pool: LoadBalancerPool }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const refusal = roleRefusal("load-balancer.write");
  return (
    <li aria-label={pool.name} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
        <div className="min-w-56 flex-1">
          <h3 className="font-semibold">{pool.name}</h3>
          <Copyable text={pool.pool_id} label="id" />
          <p className="mt-2 text-ink-muted">{describePool(pool)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <DialogButton
            refusal={refusal}
            aria-label={`Add a target to ${pool.name}`}
            dialog={(state) => (
              <TargetDialog {...state} loadBalancerId={loadBalancerId} pool={pool} target={undefined} />
            )}
          >
            Add a target
          </DialogButton>
          <DialogButton
            refusal={refusal}
            aria-label={`Edit ${pool.name}`}
            dialog={(state) => <PoolDialog {...state} loadBalancerId={loadBalancerId} pool={pool} />}
          >
            Edit
          </DialogButton>
          <DeleteAction
            deletion={trpc.loadBalancerPool.delete}
            input={{ workspace_id: workspaceId, load_balancer_id: loadBalancerId, pool_id: pool.pool_id }}
            plan={trpc.changePlan.loadBalancerPool.delete}
            onDeleted={() => changed(`Deleted ${pool.name}`)}
            what="pool"
            name={pool.name}
            lead="The pool and its list of targets are deleted; the VMs stay."
            label={`Delete ${pool.name}`}
            refusal={refusal}
          />
        </div>
      </div>
      <PoolTargets loadBalancerId={loadBalancerId} pool={pool} />
    </li>
  );
}

const ALGORITHM: Readonly<Record<LoadBalancerPool["algorithm"], string>> = {
  round_robin: "round robin",
  least_connections: "least connections",
  source_ip: "source IP hash",
};
const STICKY: Readonly<Record<LoadBalancerPool["sticky_sessions"], string>> = {
  none: "",
  source_ip: " A visitor's address stays with its target.",
  cookie: " A cookie keeps a visitor with its target.",
};

const PROXY: Readonly<Record<LoadBalancerPool["proxy_protocol"], string>> = {
  none: "",
  v1: " The PROXY protocol (version 1) tells targets the visitor's address.",
  v2: " The PROXY protocol (version 2) tells targets the visitor's address.",
};

function describePool({ health_check: check, ...pool }: LoadBalancerPool): string {
  const tagged =
    pool.target_tag === null
      ? ""
      : ` Targets by tag: running VMs with the tag ${pool.target_tag}, port ${pool.target_port}.`;
  const probe =
    check.type === "tcp" ? "TCP connection" : `GET ${check.path} expecting ${check.expected_statuses.join(", ")}`;
  const times = `every ${check.interval_seconds} s, timeout ${check.timeout_seconds} s`;
  const thresholds = `healthy threshold ${check.healthy_threshold}, unhealthy threshold ${check.unhealthy_threshold}`;
  const visitors = STICKY[pool.sticky_sessions] + PROXY[pool.proxy_protocol];
  return (
    `${pool.protocol.toUpperCase()}, ${ALGORITHM[pool.algorithm]}.${visitors} Health check: ${probe}, ` +
    `${times}; ${thresholds}.${tagged}`
  );
}
