"use client";

import { type ApprovalRule, MANAGER_ROLES, nameOfRole } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCredentials } from "./member-credentials.ts";
import { NewOrganizationButton } from "./new-organization.tsx";
import { useRoleRefusal } from "./use-role.ts";

const OperatorViews = onDemand(async () => (await import("./operator-views.tsx")).OperatorViews);

const renameOrganization = defineForm(async () => (await import("@fulmar/contract/console")).OrganizationName, {
  organization_id: chosen(""),
  name: rawText(),
});

export function OrganizationPage() {
  const { organization, workspaceName, role } = useWorkspace();
  return (
    <div className="space-y-10">
      <Facts
        label="Organization"
        facts={[
          ["Organization id", <Copyable key="id" text={organization.organization_id} label="organization id" />],
          [
            "Your role",
            <span key="role" className="inline-block whitespace-nowrap first-letter:uppercase">
              {nameOfRole(organization.role)}
              {role !== organization.role && `, and ${nameOfRole(role)} in ${workspaceName}`}
            </span>,
          ],
          ["Workspaces", String(organization.workspaces.length)],
        ]}
      />
      <Section title="Name" lead="The display name of the organization.">
        {/* The key resets the form when the name changes elsewhere. */}
        <RenameForm key={organization.name} />
      </Section>
      <Section title="Approvals" lead="Who must approve what guarded API tokens ask for.">
        <TwoPeople />
      </Section>
      <Section title="Scopes" lead="What API tokens need besides the scope that an operation names.">
        <StrictScopes />
      </Section>
      {MANAGER_ROLES.includes(organization.role) && (
        <Section
          title="Operators of the cloud"
          lead="Who viewed the organization as a viewer does, when and why. They change nothing and see no contents."
        >
          <OperatorViews organizationId={organization.organization_id} />
        </Section>
      )}
      <Section
        title="Another organization"
        lead="It has its own members, workspaces and wallet. You are its first owner."
        actions={<NewOrganizationButton />}
      >
        {null}
      </Section>
      <Section
        title="Leave"
        lead="You lose access at once, and the API tokens and access keys that you made are revoked."
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
  const form = useForm(renameOrganization, { organization_id, name: organization.name });
  const rename = useMutation(
    trpc.organization.rename.mutationOptions({
      onSuccess: () => {
        notify.done("Renamed the organization");
        router.refresh();
      },
      onError: form.showErrors,
    }),
  );
  const refusal = useRoleRefusal(MANAGER_ROLES);
  const submit = form.handleSubmit((values) => rename.mutate(values));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="max-w-md space-y-4">
      {rename.error && <ProblemNotice problem={problemOf(rename.error)} />}
      <FormFields refusal={refusal}>
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
      </FormFields>
      <Button type="submit" look="primary" busy={rename.isPending} refusal={refusal}>
        Rename
      </Button>
    </form>
  );
}

function TwoPeople() {
  const { organization } = useWorkspace();
  const { organization_id, approvals_need_two_people, one_person_asked } = organization;
  const router = useRouter();
  const trpc = useTRPC();
  // The latest choice: the page has it only once it is refreshed.
  const [chosen, setChosen] = useState(approvals_need_two_people);
  useEffect(() => setChosen(approvals_need_two_people), [approvals_need_two_people]);
  const set = useMutation(
    trpc.organization.setApprovals.mutationOptions({
      onSuccess: (saved) => {
        notify.done(resultOf(saved));
        setChosen(saved.approvals_need_two_people);
        router.refresh();
      },
      onError: (error) => {
        setChosen(approvals_need_two_people);
        notify.failed(problemOf(error).detail);
      },
    }),
  );
  const refusal = useRoleRefusal(MANAGER_ROLES);
  const choose = (two: boolean) => {
    setChosen(two);
    set.mutate({ organization_id, approvals_need_two_people: two });
  };
  return (
    <div className="space-y-4">
      <CheckOption
        label="Two different people must approve each request"
        hint={
          refusal ??
          "One person alone is not enough then, not even the one who made the token. Two owners or admins must " +
            "turn it off. Requests that wait keep the rule that held when they were asked for."
        }
        checked={chosen}
        disabled={refusal !== null || set.isPending}
        onChange={({ currentTarget: { checked } }) => choose(checked)}
      />
      {one_person_asked !== null && (
        <div role="status" className="space-y-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          <p>
            <AskedToTurnOff asked={one_person_asked} />
          </p>
          <Button refusal={refusal} busy={set.isPending} onClick={() => choose(true)}>
            Keep two people
          </Button>
        </div>
      )}
    </div>
  );
}

