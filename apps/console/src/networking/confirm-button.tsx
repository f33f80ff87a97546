"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";

type Question = Omit<ComponentProps<typeof Confirm>, "open" | "onClose" | "busy" | "error" | "onConfirm">;

interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * A button whose deed is asked about first.
 * @param label what a screen reader says of the button, where its text alone does not tell which thing it is about
 */
export function ConfirmButton({
  change,
  onConfirm,
  label,
  refusal,
  children,
  ...question
}: Question & {
  change: Change;
  /** Gets what closes the question: the mutation calls it when it has succeeded. */
  onConfirm: (close: () => void) => void;
  label?: string;
  refusal: string | null;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="remove"
        refusal={refusal}
        {...(label !== undefined && { "aria-label": label })}
        onClick={() => {
          change.reset();
          setOpen(true);
        }}
      >
        {children}
      </Button>
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
