"use client";

import type { OperatorRecord, OperatorRole } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm, useWatch } from "react-hook-form";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { OperatorRoleField } from "./role-field.tsx";
import { useInstallationChanged } from "./use-changed.ts";

/** @param own the user changes their own role */
export function ChangeOperatorRole({
  person: { user_id, name, role: before },
  own,
  open,
  onClose,
}: { person: OperatorRecord; own: boolean } & DialogState) {
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm<{ role: OperatorRole }>({ defaultValues: { role: before } });
  const role = useWatch({ control: form.control, name: "role" });
  const change = useMutation(
    trpc.operator.setRole.mutationOptions({
      onSuccess: () => {
        onClose();
        if (own) router.refresh();
        return changed(`Changed the role of ${name}`);
      },
    }),
  );
  const submit = form.handleSubmit((body) => change.mutate({ user_id, ...body }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Role of ${name}`}
      lead="It applies from their next request on. With the role support, their operator tokens are revoked."
      action="Change role"
      busy={change.isPending}
      error={change.error}
      plan={role === before ? null : planOf(trpc.changePlan.operator.setRole, { user_id, role })}
      refusal={role === before ? "Choose another role first." : null}
      onSubmit={(event) => void submit(event)}
    >
      <OperatorRoleField field={form.register("role")} />
    </FormDialog>
  );
}
