"use client";

import type { ErrorBody, NewMember } from "@fulmar/contract";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { send } from "@/client/send.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";

const schema = async () => (await import("@fulmar/contract/session")).NewMember;

/** An account for whoever holds the link; its address is the invitation's. */
export function NewMemberForm({ token, email }: { token: string; email: string }) {
  const [refusal, setRefusal] = useState<ErrorBody | null>(null);
  const [entering, setEntering] = useState(false);
  const form = useForm<NewMember>({
    resolver: contractResolver(schema),
    defaultValues: { token, name: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const register = form.handleSubmit(async (values) => {
    const sent = await send("POST", "/api/invitations", values);
    if (sent.ok) {
      setEntering(true);
      window.location.assign("/");
    } else setRefusal(showFieldErrors(sent.problem.errors, ["name", "password"], form.setError) ? null : sent.problem);
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
      <TextField
        label="Your name"
        autoComplete="name"
        autoFocus
        error={errors.name?.message}
        {...form.register("name")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" look="primary" className="w-full" busy={isSubmitting || entering}>
        Create account and join
      </Button>
    </form>
  );
}
