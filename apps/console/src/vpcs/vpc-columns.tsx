"use client";

import type { Vpc } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { NetworkStatusBadge } from "@/networking/network-status-badge.tsx";
import { SiteName } from "@/networking/sites.tsx";

const column = columnsOf<Vpc>();

export const vpcColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: vpc } }) => <NameCell page="vpcs" id={vpc.vpc_id} name={vpc.name} />,
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: vpc } }) => <NetworkStatusBadge status={vpc.status} />,
  }),
  column.display({
    id: "cidr",
    header: "Network",
    cell: ({ row: { original: vpc } }) => <span className="font-mono text-[13px]">{vpc.cidr}</span>,
  }),
  column.display({
    id: "site",
    header: "Site",
    cell: ({ row: { original: vpc } }) => <SiteName siteId={vpc.site_id} />,
  }),
  column.display({
    id: "description",
    header: "Description",
    cell: ({ row: { original: vpc } }) => (
      <span className="line-clamp-2 min-w-32 max-w-80 text-ink-muted">{vpc.description}</span>
    ),
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: vpc } }) => <DateTime iso={vpc.created_at} />,
  }),
]);
