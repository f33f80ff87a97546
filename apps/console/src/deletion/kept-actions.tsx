"use client";

import { useState } from "react";
import type { PlanQuestion } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { Confirm } from "@/components/confirm.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";

/** A change of a deleted resource, as a mutation. */
interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutateAsync: () => Promise<unknown>;
  readonly reset: () => void;
}

/**
 * Restores a deleted resource of a list, or deletes it for good.
 * @param what the resource in words, e.g. "volume"
 * @param restored the words after a restore has been accepted
 */
export function KeptActions({
  what,
  name,
  refusal,
  restore,
  restored,
  purge,
  purgePlan,
}: {
  what: string;
  name: string;
  refusal: string | null;
  restore: Pick<Change, "isPending" | "mutateAsync">;
  restored: string;
  purge: Change;
  /** The question what deleting it for good would do. */
  purgePlan: PlanQuestion;
}) {
  const changed = useChanged();
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowMenu
        name={name}
        actions={[
          {
            label: "Restore",
            refusal,
            onSelect: () =>
              void restore.mutateAsync().then(
                () => changed(restored),
                (error: unknown) => notify.failed(`${name} was not restored`, problemOf(error).detail),
              ),
          },
          {
            label: "Delete for good",
            refusal,
            remove: true,
            onSelect: () => {
              purge.reset();
              setOpen(true);
            },
          },
        ]}
      />
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${name} for good?`}
        lead={`The ${what} can no longer be restored, and its storage is no longer charged. This cannot be undone.`}
        action="Delete for good"
        typeName={name}
        plan={purgePlan}
        busy={purge.isPending}
        error={purge.error}
        onConfirm={() =>
          void purge.mutateAsync().then(
            () => {
              setOpen(false);
              return changed(`Deleted ${name} for good`);
            },
            // The dialog shows the error.
            () => undefined,
          )
        }
      />
    </>
  );
}
