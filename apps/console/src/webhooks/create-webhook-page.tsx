"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { WEBHOOK_FIELDS, WebhookFields } from "./webhook-fields.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const createWebhook = defineForm(async () => (await import("@fulmar/contract/webhooks")).CreateWebhook, WEBHOOK_FIELDS);

export function CreateWebhookPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(createWebhook);
  const create = useMutation(
    trpc.webhook.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.webhook.list.pathFilter()),
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  const made = create.data;
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: "Webhooks", href: workspaceHref(workspaceId, "webhooks") }]}
        title={made === undefined ? "New webhook" : "Webhook created"}
      />
      {made === undefined ? (
        <RoleGate may={rolesWith("webhook.write")} verbPhrase="create webhooks">
          <form noValidate onSubmit={(event) => void submit(event)} className="space-y-6">
            {create.error && <ProblemNotice problem={problemOf(create.error)} />}
            <WebhookFields form={form} />
            <Button type="submit" look="primary" busy={create.isPending}>
              Create webhook
            </Button>
            <ShowFormAs operation="webhook.create" declared={createWebhook} form={form} />
          </form>
        </RoleGate>
      ) : (
        <WebhookSecret
          name={made.name}
          secret={made.secret}
          onDone={() => router.push(workspaceHref(workspaceId, `webhooks/${made.webhook_id}`))}
        />
      )}
    </div>
  );
}
