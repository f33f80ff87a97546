"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EthernetPort, Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useNames } from "@/shell/use-names.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { reservedIpColumns } from "./reserved-ip-columns.tsx";
import { RESERVED_IP_LIST, reservedIpListInput } from "./reserved-ip-list-query.ts";

const STATES = [
  ["attached", "attached"],
  ["reserved", "not attached"],
] as const;

const RESERVED_IPS: ListedKind = {
  one: "reserved IP",
  many: "reserved IPs",
  icon: EthernetPort,
  purpose:
    "A reserved IP is a public address that can move from one VM, NAT gateway or load balancer to another, so that the world need not notice.",
  next: { page: "reserved-ips/new", words: "Reserve an address" },
  hint: "Search for another part of the label, or choose another status.",
};

export function ReservedIpListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Reserved IPs" lead="Public addresses that stay yours while what they lead to changes.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/reserved-ips/new`}
          look="primary"
          refusal={roleRefusal("network.write")}
        >
          <Plus className="size-4" aria-hidden />
          Reserve an IP
        </ButtonLink>
      </PageHeader>
      <ReservedIpList />
    </>
  );
}

function ReservedIpList() {
  const list = useListChoice(RESERVED_IP_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.reservedIp.list.queryOptions(reservedIpListInput(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  const nameOf = useNames(query.data?.items.map(({ attached_resource_id }) => attached_resource_id) ?? []);
  return (
    <ResourceList
      kind={RESERVED_IPS}
      list={list}
      query={query}
      pages={pages}
      refusal={roleRefusal("network.write")}
      toolbar={
        <ListToolbar
          search={list.choice.search ?? ""}
          searchLabel="Search by label"
          filters={[{ name: "status", label: "Status", value: list.choice.status ?? "", options: STATES }]}
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <DataTable
          label="Reserved IPs"
          columns={reservedIpColumns}
          rows={items.map((ip) => ({
            ...ip,
            attachedTo: ip.attached_resource_id === null ? null : nameOf(ip.attached_resource_id),
          }))}
          keyOf={({ public_ip_id }) => public_ip_id}
        />
      )}
    </ResourceList>
  );
}
