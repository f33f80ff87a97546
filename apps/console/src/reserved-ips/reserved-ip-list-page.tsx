"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EthernetPort, Plus } from "lucide-react";
import type { ListChoice } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { Listed } from "@/networking/listed.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { reservedIpColumns } from "./reserved-ip-columns.tsx";
import { RESERVED_IP_LIST, reservedIpListInput } from "./reserved-ip-list-query.ts";

const STATES = [
  ["attached", "attached"],
  ["reserved", "not attached"],
] as const;
const icon = <EthernetPort className="size-5" aria-hidden />;

export function ReservedIpListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { choice, key, choose, narrowed } = useListChoice(RESERVED_IP_LIST);
  return (
    <>
      <PageHeader title="Reserved IPs" lead="Public addresses that stay yours while what they lead to changes.">
        <ButtonLink href={`/workspaces/${workspaceId}/reserved-ips/new`} look="primary" refusal={roleRefusal("network.write")}>
          <Plus className="size-4" aria-hidden />
          Reserve an IP
        </ButtonLink>
      </PageHeader>
      <ListToolbar
        search={choice.search ?? ""}
        searchLabel="Search by label"
        filters={[{ name: "status", label: "Status", value: choice.status ?? "", options: STATES }]}
        onChoose={choose}
      />
      <ReservedIpList key={key} choice={choice} onClear={narrowed ? () => choose({ search: "", status: "" }) : undefined} />
    </>
  );
}

function ReservedIpList({ choice, onClear }: { choice: ListChoice<typeof RESERVED_IP_LIST.filters, never>; onClear: (() => void) | undefined }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.reservedIp.list.queryOptions(reservedIpListInput(workspaceId, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  const empty = (
    <Panel icon={icon} title="No reserved IPs yet">
      <p>A reserved IP is a public address that can move from one VM, NAT gateway or load balancer to another, so that the world need not notice.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/reserved-ips/new`} look="primary" refusal={roleRefusal("network.write")}>
          Reserve an address
        </ButtonLink>
      </div>
    </Panel>
  );
  return (
    <Listed
      query={list}
      pages={pages}
      label="Reserved IPs"
      columns={reservedIpColumns}
      keyOf={(ip) => ip.public_ip_id}
      icon={icon}
      onClear={onClear}
      empty={empty}
    />
  );
}
