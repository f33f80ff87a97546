"use client";

import type { LoadBalancer } from "@fulmar/contract";
import { Gauge } from "lucide-react";
import { countOf } from "@/client/format.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName, useSiteChoices } from "@/components/sites.tsx";
import { loadBalancerList } from "./load-balancer-queries.ts";
import { LoadBalancerStatusBadge } from "./load-balancer-status-badge.tsx";

const LOAD_BALANCERS: ListedKind = {
  one: "load balancer",
  many: "load balancers",
  icon: Gauge,
  purpose: "A load balancer takes requests at one address and spreads them over healthy targets.",
  next: { page: "load-balancers/new", words: "Create a load balancer" },
  hint: "Search for another part of the name, or choose another status, site or tag.",
};

const column = columnsOf<LoadBalancer>();

const columns = [
  column("name", "Name", (balancer) => (
    <NameCell
      page="load-balancers"
      id={balancer.load_balancer_id}
      name={balancer.name}
      isProtected={balancer.deletion_protection}
    />
  )),
  column("status", "Status", (balancer) => <LoadBalancerStatusBadge status={balancer.status} />),
  column("address", "Address", (balancer) =>
    balancer.public_ip === null ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <Copyable text={balancer.public_ip} label="address" />
    ),
  ),
  column("parts", "Configuration", (balancer) => (
    <span className="whitespace-nowrap">
      {countOf(balancer.listener_count, "listener")}, {countOf(balancer.pool_count, "pool")}
    </span>
  )),
  column("site", "Site", (balancer) => <SiteName siteId={balancer.site_id} />),
  column("created", "Created", (balancer) => <DateTime iso={balancer.created_at} />),
];

export function LoadBalancerListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={loadBalancerList}
      path={path}
      title="Load balancers"
      lead="One address in front of many targets."
      kind={LOAD_BALANCERS}
      newLabel="New load balancer"
      scope="load-balancer.write"
      filters={{
        status: ["Status"],
        site_id: ["Site", useSiteChoices()],
        tag: ["Tag", useTRPC().overview.tags.queryOptions({ workspace_id: path.workspaceId, type: "load_balancer" })],
      }}
      columns={columns}
      columnsKeptAs="load-balancers"
      sortedBy={{ name: "name", site: "site_id", created: "created_at" }}
      keyOf={({ load_balancer_id }) => load_balancer_id}
    />
  );
}
