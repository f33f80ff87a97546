"use client";

import type { OperatorOperation } from "@fulmar/contract";
import { History } from "lucide-react";
import { formatStatus } from "@/client/format.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { OperationStatusBadge } from "@/operations/operation-status-badge.tsx";
import { NOWHERE, operatorOperationList } from "../operator-queries.ts";

const OPERATIONS: ListedKind = {
  one: "operation",
  many: "operations",
  icon: History,
  purpose: "What customers do that takes time is an operation. Each appears here as soon as it is requested.",
  hint: "No operation has this state.",
};

const STATES: Readonly<Record<string, string>> = { open: "Under way", failed: "Failed" };

const column = columnsOf<OperatorOperation>();

const columns = [
  column("operation", "Operation", ({ operation_id, action, resource_type }) => (
    <LinkCell
      href={`/operator/operations/${operation_id}`}
      id={operation_id}
      name={`${formatStatus(action)} of ${formatStatus(resource_type)}`}
      idLabel="operation id"
    />
  )),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
  column("organization", "Organization", ({ organization_id, organization_name, workspace_name }) => (
    <LinkCell
      href={`/operator/organizations/${organization_id}`}
      id={organization_id}
      name={`${organization_name}, ${workspace_name}`}
      idLabel="organization id"
    />
  )),
  column("reason", "Reason", ({ error_message, hold_reason }) => (
    <div className="max-w-72 py-2 text-ink-muted [overflow-wrap:anywhere]">{error_message ?? hold_reason}</div>
  )),
  column("submitted", "Submitted", ({ submitted_at }) => <DateTime iso={submitted_at} />),
];

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
        columns={columns}
        keyOf={({ operation_id }) => operation_id}
      />
    </>
  );
}
