"use client";

import type { Site } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { FormInUse } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { addChoice, type createVm } from "./create-vm-fields.ts";
import { gigabytes } from "./plan.ts";
import { resourceInputs } from "./vm-queries.ts";

/** Loaded when first opened. */
const NewVolumeDialog = onDemand(async () => (await import("@/volumes/new-volume-dialog.tsx")).NewVolumeDialog);

/** The root disk's size and the volumes that the VM is created with. They are billed separately. */
export function VolumeFields({
  form,
  sites,
  planDiskGb,
}: {
  form: FormInUse<typeof createVm>;
  sites: readonly Site[];
  planDiskGb: number | undefined;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const readable = roleRefusal("block-storage.read") === null;
  const volumes = useQuery({
    ...trpc.volume.list.queryOptions(resourceInputs(workspaceId).volumes),
    enabled: readable,
  });
  const siteId = useWatch({ control: form.control, name: "site_id" });
  const fitting = (readable ? volumes.data?.items : [])?.filter(({ site_id }) =>
    siteId === "" ? sites.some((site) => site.site_id === site_id) : site_id === siteId,
  );
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 font-semibold text-base">Storage</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Root disk in GB"
          type="number"
          inputMode="numeric"
          min={planDiskGb ?? 1}
          placeholder={planDiskGb === undefined ? undefined : String(planDiskGb)}
          hint="Leave empty for the plan's size. A larger disk costs extra and cannot shrink"
          {...form.field("disk_gb")}
        />
      </div>
      <CheckList
        legend="Volumes to attach"
        error={form.errorOf("volume_ids")}
        empty="No volume at this site is free to attach."
        options={fitting?.map((volume) => ({
          value: volume.volume_id,
          label: volume.name,
          hint: `${gigabytes(volume.size_gb)} · ${sites.find(({ site_id }) => site_id === volume.site_id)?.name ?? volume.site_id}`,
        }))}
        register={form.register("volume_ids")}
      />
      <p className="-mt-2">
        <DialogButton
          refusal={roleRefusal("block-storage.write")}
          dialog={(state) => (
            <NewVolumeDialog
              {...state}
              sites={siteId === "" ? sites : sites.filter(({ site_id }) => site_id === siteId)}
              siteId={siteId === "" ? (sites[0]?.site_id ?? "") : siteId}
              name={`${form.getValues("name").slice(0, 58)}-data`}
              onMade={(id) => addChoice(form, "volume_ids", id)}
            />
          )}
        >
          New volume
        </DialogButton>
      </p>
    </fieldset>
  );
}
