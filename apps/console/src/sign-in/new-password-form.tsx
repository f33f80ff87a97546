"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button, ButtonLink } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { EntranceLink } from "./entrance.tsx";

const newPassword = defineForm(
  async () => (await import("@fulmar/contract/console")).NewPassword.pick({ password: true }),
  { password: rawText() },
);

/** Sets the password of the account that the link in the address belongs to. */
export function NewPasswordForm() {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [changed, setChanged] = useState(false);
  const form = useForm(newPassword);
  const choose = form.handleSubmit(async ({ password }) => {
    const sent = await send("PUT", "/api/password-reset", { token: window.location.hash.slice(1), password });
    if (sent.ok) setChanged(true);
    else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  if (changed) {
    return (
      <div className="space-y-4">
        <p role="status">Your password is changed.</p>
        <ButtonLink look="primary" href="/sign-in">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void choose(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        autoFocus
        hint="At least 10 characters"
        {...form.field("password")}
      />
      <Button type="submit" look="primary" className="w-full" busy={form.formState.isSubmitting}>
        Change password
      </Button>
      <EntranceLink href="/forgot-password">Ask for another link</EntranceLink>
    </form>
  );
}
