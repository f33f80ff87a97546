"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { EntranceLink } from "./entrance.tsx";
import { goToCell, type OtherCell, useAddressFromCell } from "./other-cell.ts";

const forgottenPassword = defineForm(async () => (await import("@fulmar/contract/console")).ForgottenPassword, {
  email: rawText(),
});

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function ForgottenPasswordForm() {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(forgottenPassword);
  useAddressFromCell(form);
  const ask = form.handleSubmit(async (values) => {
    const sent = await send<{ cell?: OtherCell }>("POST", "/api/password-reset", values);
    if (sent.ok && sent.body.cell !== undefined) goToCell(sent.body.cell, "/forgot-password", values.email);
    else if (sent.ok) setSentTo(values.email);
    else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  if (sentTo !== null) {
    return (
      <div className="space-y-4">
        <p role="status">
          If {sentTo} belongs to an account, we have sent a link to it. The link works once, for 30 minutes.
        </p>
        <ButtonLink href="/sign-in">Back to sign-in</ButtonLink>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void ask(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field("email")} />
      <Button type="submit" look="primary" className="w-full" busy={form.formState.isSubmitting}>
        Send the link
      </Button>
      <EntranceLink href="/sign-in">Back to sign-in</EntranceLink>
    </form>
  );
}
