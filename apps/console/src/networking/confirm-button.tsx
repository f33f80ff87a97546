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
 * A button whose action needs confirmation.
 * @param label the button's name for screen readers, if its text alone is ambiguous
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
  /** Receives a function that closes the dialog. The mutation calls it on success. */
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
