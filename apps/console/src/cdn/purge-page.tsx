"use client";

import { Eraser } from "lucide-react";
import { useList } from "@/client/use-list.ts";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { type DistributionPath, purgeList } from "./distribution-queries.ts";
import { purgeColumns } from "./purge-columns.tsx";
import { PurgeForm } from "./purge-form.tsx";

const PURGES: ListedKind = {
  one: "purge",
  many: "purges",
  icon: Eraser,
  purpose: "Cached copies expire as the cache policy says. Purge content that must no longer be served.",
};

/** The purge form and the recent purges. */
export function PurgePage(path: DistributionPath) {
  const distribution = useDistribution();
  return (
    <div className="space-y-10">
      <PurgeForm distribution={distribution} />
      <PurgeHistory {...path} />
    </div>
  );
}

function PurgeHistory(path: DistributionPath) {
  const { query, pages } = useList(purgeList, path);
  return (
    <Section title="History" lead="Completed purges are kept for 30 days.">
      <ResourceList kind={PURGES} query={query} pages={pages}>
        {(items) => <DataTable label="Purges" columns={purgeColumns} rows={items} keyOf={({ purge_id }) => purge_id} />}
      </ResourceList>
    </Section>
  );
}
