"use client";

import { type FormEventHandler, type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { UsedForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import type { PlanQuestion } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { type Procedure, useDialogChange } from "@/client/procedure.ts";
import { DialogActions } from "./dialog-actions.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { ProblemNotice } from "./problem-panel.tsx";

const Question = onDemand(async () => (await import("./dialog.tsx")).Question);

interface FormDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead: ReactNode;
  /** The button's label: the action itself, never "OK". */
  readonly action: string;
  readonly busy: boolean;
  /** The mutation's error. It is required, so that every form shows refusals. */
  readonly error: unknown;
  readonly refusal?: string | null;
  readonly wide?: boolean;
  /** For forms that cost or lose something: the change that the button asks for. */
  readonly plan?: PlanQuestion | null;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A short form in a modal dialog. It shows refusals with their blockers. The caller closes it. */
export function FormDialog({
  open,
  onClose,
  title,
  lead,
  action,
  busy,
  error,
  refusal = null,
  wide = false,
  plan = null,
  onSubmit,
  children,
}: FormDialogProps) {
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Question open={open} onClose={onClose} busy={busy} title={title} lead={lead} wide={wide}>
      <form noValidate className="mt-4 space-y-4" onSubmit={onSubmit}>
        {error ? <ProblemNotice problem={problemOf(error)} /> : null}
        {children}
        {error ? null : <PlanPreview plan={plan} sent={busy} />}
        <DialogActions onCancel={onClose} action={action} look="primary" busy={busy} refusal={refusal} />
      </form>
    </Question>
  );
}

interface ChangeProps<Input, Output> extends Omit<FormDialogProps, "busy" | "error" | "onSubmit"> {
  readonly change: Procedure<Input, Output>;
  /** Called once the dialog is closed. */
  readonly onDone: (output: Output, input: Input) => unknown;
  /** The error of what the dialog loads. */
  readonly error?: unknown;
}

/**
 * A dialog whose form changes something by one procedure, and then closes. Errors of fields appear beside them, others
 * above the form.
 */
export function ChangeDialog<Values extends FieldValues, Body, Input, Output>({
  form,
  inputOf,
  change,
  onDone,
  error = null,
  ...dialog
}: ChangeProps<Input, Output> & {
  form: UsedForm<Values, Body>;
  inputOf: (body: Body) => NoInfer<Input>;
}) {
  const mutation = useDialogChange(change, dialog.onClose, onDone, form.showErrors);
  const submit = form.handleSubmit((body) => mutation.mutate(inputOf(body)));
  return (
    <FormDialog
      {...dialog}
      busy={mutation.isPending}
      error={mutation.error ?? error}
      onSubmit={(event) => void submit(event)}
    />
  );
}

/** The same for a few choices that need no form: nothing is typed, so no field can be wrong. */
export function ChoiceDialog<Input, Output>({
  input,
  change,
  onDone,
  error = null,
  ...dialog
}: ChangeProps<Input, Output> & { input: NoInfer<Input> }) {
  const mutation = useDialogChange(change, dialog.onClose, onDone);
  return (
    <FormDialog
      {...dialog}
      busy={mutation.isPending}
      error={mutation.error ?? error}
      onSubmit={(event) => {
        event.preventDefault();
        if ((dialog.refusal ?? null) === null) mutation.mutate(input);
      }}
    />
  );
}
