"use client";

import { rolesWith, type Site, type Volume, type VolumeSnapshot } from "@fulmar/contract";
import { VOLUME_SIZE_GB, VOLUME_TYPES } from "@fulmar/contract/block-storage";
import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { numberOf, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice, ProblemPanel } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { createVolume } from "./create-volume-fields.ts";
import { TYPE_NAME, TYPE_USE } from "./volume-badges.tsx";
import { type SnapshotPath, snapshotQuestion, volumeQuestion } from "./volume-queries.ts";

/** @param from the source snapshot, or undefined for an empty volume */
export function CreateVolumePage({ from }: { from: SnapshotPath | undefined }) {
  const { workspaceId } = useWorkspace();
  return (
    <>
      <PageHeader crumbs={[{ label: "Volumes", href: `/workspaces/${workspaceId}/volumes` }]} title="New volume" />
      <RoleGate may={rolesWith("block-storage.write")} verbPhrase="create volumes">
        {from === undefined ? <EmptyVolume /> : <VolumeFromSnapshot from={from} />}
      </RoleGate>
    </>
  );
}

function EmptyVolume() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const sites = useQuery(sitesQuestion(trpc, { workspaceId }));
  return (
    <Loaded query={sites} skeleton={<BlockSkeleton className="h-72" />}>
      {({ items }) => <CreateVolumeForm sites={items} source={undefined} />}
    </Loaded>
  );
}

function VolumeFromSnapshot({ from }: { from: SnapshotPath }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const [sites, snapshot, volume] = useQueries({
    queries: [
      sitesQuestion(trpc, { workspaceId }),
      snapshotQuestion(trpc, { workspaceId }, from),
      volumeQuestion(trpc, { workspaceId, volumeId: from.volume_id }),
    ],
  });
  if (sites.data && snapshot.data && volume.data) {
    return <CreateVolumeForm sites={sites.data.items} source={{ snapshot: snapshot.data, volume: volume.data }} />;
  }
  const failed = [sites, snapshot, volume].find((query) => query.error !== null);
  if (failed) return <ProblemPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  return <BlockSkeleton className="h-72" />;
}

export interface SnapshotSource {
  readonly snapshot: VolumeSnapshot;
  /** The volume that the snapshot belongs to. */
  readonly volume: Volume;
}

/** @param source the new volume's source, or undefined for an empty one */
function CreateVolumeForm({ sites, source }: { sites: readonly Site[]; source: SnapshotSource | undefined }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const price = useSkuPrices("block-storage");
  const form = useForm(createVolume, beginning(sites, source));
  const create = useMutation(
    trpc.volume.create.mutationOptions({
      onSuccess: ({ volume_id, name }) => {
        notify.begun(`Creating ${name}`, "It can be attached in a moment.", volume_id);
        router.push(`/workspaces/${workspaceId}/volumes/${volume_id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  const [typed, type] = form.watch(["size_gb", "type"]);
  const size = numberOf(typed);

  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-7">
        {create.error && <ProblemNotice problem={problemOf(create.error)} />}
        <SourceField source={source} error={form.errorOf("snapshot_id")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
          <SelectField
            label="Site"
            hint={
              source === undefined
                ? "It can be attached to VMs of this site only"
                : "A snapshot becomes a volume at its own site"
            }
            {...form.field("site_id")}
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
            min={source?.snapshot.size_gb ?? 1}
            max={VOLUME_SIZE_GB.max}
            hint={
              source === undefined
                ? "It can grow later, but not shrink"
                : `At least the ${gigabytes(source.snapshot.size_gb)} of the snapshot`
            }
            {...form.field("size_gb")}
          />
        </div>
        <ChoiceGroup legend="Type" error={form.errorOf("type")}>
          {VOLUME_TYPES.map((each) => (
            <ChoiceCard key={each} title={TYPE_NAME[each]} value={each} {...form.register("type")}>
              {TYPE_USE[each]}
              <span className="mt-2 block text-ink">
                {price(`volume.${each}`, 100)?.monthly ?? "—"} a month for 100 GB
              </span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        <ShowFormAs operation="volume.create" declared={createVolume} form={form} />
      </div>
      <PurchaseSummary
        lines={[
          ["Type", TYPE_NAME[type]],
          ["Size", size > 0 ? gigabytes(size) : "—"],
          ["Source", source?.snapshot.name ?? "empty volume"],
        ]}
        price={size > 0 ? price(`volume.${type}`, size) : undefined}
        skuCode={`volume.${type}`}
        action="Create volume"
        busy={create.isPending || create.isSuccess}
      />
    </form>
  );
}

/** A volume made from a snapshot has the snapshot's site and type, and at least its size. */
function beginning(sites: readonly Site[], source: SnapshotSource | undefined): Partial<typeof createVolume.initial> {
  if (source === undefined) return { site_id: sites[0]?.site_id ?? "" };
  const { snapshot, volume } = source;
  const { site_id, type } = volume;
  return { size_gb: String(snapshot.size_gb), site_id, type, snapshot_id: snapshot.snapshot_id };
}

const ChooseSnapshot = onDemand(async () => (await import("./choose-snapshot.tsx")).ChooseSnapshot);

/** The source of the volume: none, or a snapshot that is selected in a dialog. */
function SourceField({ source, error }: { source: SnapshotSource | undefined; error: string | undefined }) {
  const { workspaceId } = useWorkspace();
  const [choosing, setChoosing] = useState(false);
  return (
    <section
      aria-label="Source"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-canvas px-4 py-3"
    >
      <Camera className="size-4 text-ink-muted" aria-hidden />
      <p className="min-w-0 grow basis-52">
        {source === undefined ? (
          "The volume is empty at first."
        ) : (
          <>
            The volume starts as a copy of the snapshot <span className="font-medium">{source.snapshot.name}</span> of{" "}
            <Link
              href={`/workspaces/${workspaceId}/volumes/${source.volume.volume_id}/snapshots`}
              className="rounded font-medium underline underline-offset-2"
            >
              {source.volume.name}
            </Link>
            .
          </>
        )}{" "}
        <FieldMessage label="Snapshot" error={error} choice />
      </p>
      <Button onClick={() => setChoosing(true)}>{source === undefined ? "From a snapshot" : "Another snapshot"}</Button>
      {choosing && <ChooseSnapshot onClose={() => setChoosing(false)} />}
    </section>
  );
}
