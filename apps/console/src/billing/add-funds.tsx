"use client";

import { useRouter } from "next/navigation";
import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useInstallation } from "@/shell/installation.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const newPayment = defineForm(async () => (await import("@fulmar/contract/billing")).NewPayment, { amount: text() });

/** Begins a payment, and leads to where it is paid. */
export function AddFunds({ open, onClose }: DialogState) {
  const { currency } = useInstallation();
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const router = useRouter();
  const changed = useChanged();
  const form = useForm(newPayment);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Add funds"
      lead="The next page takes the payment, or says whom to send it. What arrives is added to the balance."
      action="Continue to payment"
      form={form}
      change={trpc.payment.create}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body })}
      onDone={async ({ payment_id, url }) => {
        if (url !== null && url !== undefined) {
          window.location.assign(url);
          return;
        }
        await changed("Began a payment");
        router.push(workspaceHref(workspaceId, `billing/payments/${payment_id}`));
      }}
    >
      <TextField
        label={`Amount, in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="100.50"
        autoFocus
        {...form.field("amount")}
      />
    </ChangeDialog>
  );
}
