"use client";

import type { OperatorScope } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { defineForm, field, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ShownToken } from "./shown-token.tsx";
import { useInstallationChanged } from "./use-changed.ts";

const DAY_MS = 24 * 3600 * 1000;
const LIFETIMES = { "7": "7 days", "30": "30 days", "90": "90 days", "365": "1 year" } as const;

const scopesOf = (reach: string): OperatorScope[] =>
  reach === "write" ? ["operator.read", "operator.write"] : ["operator.read"];

const createToken = defineForm(async () => (await import("@fulmar/contract/operator")).NewOperatorToken, {
  name: text(),
  scopes: field("read", scopesOf),
  expires_at: field("90", (days) => new Date(Date.now() + Number(days) * DAY_MS).toISOString()),
  allowed_ip_ranges: texts(/[\s,;]+/),
});

/** Asks what a token may do and how long, then shows its value once. */
export function CreateOperatorToken({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(createToken);
  const create = useMutation(
    trpc.operatorToken.create.mutationOptions({
      // The value is kept only in this dialog.
      gcTime: 0,
      onSuccess: ({ name }) => changed(`Created ${name}`),
      onError: form.showErrors,
    }),
  );
  const close = () => {
    create.reset();
    onClose();
  };
  if (create.data !== undefined)
    return <ShownToken title={`The value of ${create.data.name}`} token={create.data.token} onClose={close} />;
  const submit = form.handleSubmit((body) => create.mutate(body));
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="New operator token"
      lead="It is your own: it never does more than your role, and ends with it."
      action="Create token"
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoComplete="off" hint="What uses it, such as billing-export" {...form.field("name")} />
      <ChoiceGroup legend="Scopes" error={form.errorOf("scopes")}>
        <ChoiceCard title="Read" value="read" {...form.register("scopes")}>
          Sees the installation
        </ChoiceCard>
        <ChoiceCard title="Read and change" value="write" {...form.register("scopes")}>
          Everything an operator may
        </ChoiceCard>
      </ChoiceGroup>
      <SelectField label="Expiry" {...form.field("expires_at")}>
        {Object.entries(LIFETIMES).map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Allowed IP ranges"
        placeholder="203.0.113.0/24"
        spellCheck={false}
        rows={2}
        hint="Leave empty to allow any address."
        {...form.field("allowed_ip_ranges")}
      />
    </FormDialog>
  );
}
