"use client";

import type { LoadBalancerPool, LoadBalancerTarget } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type ListedVm, useVms, VmLink } from "@/vms/listed-vms.tsx";
import { HEALTH_TONE, healthById, type TargetHealth } from "./health.ts";
import { targetName, useHealth } from "./use-load-balancer.ts";

const TargetDialog = onDemand(async () => (await import("./target-dialog.tsx")).TargetDialog);

type Row = LoadBalancerTarget & {
  readonly loadBalancerId: string;
  readonly pool: LoadBalancerPool;
  readonly vm: ListedVm | undefined;
  readonly name: string;
  readonly health: TargetHealth | undefined;
};
const column = columnsOf<Row>();

const columns = [
  column("target", "Target", (target) =>
    target.vm_id === null ? (
      <span className="font-mono text-[13px]">{target.ip}</span>
    ) : (
      <div className="py-2">
        <VmLink id={target.vm_id} vm={target.vm} />
        {target.by_tag && <p className="text-ink-muted text-xs">by tag {target.pool.target_tag}</p>}
      </div>
    ),
  ),
  column("port", "Port", (target) => <span className="tabular-nums">{target.port}</span>),
  column("weight", "Weight", (target) => <span className="tabular-nums">{target.weight}</span>),
  column("health", "Health", (target) => <Health health={target.health} />),
  column("actions", hiddenTitle("Actions"), (target) => !target.by_tag && <TargetActions target={target} />),
];

/** A pool's targets with their health. */
export function PoolTargets({ loadBalancerId, pool }: { loadBalancerId: string; pool: LoadBalancerPool }) {
  const vms = useVms();
  const health = healthById(useHealth(loadBalancerId).data);
  if (pool.targets.length === 0)
    return (
      <p className="border-line border-t p-5 text-ink-muted">
        {pool.target_tag === null
          ? "The pool has no targets; its requests get no answer."
          : `No running VM at the load balancer's site has the tag ${pool.target_tag}; the pool's requests get no answer.`}
      </p>
    );
  return (
    <div className="border-line border-t p-5">
      <DataTable
        label={`Targets of ${pool.name}`}
        columns={columns}
        rows={pool.targets.map((target) => ({
          ...{ ...target, loadBalancerId, pool, name: targetName(target, vms) },
          ...{
            vm: target.vm_id === null ? undefined : vms.get(target.vm_id),
            health: health.get(target.target_id),
          },
        }))}
        keyOf={(target) => target.target_id}
      />
    </div>
  );
}

function Health({ health }: { health: TargetHealth | undefined }) {
  const status = health?.status ?? "unknown";
  return (
    <div className="min-w-40 py-2">
      <StatusBadge tone={HEALTH_TONE[status]}>{status}</StatusBadge>
      {health?.reason && <p className="mt-1 text-ink-muted text-xs">{health.reason}</p>}
    </div>
  );
}

function TargetActions({ target }: { target: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const refusal = roleRefusal("load-balancer.write");
  const { loadBalancerId, pool, name } = target;
  const place = {
    workspace_id: workspaceId,
    load_balancer_id: loadBalancerId,
    pool_id: pool.pool_id,
    target_id: target.target_id,
  };
  const turn = useMutation(
    trpc.loadBalancerTarget.update.mutationOptions({
      onSuccess: ({ enabled }) => changed(enabled ? `${name} gets new connections` : `${name} gets no new connections`),
      onError: (error) => notify.failed(`${name} was not changed`, problemOf(error).detail),
    }),
  );
  return (
    <DeleteAction
      deletion={trpc.loadBalancerTarget.delete}
      input={place}
      plan={trpc.changePlan.loadBalancerTarget.delete}
      onDeleted={() => changed(`Removed ${name}`)}
      verb="Remove"
      what="target"
      name={name}
      lead="It gets no more requests from this pool. The VM stays."
      refusal={refusal}
      row={name}
      others={[
        {
          label: target.enabled ? "Disable" : "Enable",
          refusal,
          onSelect: () => turn.mutate({ ...place, enabled: !target.enabled }),
        },
        {
          label: "Edit",
          refusal,
          dialog: (state) => <TargetDialog {...state} loadBalancerId={loadBalancerId} pool={pool} target={target} />,
        },
      ]}
    />
  );
}
