"use client";

import { useState } from "react";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

const TYPES = [
  [
    "policy",
    "Automatic",
    "Incremental if the policy allows it and the last full one is recent enough; full without a policy",
  ],
  ["full", "Full", "Self-contained; starts a new chain"],
  ["incremental", "Incremental", "Only what has changed since the last backup"],
] as const;
type Type = (typeof TYPES)[number][0];

/** Creates a backup of the VM now. */
export function BackUpNow({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const [type, setType] = useState<Type>("policy");
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Back up ${vm.name} now`}
      lead="The root disk and all attached volumes are copied, while the VM keeps running."
      action="Back up"
      wide
      change={procedures.backup.create}
      input={{ ...target, ...(type !== "policy" && { type }) }}
      onDone={() => changed(`Backing up ${vm.name}`)}
    >
      <ChoiceGroup legend="Type" error={undefined}>
        {TYPES.map(([value, title, hint]) => (
          <ChoiceCard
            key={value}
            title={title}
            name="type"
            value={value}
            checked={type === value}
            onChange={() => setType(value)}
          >
            {hint}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </ChoiceDialog>
  );
}
