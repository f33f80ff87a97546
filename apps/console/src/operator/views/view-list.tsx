"use client";

import type { OperatorActing } from "@fulmar/contract";
import { Eye } from "lucide-react";
import { TrailForm } from "@/audit/trail-form.tsx";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { ViewEnd } from "@/settings/view-end.tsx";
import { OperatorField, OrganizationField } from "../activity-filters.tsx";
import { NOWHERE, viewList } from "../operator-queries.ts";
import { OrganizationLink } from "../organization-link.tsx";

const VIEWS: ListedKind = {
  one: "view",
  many: "views",
  icon: Eye,
  purpose: "An operator's view of an organization, which begins on the page of the organization, appears here.",
  hint: "Names and ids must match exactly. Clear the filter to see all views.",
};

const column = columnsOf<OperatorActing>();
const columns = [
  column("operator", "Operator", ({ operator_name }) => operator_name),
  column("organization", "Organization", ({ organization_id, organization_name }) => (
    <OrganizationLink id={organization_id} name={organization_name} />
  )),
  column("reason", "Reason", ({ reason }) => (
    <span className="block min-w-40 max-w-96 py-2 [overflow-wrap:anywhere]">{reason}</span>
  )),
  column("started", "From", ({ started_at }) => <DateTime iso={started_at} />),
  column("ended", "Until", ({ ended_at, ends_at }) => <DateTime iso={ended_at ?? ends_at} />),
  column("how", "Ended", (view) => <ViewEnd view={view} />),
];

/** Which operators viewed which organizations, newest first. */
export function ViewListPage() {
  const list = useList(viewList, NOWHERE);
  const { choice, choose } = list;
  return (
    <>
      <PageHeader title="Views" lead="Which operators viewed which organizations as their viewers do, when and why." />
      <ResourceList
        kind={VIEWS}
        list={list}
        query={list.query}
        pages={list.pages}
        toolbar={
          <TrailForm
            key={list.key}
            label="Views"
            narrowed={list.narrowed}
            onApply={choose}
            onClear={() => choose({ organization_id: "", user_id: "" })}
          >
            <OrganizationField value={choice.organization_id ?? ""} />
            <OperatorField label="Operator" field="user_id" value={choice.user_id ?? ""} example="a name" />
          </TrailForm>
        }
      >
        {(items) => <DataTable label="Views" columns={columns} rows={items} keyOf={({ acting_id }) => acting_id} />}
      </ResourceList>
    </>
  );
}
