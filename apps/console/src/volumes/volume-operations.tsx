"use client";

import { History } from "lucide-react";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { columnsOfOneResource } from "@/operations/operation-columns.tsx";
import { type VolumePath, volumeOperationList } from "./volume-queries.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "Creating, attaching, detaching and growing the volume and taking its snapshots are listed here.",
};

/** The operations of a volume, newest first. */
export function VolumeOperations(path: VolumePath) {
  return (
    <ListTable
      list={volumeOperationList}
      path={path}
      kind={OPERATIONS}
      label="Operations"
      columns={columnsOfOneResource}
      keyOf={({ operation_id }) => operation_id}
    />
  );
}
