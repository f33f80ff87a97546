"use client";

import type { Webhook } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { ChangeDialog, ChoiceDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { WEBHOOK_FIELDS, WebhookFields } from "./webhook-fields.tsx";
import { webhookInput } from "./webhook-queries.ts";

interface Props {
  readonly webhook: Webhook;
  /** The new secret, to be shown once. */
  readonly onRotated: (secret: string) => void;
}

export function WebhookActions({ webhook, onRotated }: Props) {
  const { input, workspaceId, refusal } = useWebhook(webhook);
  const router = useRouter();
  const trpc = useTRPC();
  return (
    <>
      <SendTest webhook={webhook} />
      <DialogButton dialog={(state) => <EditDialog webhook={webhook} {...state} />} refusal={refusal}>
        Edit
      </DialogButton>
      <SwitchWebhook webhook={webhook} />
      <DialogButton
        dialog={(state) => <RotateDialog webhook={webhook} onRotated={onRotated} {...state} />}
        refusal={refusal}
      >
        Rotate secret
      </DialogButton>
      <DeleteAction
        deletion={trpc.webhook.delete}
        input={input}
        plan={trpc.changePlan.webhook.delete}
        onDeleted={() => {
          notify.done(`Deleted ${webhook.name}`);
          router.push(workspaceHref(workspaceId, "webhooks"));
        }}
        what="webhook"
        name={webhook.name}
        lead="Its deliveries are deleted with it, and those that are pending are not sent."
        refusal={refusal}
      />
    </>
  );
}

function useWebhook({ webhook_id }: Webhook) {
  const { workspaceId, roleRefusal } = useWorkspace();
  return { workspaceId, input: webhookInput(workspaceId, webhook_id), refusal: roleRefusal("webhook.write") };
}

function SendTest({ webhook }: { webhook: Webhook }) {
  const { input, refusal } = useWebhook(webhook);
  const trpc = useTRPC();
  const changed = useChanged();
  const send = useMutation(
    trpc.webhook.test.mutationOptions({
      onSuccess: () => changed("A test event is on its way"),
      onError: (error) => notify.failed(problemOf(error).detail),
    }),
  );
  return (
    <Button
      busy={send.isPending}
      refusal={refusal ?? (webhook.enabled ? null : "Switch it on first.")}
      onClick={() => send.mutate(input)}
    >
      Send test event
    </Button>
  );
}

function SwitchWebhook({ webhook }: { webhook: Webhook }) {
  const { input, refusal } = useWebhook(webhook);
  const trpc = useTRPC();
  const changed = useChanged();
  const update = useMutation(
    trpc.webhook.update.mutationOptions({
      onSuccess: ({ name, enabled }) => changed(`Switched ${name} ${enabled ? "on" : "off"}`),
      onError: (error) => notify.failed(problemOf(error).detail),
    }),
  );
  return (
    <Button
      busy={update.isPending}
      refusal={refusal}
      onClick={() => update.mutate({ ...input, enabled: !webhook.enabled })}
    >
      {webhook.enabled ? "Switch off" : "Switch on"}
    </Button>
  );
}

const updateWebhook = defineForm(async () => (await import("@fulmar/contract/webhooks")).UpdateWebhook, WEBHOOK_FIELDS);

function EditDialog({ webhook, open, onClose }: { webhook: Webhook } & DialogState) {
  const { input } = useWebhook(webhook);
  const { name, url, event_types, description } = webhook;
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(updateWebhook, { name, url, description, event_types: event_types.join("\n") });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="Deliveries that are pending go to the new URL."
      action="Save"
      wide
      form={form}
      change={trpc.webhook.update}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <WebhookFields form={form} />
    </ChangeDialog>
  );
}

function RotateDialog({ webhook, onRotated, open, onClose }: Props & DialogState) {
  const { input } = useWebhook(webhook);
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Rotate the secret of ${webhook.name}?`}
      lead="For 24 hours each request is signed with both secrets, so that you have time to replace the old one."
      action="Rotate secret"
      change={trpc.webhook.rotate}
      input={input}
      onDone={({ secret }) => {
        onRotated(secret);
        return changed(`Rotated the secret of ${webhook.name}`);
      }}
    >
      {webhook.old_secret_until !== null && (
        <p className="rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          The secret from before the last rotation still signs. It ends at once.
        </p>
      )}
    </ChoiceDialog>
  );
}
