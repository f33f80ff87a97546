"use client";

import { type ReactNode, useState } from "react";
import { type PlanProcedure, planOf } from "@/client/plan-question.ts";
import { type Procedure, useDialogChange } from "@/client/procedure.ts";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";

/** Asks why something of the installation is removed, and for its name, shows what that would do, and has it removed. */
export function Removal<Input, Output>({
  name,
  change,
  plan,
  inputOf,
  onDone,
  children,
  ...dialog
}: DialogState & {
  /** Of what is removed. */
  name: string;
  lead: string;
  /** The button's label. */
  action: string;
  change: Procedure<Input, Output>;
  plan: PlanProcedure<NoInfer<Input>>;
  inputOf: (reason: string) => NoInfer<Input>;
  /** Called once the dialog is closed. */
  onDone: () => unknown;
  /** Choices. */
  children?: ReactNode;
}) {
  const [reason, setReason] = useState("");
  const input = inputOf(reason.trim());
  const remove = useDialogChange(change, dialog.onClose, onDone);
  return (
    <Confirm
      {...dialog}
      title={`Remove ${name}?`}
      typeName={name}
      plan={reason.trim() === "" ? null : planOf(plan, input)}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(input)}
    >
      {children}
      <TextField
        label="Reason"
        autoComplete="off"
        required
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
