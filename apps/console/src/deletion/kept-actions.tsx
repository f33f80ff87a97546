"use client";

import { useMutation } from "@tanstack/react-query";
import type { PlanProcedure } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { mutationOf, type Procedure } from "@/client/procedure.ts";
import { DeleteAction } from "@/components/delete-action.tsx";
import { notify } from "@/components/toast-store.ts";
import { useChanged } from "@/shell/use-changed.ts";

/**
 * Restores a deleted resource of a list, or deletes it for good.
 * @param what the resource in words, e.g. "volume"
 * @param restored the words after a restore has been accepted
 */
export function KeptActions<RestoreInput, Restored, PurgeInput, Purged>({
  what,
  name,
  refusal,
  input,
  restore,
  restored,
  purge,
  plan,
}: {
  what: string;
  name: string;
  refusal: string | null;
  input: NoInfer<RestoreInput & PurgeInput>;
  restore: Procedure<RestoreInput, Restored>;
  restored: string;
  purge: Procedure<PurgeInput, Purged>;
  /** The procedure that answers what deleting it for good would do. */
  plan: PlanProcedure<NoInfer<PurgeInput>>;
}) {
  const changed = useChanged();
  const restoring = useMutation({
    ...mutationOf(restore),
    onSuccess: () => changed(restored),
    onError: (error) => notify.failed(`${name} was not restored`, problemOf(error).detail),
  });
  return (
    <DeleteAction
      deletion={purge}
      input={input}
      plan={plan}
      onDeleted={() => changed(`Deleted ${name} for good`)}
      verb="Delete for good"
      what={what}
      name={name}
      title={`Delete ${name} for good?`}
      lead={`The ${what} can no longer be restored, and its storage is no longer charged. This cannot be undone.`}
      action="Delete for good"
      typed
      refusal={refusal}
      row={name}
      others={[{ label: "Restore", refusal, onSelect: () => restoring.mutate(input) }]}
    />
  );
}
