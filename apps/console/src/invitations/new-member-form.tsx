"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useState } from "react";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

const newMember = defineForm(async () => (await import("@fulmar/contract/console")).NewMember, {
  token: chosen(""),
  name: rawText(),
  password: rawText(),
});

/** A sign-up form for the holder of an invitation's link. The address is the invitation's. */
export function NewMemberForm({ token, email }: { token: string; email: string }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [entering, setEntering] = useState(false);
  const form = useForm(newMember, { token });
  const { isSubmitting } = form.formState;
  const register = form.handleSubmit(async (values) => {
    const sent = await send("POST", "/api/invitations", values);
    if (sent.ok) {
      setEntering(true);
      window.location.assign("/");
    } else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });
  return (
    <form onSubmit={(event) => void register(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        hint="The address that was invited"
      />
      <TextField label="Your name" autoComplete="name" autoFocus {...form.field("name")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        {...form.field("password")}
      />
      <Button type="submit" look="primary" className="w-full" busy={isSubmitting || entering}>
        Create account and join
      </Button>
    </form>
  );
}
