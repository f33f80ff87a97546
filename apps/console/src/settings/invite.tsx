"use client";

import type { NewInvitation } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { RoleChoice } from "./role-choice.tsx";

const schema = async () => (await import("@fulmar/contract/session")).NewInvitation;

/** Asks for an address and a role, then shows the link this once. */
export function Invite({ open, onClose }: DialogState) {
  const { organization } = useWorkspace();
  const { organization_id } = organization;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<NewInvitation>({
    resolver: contractResolver(schema),
    defaultValues: { organization_id, email: "", role: "developer" },
  });
  const { errors } = form.formState;
  const invite = useMutation(
    trpc.invitation.create.mutationOptions({
      // Nothing keeps the link's secret but this dialog.
      gcTime: 0,
      onSuccess: () => queryClient.invalidateQueries(trpc.invitation.pathFilter()),
      onError: (error) => showFieldErrors(problemOf(error).errors, ["email", "role"], form.setError),
    }),
  );
  const close = () => {
    invite.reset();
    onClose();
  };
  const submit = form.handleSubmit((values) => invite.mutate(values));
  if (invite.data !== undefined)
    return <InvitationLink email={form.getValues("email")} secret={invite.data.secret} onClose={close} />;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`Invite to ${organization.name}`}
      lead="You get a link to hand over yourself: Fulmar sends no mail."
      action="Create invitation"
      busy={invite.isPending}
      error={invite.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <RoleChoice field={form.register("role")} error={errors.role?.message} />
    </FormDialog>
  );
}
