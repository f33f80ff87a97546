"use client";

import type { WebhookAttempt, WebhookDelivery } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeliveryBadge } from "./webhook-badges.tsx";
import { deliveryInput, type WebhookPath, webhookInput } from "./webhook-queries.ts";

/** One delivery with its attempts, followed until it ends. */
export function DeliveryPage({ workspaceId, webhookId, deliveryId }: WebhookPath & { readonly deliveryId: string }) {
  const trpc = useTRPC();
  const webhook = useQuery(trpc.webhook.get.queryOptions(webhookInput(workspaceId, webhookId)));
  const query = useQuery({
    ...trpc.webhookDelivery.get.queryOptions(deliveryInput(workspaceId, webhookId, deliveryId)),
    refetchInterval: ({ state: { data } }) => refreshEvery(data?.status === "pending"),
  });
  const delivery = query.data;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Webhooks", href: workspaceHref(workspaceId, "webhooks") },
          { label: webhook.data?.name ?? "Webhook", href: workspaceHref(workspaceId, `webhooks/${webhookId}`) },
        ]}
        title={delivery?.type ?? "Delivery"}
        aside={delivery && <DeliveryBadge delivery={delivery} />}
      >
        {delivery && <SendAgain delivery={delivery} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(loaded) => (
          <div className="space-y-10">
            <DeliveryFacts delivery={loaded} />
            <CopyBlock label="Body" text={loaded.body} />
            <Section title="Attempts" lead="Newest first.">
              {loaded.attempts.length === 0 && <p className="text-ink-muted">There was no attempt yet.</p>}
              <ol className="space-y-3">
                {loaded.attempts.toReversed().map((attempt) => (
                  <li key={attempt.at}>
                    <Attempt attempt={attempt} />
                  </li>
                ))}
              </ol>
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function SendAgain({ delivery }: { delivery: WebhookDelivery }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { webhook_id, delivery_id, status } = delivery;
  const resend = useMutation(
    trpc.webhookDelivery.resend.mutationOptions({
      onSuccess: () => changed("The delivery is on its way again"),
      onError: (error) => notify.failed(problemOf(error).detail),
    }),
  );
  const refusal = roleRefusal("webhook.write") ?? (status === "pending" ? "It is on its way." : null);
  return (
    <Button
      busy={resend.isPending}
      refusal={refusal}
      onClick={() => resend.mutate(deliveryInput(workspaceId, webhook_id, delivery_id))}
    >
      Send again
    </Button>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { delivery_id, event_id, resource_id, created_at, next_attempt_at, finished_at } = delivery;
  return (
    <Facts
      label="Delivery"
      facts={[
        ["Delivery id", <Copyable key="id" text={delivery_id} label="delivery id" />],
        ["Event id", event_id === null ? null : <Copyable key="event" text={event_id} label="event id" />],
        ["Resource", resource_id === null ? null : <Copyable key="resource" text={resource_id} label="resource id" />],
        ["Created", <DateTime key="created" iso={created_at} />],
        ["Next attempt", next_attempt_at === null ? null : <DateTime key="next" iso={next_attempt_at} />],
        ["Ended", finished_at === null ? null : <DateTime key="finished" iso={finished_at} />],
      ]}
    />
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { at, status, error, duration_ms, url, request_headers, response_headers, response_body } = attempt;
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <summary className="cursor-pointer">
        <span className="font-medium">{status ?? "No answer"}</span> <DateTime iso={at} />{" "}
        <span className="text-ink-muted tabular-nums">{duration_ms} ms</span>
        {error !== null && <span className="block text-bad text-xs">{error}</span>}
      </summary>
      <div className="mt-4 space-y-5">
        <CopyBlock label="Request" text={`POST ${url}\n${headerLines(request_headers)}`} />
        {status !== null && (
          <CopyBlock label="Response" text={`${status}\n${headerLines(response_headers)}\n\n${response_body}`} />
        )}
      </div>
    </details>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
