"use client";

import { useQuery } from "@tanstack/react-query";
import { money, sumOf } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useInstallation } from "@/shell/installation.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { monthInput } from "./billing-queries.ts";

/** A resource's cost this month up to the last full hour. Not for roles that may not see costs. */
export function useCostThisMonth(resourceId: string): readonly [term: string, value: React.ReactNode] {
  const { currency } = useInstallation();
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const may = roleRefusal("billing.read") === null;
  const { data, isError } = useQuery({
    ...trpc.usage.list.queryOptions({ ...monthInput(workspaceId), resource_id: resourceId }),
    enabled: may,
  });
  const term = "Cost this month";
  if (!may || isError) return [term, null];
  if (data === undefined)
    return [term, <span key="cost" role="status" aria-label="Loading" className="skeleton block h-3.5 w-20" />];
  return [term, `${money(sumOf(data.items.map(({ amount }) => amount)), currency)} up to the last full hour`];
}
