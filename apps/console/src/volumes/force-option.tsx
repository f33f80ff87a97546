"use client";

import { CheckOption } from "@/components/check-option.tsx";

/** What deleting a volume takes along when it is told to. */
export function ForceOption({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckOption
      label="Delete it even if it is in use"
      hint="An attached volume is taken from its running VM at once, and its snapshots are deleted with it. Without this, both stand in the way."
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
