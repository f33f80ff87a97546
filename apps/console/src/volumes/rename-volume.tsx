"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/block-storage")).UpdateVolume;

export function RenameVolume({ volume }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<{ name: string }>({ resolver: contractResolver(schema), defaultValues: { name: volume.name } });
  const rename = useMutation(
    trpc.volume.update.mutationOptions({
      onSuccess: async ({ name }) => {
        notify.done(`The volume is called ${name} now`);
        await queryClient.invalidateQueries(trpc.volume.pathFilter());
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["name"], form.setError),
    }),
  );
  const refusal = roleRefusal("block-storage.write");
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate({ workspace_id: workspaceId, volume_id: volume.volume_id, name }),
  );
  return (
    <Section title="Name">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {rename.error && <ProblemNotice problem={problemOf(rename.error)} />}
        <FormFields refusal={refusal}>
          <TextField
            label="Name"
            autoComplete="off"
            error={form.formState.errors.name?.message}
            {...form.register("name")}
          />
        </FormFields>
        <Button type="submit" busy={rename.isPending} refusal={refusal}>
          Rename
        </Button>
      </form>
    </Section>
  );
}
