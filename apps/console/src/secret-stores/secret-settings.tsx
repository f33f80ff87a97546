"use client";

import type { Secret } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dayOf, endOfDay } from "@/client/day.ts";
import { defineForm, field, text, texts, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useSecret } from "./secret-frame.tsx";

function updateSecret({ description, tags, expires_at }: Secret) {
  const lastDay = dayOf(expires_at);
  return defineForm(async () => (await import("@fulmar/contract/secret-store")).UpdateSecret, {
    description: text(description),
    tags: texts(",", tags.join(", ")),
    // An unchanged day keeps its exact time, which may differ from the end of the day.
    expires_at: field(lastDay, (day) => (day === lastDay ? undefined : day === "" ? null : endOfDay(day))),
  });
}

/** Changes the description, tags and expiry of a secret. Its key cannot change because programs use it. */
export function SecretSettings() {
  const { secret } = useSecret();
  return <SettingsForm key={secret.updated_at} secret={secret} />;
}

function SettingsForm({ secret }: { secret: Secret }) {
  const { workspaceId } = useWorkspace();
  const { store, writeRefusal } = useSecret();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(updateSecret(secret));
  const update = useMutation(
    trpc.secret.update.mutationOptions({
      onSuccess: async ({ key }) => {
        notify.done(`Saved ${key}`);
        await queryClient.invalidateQueries(trpc.secret.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) =>
    update.mutate({ workspace_id: workspaceId, store_id: store.id, secret_id: secret.id, ...body }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-5">
      {update.error && <ProblemNotice problem={problemOf(update.error)} />}
      <FormFields refusal={writeRefusal} className="space-y-5">
        <TextField label="Description" autoComplete="off" {...form.field("description")} />
        <TextField label="Tags" hint="Separated by commas" autoComplete="off" {...form.field("tags")} />
        <div className="max-w-56">
          <TextField
            label="Expires on"
            type="date"
            hint="The value is not returned after this time. Leave empty for no expiry"
            {...form.field("expires_at")}
          />
        </div>
      </FormFields>
      <Button type="submit" look="primary" busy={update.isPending} refusal={writeRefusal}>
        Save
      </Button>
    </form>
  );
}
