"use client";

import { type MutationFunction, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type PlanProcedure, planOf } from "@/client/plan-question.ts";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { type RowAction, RowMenu } from "./row-menu.tsx";

/** A procedure that deletes something, such as `trpc.volume.delete`. */
interface Deletion<Input, Output> {
  readonly "~types": { readonly input: Input; readonly output: Output };
  readonly mutationOptions: () => {
    readonly mutationKey: readonly unknown[];
    readonly mutationFn?: MutationFunction<Output, Input> | undefined;
  };
}

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
  deletion: Deletion<Input, Output>;
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
  const [open, setOpen] = useState(false);
  const { mutationKey, mutationFn } = deletion.mutationOptions();
  const remove = useMutation({
    mutationKey,
    ...(mutationFn !== undefined && { mutationFn }),
    onSuccess: async (output: Output) => {
      setOpen(false);
      await onDeleted(output);
    },
  });
  const ask = () => {
    remove.reset();
    onAsk?.();
    setOpen(true);
  };
  return (
    <>
      {row === undefined ? (
        <Button look="remove" refusal={refusal} {...(label !== undefined && { "aria-label": label })} onClick={ask}>
          {button}
        </Button>
      ) : (
        <RowMenu name={row} actions={[...others, { label: verb, refusal, remove: true, onSelect: ask }]} />
      )}
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        lead={lead}
        action={`${verb} ${what}`}
        {...(typed && { typeName: name })}
        plan={plan === null ? null : planOf(plan, input)}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(input)}
      >
        {children}
      </Confirm>
    </>
  );
}
