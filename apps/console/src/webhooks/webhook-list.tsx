"use client";

import type { Webhook } from "@fulmar/contract";
import { WebhookIcon } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { WebhookBadge } from "./webhook-badges.tsx";
import { webhookList } from "./webhook-queries.ts";

const WEBHOOKS: ListedKind = {
  one: "webhook",
  many: "webhooks",
  icon: WebhookIcon,
  purpose: "A webhook sends what happens in this workspace to your program, as signed requests.",
  next: { page: "webhooks/new", words: "Create a webhook" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<Webhook>();

const columns = [
  column("name", "Name", (webhook) => (
    <NameCell page="webhooks" id={webhook.webhook_id} name={webhook.name} idLabel="webhook id" />
  )),
  column("state", "State", (webhook) => <WebhookBadge webhook={webhook} />),
  column("url", "URL", (webhook) => <span className="break-all font-mono text-xs">{webhook.url}</span>),
  column("events", "Events", (webhook) => <TagList tags={webhook.event_types} oneLine />),
  column("created", "Created", (webhook) => <DateTime iso={webhook.created_at} />),
];

export function WebhookListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={webhookList}
      path={path}
      title="Webhooks"
      lead="Programs that are sent the events of this workspace."
      kind={WEBHOOKS}
      newLabel="New webhook"
      scope="webhook.write"
      columns={columns}
      keyOf={({ webhook_id }) => webhook_id}
    />
  );
}
