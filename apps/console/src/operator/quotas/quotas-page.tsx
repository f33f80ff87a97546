"use client";

import type { OperatorQuotaClass, OperatorQuotaRequest } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import Link from "next/link";
import { countOf } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { QUOTA_REQUEST_TONE } from "@/settings/quota-requests.tsx";
import { QUOTA_NAME } from "@/settings/settings-queries.ts";
import { NOWHERE, quotaRequestList } from "../operator-queries.ts";
import { useInstallationChanged } from "../use-changed.ts";
import { useOperatorRefusal } from "../use-refusal.ts";

const classDialogs = () => import("./class-dialogs.tsx");
const CreateClass = onDemand(async () => (await classDialogs()).CreateClass);
const SetLimits = onDemand(async () => (await classDialogs()).SetLimits);
const requestDialogs = () => import("./decide-request.tsx");
const Grant = onDemand(async () => (await requestDialogs()).Grant);
const Refuse = onDemand(async () => (await requestDialogs()).Refuse);
const MakeDefault = onDemand(async () => (await import("./make-default.tsx")).MakeDefault);

const REQUESTS: ListedKind = {
  one: "request",
  many: "requests",
  icon: Gauge,
  purpose: "A customer who needs more than a quota allows asks for it, and the request appears here.",
  hint: "No request has this state.",
};

const requestColumn = columnsOf<OperatorQuotaRequest>();
const requestColumns = [
  requestColumn("organization", "Organization", ({ organization_id, organization_name, workspace_name }) => (
    <div className="min-w-32 py-2">
      <Link className="font-medium [overflow-wrap:anywhere]" href={`/operator/organizations/${organization_id}`}>
        {organization_name}
      </Link>
      <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{workspace_name}</span>
    </div>
  )),
  requestColumn("wanted", "Wanted", ({ resource, wanted, limit, used, reason }) => (
    <div className="min-w-40 py-2">
      <span className="tabular-nums">{`${QUOTA_NAME[resource]}: ${wanted.toLocaleString()}`}</span>
      <span className="block text-ink-muted text-xs tabular-nums">
        {`Uses ${used.toLocaleString()} of ${limit?.toLocaleString() ?? "no limit"}`}
      </span>
      <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{reason}</span>
    </div>
  )),
  requestColumn("status", "State", ({ status, granted, answer }) => (
    <div className="min-w-28 py-2">
      <StatusBadge tone={QUOTA_REQUEST_TONE[status]}>{status}</StatusBadge>
      {granted !== null && <span className="block text-xs tabular-nums">{`Limit ${granted.toLocaleString()}`}</span>}
      {answer !== null && <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{answer}</span>}
    </div>
  )),
  requestColumn("at", "Asked", ({ created_at, requester_name }) => (
    <div className="py-2">
      <DateTime iso={created_at} />
      <span className="block text-ink-muted text-xs">{requester_name}</span>
    </div>
  )),
  requestColumn("actions", hiddenTitle("Actions"), (request) => <Decide request={request} />),
];

function Decide({ request }: { request: OperatorQuotaRequest }) {
  const refusal = useOperatorRefusal();
  if (request.status !== "open") return null;
  return (
    <div className="flex justify-end gap-2">
      <DialogButton refusal={refusal} dialog={(state) => <Grant request={request} {...state} />}>
        Grant
      </DialogButton>
      <DialogButton refusal={refusal} dialog={(state) => <Refuse request={request} {...state} />}>
        Refuse
      </DialogButton>
    </div>
  );
}

const column = columnsOf<OperatorQuotaClass>();
const columns = [
  column("name", "Name", ({ class_id, name }) => (
    <div className="min-w-32 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <span className="block text-ink-muted text-xs">{class_id}</span>
    </div>
  )),
  column("limits", "Quotas", ({ limits }) => {
    const set = limits.filter(({ limit }) => limit !== null);
    return (
      <span className="block min-w-48 py-2 text-ink-muted text-xs">
        {set.length === 0
          ? "no limit"
          : set.map(({ resource, limit }) => `${QUOTA_NAME[resource]} ${limit?.toLocaleString()}`).join(", ")}
      </span>
    );
  }),
  column("organizations", "Organizations", ({ organizations }) => (
    <span className="tabular-nums">{organizations}</span>
  )),
  column("default", "New ones", ({ is_default }) => is_default && <StatusBadge tone="good">default</StatusBadge>),
  column("actions", hiddenTitle("Actions"), (quotaClass) => <ClassMenu quotaClass={quotaClass} />),
];

function ClassMenu({ quotaClass }: { quotaClass: OperatorQuotaClass }) {
  const { class_id, name, is_default, organizations } = quotaClass;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const refusal = useOperatorRefusal();
  const used = is_default
    ? "New organizations are of this class; make another one the default first."
    : organizations > 0
      ? `${countOf(organizations, "organization")} of this class; give them another one first.`
      : null;
  return (
    <DeleteAction
      deletion={trpc.operatorQuotaClass.remove}
      input={{ class_id }}
      plan={trpc.changePlan.operatorQuotaClass.remove}
      onDeleted={() => changed(`Removed ${name}`)}
      verb="Remove"
      what="quota class"
      name={name}
      lead="No organization is of it."
      refusal={refusal ?? used}
      row={name}
      others={[
        { label: "Set quotas", refusal, dialog: (state) => <SetLimits quotaClass={quotaClass} {...state} /> },
        {
          label: "Make default",
          refusal: refusal ?? (is_default ? "It is the default already." : null),
          dialog: (state) => <MakeDefault quotaClass={quotaClass} {...state} />,
        },
      ]}
    />
  );
}

/** Requests of customers for more, and the quotas of each class of organizations. */
export function QuotasPage() {
  const query = useQuery({
    ...useTRPC().operatorQuotaClass.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  const refusal = useOperatorRefusal();
  return (
    <>
      <PageHeader
        title="Quotas"
        lead="What the workspaces of each class of organizations may have, and who asks for more."
      />
      <div className="space-y-10">
        <Section title="Requests" lead="Newest first. A request that is granted is a quota of that workspace alone.">
          <ListTable
            list={quotaRequestList}
            path={NOWHERE}
            kind={REQUESTS}
            label="Quota requests"
            filters={{ status: ["State", (status) => status] }}
            columns={requestColumns}
            keyOf={({ quota_request_id }) => quota_request_id}
          />
        </Section>
        <Section
          title="Classes"
          lead="An organization has the quotas of its class. Its class is set on its page."
          actions={
            <DialogButton refusal={refusal} dialog={(state) => <CreateClass {...state} />}>
              New class
            </DialogButton>
          }
        >
          <Loaded query={query} skeleton={<BlockSkeleton />}>
            {(classes) => (
              <DataTable label="Quota classes" columns={columns} rows={classes} keyOf={({ class_id }) => class_id} />
            )}
          </Loaded>
        </Section>
      </div>
    </>
  );
}
