"use client";

import type { FirewallRule, NatGateway, PortForward, VmNetwork } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash } from "lucide-react";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { inDecisionOrder } from "@/firewall-groups/rule-draft.ts";
import { ruleWarnings } from "@/firewall-groups/rule-warnings.ts";
import { useRuleWords } from "@/firewall-groups/rule-words.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The VM's inbound and outbound connections in words: the routes, and the rules in order of evaluation. */
export function Reach({ network }: { network: VmNetwork }) {
  const rules = inDecisionOrder(network.firewall_groups.flatMap((group) => group.rules)).filter(
    ({ enabled }) => enabled,
  );
  const filtered = network.firewall_groups.length > 0;
  return (
    <div className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <h3 className="font-medium">Inbound access</h3>
      <ul aria-label="Reachable at" className="mt-2 space-y-1 text-ink-muted">
        <li>
          {network.reserved_ip === null
            ? "It has no public address of its own."
            : `The internet reaches it at ${network.reserved_ip.address}.`}
        </li>
        {network.port_forwards.map((forward) => (
          <li key={forward.port_forward_id}>
            <ForwardedPort forward={forward} />
          </li>
        ))}
        {network.nodes.map((node) => (
          <li key={node.allocation_id}>{`The VMs of ${node.vpc_name} reach it at ${node.private_ip}.`}</li>
        ))}
      </ul>
      {filtered ? (
        <div className="mt-4 grid gap-6 md:grid-cols-2">
          <Rules title="Inbound" rules={rules.filter(({ direction }) => direction === "ingress")} />
          <Rules title="Outbound" rules={rules.filter(({ direction }) => direction === "egress")} />
        </div>
      ) : (
        <p className="mt-4 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-2.5">
          The VM is in no firewall group, so no traffic is filtered.
        </p>
      )}
    </div>
  );
}

function Rules({ title, rules }: { title: string; rules: readonly FirewallRule[] }) {
  const describeRule = useRuleWords(rules);
  return (
    <div>
      <h4 className="mb-1.5 text-ink-muted text-xs">
        {rules.length === 0 ? title : `${title}: the first that matches decides`}
      </h4>
      <ol aria-label={title} className="space-y-1.5">
        {rules.map((rule, index) => (
          <li key={rule.rule_id}>
            <span className="flex items-start gap-2">
              {rule.action === "allow" ? (
                <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
              ) : (
                <CircleSlash className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
              )}
              {describeRule(rule)}
            </span>
            {ruleWarnings(rule, rules.slice(0, index), describeRule).map((warning) => (
              <p key={warning} className="ml-6 text-warn text-xs">
                {warning}
              </p>
            ))}
          </li>
        ))}
        <li className="flex items-start gap-2 text-ink-muted">
          <CircleSlash className="mt-0.5 size-4 shrink-0" aria-hidden />
          {rules.length === 0 ? "Drops everything" : "Drops everything else"}
        </li>
      </ol>
    </div>
  );
}

/**
 * A port of a NAT gateway that is forwarded to the VM. If the gateway has a fault, it shows the reason and a link to
 * the gateway.
 */
function ForwardedPort({ forward }: { forward: PortForward }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { data: gateway } = useQuery({
    ...trpc.natGateway.get.queryOptions({
      workspace_id: workspaceId,
      vpc_id: forward.vpc_id,
      nat_gateway_id: forward.nat_gateway_id,
    }),
    refetchInterval: ({ state: { data } }) => refreshEvery(data?.pending_changes ?? false),
  });
  const fault = gateway === undefined ? null : faultOf(gateway);
  const address = gateway?.public_ip ?? null;
  const port = `${forward.protocol.toUpperCase()} ${forward.public_port}`;
  const leads = fault === null ? "leads" : "should lead";
  return (
    <>
      {address === null ? port : `${port} of ${address}`} {leads} to its port {forward.private_port}, through NAT
      gateway{" "}
      <Link
        href={workspaceHref(workspaceId, `vpcs/${forward.vpc_id}/nat-gateways`)}
        prefetch={false}
        className="rounded font-medium text-ink underline underline-offset-2"
      >
        {gateway?.name ?? forward.nat_gateway_id}
      </Link>
      .{fault !== null && <span className="block text-bad">{fault}</span>}
    </>
  );
}

/** Why a forward may not work, from its gateway's state. Null if the gateway has applied everything, or is about to. */
function faultOf({ status, error_message }: NatGateway): string | null {
  if (status === "without_public_ip") return "No traffic passes: the gateway's public address was detached.";
  if (error_message === null) return null;
  const reach =
    status === "available"
      ? "The gateway's last changes are not in force."
      : "No traffic passes: the gateway is not set up.";
  return `${reach} ${error_message} It is retried automatically.`;
}
