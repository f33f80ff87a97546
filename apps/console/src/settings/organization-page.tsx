"use client";

import { MANAGER_ROLES, type OrganizationName } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { LeaveOrganization } from "./leave-organization.tsx";
import { NewOrganizationButton } from "./new-organization.tsx";
import { useRoleRefusal } from "./use-role.ts";

const schema = async () => (await import("@fulmar/contract/session")).OrganizationName;

export function OrganizationPage() {
  const { organization } = useWorkspace();
  return (
    <div className="space-y-10">
      <Facts
        label="Organization"
        facts={[
          ["Organization id", <Copyable key="id" text={organization.organization_id} label="organization id" />],
          [
            "Your role",
            <span key="role" className="capitalize">
              {organization.role}
            </span>,
          ],
          ["Workspaces", String(organization.workspaces.length)],
        ]}
      />
      <Section title="Name" lead="What people call the organization.">
        {/* A new name from elsewhere makes a new form. */}
        <RenameForm key={organization.name} />
      </Section>
      <Section
        title="Another organization"
        lead="It has members, workspaces and a wallet of its own. You are its first owner."
        actions={<NewOrganizationButton />}
      >
        {null}
      </Section>
      <Section
        title="Leave"
        lead="You lose access at once. Tokens that you made stay in force."
        actions={<LeaveOrganization />}
      >
        {null}
      </Section>
    </div>
  );
}

function RenameForm() {
  const { organization } = useWorkspace();
  const { organization_id } = organization;
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm<OrganizationName>({
    resolver: contractResolver(schema),
    defaultValues: { organization_id, name: organization.name },
  });
  const rename = useMutation(
    trpc.organization.rename.mutationOptions({
      onSuccess: () => {
        notify.done("Renamed the organization");
        router.refresh();
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["name"], form.setError),
    }),
  );
  const refusal = useRoleRefusal(MANAGER_ROLES);
  const submit = form.handleSubmit((values) => rename.mutate(values));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-4">
      {rename.error && <ProblemNotice problem={problemOf(rename.error)} />}
      <FormFields refusal={refusal}>
        <TextField
          label="Name"
          autoComplete="off"
          error={form.formState.errors.name?.message}
          {...form.register("name")}
        />
      </FormFields>
      <Button type="submit" look="primary" busy={rename.isPending} refusal={refusal}>
        Rename
      </Button>
    </form>
  );
}
