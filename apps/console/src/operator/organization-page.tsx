"use client";

import type { BillingDetails, OperatorOrganization } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { BillingFacts } from "@/billing/billing-details.tsx";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { EventTable } from "./event-table.tsx";
import { operationColumns } from "./operations/operation-columns.tsx";
import { type OneOrganization, organizationEventList, organizationOperationList } from "./operator-queries.ts";
import { OrganizationState } from "./organization-state.tsx";
import { OrganizationPayments } from "./payments/organization-payments.tsx";
import { OrganizationPrices } from "./prices/organization-prices.tsx";
import { useOperatorRefusal } from "./use-refusal.ts";

const dialogs = () => import("./organization-dialogs.tsx");
const Suspend = onDemand(async () => (await dialogs()).Suspend);
const Resume = onDemand(async () => (await dialogs()).Resume);
const TopUp = onDemand(async () => (await dialogs()).TopUp);
const BeginView = onDemand(async () => (await import("./views/begin-view.tsx")).BeginView);
const SetCredit = onDemand(async () => (await dialogs()).SetCredit);
const EditOrganizationBilling = onDemand(
  async () => (await import("./edit-organization-billing.tsx")).EditOrganizationBilling,
);
const SetQuotaClass = onDemand(async () => (await import("./quotas/set-quota-class.tsx")).SetQuotaClass);

