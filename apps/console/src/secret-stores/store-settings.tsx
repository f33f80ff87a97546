"use client";

import { SECRET_REFUSALS } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { notify } from "@/components/toast-store.ts";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useStore } from "./store-frame.tsx";

const updateStore = defineForm(async () => (await import("@fulmar/contract/secret-store")).UpdateSecretStore, {
  name: rawText(),
  description: rawText(),
});

export function StoreSettings() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const store = useStore();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(updateStore, { name: store.name, description: store.description });
  const update = useMutation(
    trpc.secretStore.update.mutationOptions({
      onSuccess: async ({ name }) => {
        notify.done(`Saved ${name}`);
        await queryClient.invalidateQueries(trpc.secretStore.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const protect = useMutation(trpc.secretStore.update.mutationOptions());
  const submit = form.handleSubmit((body) => update.mutate({ workspace_id: workspaceId, store_id: store.id, ...body }));
  const refusal =
    roleRefusal("secret-store.write") ?? (store.status === "archived" ? SECRET_REFUSALS.store_archived : null);
  return (
    <div className="space-y-8">
      <Facts
        label="Secret store"
        facts={[
          ["Id", <Copyable key="id" text={store.id} label="id" />],
          ["Store key", <Copyable key="key" text={store.store_key} label="store key" />],
          ["Created", <DateTime key="created" iso={store.created_at} />],
          ["Changed", <DateTime key="changed" iso={store.updated_at} />],
        ]}
      />
      <form noValidate onSubmit={(event) => void submit(event)} className="max-w-2xl space-y-5">
        {update.error && <ProblemNotice problem={problemOf(update.error)} />}
        <FormFields refusal={refusal} className="space-y-5">
          <TextField
            label="Name"
            autoComplete="off"
            hint="The store key does not change with the name"
            {...form.field("name")}
          />
          <TextArea prose label="Description" {...form.field("description")} />
        </FormFields>
        <Button type="submit" look="primary" busy={update.isPending} refusal={refusal}>
          Save
        </Button>
      </form>
      <ProtectionSection
        what="secret store"
        name={store.name}
        isProtected={store.deletion_protection}
        refusal={refusal}
        onChange={(deletion_protection) =>
          protect.mutateAsync({ workspace_id: workspaceId, store_id: store.id, deletion_protection })
        }
      />
      <RelatedResources type="secret_store" id={store.id} />
    </div>
  );
}
