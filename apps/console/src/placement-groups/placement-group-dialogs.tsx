"use client";

import type { PlacementGroup } from "@fulmar/contract";
import { chosen, defineForm, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const createPlacementGroup = defineForm(async () => (await import("@fulmar/contract/compute")).CreatePlacementGroup, {
  name: text(),
  strategy: chosen<PlacementGroup["strategy"]>("spread"),
  over: chosen<PlacementGroup["over"]>("hosts"),
  strict: chosen(false),
  tags: texts(","),
});

export function NewPlacementGroup({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(createPlacementGroup);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New placement group"
      lead="It holds for VMs that are created in it, and whenever they move to another host."
      action="Create placement group"
      form={form}
      change={trpc.placementGroup.create}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body })}
      onDone={({ name }) => changed(`Created ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="For example, database" {...form.field("name")} />
      <SelectField label="VMs run" {...form.field("strategy")}>
        <option value="spread">Apart from each other</option>
        <option value="pack">Together</option>
      </SelectField>
      <SelectField label="By" hint="A zone is what fails together, such as a rack" {...form.field("over")}>
        <option value="hosts">Hosts</option>
        <option value="zones">Zones</option>
      </SelectField>
      <CheckOption
        label="Refuse VMs that have no such place"
        hint="Otherwise they get the best place there is."
        {...form.register("strict")}
      />
      <TextField label="Tags" autoComplete="off" hint="Separated by commas" {...form.field("tags")} />
    </ChangeDialog>
  );
}

const updatePlacementGroup = defineForm(async () => (await import("@fulmar/contract/compute")).UpdatePlacementGroup, {
  name: text(),
  tags: texts(","),
});

export function EditPlacementGroup({ group, open, onClose }: { group: PlacementGroup } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { placement_group_id, name, tags } = group;
  const form = useForm(updatePlacementGroup, { name, tags: tags.join(", ") });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="Where its VMs run stays as it is."
      action="Save placement group"
      form={form}
      change={trpc.placementGroup.update}
      inputOf={(body) => ({ workspace_id: workspaceId, placement_group_id, ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <TextField label="Tags" autoComplete="off" hint="Separated by commas" {...form.field("tags")} />
    </ChangeDialog>
  );
}
