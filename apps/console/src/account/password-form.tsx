"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";

const changePassword = defineForm(async () => (await import("@fulmar/contract/console")).PasswordChange, {
  current_password: rawText(),
  new_password: rawText(),
});
export function PasswordForm() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(changePassword);
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: async () => {
        form.reset();
        notify.done("Changed your password", "Your other sessions have ended.");
        await queryClient.invalidateQueries(trpc.account.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => change.mutate(values));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-4">
      {change.error && <ProblemNotice problem={problemOf(change.error)} />}
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...form.field("current_password")}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        {...form.field("new_password")}
      />
      <Button type="submit" look="primary" busy={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
