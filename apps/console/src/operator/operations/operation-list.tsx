"use client";

import { History } from "lucide-react";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { NOWHERE, operatorOperationList } from "../operator-queries.ts";
import { operationColumns, organizationColumn } from "./operation-columns.tsx";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "What customers do that takes time is an operation. Each appears here as soon as it is requested.",
  hint: "No operation has this state.",
};

const STATES: Readonly<Record<string, string>> = { open: "Under way", failed: "Failed" };

const COLUMNS = operationColumns.toSpliced(2, 0, organizationColumn);

/** The operations of all organizations, newest first. */
export function OperatorOperationListPage() {
  return (
    <>
      <PageHeader title="Operations" lead="What goes on in all organizations, and what failed." />
      <ListTable
        list={operatorOperationList}
        path={NOWHERE}
        kind={OPERATIONS}
        label="Operations"
        filters={{ state: ["State", (state) => STATES[state] ?? state] }}
        columns={COLUMNS}
        keyOf={({ operation_id }) => operation_id}
      />
    </>
  );
}
