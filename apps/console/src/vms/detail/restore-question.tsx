"use client";

import type { RecoveryVolumeManifestItem } from "@fulmar/contract";
import { useState } from "react";
import type { PlanQuestion } from "@/client/plan-question.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useVm } from "./vm-place.tsx";

/**
 * Asks which volumes to restore, and for the VM's name, because their current contents are overwritten.
 * @param point the recovery point in words, such as "snapshot before-upgrade"
 */
export function RestoreQuestion({
  point,
  manifest,
  planFor,
  onRestore,
  busy,
  error,
  open,
  onClose,
}: DialogState & {
  point: string;
  manifest: readonly RecoveryVolumeManifestItem[];
  planFor: (volumeIds: string[]) => PlanQuestion;
  onRestore: (volumeIds: string[]) => void;
  busy: boolean;
  error: unknown;
}) {
  const { vm } = useVm();
  const [left, setLeft] = useState<ReadonlySet<string>>(
    new Set(manifest.filter((volume) => !volume.source_attachment_present).map((volume) => volume.source_volume_id)),
  );
  const chosen = manifest.map((volume) => volume.source_volume_id).filter((id) => !left.has(id));
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Restore ${vm.name} from ${point}?`}
      lead="The chosen volumes are restored to their content at that time; later changes are lost. A running VM is stopped for this and started again."
      action="Restore VM"
      typeName={vm.name}
      plan={planFor(chosen)}
      busy={busy}
      error={error}
      onConfirm={() => onRestore(chosen)}
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
    </Confirm>
  );
}

function toggled(left: ReadonlySet<string>, id: string, chosen: boolean): ReadonlySet<string> {
  const next = new Set(left);
  if (chosen) next.delete(id);
  else next.add(id);
  return next;
}
