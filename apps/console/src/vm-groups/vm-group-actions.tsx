"use client";

import type { VmGroup, VmGroupMember } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { PowerButton, PowerDialog } from "./power-dialog.tsx";
import { ScalingDialog } from "./scaling-dialog.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { templateValues, updateVmGroup, vmGroupTemplate } from "./vm-group-form.ts";
import { useVmGroup } from "./vm-group-place.tsx";
import { vmGroupInput } from "./vm-group-queries.ts";

interface OfGroup {
  readonly group: VmGroup;
}

export function VmGroupActions({ group }: OfGroup) {
  const refusal = useWorkspace().roleRefusal("vm.write");
  const pause = usePause(group);
  return (
    <>
      <DialogButton dialog={(state) => <EditDialog group={group} {...state} />} refusal={refusal}>
        Edit
      </DialogButton>
      <DialogButton dialog={(state) => <TemplateDialog group={group} {...state} />} refusal={refusal}>
        New template
      </DialogButton>
      <PowerButton group={group} refusal={refusal} />
      <DeleteGroup group={group} refusal={refusal} />
      <RowMenu
        name={group.name}
        actions={[
          { label: "Scaling", refusal, dialog: (state) => <ScalingDialog group={group} {...state} /> },
          { label: "Power schedule", refusal, dialog: (state) => <PowerDialog group={group} {...state} /> },
          { label: "Replace all", refusal, dialog: (state) => <RollDialog group={group} {...state} /> },
          { label: group.state === "paused" ? "Resume" : "Pause", refusal, onSelect: pause },
        ]}
      />
    </>
  );
}

function useInput({ vm_group_id }: Pick<VmGroup, "vm_group_id">) {
  return vmGroupInput({ workspaceId: useWorkspace().workspaceId, vmGroupId: vm_group_id });
}

function EditDialog({ group, open, onClose }: OfGroup & DialogState) {
  const input = useInput(group);
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(updateVmGroup, { name: group.name, desired_count: String(group.desired_count) });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${group.name}`}
      lead="With a lower count, the newest VMs are removed, with what is on their disks."
      action="Save"
      form={form}
      change={trpc.vmGroup.update}
      // A count that is sent holds against the rules, so that a new name leaves it out.
      inputOf={({ desired_count, ...body }) => ({
        ...{ ...input, ...body },
        ...(desired_count !== group.desired_count && { desired_count }),
      })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <TextField label="Name" autoComplete="off" spellCheck={false} {...form.field("name")} />
      <TextField label="How many" inputMode="numeric" {...form.field("desired_count")} />
    </ChangeDialog>
  );
}

function TemplateDialog({ group, open, onClose }: OfGroup & DialogState) {
  const input = useInput(group);
  const trpc = useTRPC();
  const changed = useChanged();
  const template = useMemo(() => vmGroupTemplate(group), [group]);
  const form = useForm(template, templateValues(group));
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`New template of ${group.name}`}
      lead="VMs are replaced one by one, with what is on their disks. Choose keys and user data anew."
      action="Replace VMs by it"
      wide
      form={form}
      change={trpc.vmGroup.setTemplate}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`${saved.name} has another template`)}
    >
      <TemplateFields form={form} siteId={group.site_id} />
    </ChangeDialog>
  );
}

function RollDialog({ group, ...state }: OfGroup & DialogState) {
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <ConfirmChange
      {...state}
      change={trpc.vmGroup.roll}
      input={useInput(group)}
      plan={trpc.changePlan.vmGroup.roll}
      onDone={() => changed(`Replacing the VMs of ${group.name}`)}
      title={`Replace all VMs of ${group.name}?`}
      lead="They are replaced one by one by the same template. What is on their disks is lost."
      action="Replace all VMs"
    />
  );
}

/** Returns what pauses the group, or resumes it. */
function usePause(group: VmGroup): () => void {
  const input = useInput(group);
  const trpc = useTRPC();
  const changed = useChanged();
  const onError = (error: unknown) => notify.failed(problemOf(error).detail);
  const pause = useMutation(
    trpc.vmGroup.pause.mutationOptions({ onSuccess: ({ name }) => changed(`Paused ${name}`), onError }),
  );
  const resume = useMutation(
    trpc.vmGroup.resume.mutationOptions({ onSuccess: ({ name }) => changed(`Resumed ${name}`), onError }),
  );
  return () => (group.state === "paused" ? resume : pause).mutate(input);
}

function DeleteGroup({ group, refusal }: OfGroup & { refusal: string | null }) {
  const input = useInput(group);
  const router = useRouter();
  const trpc = useTRPC();
  const [keeps, setKeeps] = useState(false);
  return (
    <DeleteAction
      deletion={trpc.vmGroup.delete}
      input={{ ...input, keep_vms: keeps }}
      plan={trpc.changePlan.vmGroup.delete}
      onDeleted={() => {
        notify.done(`Deleted ${group.name}`);
        router.push(workspaceHref(input.workspace_id, "vm-groups"));
      }}
      what="VM group"
      name={group.name}
      lead="Its VMs are deleted with it."
      refusal={refusal}
      onAsk={() => setKeeps(false)}
    >
      <CheckOption label="Keep its VMs" checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} />
    </DeleteAction>
  );
}

export function DetachAction({ member: { vm_id, name } }: { member: VmGroupMember }) {
  const group = useVmGroup();
  const input = { ...useInput(group), vm_id };
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <DeleteAction
      deletion={trpc.vmGroup.detach}
      input={input}
      plan={trpc.changePlan.vmGroup.detach}
      onDeleted={() => changed(`Detached ${name}`)}
      verb="Detach"
      what="VM"
      name={name}
      lead={`It stays as it is, and ${group.name} has one VM less.`}
      label={`Detach ${name}`}
      refusal={useWorkspace().roleRefusal("vm.write")}
    />
  );
}
