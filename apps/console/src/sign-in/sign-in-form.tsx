"use client";

import type { ErrorBody, SignIn } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver } from "@/client/form.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { submitForSession } from "./submit.ts";

const schema = async () => (await import("./sign-in-schema.ts")).SignIn;

export function SignInForm() {
  const router = useRouter();
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const form = useForm<SignIn>({ resolver: contractResolver(schema), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const signIn = form.handleSubmit(async (values) => {
    const answer = await submitForSession("/api/session", values);
    setRefusal(answer);
    if (answer === null) {
      router.replace("/");
      router.refresh();
    } else form.resetField("password");
  });

  return (
    <form onSubmit={(event) => void signIn(event)} noValidate className="space-y-4">
      {refusal && <ProblemNotice problem={refusal} />}
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus error={errors.email?.message} {...form.register("email")} />
      <TextField label="Password" type="password" autoComplete="current-password" error={errors.password?.message} {...form.register("password")} />
      <Button type="submit" look="primary" className="w-full" busy={isSubmitting || (isSubmitSuccessful && refusal === null)}>
        Sign in
      </Button>
    </form>
  );
}
