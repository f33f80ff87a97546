"use client";

import type { DnsZone } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ZoneBadge } from "./zone-badge.tsx";
import { zoneInput } from "./zone-queries.ts";

const ZoneContext = createContext<DnsZone | null>(null);

/** The zone of this page, kept up to date. */
export function useZone(): DnsZone {
  const zone = use(ZoneContext);
  if (zone === null) throw new Error("this part of the page is not inside a zone's page");
  return zone;
}

const LIST = { page: "dns-zones", label: "DNS zones" };
const TABS = [
  ["", "Overview"],
  ["records", "Records"],
] as const;

/** The frame of a zone's pages: its name, its state and the tabs. */
export function ZoneFrame({ zoneId, children }: { zoneId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.dnsZone.get.queryOptions(zoneInput(workspaceId, zoneId)),
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.status === "pending" || (state.data?.pending_changes ?? false)),
  });
  return (
    <DetailFrame
      list={LIST}
      id={zoneId}
      kind="DNS zone"
      query={query}
      nameOf={({ name }) => name}
      lead={({ description }) => description}
      aside={(zone) => <ZoneBadge zone={zone} />}
      tabs={TABS}
      read={({ zone_id, name }) => ({ operation: "dnsZone.get", input: { zone_id, name } })}
    >
      {(zone) => <ZoneContext value={zone}>{children}</ZoneContext>}
    </DetailFrame>
  );
}
