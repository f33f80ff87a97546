"use client";

import type { DnsZone } from "@fulmar/contract";
import { chosen, defineForm, rawText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const updateZone = defineForm(async () => (await import("@fulmar/contract/dns")).UpdateDnsZone, {
  description: text(),
});

export function DescribeZone({ zone, open, onClose }: { zone: DnsZone } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { zone_id, name, description } = zone;
  const form = useForm(updateZone, { description });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="What the domain is used for. Only members of the workspace see it."
      action="Save description"
      form={form}
      change={trpc.dnsZone.update}
      inputOf={(body) => ({ workspace_id: workspaceId, zone_id, ...body })}
      onDone={() => changed(`Saved ${name}`)}
    >
      <TextField label="Description" autoFocus autoComplete="off" {...form.field("description")} />
    </ChangeDialog>
  );
}

const importZone = defineForm(async () => (await import("@fulmar/contract/dns")).ImportDnsZone, {
  zone_file: rawText(),
  replace: chosen(false),
});

/** Imports a master file, chosen or pasted. */
export function ImportZone({ zone, open, onClose }: { zone: DnsZone } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(importZone);
  const input = { workspace_id: workspaceId, zone_id: zone.zone_id };
  const body = importZone.body(form.watch());
  const loses = body.replace && body.zone_file.trim() !== "";
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    form.setValue("zone_file", await file.text());
    form.clearErrors("zone_file");
  };
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={`Import records of ${zone.name}`}
      lead="All of the file is imported, or nothing. SOA and NS records of the domain itself are left out."
      action="Import records"
      form={form}
      plan={loses ? planOf(trpc.changePlan.dnsZone.import, { ...input, ...body }) : null}
      change={trpc.dnsZone.import}
      inputOf={(sent) => ({ ...input, ...sent })}
      onDone={({ created_count, changed_count, deleted_count }) =>
        changed("Imported the file", `${created_count} new, ${changed_count} changed, ${deleted_count} deleted.`)
      }
    >
      <TextField
        label="File"
        type="file"
        className="py-1.5"
        hint="A zone file as other DNS providers export it, or paste it below"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <TextArea label="Zone file" rows={10} spellCheck={false} {...form.field("zone_file")} />
      <CheckOption
        label="Delete record sets that the file does not have"
        hint="Without this, they stay."
        {...form.register("replace")}
      />
    </ChangeDialog>
  );
}
