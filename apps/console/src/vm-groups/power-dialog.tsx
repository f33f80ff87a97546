"use client";

import type { VmGroup } from "@fulmar/contract";
import { useWatch } from "react-hook-form";
import { useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { powerValues, powerVmGroup } from "./vm-group-form.ts";
import { vmGroupInput } from "./vm-group-queries.ts";

interface OfGroup {
  readonly group: VmGroup;
}

function useInput({ vm_group_id }: VmGroup) {
  return vmGroupInput({ workspaceId: useWorkspace().workspaceId, vmGroupId: vm_group_id });
}

/** Stops the group's VMs, or starts them. */
export function PowerButton({ group, refusal }: OfGroup & { readonly refusal: string | null }) {
  const stopped = group.power === "stopped";
  return (
    <DialogButton
      dialog={(state) => (stopped ? <StartDialog group={group} {...state} /> : <StopDialog group={group} {...state} />)}
      refusal={refusal}
    >
      {stopped ? "Start" : "Stop"}
    </DialogButton>
  );
}

function StopDialog({ group, ...state }: OfGroup & DialogState) {
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.vmGroup.stop}
      input={useInput(group)}
      plan={trpc.changePlan.vmGroup.stop}
      onDone={() => changed(`Stopping the VMs of ${group.name}`)}
      title={`Stop the VMs of ${group.name}?`}
      lead="They keep their disks and addresses. Until the group starts, it makes, heals, scales and replaces nothing."
      action="Stop VMs"
    />
  );
}

function StartDialog({ group, ...state }: OfGroup & DialogState) {
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.vmGroup.start}
      input={useInput(group)}
      plan={trpc.changePlan.vmGroup.start}
      onDone={() => changed(`Starting the VMs of ${group.name}`)}
      title={`Start the VMs of ${group.name}?`}
      lead="Those that the group has stopped start. Then it makes, heals, scales and replaces VMs again."
      action="Start VMs"
    />
  );
}

/** Changes when the group stops and starts by itself. */
export function PowerDialog({ group, open, onClose }: OfGroup & DialogState) {
  const input = useInput(group);
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(powerVmGroup, powerValues(group));
  const scheduled = useWatch({ control: form.control, name: "scheduled" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Power schedule of ${group.name}`}
      lead="VMs are stopped and started with their disks and addresses. The latest time that has passed decides."
      action="Save times"
      form={form}
      change={trpc.vmGroup.update}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`Saved the power schedule of ${saved.name}`)}
    >
      <CheckOption label="Stop and start by a schedule" {...form.register("scheduled")} />
      {scheduled && (
        <>
          <TextArea
            label="Times"
            hint="One time per line, with days or for every day: monday friday 07:00 running"
            spellCheck={false}
            {...form.field("times")}
          />
          <TextField label="Time zone" autoComplete="off" spellCheck={false} {...form.field("timezone")} />
        </>
      )}
    </ChangeDialog>
  );
}