function AskedToTurnOff({
  asked: { user_id, name, expires_at },
}: {
  asked: NonNullable<ApprovalRule["one_person_asked"]>;
}) {
  const { profile } = useWorkspace();
  const until = <DateTime iso={expires_at} />;
  return user_id === profile.user_id ? (
    <>You have asked to turn this off. It is turned off if another owner or admin turns it off, too, until {until}.</>
  ) : (
    <>
      {name} has asked to turn this off. It is turned off if you or another owner or admin turn it off, too, until{" "}
      {until}.
    </>
  );
}

function resultOf({ approvals_need_two_people, one_person_asked }: ApprovalRule): string {
  if (one_person_asked !== null) return "Another owner or admin must turn it off, too";
  return approvals_need_two_people ? "Two people must approve" : "One person must approve";
}

function StrictScopes() {
  const { organization } = useWorkspace();
  const { organization_id, strict_scopes } = organization;
  const router = useRouter();
  const trpc = useTRPC();
  // The latest choice: the page has it only once it is refreshed.
  const [chosen, setChosen] = useState(strict_scopes);
  useEffect(() => setChosen(strict_scopes), [strict_scopes]);
  const set = useMutation(
    trpc.organization.setStrictScopes.mutationOptions({
      onSuccess: (saved) => {
        notify.done(saved.strict_scopes ? "Scopes are strict" : "Scopes are as documented");
        router.refresh();
      },
      onError: (error) => {
        setChosen(strict_scopes);
        notify.failed(problemOf(error).detail);
      },
    }),
  );
  const refusal = useRoleRefusal(MANAGER_ROLES);
  return (
    <CheckOption
      label="Strict scopes"
      hint={
        refusal ??
        "Making a bucket public, serving one by a distribution and making URLs of its objects needs " +
          "object-storage.read, too. URLs and distributions that are there stay."
      }
      checked={chosen}
      disabled={refusal !== null || set.isPending}
      onChange={({ currentTarget: { checked } }) => {
        setChosen(checked);
        set.mutate({ organization_id, strict_scopes: checked });
      }}
    />
  );
}

function LeaveOrganization() {
  const { organization, profile } = useWorkspace();
  const { organization_id, name } = organization;
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const self = { organization_id, user_id: profile.user_id };
  // A full page load clears the organization's data from the browser's memory.
  const leave = useMutation(trpc.member.remove.mutationOptions({ onSuccess: () => window.location.assign("/") }));
  const made = useQuery({
    ...trpc.member.credentials.queryOptions(self),
    enabled: open,
  });
  const ending = made.data && describeCredentials(made.data);
  return (
    <>
      <Button look="remove" onClick={() => setOpen(true)}>
        Leave {name}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Leave ${name}?`}
        lead={
          <>
            Your next request is refused. To come back you need an invitation.
            {ending === undefined ? "" : ` The ${ending} you made are revoked.`}
          </>
        }
        action="Leave organization"
        typeName={name}
        plan={planOf(trpc.changePlan.member.remove, self)}
        busy={leave.isPending}
        error={leave.error}
        onConfirm={() => leave.mutate(self)}
      />
    </>
  );
}
