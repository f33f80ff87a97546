"use client";

import type { NewInvitation } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RoleChoice } from "./role-choice.tsx";

const inviteMember = defineForm(async () => (await import("@fulmar/contract/console")).NewInvitation, {
  organization_id: chosen(""),
  email: rawText(),
  role: chosen<NewInvitation["role"]>("developer"),
});

/** Asks for an address and a role, then shows the link once. */
export function Invite({ open, onClose }: DialogState) {
  const { organization } = useWorkspace();
  const { organization_id } = organization;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(inviteMember, { organization_id });
  const { errors } = form.formState;
  const invite = useMutation(
    trpc.invitation.create.mutationOptions({
      // The link's secret is kept only in this dialog.
      gcTime: 0,
      onSuccess: () => queryClient.invalidateQueries(trpc.invitation.pathFilter()),
      onError: form.showErrors,
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
      lead="You see the invitation link once. If this installation sends e-mail, they receive it too."
      action="Create invitation"
      busy={invite.isPending}
      error={invite.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="E-mail" type="email" autoComplete="off" {...form.field("email")} />
      <RoleChoice field={form.register("role")} error={errors.role?.message} />
    </FormDialog>
  );
}

const Question = onDemand(async () => (await import("@/components/dialog.tsx")).Question);

/** The link of an invitation, shown once. */
export function InvitationLink({ email, secret, onClose }: { email: string; secret: string; onClose: () => void }) {
  return (
    <Question
      open
      onClose={onClose}
      title={`Invitation for ${email}`}
      lead="Give them this link privately. It is not kept, so it cannot be shown again."
    >
      <div className="mt-4 space-y-4">
        <CopyBlock label="Invitation link" text={`${window.location.origin}/invitations/${secret}`} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Question>
  );
}
