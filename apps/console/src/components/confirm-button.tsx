"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { type RowAction, RowMenu } from "@/components/row-menu.tsx";

type Question = Omit<ComponentProps<typeof Confirm>, "open" | "onClose" | "busy" | "error" | "onConfirm">;

interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * A button, or an item of a row's menu, whose action needs confirmation.
 * @param label the button's name for screen readers, if its text alone is ambiguous
 */
export function ConfirmButton({
  change,
  onConfirm,
  label,
  refusal,
  row,
  others = [],
  children,
  ...question
}: Question & {
  change: Change;
  /** Receives a function that closes the dialog. The mutation calls it on success. */
  onConfirm: (close: () => void) => void;
  label?: string;
  refusal: string | null;
  /** The name of the table's row in whose menu the action is. */
  row?: string;
  /** The row's other actions. */
  others?: readonly RowAction[];
  children: string;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ask = () => {
    change.reset();
    setOpen(true);
  };
  return (
    <>
      {row === undefined ? (
        <Button look="remove" refusal={refusal} {...(label !== undefined && { "aria-label": label })} onClick={ask}>
          {children}
        </Button>
      ) : (
        <RowMenu name={row} actions={[...others, { label: children, refusal, remove: true, onSelect: ask }]} />
      )}
      <Confirm
        {...question}
        open={open}
        onClose={close}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => onConfirm(close)}
      />
    </>
  );
}
