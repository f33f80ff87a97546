"use client";

import type { LoadBalancer } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { SiteName } from "@/networking/sites.tsx";
import { LoadBalancerStatusBadge } from "./load-balancer-status-badge.tsx";

const column = columnsOf<LoadBalancer>();

export const loadBalancerColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: balancer } }) => (
      <NameCell page="load-balancers" id={balancer.load_balancer_id} name={balancer.name} />
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: balancer } }) => <LoadBalancerStatusBadge status={balancer.status} />,
  }),
  column.display({
    id: "address",
    header: "Address",
    cell: ({ row: { original: balancer } }) =>
      balancer.public_ip === null ? (
        <span className="text-ink-subtle">none</span>
      ) : (
        <Copyable text={balancer.public_ip} label="address" />
      ),
  }),
  column.display({
    id: "parts",
    header: "Configuration",
    cell: ({ row: { original: balancer } }) => (
      <span className="whitespace-nowrap">
        {counted(balancer.listener_count, "listener")}, {counted(balancer.pool_count, "pool")}
      </span>
    ),
  }),
  column.display({
    id: "site",
    header: "Site",
    cell: ({ row: { original: balancer } }) => <SiteName siteId={balancer.site_id} />,
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: balancer } }) => <DateTime iso={balancer.created_at} />,
  }),
]);

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
