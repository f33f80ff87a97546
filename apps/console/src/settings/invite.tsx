"use client";

import type { NewInvitation } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { useRoleRefusal } from "./use-role.ts";

const schema = async () => (await import("./settings-schema.ts")).NewInvitation;

/** Asks for an address and a role, then shows the link this once. */
export function InviteButton() {
  const { organization } = useWorkspace();
  const { organization_id } = organization;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useForm<NewInvitation>({ resolver: contractResolver(schema), defaultValues: { organization_id, email: "", role: "developer" } });
  const { errors } = form.formState;
  const invite = useMutation(
    trpc.invitation.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.invitation.pathFilter()),
      onError: (error) => showFieldErrors(problemOf(error).errors, ["email", "role"], form.setError),
    }),
  );
  const close = () => {
    setOpen(false);
    form.reset();
    invite.reset();
  };
  const submit = form.handleSubmit((values) => invite.mutate(values));
  const made = invite.data;
  return (
    <>
      <Button look="primary" refusal={useRoleRefusal("invitation.create")} onClick={() => setOpen(true)}>
        <UserPlus className="size-4" aria-hidden />
        Invite
      </Button>
      {made === undefined ? (
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
          <TextField label="E-mail" type="email" autoComplete="off" error={errors.email?.message} {...form.register("email")} />
          <RoleChoice field={form.register("role")} error={errors.role?.message} />
        </FormDialog>
      ) : (
        <InvitationLink email={form.getValues("email")} secret={made.secret} onClose={close} />
      )}
    </>
  );
}
