"use client";

import type { Seller } from "@fulmar/contract";
import { heldOf, PartyFields, partyFields } from "@/billing/party-fields.tsx";
import { defineForm, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "./use-changed.ts";

const setSeller = defineForm(async () => (await import("@fulmar/contract/operator")).SetSeller, partyFields);

/** Changes who invoices are from. */
export function EditSeller({ seller, open, onClose }: { seller: Seller } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setSeller, heldOf(seller));
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Seller"
      lead="The next invoices are from it. Its country is that of organizations that have not said theirs."
      action="Save"
      form={form}
      change={trpc.operatorSeller.update}
      inputOf={(body) => body}
      onDone={({ legal_name }) => changed(`Invoices are from ${legal_name} now`)}
    >
      <PartyFields form={form} />
    </ChangeDialog>
  );
}
