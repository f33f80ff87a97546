"use client";

import { FileClock } from "lucide-react";
import { useList } from "@/client/use-list.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { EventTable } from "./event-table.tsx";
import { NOWHERE, operatorEventList } from "./operator-queries.ts";

const EVENTS: ListedKind = {
  one: "event",
  many: "events",
  icon: FileClock,
  purpose: "What operators and their tokens change, plan or are refused is recorded here.",
  hint: "Names and ids must match exactly. Clear the filter to see everything that operators did.",
};

/** The trail of who runs the installation. */
export function OperatorActivityPage() {
  const list = useList(operatorEventList, NOWHERE);
  return (
    <>
      <PageHeader title="Activity" lead="What operators and their tokens changed, planned or were refused, and why." />
      <ResourceList
        kind={EVENTS}
        list={list}
        query={list.query}
        pages={list.pages}
        toolbar={<ActivityFilters key={list.key} list={list} />}
      >
        {(items) => <EventTable events={items} />}
      </ResourceList>
    </>
  );
}
