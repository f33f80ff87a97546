"use client";

import type { OperatorView } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { ViewEnd } from "./view-end.tsx";

const column = columnsOf<OperatorView>();

const columns = [
  column("operator", "Operator", ({ operator_name }) => operator_name),
  column("reason", "Reason", ({ reason }) => (
    <span className="block min-w-40 max-w-96 py-2 [overflow-wrap:anywhere]">{reason}</span>
  )),
  column("started", "From", ({ started_at }) => <DateTime iso={started_at} />),
  column("ended", "Until", ({ ended_at, ends_at }) => <DateTime iso={ended_at ?? ends_at} />),
  column("how", "Ended", (view) => <ViewEnd view={view} />),
];

/** The last views of the organization by operators of the cloud. The audit log has all. */
export function OperatorViews({ organizationId }: { organizationId: string }) {
  const query = useQuery(useTRPC().operatorView.list.queryOptions({ organization_id: organizationId, limit: 20 }));
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-ink-muted">No operator has viewed it.</p>
        ) : (
          <DataTable label="Views of operators" columns={columns} rows={items} keyOf={({ acting_id }) => acting_id} />
        )
      }
    </Loaded>
  );
}
