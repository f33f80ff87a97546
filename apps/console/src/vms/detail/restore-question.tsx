"use client";

import type { Backup, RecoveryVolumeManifestItem, SnapshotSet } from "@fulmar/contract";
import { useState } from "react";
import type { PlanProcedure } from "@/client/plan-question.ts";
import type { Procedure } from "@/client/procedure.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "./vm-place.tsx";

/**
 * Asks which volumes to restore, and for the VM's name, because their current contents are overwritten.
 * @param point the recovery point in words, such as "snapshot before-upgrade"
 */
function RestoreQuestion<Input, Output>({
  point,
  manifest,
  restore,
  plan,
  inputOf,
  open,
  onClose,
}: DialogState & {
  point: string;
  manifest: readonly RecoveryVolumeManifestItem[];
  restore: Procedure<Input, Output>;
  plan: PlanProcedure<NoInfer<Input>>;
  inputOf: (volumeIds: string[]) => NoInfer<Input>;
}) {
  const { vm } = useVm();
  const changed = useChanged("begun", vm.id);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(manifest.filter((volume) => !volume.source_attachment_present).map((volume) => volume.source_volume_id)),
  );
  const chosen = manifest.map((volume) => volume.source_volume_id).filter((id) => !left.has(id));
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Restore ${vm.name} from ${point}?`}
      lead={
        <>
          The chosen volumes are restored to their content at that time; later changes are lost. A running VM is stopped
          for this and started again.
        </>
      }
      action="Restore VM"
      typeName={vm.name}
      change={restore}
      input={inputOf(chosen)}
      plan={plan}
      onDone={() => changed(`Restoring ${vm.name}`)}
    >
      <fieldset className="space-y-2">
        <legend className="mb-1.5 font-medium">Volumes</legend>
        {manifest.map((volume) => (
          <CheckOption
            key={volume.source_volume_id}
            label={volume.role === "root" ? "Root disk" : (volume.source_volume_name ?? volume.source_volume_id)}
            hint={
              volume.source_attachment_present
                ? undefined
                : "Not attached to the VM any more: attach it first to restore it too."
            }
            checked={!left.has(volume.source_volume_id)}
            onChange={(event) => setLeft(toggled(left, volume.source_volume_id, event.currentTarget.checked))}
          />
        ))}
      </fieldset>
    </ConfirmChange>
  );
}

export function RestoreBackup({ backup, ...state }: { backup: Backup } & DialogState) {
  const { procedures, plans, target } = useVm();
  return (
    <RestoreQuestion
      {...state}
      point={`the ${backup.type} backup of ${backup.created_at.slice(0, 16).replace("T", " ")} UTC`}
      manifest={backup.volume_manifest}
      restore={procedures.backup.restore}
      plan={plans.backup.restore}
      inputOf={(volume_ids) => ({ ...target, backup_id: backup.backup_id, volume_ids })}
    />
  );
}

export function RestoreSnapshot({ snapshot, ...state }: { snapshot: SnapshotSet } & DialogState) {
  const { procedures, plans, target } = useVm();
  return (
    <RestoreQuestion
      {...state}
      point={`snapshot ${snapshot.name}`}
      manifest={snapshot.volume_manifest}
      restore={procedures.snapshot.restore}
      plan={plans.snapshot.restore}
      inputOf={(volume_ids) => ({ ...target, snapshot_set_id: snapshot.snapshot_set_id, volume_ids })}
    />
  );
}

function toggled(left: ReadonlySet<string>, id: string, chosen: boolean): ReadonlySet<string> {
  const next = new Set(left);
  if (chosen) next.delete(id);
  else next.add(id);
  return next;
}
