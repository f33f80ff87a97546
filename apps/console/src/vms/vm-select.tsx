"use client";

import type { ComponentProps } from "react";
import { SelectField } from "@/components/field.tsx";
import { useVms } from "./use-vms.ts";

/**
 * Selects one of the workspace's VMs.
 * @param only the ids to offer; all VMs if absent
 */
export function VmSelect({
  only,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "children"> & { only?: ReadonlySet<string> }) {
  const vms = [...useVms().values()].filter(({ id }) => only === undefined || only.has(id));
  return (
    <SelectField {...field}>
      <option value="">Choose a VM</option>
      {vms
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ id, name, status }) => (
          <option key={id} value={id}>
            {status === "running" ? name : `${name} (${status})`}
          </option>
        ))}
    </SelectField>
  );
}
