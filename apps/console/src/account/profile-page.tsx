"use client";

import { nameOfRole } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useProfile } from "@/shell/profile.tsx";
import { PasswordForm } from "./password-form.tsx";

const renameAccount = defineForm(async () => (await import("@fulmar/contract/console")).AccountName, {
  name: rawText(),
});

export function ProfilePage() {
  const profile = useProfile();
  return (
    <div className="space-y-10">
      <Facts
        label="Profile"
        facts={[
          ["E-mail", profile.email],
          ["User id", <Copyable key="id" text={profile.user_id} label="user id" />],
          [
            "Organizations",
            profile.organizations.map(({ name, role }) => `${name} (${nameOfRole(role)})`).join(", ") || "none",
          ],
        ]}
      />
      <Section title="Name" lead="What other members and the audit trail call you.">
        <NameForm key={profile.name} />
      </Section>
      <Section title="Password" lead="Changing it signs you out in all other browsers.">
        <PasswordForm />
      </Section>
    </div>
  );
}

function NameForm() {
  const profile = useProfile();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(renameAccount, { name: profile.name });
  const rename = useMutation(
    trpc.account.rename.mutationOptions({
      onSuccess: () => {
        notify.done("Changed your name");
        router.refresh();
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => rename.mutate(values));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-4">
      {rename.error && <ProblemNotice problem={problemOf(rename.error)} />}
      <TextField label="Name" autoComplete="name" {...form.field("name")} />
      <Button type="submit" look="primary" busy={rename.isPending}>
        Change name
      </Button>
    </form>
  );
}
