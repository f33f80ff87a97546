"use client";

import type { Backup, SnapshotSet } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { countOf, formatBytes } from "@/client/format.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { Kept } from "./power.ts";
import { type VmKind, vmProcedures } from "./vm-queries.ts";

const GIB = 1024 ** 3;
/** The most that one page of the lists has. */
const MOST = 1000;

/** What is stored, and what it costs from then on. */
function useCost(sku: "backup.storage" | "snapshot.storage", bytes: readonly number[]): string {
  const priceOf = useSkuPrices(sku === "backup.storage" ? "compute" : "block-storage");
  const gigabytes = bytes.reduce((sum, size) => sum + Math.ceil(size / GIB), 0);
  const price = priceOf(sku, gigabytes);
  const stored = formatBytes(bytes.reduce((sum, size) => sum + size, 0));
  return `${stored}${price ? `, ${price.monthly} a month` : ""}`;
}

/**
 * Offers to keep the backups and the snapshots of a VM that is deleted, with their number and what they cost, and says
 * which snapshots stay anyway. Nothing without any.
 */
export function KeepPoints({
  kind,
  vmId,
  kept,
  onChange,
}: {
  kind: VmKind;
  vmId: string;
  kept: Kept;
  onChange: (kept: Kept) => void;
}) {
  const { workspaceId } = useWorkspace();
  const { backup, snapshot } = vmProcedures(useTRPC(), kind);
  const input = { workspace_id: workspaceId, vm_id: vmId, limit: MOST };
  const backups = useQuery(backup.list.queryOptions({ ...input, status: "succeeded" })).data?.items ?? [];
  const taken = useQuery(snapshot.list.queryOptions(input)).data?.snapshots ?? [];
  const snapshots = taken.filter(({ status }) => status === "succeeded");
  return (
    <>
      {backups.length > 0 && (
        <KeepBackups
          backups={backups}
          checked={kept.keep_backups}
          onChange={(keep_backups) => onChange({ ...kept, keep_backups })}
        />
      )}
      {snapshots.length > 0 && (
        <KeepSnapshots
          snapshots={snapshots}
          checked={kept.keep_snapshots}
          onChange={(keep_snapshots) => onChange({ ...kept, keep_snapshots })}
        />
      )}
    </>
  );
}

interface Choice {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function KeepBackups({ backups, checked, onChange }: Choice & { readonly backups: readonly Backup[] }) {
  const cost = useCost(
    "backup.storage",
    backups.map(({ size_bytes }) => size_bytes ?? 0),
  );
  return (
    <CheckOption
      label={backups.length === 1 ? "Keep its backup" : `Keep its ${backups.length} backups`}
      hint={`${cost}, until you delete them. VMs can be made from them.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function KeepSnapshots({ snapshots, checked, onChange }: Choice & { readonly snapshots: readonly SnapshotSet[] }) {
  const staying = snapshots.filter(({ outlives_vm }) => outlives_vm);
  const going = snapshots.filter(({ outlives_vm }) => !outlives_vm);
  const bytesOf = (list: readonly SnapshotSet[]) => list.map(({ display_storage_bytes }) => display_storage_bytes ?? 0);
  const [costOfStaying, cost] = [
    useCost("snapshot.storage", bytesOf(staying)),
    useCost("snapshot.storage", bytesOf(going)),
  ];
  return (
    <>
      {going.length > 0 && (
        <CheckOption
          label={going.length === 1 ? "Keep its snapshot" : `Keep its ${going.length} snapshots`}
          hint={`${cost}, until you delete them. VMs can be made from them.`}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
      {staying.length > 0 && (
        <p className="text-ink-muted text-xs">
          {`${countOf(staying.length, "snapshot")} ${staying.length === 1 ? "outlives" : "outlive"} the VM in any case: ${costOfStaying}, until you delete ${staying.length === 1 ? "it" : "them"}.`}
        </p>
      )}
    </>
  );
}
