"use client";

import { type FormEventHandler, type ReactNode, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import type { PlanQuestion } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
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
        {error ? null : <PlanPreview plan={plan} />}
        <DialogActions onCancel={onClose} action={action} look="primary" busy={busy} refusal={refusal} />
      </form>
    </Question>
  );
}
