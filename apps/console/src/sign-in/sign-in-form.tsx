"use client";

import type { ErrorBody, SignIn } from "@fulmar/contract";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { CodeForm } from "./code-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useEntry } from "./use-entry.ts";

const schema = async () => (await import("@fulmar/contract/session")).SignIn;

/** The ways in: password, and a code after it where one is asked for, or a passkey. */
export function SignInForm() {
  const entry = useEntry();
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [secondStep, setSecondStep] = useState(false);
  const form = useForm<SignIn>({ resolver: contractResolver(schema), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const signIn = form.handleSubmit(async (values) => {
    const sent = await send<{ second_step: boolean }>("POST", "/api/session", values);
    setRefusal(sent.ok ? null : sent.problem);
    if (!sent.ok || sent.body.second_step) form.resetField("password");
    if (!sent.ok) return;
    if (sent.body.second_step) setSecondStep(true);
    else entry.enter();
  });

  if (secondStep) {
    const again = (problem: ErrorBody | null) => {
      setSecondStep(false);
      setRefusal(problem);
    };
    return <CodeForm onEntered={entry.enter} onAgain={again} />;
  }
  return (
    <div className="space-y-4">
      <form onSubmit={(event) => void signIn(event)} noValidate className="space-y-4">
        {refusal && <ProblemNotice problem={refusal} />}
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Button
          type="submit"
          look="primary"
          className="w-full"
          busy={isSubmitting || (isSubmitSuccessful && entry.entering)}
        >
          Sign in
        </Button>
      </form>
      <PasskeyButton onEntered={entry.enter} onRefused={setRefusal} />
    </div>
  );
}
