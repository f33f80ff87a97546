"use client";

import type { Volume } from "@fulmar/contract";
import { VOLUME_SIZE_GB } from "@fulmar/contract/block-storage";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { sizeOf } from "./create-volume-values.ts";
import { useVolumeRefusal } from "./volume-actions.tsx";

const schema = async () => (await import("@fulmar/contract/block-storage")).ResizeVolume;
const toResize = ({ size_gb }: { size_gb: string }) => ({ size_gb: sizeOf(size_gb) });

/** Volumes only grow; what the new size costs is said before it is asked for. */
export function GrowVolume({ volume }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const price = useSkuPrices("block-storage");
  const refusal = useVolumeRefusal(volume)("resize");
  const form = useForm<{ size_gb: string }>({
    resolver: contractResolver(schema, toResize),
    defaultValues: { size_gb: String(volume.size_gb) },
  });
  const size = sizeOf(useWatch({ control: form.control, name: "size_gb" }));
  const grow = useMutation(
    trpc.volume.resize.mutationOptions({
      onSuccess: async () => {
        notify.begun(`Growing ${volume.name}`, "Then grow its file system in the VM.");
        await queryClient.invalidateQueries(trpc.volume.pathFilter());
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["size_gb"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    grow.mutate({ workspace_id: workspaceId, volume_id: volume.volume_id, ...toResize(values) }),
  );
  const now = price(`volume.${volume.type}`, volume.size_gb);
  const then = price(`volume.${volume.type}`, size);
  const tooSmall =
    size > volume.size_gb ? null : `Volumes only grow: enter more than the ${volume.size_gb} GB that it has.`;
  return (
    <Section title="Size" lead="A volume only grows, attached or not. The file system on it is grown in the VM.">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {grow.error && <ProblemNotice problem={problemOf(grow.error)} />}
        <FormFields refusal={roleRefusal("block-storage.write")}>
          <TextField
            label="Size in GB"
            type="number"
            inputMode="numeric"
            min={volume.size_gb}
            max={VOLUME_SIZE_GB.max}
            error={form.formState.errors.size_gb?.message}
            {...form.register("size_gb")}
          />
        </FormFields>
        {now && then && size > volume.size_gb && (
          <p role="status">
            It will cost <span className="font-medium">{then.monthly}</span> a month in place of {now.monthly}.
          </p>
        )}
        <Button type="submit" busy={grow.isPending} refusal={refusal ?? tooSmall}>
          Grow volume
        </Button>
      </form>
    </Section>
  );
}
