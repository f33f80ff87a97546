"use client";

import { type ComponentProps, Fragment, type ReactNode, useMemo, useState } from "react";
import { usePageActions } from "@/shell/page-actions.ts";
import { Button } from "./button.tsx";

/** The props that the opening button passes to a dialog. */
export interface DialogState {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * A button and its dialog. The dialog's code loads with the first press. Each press mounts a new dialog, so that no
 * state of the previous one remains.
 */
export function DialogButton({
  dialog,
  command,
  onAsk,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & {
  dialog: (state: DialogState) => ReactNode;
  /** The action's name in the palette. Absent if the palette does not offer it. */
  command?: string;
  /** Resets what the caller keeps for the dialog, such as its choices. */
  onAsk?: () => void;
}) {
  const [presses, setPresses] = useState(0);
  const [open, setOpen] = useState(false);
  const press = () => {
    onAsk?.();
    setPresses(presses + 1);
    setOpen(true);
  };
  const refusal = button.refusal ?? null;
  usePageActions(
    useMemo(
      () =>
        command === undefined
          ? []
          : [
              {
                label: command,
                refusal,
                onSelect: () => {
                  setPresses((before) => before + 1);
                  setOpen(true);
                },
              },
            ],
      [command, refusal],
    ),
  );
  return (
    <>
      <Button {...button} onClick={press} />
      {presses > 0 && <Fragment key={presses}>{dialog({ open, onClose: () => setOpen(false) })}</Fragment>}
    </>
  );
}
