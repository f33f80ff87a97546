"use client";

import type { ErrorBody } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { defineForm, optionalText, rawText, useForm } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

const firstUser = defineForm(async () => (await import("@fulmar/contract/console")).FirstUser, {
  name: rawText(),
  email: rawText(),
  password: rawText(),
  organization_name: rawText(),
  workspace_name: rawText("Default"),
  setup_token: optionalText,
});

/** @param asksForToken only the holder of the operator's setup token may be the first user */
export function FirstUserForm({ asksForToken }: { asksForToken: boolean }) {
  const router = useRouter();
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const form = useForm(firstUser);
  const { isSubmitting } = form.formState;

  const register = form.handleSubmit(async (values) => {
    const sent = await send("POST", "/api/first-user", values);
    if (sent.ok) {
      router.replace("/");
      router.refresh();
    } else setRefusal(form.showFieldErrors(sent.problem.errors) ? null : sent.problem);
  });

  return (
    <form onSubmit={(event) => void register(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      {asksForToken && (
        <TextField
          label="Setup token"
          autoComplete="off"
          autoFocus
          hint="The operator creates it with: npm run fulmar -- admin setup-token"
          {...form.field("setup_token")}
        />
      )}
      <TextField label="Your name" autoComplete="name" autoFocus={!asksForToken} {...form.field("name")} />
      <TextField label="E-mail" type="email" autoComplete="username" {...form.field("email")} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        {...form.field("password")}
      />
      <hr className="border-line" />
      <TextField
        label="Organization"
        autoComplete="organization"
        hint="Owns workspaces and API tokens"
        {...form.field("organization_name")}
      />
      <TextField
        label="First workspace"
        hint="Contains VMs, networks and everything else. You can add more later"
        {...form.field("workspace_name")}
      />
      <Button type="submit" look="primary" className="w-full" busy={isSubmitting}>
        Set up Fulmar
      </Button>
    </form>
  );
}
