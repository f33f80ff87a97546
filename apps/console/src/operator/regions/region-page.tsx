"use client";

import type { OperatorRegion } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./region-dialogs.tsx");
const AddRegion = onDemand(async () => (await dialogs()).AddRegion);
const CheckRegion = onDemand(async () => (await dialogs()).CheckRegion);
const RemoveRegion = onDemand(async () => (await dialogs()).RemoveRegion);

const STATES = {
  waiting: { tone: "warn", words: "not connected" },
  connected: { tone: "good", words: "connected" },
  away: { tone: "bad", words: "does not answer" },
} as const;

const column = columnsOf<OperatorRegion>();

const columns = [
  column("name", "Name", ({ name, region, site_id }) => (
    <div className="min-w-40 py-2">
      <div className="font-medium [overflow-wrap:anywhere]">{name}</div>
      <div className="text-ink-muted text-xs leading-4">{site_id === null ? region : `${region}, ${site_id}`}</div>
    </div>
  )),
  column("state", "State", ({ state, checking }) => (
    <StatusBadge tone={STATES[state].tone} changing={checking}>
      {STATES[state].words}
    </StatusBadge>
  )),
  column("seen", "What a worker saw", ({ seen, unknown_users, endpoint_url }) => (
    <div className="min-w-56 max-w-lg py-2 [overflow-wrap:anywhere]">
      {seen}
      {unknown_users.length > 0 && (
        <div className="font-mono text-ink-muted text-xs leading-4">{unknown_users.join(", ")}</div>
      )}
      {endpoint_url !== null && <div className="font-mono text-ink-muted text-xs leading-4">{endpoint_url}</div>}
    </div>
  )),
  column("buckets", "Buckets", ({ buckets, failing }) => (
    <span className="tabular-nums">
      {buckets}
      {failing > 0 && (
        <span className="text-bad">
          , {failing} {failing === 1 ? "workspace" : "workspaces"} behind
        </span>
      )}
    </span>
  )),
  column("checked", "Last asked", ({ checked_at }) =>
    checked_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={checked_at} />,
  ),
  column("actions", hiddenTitle("Actions"), (one) => <RegionMenu region={one} />),
];

function RegionMenu({ region: one }: { region: OperatorRegion }) {
  const refusal = useOperatorRefusal();
  const unasked = one.backend === "embedded" ? "The installation's own object store has no server to ask." : null;
  return (
    <RowMenu
      name={one.name}
      actions={[
        { label: "Check", refusal: refusal ?? unasked, dialog: (state) => <CheckRegion region={one} {...state} /> },
        { label: "Remove", refusal, remove: true, dialog: (state) => <RemoveRegion region={one} {...state} /> },
      ]}
    />
  );
}

/** The regions of object storage, as workers last saw their servers. */
export function OperatorRegionPage() {
  const refusal = useOperatorRefusal();
  const query = useQuery({
    ...useTRPC().operatorRegion.list.queryOptions(),
    refetchInterval: ({ state }) => refreshEvery(state.data?.some(({ checking }) => checking) === true),
  });
  return (
    <>
      <PageHeader title="Regions" lead="Where buckets of object storage are, and what their servers say.">
        <DialogButton look="primary" refusal={refusal} dialog={(state) => <AddRegion {...state} />}>
          <Plus className="size-4" aria-hidden />
          Add region
        </DialogButton>
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(regions) =>
          regions.length === 0 ? (
            <p className="text-ink-muted">There is no region, so nobody creates buckets.</p>
          ) : (
            <DataTable label="Regions" columns={columns} rows={regions} keyOf={({ region }) => region} />
          )
        }
      </Loaded>
    </>
  );
}
