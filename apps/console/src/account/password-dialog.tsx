"use client";

import type { ErrorBody } from "@fulmar/contract";
import { type ReactNode, useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import type { Sent } from "@/client/send.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

const passwordAgain = defineForm(async () => (await import("@fulmar/contract/console")).PasswordAgain, {
  password: rawText(),
});

/**
 * Asks for the password before a sensitive action.
 * @param onPassword performs the action; its refusal is shown here
 */
export function PasswordDialog<Body>({
  open,
  onClose,
  title,
  lead,
  action,
  onPassword,
  onDone,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  lead: string;
  action: string;
  onPassword: (password: string) => Promise<Sent<Body> | { readonly ok: false; readonly problem: null }>;
  onDone: (body: Body) => void;
  children?: ReactNode;
}) {
  const form = useForm(passwordAgain);
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const close = () => {
    form.reset();
    setRefusal(null);
    onClose();
  };
  const submit = form.handleSubmit(async ({ password }) => {
    const sent = await onPassword(password);
    if (sent.ok) {
      close();
      onDone(sent.body);
    } else if (sent.problem !== null) setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={title}
      lead={lead}
      action={action}
      busy={form.formState.isSubmitting}
      error={null}
      onSubmit={(event) => void submit(event)}
    >
      {refusal && <ProblemNotice problem={refusal} />}
      {children}
      <TextField label="Password" type="password" autoComplete="current-password" {...form.field("password")} />
    </FormDialog>
  );
}
