"use client";

import type { OperatorOrganization } from "@fulmar/contract";
import { Building2 } from "lucide-react";
import { Amount, AmountTitle } from "@/billing/amount.tsx";
import { money } from "@/client/money.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { NOWHERE, organizationList } from "./operator-queries.ts";
import { OrganizationState } from "./organization-state.tsx";

const ORGANIZATIONS: ListedKind = {
  one: "organization",
  many: "organizations",
  icon: Building2,
  purpose: "Everybody who signs up founds one or joins one.",
  hint: "The search finds a part of a name, or of the e-mail address of a member.",
};

const column = columnsOf<OperatorOrganization>();

const columns = [
  column("name", "Name", ({ organization_id, name }) => (
    <LinkCell
      href={`/operator/organizations/${organization_id}`}
      id={organization_id}
      name={name}
      idLabel="organization id"
    />
  )),
  column("state", "State", (organization) => <OrganizationState organization={organization} />),
  column(
    "balance",
    () => <AmountTitle>Balance</AmountTitle>,
    ({ balance, credit_limit, currency }) => (
      <Amount>
        {money(balance, currency)}
        {Number(credit_limit) > 0 && (
          <span className="block text-ink-muted text-xs">credit {money(credit_limit, currency)}</span>
        )}
      </Amount>
    ),
  ),
  column("owners", "Owners", ({ owners }) => (
    <div className="max-w-56 truncate" title={owners.join(", ")}>
      {owners.join(", ") || <span className="text-ink-subtle">none</span>}
    </div>
  )),
  column("workspaces", "Workspaces", ({ workspaces }) => <span className="tabular-nums">{workspaces}</span>),
  column("members", "Members", ({ members }) => <span className="tabular-nums">{members}</span>),
  column("created", "Created", ({ created_at }) => <DateTime iso={created_at} day />),
];

/** The organizations of the installation, newest first. */
export function OrganizationListPage() {
  return (
    <>
      <PageHeader title="Organizations" lead="Who uses this installation, with their balance and their owners." />
      <ListTable
        list={organizationList}
        path={NOWHERE}
        kind={ORGANIZATIONS}
        label="Organizations"
        searchLabel="Search by name or e-mail"
        filters={{ suspended: ["State", (value) => (value === "true" ? "Suspended" : "Active")] }}
        columns={columns}
        keyOf={({ organization_id }) => organization_id}
      />
    </>
  );
}
