"use client";

import {
  inOrder,
  type LoadBalancerDomainCertificate,
  type LoadBalancerListener,
  type LoadBalancerPool,
  speaksHttp,
} from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeAction, describeCondition } from "./describe-rule.ts";
import { ListenerCertificates } from "./listener-certificates.tsx";

const ListenerDialog = onDemand(async () => (await import("./listener-dialog.tsx")).ListenerDialog);
const RulesDialog = onDemand(async () => (await import("./rules-dialog.tsx")).RulesDialog);

interface Props {
  readonly loadBalancerId: string;
  readonly listener: LoadBalancerListener;
  readonly pools: readonly LoadBalancerPool[];
}

interface CardProps extends Props {
  /** Of the load balancer's domains. */
  readonly certificates: readonly LoadBalancerDomainCertificate[];
}

/** One listener with its rules in order of evaluation and its default pool. */
export function ListenerCard({ loadBalancerId, listener, pools, certificates }: CardProps) {
  const { default_pool_id, rules } = listener;
  const poolName = (id: string) => pools.find(({ pool_id }) => pool_id === id)?.name ?? id;
  const last = rules.length === 0 ? "Everything" : "Everything else";
  return (
    <li aria-label={listener.name} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
        <div className="min-w-56 flex-1">
          <h3 className="font-semibold">
            {listener.name}{" "}
            <span className="font-mono font-normal text-ink-muted text-xs">
              {listener.protocol} {listener.port}
            </span>
          </h3>
          <Copyable text={listener.listener_id} label="id" />
          <p className="mt-2 text-ink-muted">Idle connections close after {listener.idle_timeout_seconds} s.</p>
          <ListenerCertificates listener={listener} certificates={certificates} />
        </div>
        <Actions loadBalancerId={loadBalancerId} listener={listener} pools={pools} />
      </div>
      <ol aria-label={`Rules of ${listener.name}`} className="divide-y divide-line border-line border-t">
        {inOrder(rules).map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, only positions
          <li key={index} className="flex flex-wrap gap-x-4 px-5 py-2.5">
            <span className="w-8 font-mono text-ink-subtle text-xs tabular-nums leading-5">{rule.priority}</span>
            <span className="min-w-40 flex-1 [overflow-wrap:anywhere] first-letter:uppercase">
              {describeCondition(rule)}
            </span>
            <span className="text-ink-muted [overflow-wrap:anywhere] max-sm:basis-full max-sm:pl-12">
              {describeAction(rule, poolName)}
            </span>
          </li>
        ))}
        <li className="flex flex-wrap gap-x-4 px-5 py-2.5">
          <span className="w-8" />
          <span className="min-w-40 flex-1">{last}</span>
          <span
            className={`[overflow-wrap:anywhere] max-sm:basis-full max-sm:pl-12
              ${default_pool_id === null ? "text-warn" : "text-ink-muted"}`}
          >
            {default_pool_id === null
              ? "gets no answer because there is no default pool"
              : describeAction({ pool_id: default_pool_id, redirect: null }, poolName)}
          </span>
        </li>
      </ol>
    </li>
  );
}

function Actions({ loadBalancerId, listener, pools }: Props) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const refusal = roleRefusal("load-balancer.write");
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton
        refusal={
          refusal ??
          (speaksHttp(listener.protocol)
            ? null
            : "Only listeners of HTTP and HTTPS read requests, so only these have rules.")
        }
        aria-label={`Edit the rules of ${listener.name}`}
        dialog={(state) => <RulesDialog {...state} loadBalancerId={loadBalancerId} listener={listener} pools={pools} />}
      >
        Rules
      </DialogButton>
      <DialogButton
        refusal={refusal}
        aria-label={`Edit ${listener.name}`}
        dialog={(state) => (
          <ListenerDialog {...state} loadBalancerId={loadBalancerId} pools={pools} listener={listener} />
        )}
      >
        Edit
      </DialogButton>
      <DeleteAction
        deletion={trpc.loadBalancerListener.delete}
        input={{ workspace_id: workspaceId, load_balancer_id: loadBalancerId, listener_id: listener.listener_id }}
        plan={trpc.changePlan.loadBalancerListener.delete}
        onDeleted={() => changed(`Deleted ${listener.name}`)}
        what="listener"
        name={listener.name}
        lead={`Port ${listener.port} stops answering, and its rules are deleted. Pools stay.`}
        label={`Delete ${listener.name}`}
        refusal={refusal}
      />
    </div>
  );
}
