"use client";

import type { Volume } from "@fulmar/contract";
import { VOLUME_SIZE_GB } from "@fulmar/contract/block-storage";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { defineForm, number, numberOf, rawText, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { PlanPreview } from "@/components/plan-preview.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { notify } from "@/components/toast-store.ts";
import { useDeletionWindow } from "@/deletion/use-deletion-window.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { ForceOption } from "./volume-badges.tsx";
import { useVolume, useVolumeRefusal } from "./volume-frame.tsx";

/** The name, size and deletion of a volume. */
export function VolumeSettings() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const volume = useVolume();
  const update = useMutation(useTRPC().volume.update.mutationOptions());
  return (
    <div className="max-w-2xl space-y-10">
      <RenameVolume key={volume.name} volume={volume} />
      <GrowVolume key={volume.size_gb} volume={volume} />
      <ProtectionSection
        what="volume"
        name={volume.name}
        isProtected={volume.deletion_protection}
        refusal={roleRefusal("block-storage.write")}
        onChange={(deletion_protection) =>
          update.mutateAsync({ workspace_id: workspaceId, volume_id: volume.volume_id, deletion_protection })
        }
      />
      <DeleteVolume volume={volume} onDeleted={() => router.push(`/workspaces/${workspaceId}/volumes`)} />
    </div>
  );
}

const renameVolume = defineForm(async () => (await import("@fulmar/contract/block-storage")).UpdateVolume, {
  name: rawText(),
});

function RenameVolume({ volume }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(renameVolume, { name: volume.name });
  const rename = useMutation(
    trpc.volume.update.mutationOptions({
      onSuccess: async ({ name }) => {
        notify.done(`Renamed the volume to ${name}`);
        await queryClient.invalidateQueries(trpc.volume.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const refusal = roleRefusal("block-storage.write");
  const submit = form.handleSubmit((body) =>
    rename.mutate({ workspace_id: workspaceId, volume_id: volume.volume_id, ...body }),
  );
  return (
    <Section title="Name">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {rename.error && <ProblemNotice problem={problemOf(rename.error)} />}
        <FormFields refusal={refusal}>
          <TextField label="Name" autoComplete="off" {...form.field("name")} />
        </FormFields>
        <Button type="submit" busy={rename.isPending} refusal={refusal}>
          Rename
        </Button>
      </form>
    </Section>
  );
}

const growVolume = defineForm(async () => (await import("@fulmar/contract/block-storage")).ResizeVolume, {
  size_gb: number(),
});

/** Grows a volume, since volumes cannot shrink. The new price is shown in advance. */
function GrowVolume({ volume }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const price = useSkuPrices("block-storage");
  const refusal = useVolumeRefusal(volume)("resize");
  const form = useForm(growVolume, { size_gb: String(volume.size_gb) });
  const size = numberOf(form.watch("size_gb"));
  const grow = useMutation(
    trpc.volume.resize.mutationOptions({
      onSuccess: async () => {
        notify.begun(`Growing ${volume.name}`, "Then grow its file system in the VM.", volume.volume_id);
        await queryClient.invalidateQueries(trpc.volume.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const place = { workspace_id: workspaceId, volume_id: volume.volume_id };
  const submit = form.handleSubmit((body) => grow.mutate({ ...place, ...body }));
  const now = price(`volume.${volume.type}`, volume.size_gb);
  const then = price(`volume.${volume.type}`, size);
  const tooSmall =
    size > volume.size_gb ? null : `Volumes can only grow: enter more than its current ${gigabytes(volume.size_gb)}.`;
  return (
    <Section title="Size" lead="A volume can only grow, whether attached or not. Grow its file system in the VM.">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {grow.error && <ProblemNotice problem={problemOf(grow.error)} />}
        <FormFields refusal={roleRefusal("block-storage.write")}>
          <TextField
            label="Size in GB"
            type="number"
            inputMode="numeric"
            min={volume.size_gb}
            max={VOLUME_SIZE_GB.max}
            {...form.field("size_gb")}
          />
        </FormFields>
        {now && then && size > volume.size_gb && (
          <p role="status">
            It will cost <span className="font-medium">{then.monthly}</span> a month in place of {now.monthly}.
          </p>
        )}
        {tooSmall === null && refusal === null && !grow.error && (
          <PlanPreview
            plan={planOf(trpc.changePlan.volume.resize, { ...place, size_gb: size })}
            sent={grow.isPending}
          />
        )}
        <Button type="submit" busy={grow.isPending} refusal={refusal ?? tooSmall}>
          Grow volume
        </Button>
      </form>
    </Section>
  );
}

function DeleteVolume({ volume, onDeleted }: { volume: Volume; onDeleted: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [force, setForce] = useState(false);
  const keptFor = useDeletionWindow();
  const refusal = useVolumeRefusal(volume)("delete") ?? protectionRefusal("volume", volume.deletion_protection);
  return (
    <Section
      title="Delete"
      lead={`${keptFor === null ? "Its data is lost." : `It can be restored for ${keptFor}.`} Its history stays readable.`}
    >
      <DeleteAction
        deletion={trpc.volume.delete}
        input={{ workspace_id: workspaceId, volume_id: volume.volume_id, force }}
        plan={trpc.changePlan.volume.delete}
        onDeleted={() => {
          notify.done(`Deleted ${volume.name}`);
          onDeleted();
          return queryClient.invalidateQueries(trpc.volume.list.pathFilter());
        }}
        what="volume"
        name={volume.name}
        lead={
          keptFor === null
            ? "Its data is lost. This cannot be undone."
            : `It can be restored for ${keptFor}; its storage is charged until then.`
        }
        typed
        button="Delete volume"
        refusal={refusal}
        onAsk={() => setForce(false)}
      >
        <ForceOption checked={force} onChange={setForce} />
      </DeleteAction>
    </Section>
  );
}
