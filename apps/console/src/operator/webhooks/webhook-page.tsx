"use client";

import type { OperatorFailingWebhook, OperatorWebhook } from "@fulmar/contract";
import { Webhook } from "lucide-react";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { failingWebhookList, NOWHERE, switchedOffWebhookList } from "../operator-queries.ts";
import { OrganizationLink } from "../organization-link.tsx";

const WEBHOOKS = { one: "webhook", many: "webhooks", icon: Webhook };

const FAILING: ListedKind = {
  ...WEBHOOKS,
  purpose: "A webhook whose receiver does not accept a delivery appears here while it is tried again.",
  hint: "No webhook is switched off within these hours.",
};

const SWITCHED_OFF: ListedKind = {
  ...WEBHOOKS,
  purpose: "A webhook whose receiver is gone or has failed for too long is switched off, and appears here.",
};

/** The columns that both lists have. */
const commonColumns = <Row extends OperatorFailingWebhook | OperatorWebhook>() => {
  const column = columnsOf<Row>();
  return [
    column("name", "Name", ({ name, host }) => (
      <div className="min-w-40 py-2 [overflow-wrap:anywhere]">
        <div className="font-medium">{name}</div>
        <div className="text-ink-muted text-xs leading-4">{host}</div>
      </div>
    )),
    column("of", "Organization", ({ organization_id, organization_name, workspace_name }) => (
      <OrganizationLink id={organization_id} name={organization_name} workspace={workspace_name} />
    )),
    column("last", "Last answer", ({ last_status, last_error }) => (
      <span className="block min-w-40 max-w-80 [overflow-wrap:anywhere]">
        {last_error ?? last_status ?? "none kept"}
      </span>
    )),
  ] as const;
};

const failing = columnsOf<OperatorFailingWebhook>();
const failingColumns = [
  ...commonColumns<OperatorFailingWebhook>(),
  failing("since", "Fails since", ({ failing_since }) => <DateTime iso={failing_since} />),
  failing("attempts", "Attempts", ({ attempts }) => <span className="tabular-nums">{attempts}</span>),
  failing("next", "Next attempt", ({ next_attempt_at }) =>
    next_attempt_at === null ? <span className="text-ink-subtle">now</span> : <DateTime iso={next_attempt_at} />,
  ),
  failing("off", "Off from", ({ switched_off_at }) => <DateTime iso={switched_off_at} />),
];

const off = columnsOf<OperatorWebhook>();
const offColumns = [
  ...commonColumns<OperatorWebhook>(),
  off("reason", "Reason", ({ disabled_reason }) => <StatusBadge tone="bad">{disabled_reason}</StatusBadge>),
  off("since", "Switched off", ({ disabled_at }) => disabled_at !== null && <DateTime iso={disabled_at} />),
];

/** The webhooks of all organizations whose receivers fail, and those that were switched off for it. */
export function OperatorWebhookPage() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Those of all organizations whose receivers fail, with the host of their URL alone."
      />
      <div className="space-y-10">
        <Section
          title="Failing"
          lead="A delivery is not accepted and tried again, for three days. Then the webhook is switched off."
        >
          <ListTable
            list={failingWebhookList}
            path={NOWHERE}
            kind={FAILING}
            label="Failing webhooks"
            filters={{ switched_off_within_hours: ["Switched off", (hours) => `off within ${hours} hours`] }}
            columns={failingColumns}
            keyOf={({ webhook_id }) => webhook_id}
          />
        </Section>
        <Section title="Switched off" lead="Their organizations have a mail, and switch them on again.">
          <ListTable
            list={switchedOffWebhookList}
            path={NOWHERE}
            kind={SWITCHED_OFF}
            label="Webhooks that were switched off"
            columns={offColumns}
            keyOf={({ webhook_id }) => webhook_id}
          />
        </Section>
      </div>
    </>
  );
}
