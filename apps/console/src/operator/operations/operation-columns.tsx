"use client";

import type { OperatorOperation } from "@fulmar/contract";
import { formatStatus } from "@/client/format.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { OperationStatusBadge } from "@/operations/operation-status-badge.tsx";

const column = columnsOf<OperatorOperation>();

/** An operation as who runs the installation sees it. */
export const operationColumns = [
  column("operation", "Operation", ({ operation_id, action, resource_type }) => (
    <LinkCell
      href={`/operator/operations/${operation_id}`}
      id={operation_id}
      name={`${formatStatus(action)} of ${formatStatus(resource_type)}`}
      idLabel="operation id"
    />
  )),
  column("status", "Status", (operation) => <OperationStatusBadge operation={operation} />),
  column("reason", "Reason", ({ error_message, hold_reason }) => (
    <div className="max-w-72 py-2 text-ink-muted [overflow-wrap:anywhere]">{error_message ?? hold_reason}</div>
  )),
  column("submitted", "Submitted", ({ submitted_at }) => <DateTime iso={submitted_at} />),
];

/** Whose it is, in lists of several organizations. */
export const organizationColumn = column(
  "organization",
  "Organization",
  ({ organization_id, organization_name, workspace_name }) => (
    <LinkCell
      href={`/operator/organizations/${organization_id}`}
      id={organization_id}
      name={`${organization_name}, ${workspace_name}`}
      idLabel="organization id"
    />
  ),
);
