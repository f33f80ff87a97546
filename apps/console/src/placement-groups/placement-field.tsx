"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { placementWords } from "./placement-words.ts";

/** The choice of a placement group, where the workspace has any. */
export function PlacementField(field: Omit<ComponentProps<typeof SelectField>, "label" | "children">) {
  const { workspaceId } = useWorkspace();
  const groups = useQuery(useTRPC().placementGroup.list.queryOptions(wholeInput(workspaceId))).data?.items ?? [];
  if (groups.length === 0) return null;
  return (
    <SelectField label="Placement group" {...field}>
      <option value="">None</option>
      {groups.map((group) => (
        <option key={group.placement_group_id} value={group.placement_group_id}>
          {group.name} · {placementWords(group)}
        </option>
      ))}
    </SelectField>
  );
}
