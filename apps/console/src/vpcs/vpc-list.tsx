"use client";

import type { Vpc } from "@fulmar/contract";
import { Network } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName, useSiteChoices } from "@/components/sites.tsx";
import { NetworkStatusBadge } from "./network-status-badge.tsx";
import { vpcList } from "./vpc-queries.ts";

const VPCS: ListedKind = {
  one: "VPC",
  many: "VPCs",
  icon: Network,
  purpose:
    "A VPC is your private network. Its subnets give VMs private addresses, and NAT gateways connect it to the " +
    "internet.",
  next: { page: "vpcs/new", words: "Create a VPC" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<Vpc>();

const columns = [
  column("name", "Name", (vpc) => (
    <NameCell page="vpcs" id={vpc.vpc_id} name={vpc.name} isProtected={vpc.deletion_protection} />
  )),
  column("status", "Status", (vpc) => <NetworkStatusBadge status={vpc.status} />),
  column("cidr", "Network", (vpc) => (
    <span className="font-mono text-[13px]">
      {vpc.cidr}
      {vpc.ipv6_cidr !== null && <span className="block">{vpc.ipv6_cidr}</span>}
    </span>
  )),
  column("site", "Site", (vpc) => <SiteName siteId={vpc.site_id} />),
  column("description", "Description", (vpc) => (
    <span className="line-clamp-2 min-w-32 max-w-80 text-ink-muted">{vpc.description}</span>
  )),
  column("created", "Created", (vpc) => <DateTime iso={vpc.created_at} />),
];

export function VpcListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={vpcList}
      path={path}
      title="VPCs"
      lead="Private networks for your VMs, each at one site."
      kind={VPCS}
      newLabel="New VPC"
      scope="network.write"
      filters={{ status: ["Status"], site_id: ["Site", useSiteChoices()] }}
      columns={columns}
      columnsKeptAs="vpcs"
      keyOf={({ vpc_id }) => vpc_id}
    />
  );
}