/** An organization as who runs the installation sees it: its funds, its people and its workspaces. */
export function OrganizationPage({ organizationId }: OneOrganization) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.operatorOrganization.get.queryOptions({ organization_id: organizationId }),
    refetchInterval: () => refreshEvery(false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Organizations", href: "/operator/organizations" }]}
        title={data?.name ?? "Organization"}
        aside={data && <OrganizationState organization={data} />}
      >
        {data && <Actions organization={data} workspaceId={data.workspace_list[0]?.workspace_id} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(organization) => (
          <div className="space-y-10">
            <Facts label="Organization" facts={factsOf(organization)} />
            <Section title="Workspaces">
              {organization.workspace_list.length === 0 ? (
                <p className="text-ink-muted">It has no workspaces.</p>
              ) : (
                <DataTable
                  label="Workspaces of the organization"
                  columns={workspaceColumns}
                  rows={organization.workspace_list}
                  keyOf={({ workspace_id }) => workspace_id}
                />
              )}
            </Section>
            <OrganizationPrices organizationId={organizationId} name={organization.name} />
            <OrganizationBilling organization={organization} details={organization.billing_details} />
            <Section title="Members">
              {organization.member_list.length === 0 ? (
                <p className="text-ink-muted">It has no members.</p>
              ) : (
                <DataTable
                  label="Members of the organization"
                  columns={memberColumns}
                  rows={organization.member_list}
                  keyOf={({ user_id }) => user_id}
                />
              )}
            </Section>
            <OrganizationPayments organizationId={organizationId} />
            <OrganizationOperations organizationId={organizationId} />
            <OrganizationEvents organizationId={organizationId} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function OrganizationBilling({
  organization,
  details,
}: {
  organization: OperatorOrganization;
  details: BillingDetails;
}) {
  return (
    <Section
      title="Billing details"
      lead="Who its invoices are made out to."
      actions={
        <DialogButton
          refusal={useOperatorRefusal()}
          dialog={(state) => <EditOrganizationBilling organization={organization} details={details} {...state} />}
        >
          Edit billing details
        </DialogButton>
      }
    >
      <BillingFacts details={details} />
      <Link
        href={`/operator/invoices?organization=${organization.organization_id}`}
        className="mt-3 inline-block rounded underline"
      >
        Invoices of this organization
      </Link>
    </Section>
  );
}

function Actions({
  organization,
  workspaceId,
}: {
  organization: OperatorOrganization;
  workspaceId: string | undefined;
}) {
  const refusal = useOperatorRefusal();
  return (
    <>
      <DialogButton
        refusal={refusal ?? (workspaceId === undefined ? "It has no workspaces; there is nothing to view." : null)}
        dialog={(state) => <BeginView organization={organization} workspaceId={workspaceId ?? ""} {...state} />}
      >
        View its console
      </DialogButton>
      <DialogButton refusal={refusal} dialog={(state) => <TopUp organization={organization} {...state} />}>
        Top up
      </DialogButton>
      <DialogButton refusal={refusal} dialog={(state) => <SetCredit organization={organization} {...state} />}>
        Set credit limit
      </DialogButton>
      <DialogButton refusal={refusal} dialog={(state) => <SetQuotaClass organization={organization} {...state} />}>
        Set quota class
      </DialogButton>
      {organization.suspended_at === null ? (
        <DialogButton
          look="remove"
          refusal={refusal}
          dialog={(state) => <Suspend organization={organization} {...state} />}
        >
          Suspend
        </DialogButton>
      ) : (
        <DialogButton refusal={refusal} dialog={(state) => <Resume organization={organization} {...state} />}>
          Resume
        </DialogButton>
      )}
    </>
  );
}

const SUSPENDED_BY = {
  operator: "an operator",
  metering: "metering, for lack of funds",
  dunning: "dunning, for an unpaid invoice",
} as const;

function factsOf(organization: OperatorOrganization): readonly (readonly [string, ReactNode])[] {
  const { balance, credit_limit, currency, suspended_at, suspended_by, suspended_reason } = organization;
  return [
    ["Organization id", <Copyable key="id" text={organization.organization_id} label="organization id" />],
    [
      "Balance",
      <span key="balance" className="tabular-nums">
        {money(balance, currency, 8)}
      </span>,
    ],
    [
      "Credit limit",
      <span key="credit" className="tabular-nums">
        {money(credit_limit, currency, 8)}
      </span>,
    ],
    ["Quota class", organization.quota_class_id],
    ["Owners", organization.owners.join(", ") || "none"],
    ["Members", String(organization.members)],
    ["Created", <DateTime key="created" iso={organization.created_at} />],
    ["Suspended since", suspended_at === null ? null : <DateTime key="suspended" iso={suspended_at} />],
    ["Suspended by", suspended_by === null ? null : SUSPENDED_BY[suspended_by]],
    ["Reason", suspended_reason],
    ["Views of operators", <Listed key="views" page="views" organization={organization} />],
    ["Failing webhooks", <Listed key="webhooks" page="webhooks" organization={organization} />],
  ];
}

/** A link to the rows of the organization in a list of the installation. */
function Listed({ page, organization }: { page: "views" | "webhooks"; organization: OperatorOrganization }) {
  return (
    <Link
      href={`/operator/${page}?organization_id=${organization.organization_id}`}
      prefetch={false}
      className="rounded underline"
    >
      Show {page}
    </Link>
  );
}

const column = columnsOf<{ readonly workspace_id: string; readonly name: string }>();

const workspaceColumns = [
  column("name", "Name", ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span>),
  column("id", "workspace_id", ({ workspace_id }) => <Copyable text={workspace_id} label="workspace id" />),
];

const memberColumn = columnsOf<{
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}>();

const memberColumns = [
  memberColumn("name", "Name", ({ user_id, name, email }) => (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <PromptLink href={`/operator/people/${user_id}`} className="rounded font-medium hover:underline">
        {name}
      </PromptLink>
      <div className="text-ink-muted text-xs leading-4">{email}</div>
    </div>
  )),
  memberColumn("role", "Role", ({ role }) => role),
];

/** What its members asked for last, and what failed of it. */
function OrganizationOperations(path: OneOrganization) {
  const { query, pages } = useList(organizationOperationList, path);
  return (
    <Section title="Operations" lead="What its members asked for last.">
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">Nothing was asked for yet.</p>}>
        {(items) => (
          <DataTable
            label="Operations of the organization"
            columns={operationColumns}
            rows={items}
            keyOf={({ operation_id }) => operation_id}
          />
        )}
      </PagedRows>
    </Section>
  );
}

/** What operators did to it. What its members did is in its own trail. */
function OrganizationEvents(path: OneOrganization) {
  const { query, pages } = useList(organizationEventList, path);
  return (
    <Section title="Events" lead="What operators changed, planned or were refused here.">
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">No operator acted on it yet.</p>}>
        {(items) => <EventTable events={items} ofOne />}
      </PagedRows>
    </Section>
  );
}
