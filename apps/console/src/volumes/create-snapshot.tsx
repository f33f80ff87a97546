"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/block-storage")).CreateVolumeSnapshot;

export function CreateSnapshot({ volume, open, onClose }: { volume: Volume; open: boolean; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<{ name: string }>({ resolver: contractResolver(schema), defaultValues: { name: "" } });
  const create = useMutation(
    trpc.volumeSnapshot.create.mutationOptions({
      onSuccess: async ({ name }) => {
        notify.begun(`Taking the snapshot ${name}`);
        form.reset();
        onClose();
        await queryClient.invalidateQueries(trpc.volumeSnapshot.pathFilter());
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["name"], form.setError),
    }),
  );
  const submit = form.handleSubmit(({ name }) =>
    create.mutate({ workspace_id: workspaceId, volume_id: volume.volume_id, name }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Take a snapshot of ${volume.name}`}
      lead="It holds what is on the volume now. For files that fit together, let the VM write them out first, or stop it."
      action="Take snapshot"
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register("name")}
      />
    </FormDialog>
  );
}
