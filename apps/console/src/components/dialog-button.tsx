"use client";

import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

/** What a dialog is told by the button that opens it. */
export interface DialogState {
  readonly open: boolean;
  readonly onClose: () => void;
}

/**
 * A button and the dialog that it opens. The dialog is made with the first press, so that its code need not be there
 * before; each press makes it anew, so that nothing typed or refused before is in it.
 */
export function DialogButton({
  dialog,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & { dialog: (state: DialogState) => ReactNode }) {
  const [presses, setPresses] = useState(0);
  const [open, setOpen] = useState(false);
  const press = () => {
    setPresses(presses + 1);
    setOpen(true);
  };
  return (
    <>
      <Button {...button} onClick={press} />
      {presses > 0 && <Fragment key={presses}>{dialog({ open, onClose: () => setOpen(false) })}</Fragment>}
    </>
  );
}
