"use client";

import type { NatGateway, PortForward } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/**
 * A port of a NAT gateway that leads to the VM; and where the gateway does not do what it should, that, why, and the
 * way to it.
 */
export function ForwardedPort({ forward }: { forward: PortForward }) {
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

/** Why a forward may not work, as far as its gateway knows: null where it has applied everything, or is about to. */
function faultOf({ status, error_message }: NatGateway): string | null {
  if (status === "without_public_ip") return "Nothing comes through: the gateway's public address was detached.";
  if (error_message === null) return null;
  const reach =
    status === "available"
      ? "The gateway's last changes are not in force."
      : "Nothing comes through: the gateway is not set up.";
  return `${reach} ${error_message} It is tried again by itself.`;
}
