"use client";

import { useForm } from "@/client/form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { createFirewallGroup, useCreateFirewallGroup } from "./create-firewall-group.ts";
import { InboundPresets } from "./inbound-presets.tsx";

/**
 * Creates a firewall group without leaving another form.
 * @param onMade receives the id of the group once lists have it
 */
export function NewFirewallGroupDialog({ open, onClose, onMade }: DialogState & { onMade: (id: string) => void }) {
  const changed = useChanged();
  const form = useForm(createFirewallGroup, { name: "ssh", inbound: ["SSH"] });
  const { submit, create } = useCreateFirewallGroup(form, ({ id, name }) => {
    onClose();
    void changed(`Created ${name}`).then(() => onMade(id));
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New firewall group"
      lead="VMs of the group receive only what its rules allow, and may send everything."
      action="Create firewall group"
      busy={create.isPending || create.isSuccess}
      error={create.error}
      onSubmit={(event) => {
        // React passes events of a dialog on to the form that opened it.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <InboundPresets form={form} />
    </FormDialog>
  );
}
