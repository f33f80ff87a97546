"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { usePages } from "@/client/use-list.ts";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { isPurgeUnderWay } from "./distribution-labels.tsx";
import { distributionInputs } from "./distribution-queries.ts";
import { purgeColumns } from "./purge-columns.tsx";
import { PurgeForm } from "./purge-form.tsx";

const PURGES: ListedKind = {
  one: "purge",
  many: "purges",
  icon: Eraser,
  purpose: "The edge forgets by itself, as the cache policy says. Purge when something must not be served any longer.",
};

/** The purge form and the recent purges. */
export function PurgePage() {
  const distribution = useDistribution();
  return (
    <div className="space-y-10">
      <PurgeForm distribution={distribution} />
      <PurgeHistory />
    </div>
  );
}

function PurgeHistory() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const pages = usePages();
  const input = {
    ...distributionInputs(workspaceId, distribution.id).purges,
    ...(pages.cursor !== undefined && { cursor: pages.cursor }),
  };
  const query = useQuery({
    ...trpc.cdnPurge.list.queryOptions(input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ status }) => isPurgeUnderWay(status)) ?? false),
  });
  return (
    <Section title="History" lead="Completed purges are kept for 30 days.">
      <ResourceList kind={PURGES} query={query} pages={pages}>
        {(items) => <DataTable label="Purges" columns={purgeColumns} rows={items} keyOf={({ purge_id }) => purge_id} />}
      </ResourceList>
    </Section>
  );
}
