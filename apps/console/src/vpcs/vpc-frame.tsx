"use client";

import type { ReactNode } from "react";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { NetworkStatusBadge } from "./network-status-badge.tsx";
import { useVpc } from "./use-vpc.ts";

const LIST = { page: "vpcs", label: "VPCs" };
const TABS = [
  ["", "Map"],
  ["subnets", "Subnets"],
  ["nodes", "Nodes"],
  ["nat-gateways", "NAT gateways"],
  ["peerings", "Peerings"],
  ["settings", "Settings"],
] as const;

export function VpcFrame({ vpcId, children }: { vpcId: string; children: ReactNode }) {
  return (
    <DetailFrame
      list={LIST}
      id={vpcId}
      kind="VPC"
      query={useVpc(vpcId)}
      nameOf={({ name }) => name}
      lead={({ description }) => description}
      aside={({ cidr, status }) => (
        <>
          <code className="font-mono text-ink-muted">{cidr}</code>
          <NetworkStatusBadge status={status} />
        </>
      )}
      tabs={TABS}
      read={({ vpc_id, name }) => ({ operation: "vpc.get", input: { vpc_id, name } })}
    >
      {() => children}
    </DetailFrame>
  );
}
