"use client";

import type { CreateVolume } from "@fulmar/contract";
import { VOLUME_TYPES } from "@fulmar/contract/block-storage";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { numberOf, useForm } from "@/client/form.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { createVolume } from "@/volumes/create-volume-fields.ts";
import { TYPE_NAME } from "@/volumes/volume-badges.tsx";
import { useVm } from "../vm-place.tsx";

/** Creates an empty volume at the VM's site and attaches it. */
export function CreateDialog({ open, onClose }: DialogState) {
  const { vm } = useVm();
  const changed = useChanged("begun", vm.id);
  const form = useForm(createVolume, { site_id: vm.site_id });
  const [type, size_gb] = form.watch(["type", "size_gb"]);
  const price = useSkuPrices("block-storage")(`volume.${type}`, numberOf(size_gb));
  const { run, stage, failure, error } = useCreateAttached({
    onDone: (name) => {
      onClose();
      void changed(`Attaching ${name}`);
    },
    onRefused: form.showErrors,
  });
  const submit = form.handleSubmit(run);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`New volume for ${vm.name}`}
      lead={
        <>
          It is created at the site of the VM and attached to it. A new volume has no file system yet: create one in the
          VM.
        </>
      }
      action={stage === "attaching" ? "Attaching…" : stage === "creating" ? "Creating…" : "Create and attach"}
      busy={stage !== "idle"}
      error={error}
      onSubmit={(event) => void submit(event)}
    >
      {failure !== null && <ProblemNotice problem={{ detail: failure }} />}
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Size in GB" type="number" min={1} {...form.field("size_gb")} />
        <SelectField label="Type" {...form.field("type")}>
          {VOLUME_TYPES.map((each) => (
            <option key={each} value={each}>
              {TYPE_NAME[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {price && (
        <p className="text-ink-muted">
          <span className="font-medium text-ink">{price.monthly}</span> a month, {price.hourly} an hour
        </p>
      )}
    </FormDialog>
  );
}

/** One request waits this long for the new volume. Then it is repeated. */
const HELD_S = 30;

type Stage = "idle" | "creating" | "attaching";

/**
 * Creates a volume at the VM's site, waits until it is available, and attaches it. If a step fails, the previous ones
 * are kept: the volume is in the list of volumes.
 */
export function useCreateAttached({
  onDone,
  onRefused,
}: {
  onDone: (name: string) => void;
  onRefused: (error: unknown) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { procedures, target } = useVm();
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>("idle");
  const [failure, setFailure] = useState<string | null>(null);
  const create = useMutation(trpc.volume.create.mutationOptions());
  const attach = useMutation(procedures.vm.attachVolume.mutationOptions());

  const made = async (volumeId: string) => {
    for (;;) {
      const input = { workspace_id: workspaceId, volume_id: volumeId, wait: HELD_S };
      const volume = await queryClient.fetchQuery({ ...trpc.volume.get.queryOptions(input), staleTime: 0 });
      if (volume.status !== "creating") return volume;
    }
  };
  const run = async (input: Omit<CreateVolume, "deletion_protection">) => {
    setFailure(null);
    setStage("creating");
    try {
      const { volume_id } = await create.mutateAsync({ workspace_id: workspaceId, ...input });
      const volume = await made(volume_id);
      if (volume.status === "error") return setFailure(volume.error_message ?? "The volume could not be created.");
      setStage("attaching");
      await attach.mutateAsync({ ...target, volume_id });
      onDone(volume.name);
    } catch (error) {
      onRefused(error);
    } finally {
      setStage("idle");
    }
  };
  return { run, stage, failure, error: create.error ?? attach.error };
}
