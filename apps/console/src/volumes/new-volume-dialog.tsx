"use client";

import { type Site, VOLUME_STATES } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { numberOf, useForm } from "@/client/form.ts";
import { refreshEvery } from "@/client/live.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { affectedByAnything } from "@/shell/affected-queries.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { createVolume } from "./create-volume-fields.ts";
import { volumeQuestion } from "./volume-queries.ts";

/**
 * Creates an empty SSD volume without leaving another form, and waits until it can be attached.
 * @param siteId the preselected site
 * @param onMade receives the id of the volume once it is available and lists have it
 */
export function NewVolumeDialog({
  open,
  onClose,
  sites,
  siteId,
  name,
  onMade,
}: DialogState & { sites: readonly Site[]; siteId: string; name: string; onMade: (id: string) => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const price = useSkuPrices("block-storage");
  const form = useForm(createVolume, { name, site_id: siteId });
  const [volumeId, setVolumeId] = useState<string | null>(null);
  const create = useMutation(
    trpc.volume.create.mutationOptions({
      onSuccess: ({ volume_id }) => setVolumeId(volume_id),
      onError: form.showErrors,
    }),
  );
  const waits = volumeId !== null;
  useCreated(volumeId, (isAvailable) => {
    onClose();
    if (isAvailable && volumeId !== null) onMade(volumeId);
  });
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  const size = numberOf(form.watch("size_gb"));
  const monthly = size > 0 ? price("volume.ssd", size)?.monthly : undefined;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New volume"
      lead={
        waits ? "The volume is being created." : "An empty SSD. It outlives the VM, and is billed until you delete it."
      }
      action="Create volume"
      busy={create.isPending || waits}
      error={create.error}
      onSubmit={(event) => {
        // React passes events of a dialog on to the form that opened it.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <TextField
        label="Size in GB"
        type="number"
        inputMode="numeric"
        min={1}
        hint={monthly === undefined ? undefined : `${monthly} a month`}
        {...form.field("size_gb")}
      />
      <SelectField label="Site" hint="The VM is created at this site" {...form.field("site_id")}>
        {sites.map((site) => (
          <option key={site.site_id} value={site.site_id}>
            {site.name} · {site.location}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

/** Follows a new volume until it is available or failed, which the operations tray announces. */
function useCreated(volumeId: string | null, onEnd: (isAvailable: boolean) => void) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...volumeQuestion(useTRPC(), { workspaceId, volumeId: volumeId ?? "" }),
    enabled: volumeId !== null,
    refetchInterval: ({ state }) => refreshEvery(state.data === undefined || VOLUME_STATES[state.data.status].changing),
  });
  const status = data !== undefined && !VOLUME_STATES[data.status].changing ? data.status : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a creation ends once
  useEffect(() => {
    if (status === undefined) return;
    void queryClient.invalidateQueries({ predicate: affectedByAnything }).then(() => onEnd(status === "available"));
  }, [status]);
}
