"use client";

import { Button } from "./button.tsx";

const UNDER_WAY = "The request is under way, so it can no longer be cancelled.";

/**
 * The buttons of a form in a dialog. While its request is under way, closing the dialog would look like taking it
 * back.
 */
export function DialogActions({
  onCancel,
  action,
  look,
  busy,
  refusal,
}: {
  readonly onCancel: () => void;
  /** The label of the button that submits the form. */
  readonly action: string;
  readonly look: "primary" | "danger";
  readonly busy: boolean;
  /** Why the form cannot be submitted now. */
  readonly refusal: string | null;
}) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel} refusal={busy ? UNDER_WAY : null}>
        Cancel
      </Button>
      <Button type="submit" look={look} busy={busy} refusal={refusal}>
        {action}
      </Button>
    </div>
  );
}
