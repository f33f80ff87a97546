"use client";

import type { Webhook, WebhookDelivery } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { DeliveryBadge, WebhookBadge } from "./webhook-badges.tsx";
import { deliveryList, type WebhookPath, webhookInput } from "./webhook-queries.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

const DELIVERIES: ListedKind = {
  one: "delivery",
  many: "deliveries",
  icon: Send,
  purpose: "Each event that the filter matches is delivered here. Send a test event to try your program.",
  hint: "None of the deliveries has this status.",
};

const column = columnsOf<WebhookDelivery>();

const columns = [
  column("event", "Event", (delivery) => <DeliveryLink delivery={delivery} />),
  column("status", "Status", (delivery) => <DeliveryBadge delivery={delivery} />),
  column("answer", "Answer", ({ answer_status }) => answer_status ?? <span className="text-ink-subtle">none</span>),
  column("attempts", "Attempts", ({ attempt_count }) => attempt_count),
  column("created", "Created", ({ created_at }) => <DateTime iso={created_at} />),
];

function DeliveryLink({ delivery: { webhook_id, delivery_id, type, resource_id } }: { delivery: WebhookDelivery }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40 py-2">
      <PromptLink href={workspaceHref(workspaceId, `webhooks/${webhook_id}/deliveries/${delivery_id}`)}>
        {type}
      </PromptLink>
      {resource_id !== null && <div className="break-all text-ink-subtle text-xs">{resource_id}</div>}
    </div>
  );
}

export function WebhookPage(path: WebhookPath) {
  const { workspaceId, webhookId } = path;
  const trpc = useTRPC();
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery(trpc.webhook.get.queryOptions(webhookInput(workspaceId, webhookId)));
  const webhook = query.data;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Webhooks", href: workspaceHref(workspaceId, "webhooks") }]}
        title={webhook?.name ?? "Webhook"}
        aside={webhook && <WebhookBadge webhook={webhook} />}
      >
        {webhook && secret === null && <WebhookActions webhook={webhook} onRotated={setSecret} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(loaded) =>
          secret === null ? (
            <div className="space-y-10">
              <SwitchedOff webhook={loaded} />
              <WebhookFacts webhook={loaded} />
              <Section title="Deliveries" lead="Deliveries are kept for 30 days.">
                <ListTable
                  list={deliveryList}
                  path={path}
                  kind={DELIVERIES}
                  label={`Deliveries of ${loaded.name}`}
                  filters={{ status: ["Status"] }}
                  columns={columns}
                  keyOf={({ delivery_id }) => delivery_id}
                />
              </Section>
            </div>
          ) : (
            <WebhookSecret name={loaded.name} secret={secret} onDone={() => setSecret(null)} />
          )
        }
      </Loaded>
    </>
  );
}

function SwitchedOff({ webhook: { disabled_reason } }: { webhook: Webhook }) {
  if (disabled_reason === null) return null;
  return (
    <p role="status" className="rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
      {disabled_reason === "gone"
        ? "It was switched off, because its receiver answered 410: it wants no more events."
        : "It was switched off, because its receiver has not accepted an event for three days."}
    </p>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      label="Webhook"
      facts={[
        ["URL", <Copyable key="url" text={webhook.url} label="URL" />],
        ["Events", <TagList key="events" tags={webhook.event_types} />],
        ["Webhook id", <Copyable key="id" text={webhook.webhook_id} label="webhook id" />],
        ["Description", webhook.description === "" ? null : webhook.description],
        ["Created", <DateTime key="created" iso={webhook.created_at} />],
        ["Off since", webhook.disabled_at === null ? null : <DateTime key="off" iso={webhook.disabled_at} />],
        [
          "Old secret signs until",
          webhook.old_secret_until === null ? null : <DateTime key="old" iso={webhook.old_secret_until} />,
        ],
      ]}
    />
  );
}
