"use client";

import type { VmGroup } from "@fulmar/contract";
import { useWatch } from "react-hook-form";
import { useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { scaleVmGroup, scalingValues } from "./vm-group-form.ts";
import { vmGroupInput } from "./vm-group-queries.ts";

/** Rules by which a group changes its count. */
export function ScalingDialog({ group, open, onClose }: { readonly group: VmGroup } & DialogState) {
  const input = vmGroupInput({ workspaceId: useWorkspace().workspaceId, vmGroupId: group.vm_group_id });
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(scaleVmGroup, scalingValues(group));
  const [scales, metric] = useWatch({ control: form.control, name: ["scales", "metric_name"] });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Scaling of ${group.name}`}
      lead="Rules change the count by themselves. VMs that they remove are lost with what is on their disks."
      action="Save rules"
      wide
      form={form}
      change={trpc.vmGroup.update}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`Saved the rules of ${saved.name}`)}
    >
      <CheckOption label="Change the count by rules" {...form.register("scales")} />
      {scales && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="At least" inputMode="numeric" {...form.field("min_count")} />
            <TextField label="At most" inputMode="numeric" {...form.field("max_count")} />
          </div>
          <SelectField label="Keep near a target" {...form.field("metric_name")}>
            <option value="cpu">CPU</option>
            <option value="memory">Memory</option>
            <option value="">Nothing: only by the schedule</option>
          </SelectField>
          {metric !== "" && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField label="Target in percent" inputMode="numeric" {...form.field("target_percent")} />
              <TextField label="Minutes between changes" inputMode="numeric" {...form.field("cooldown_minutes")} />
            </div>
          )}
          <TextArea
            label="Schedule"
            hint="One time per line, with days or for every day: monday friday 07:30 4"
            spellCheck={false}
            {...form.field("schedule")}
          />
          <TextField label="Time zone" autoComplete="off" spellCheck={false} {...form.field("timezone")} />
        </>
      )}
    </ChangeDialog>
  );
}
