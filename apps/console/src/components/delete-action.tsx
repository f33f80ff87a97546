"use client";

import type { ReactNode } from "react";
import type { PlanProcedure } from "@/client/plan-question.ts";
import type { Procedure } from "@/client/procedure.ts";
import { ConfirmChange } from "./confirm.tsx";
import { DialogButton, type DialogState } from "./dialog-button.tsx";
import { type RowAction, RowMenu } from "./row-menu.tsx";

/**
 * A button, or an item of a row's menu, that deletes something once the user has confirmed it. The dialog shows what
 * the deletion would do, and its refusal.
 */
export function DeleteAction<Input, Output>({
  deletion,
  input,
  plan,
  onDeleted,
  verb = "Delete",
  what,
  name,
  title = `${verb} ${name}?`,
  action = `${verb} ${what}`,
  lead,
  typed = false,
  button = verb,
  label,
  refusal,
  row,
  others = [],
  onAsk,
  children,
}: {
  deletion: Procedure<Input, Output>;
  input: NoInfer<Input>;
  /** The procedure that answers what the deletion would do. Null for what is no resource. */
  plan: PlanProcedure<NoInfer<Input>> | null;
  /** Called once the dialog is closed. */
  onDeleted: (output: Output) => unknown;
  verb?: string;
  /** The kind of thing, as in "Delete volume". */
  what: string;
  name: string;
  title?: string;
  /** The label of the dialog's button. */
  action?: string;
  lead: ReactNode;
  /** For deletions that cannot be undone: the user must type the name first. */
  typed?: boolean;
  button?: ReactNode;
  /** The button's name for screen readers, if its text alone is ambiguous. */
  label?: string | undefined;
  refusal: string | null;
  /** The name of the table's row in whose menu the action is. */
  row?: string | undefined;
  /** The row's other actions. */
  others?: readonly RowAction[];
  /** Resets the choices in the dialog when it opens. */
  onAsk?: () => void;
  /** Choices in the dialog. */
  children?: ReactNode;
}) {
  const dialog = (state: DialogState) => (
    <ConfirmChange
      {...state}
      change={deletion}
      input={input}
      plan={plan}
      onDone={onDeleted}
      title={title}
      lead={lead}
      action={action}
      {...(typed && { typeName: name })}
    >
      {children}
    </ConfirmChange>
  );
  if (row !== undefined)
    return <RowMenu name={row} actions={[...others, { label: verb, refusal, remove: true, dialog }]} />;
  return (
    <DialogButton
      look="remove"
      refusal={refusal}
      {...(label !== undefined && { "aria-label": label })}
      dialog={dialog}
      {...(onAsk !== undefined && { onAsk })}
    >
      {button}
    </DialogButton>
  );
}
