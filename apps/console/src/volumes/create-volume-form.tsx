"use client";

import type { Site, Volume, VolumeSnapshot } from "@fulmar/contract";
import { VOLUME_SIZE_GB, VOLUME_TYPES } from "@fulmar/contract/block-storage";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import {
  type CreateVolumeValues,
  EMPTY_VOLUME,
  sizeOf,
  toCreateVolume,
  VOLUME_FIELDS,
} from "./create-volume-values.ts";
import { SourceField } from "./source-field.tsx";
import { TYPE_NAME, TYPE_USE } from "./volume-types.ts";

const schema = async () => (await import("@fulmar/contract/block-storage")).CreateVolume;

export interface SnapshotSource {
  readonly snapshot: VolumeSnapshot;
  /** The volume that the snapshot is of. */
  readonly volume: Volume;
}

/** @param source what the new volume begins with; undefined for an empty one */
export function CreateVolumeForm({ sites, source }: { sites: readonly Site[]; source: SnapshotSource | undefined }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("block-storage");
  const form = useForm<CreateVolumeValues>({
    resolver: contractResolver(schema, toCreateVolume),
    defaultValues: initialValues(sites, source),
  });
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control });
  const create = useMutation(
    trpc.volume.create.mutationOptions({
      onSuccess: ({ volume_id, name }) => {
        notify.begun(`Creating ${name}`, "It can be attached in a moment.");
        router.push(`/workspaces/${workspaceId}/volumes/${volume_id}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, VOLUME_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => create.mutate({ workspace_id: workspaceId, ...toCreateVolume(values) }));
  const size = sizeOf(chosen.size_gb ?? "");
  const type = chosen.type ?? "ssd";

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-7">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <SourceField source={source} error={errors.snapshot_id?.message} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            autoFocus
            autoComplete="off"
            error={errors.name?.message}
            {...form.register("name")}
          />
          <SelectField
            label="Site"
            hint={
              source === undefined
                ? "It can be attached to VMs of this site only"
                : "A snapshot becomes a volume at its own site"
            }
            error={errors.site_id?.message}
            {...form.register("site_id")}
          >
            {(source === undefined ? sites : sites.filter(({ site_id }) => site_id === source.volume.site_id)).map(
              (site) => (
                <option key={site.site_id} value={site.site_id}>
                  {site.name} · {site.location}
                </option>
              ),
            )}
          </SelectField>
          <TextField
            label="Size in GB"
            type="number"
            inputMode="numeric"
            min={source?.snapshot.size_gb ?? VOLUME_SIZE_GB.min}
            max={VOLUME_SIZE_GB.max}
            hint={
              source === undefined
                ? "It can grow later, but not shrink"
                : `At least the ${source.snapshot.size_gb} GB of the snapshot`
            }
            error={errors.size_gb?.message}
            {...form.register("size_gb")}
          />
        </div>
        <ChoiceGroup legend="Type" error={errors.type?.message}>
          {VOLUME_TYPES.map((each) => (
            <ChoiceCard key={each} title={TYPE_NAME[each]} value={each} {...form.register("type")}>
              {TYPE_USE[each]}
              <span className="mt-2 block text-ink">
                {price(`volume.${each}`, 100)?.monthly ?? "—"} a month for 100 GB
              </span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </div>
      <PurchaseSummary
        lines={[
          ["Type", TYPE_NAME[type]],
          ["Size", size > 0 ? `${size} GB` : "—"],
          ["Begins with", source?.snapshot.name ?? "nothing"],
        ]}
        price={size > 0 ? price(`volume.${type}`, size) : undefined}
        skuCode={`volume.${type}`}
        action="Create volume"
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}

function initialValues(sites: readonly Site[], source: SnapshotSource | undefined): CreateVolumeValues {
  if (source === undefined) return { ...EMPTY_VOLUME, site_id: sites[0]?.site_id ?? "" };
  const { snapshot, volume } = source;
  return {
    name: "",
    size_gb: String(snapshot.size_gb),
    site_id: volume.site_id,
    type: volume.type,
    snapshot_id: snapshot.snapshot_id,
  };
}
