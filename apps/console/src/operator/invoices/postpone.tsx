"use client";

import type { OperatorInvoice } from "@fulmar/contract";
import { defineForm, field, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const form = defineForm(async () => (await import("@fulmar/contract/operator")).InvoicePostponement, {
  due_at: field("", (day) => `${day}T00:00:00Z`),
  reason: text(),
});

export function Postpone({ invoice, open, onClose }: { readonly invoice: OperatorInvoice } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const used = useForm(form);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Postpone invoice ${invoice.number}`}
      lead="Dunning counts from the new day. A suspension by dunning ends within a minute."
      action="Postpone invoice"
      form={used}
      change={trpc.operatorInvoice.postpone}
      inputOf={(body) => ({ invoice_id: invoice.invoice_id, ...body })}
      onDone={() => changed(`Postponed invoice ${invoice.number}`)}
    >
      <TextField label="Due" type="date" hint="The beginning of the day, UTC." {...used.field("due_at")} />
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its members see it, and it is in both audit trails."
        {...used.field("reason")}
      />
    </ChangeDialog>
  );
}
