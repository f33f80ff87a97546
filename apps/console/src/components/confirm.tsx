"use client";

import { type ReactNode, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { type PlanProcedure, type PlanQuestion, planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { type Procedure, useDialogChange } from "@/client/procedure.ts";
import { DialogActions } from "./dialog-actions.tsx";
import { TextField } from "./field.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { ProblemNotice } from "./problem-panel.tsx";

const Question = onDemand(async () => (await import("./dialog.tsx")).Question);

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead: ReactNode;
  /** The button's label: the action itself, never "OK". */
  readonly action: string;
  /** For actions that cannot be undone: the name that the user must type first. */
  readonly typeName?: string;
  /** The changes that the button asks for, to show what they would do. Null for what changes no resource. */
  readonly plan: PlanQuestion | readonly PlanQuestion[] | null;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation before a destructive action, and shows what it would do. Refusals are shown in the dialog. */
export function Confirm({
  open,
  onClose,
  title,
  lead,
  action,
  typeName,
  plan,
  busy,
  error,
  onConfirm,
  children,
}: ConfirmProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  if (!asked) return null;
  const close = () => {
    setTyped("");
    onClose();
  };
  const refusal = typeName === undefined || typed === typeName ? null : `Type ${typeName} above to confirm.`;
  return (
    <Question open={open} onClose={close} busy={busy} title={title} lead={lead}>
      <form
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === null && !busy) onConfirm();
        }}
      >
        {error ? <ProblemNotice problem={problemOf(error)} /> : null}
        {children}
        {error ? null : <PlanPreview plan={plan} sent={busy} />}
        {typeName !== undefined && (
          <TextField
            label={`Type ${typeName} to confirm`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <DialogActions onCancel={close} action={action} look="danger" busy={busy} refusal={refusal} />
      </form>
    </Question>
  );
}

/** A confirmation that changes something by one procedure, and then closes. For `DialogButton` and `RowMenu`. */
export function ConfirmChange<Input, Output>({
  change,
  input,
  plan,
  onDone,
  onClose,
  loading = false,
  error = null,
  ...question
}: Omit<ConfirmProps, "plan" | "busy" | "error" | "onConfirm"> & {
  change: Procedure<Input, Output>;
  input: NoInfer<Input>;
  /** The procedure that answers what the change would do. Null for what is no resource. */
  plan: PlanProcedure<NoInfer<Input>> | null;
  /** Called once the dialog is closed. */
  onDone: (output: Output, input: Input) => unknown;
  /** Whether the dialog still loads what it asks about. */
  loading?: boolean;
  /** The error of what the dialog loads. */
  error?: unknown;
}) {
  const mutation = useDialogChange(change, onClose, onDone);
  return (
    <Confirm
      {...question}
      onClose={onClose}
      plan={plan === null ? null : planOf(plan, input)}
      busy={mutation.isPending || loading}
      error={mutation.error ?? error}
      onConfirm={() => mutation.mutate(input)}
    />
  );
}
