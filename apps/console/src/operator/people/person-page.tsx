"use client";

import type { OperatorPerson } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { LinkCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { SecondFactor } from "./person-list.tsx";

const dialogs = () => import("./person-dialogs.tsx");
const EndSessions = onDemand(async () => (await dialogs()).EndSessions);
const Lock = onDemand(async () => (await dialogs()).Lock);
const Unlock = onDemand(async () => (await dialogs()).Unlock);
const ResetSecondFactor = onDemand(async () => (await dialogs()).ResetSecondFactor);

const column = columnsOf<{
  readonly organization_id: string;
  readonly name: string;
  readonly role: string;
  readonly api_tokens: number;
  readonly access_keys: number;
}>();

const columns = [
  column("name", "Name", ({ organization_id, name }) => (
    <LinkCell
      href={`/operator/organizations/${organization_id}`}
      id={organization_id}
      name={name}
      idLabel="organization id"
    />
  )),
  column("role", "Role", ({ role }) => role),
  column("tokens", "API tokens", ({ api_tokens }) => api_tokens),
  column("keys", "Access keys", ({ access_keys }) => access_keys),
];

/** A person as who runs the installation sees them: how they sign in, and where they are a member. */
export function PersonPage({ userId }: { userId: string }) {
  const query = useQuery({
    ...useTRPC().operatorPerson.get.queryOptions({ user_id: userId }),
    refetchInterval: () => refreshEvery(false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader crumbs={[{ label: "People", href: "/operator/people" }]} title={data?.name ?? "Person"}>
        {data && <Actions person={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(person) => (
          <div className="space-y-10">
            <Facts
              label="Person"
              facts={[
                ["E-mail", person.email],
                ["Person id", <Copyable key="id" text={person.user_id} label="person id" />],
                ["Created", <DateTime key="created" iso={person.created_at} />],
                ["Second factor", <SecondFactor key="factor" on={person.second_factor} />],
                ["Passkeys", String(person.passkeys)],
                ["Signed-in browsers", String(person.sessions)],
                ["Runs the installation as", person.operator_role],
                ["Locked since", person.locked_at === null ? null : <DateTime key="locked" iso={person.locked_at} />],
                ["Reason", person.locked_reason],
              ]}
            />
            <Section title="Memberships">
              {person.memberships.length === 0 ? (
                <p className="text-ink-muted">The person is in no organization.</p>
              ) : (
                <DataTable
                  label="Organizations of the person"
                  columns={columns}
                  rows={person.memberships}
                  keyOf={({ organization_id }) => organization_id}
                />
              )}
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Actions({ person }: { person: OperatorPerson }) {
  const refusal = useOperatorRefusal();
  const nothing = person.second_factor ? null : "The person has no authenticator; there is nothing to reset.";
  return (
    <>
      <DialogButton look="remove" refusal={refusal} dialog={(state) => <EndSessions person={person} {...state} />}>
        End sessions
      </DialogButton>
      <DialogButton
        look="remove"
        refusal={refusal ?? nothing}
        dialog={(state) => <ResetSecondFactor person={person} {...state} />}
      >
        Reset second factor
      </DialogButton>
      {person.locked_at === null ? (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <Lock person={person} {...state} />}>
          Lock
        </DialogButton>
      ) : (
        <DialogButton refusal={refusal} dialog={(state) => <Unlock person={person} {...state} />}>
          Unlock
        </DialogButton>
      )}
      <DeletePerson person={person} refusal={refusal} />
    </>
  );
}

function DeletePerson({ person, refusal }: { person: OperatorPerson; refusal: string | null }) {
  const trpc = useTRPC();
  const router = useRouter();
  const changed = useInstallationChanged();
  const input = { user_id: person.user_id };
  return (
    <DeleteAction
      deletion={trpc.operatorPerson.delete}
      input={input}
      plan={trpc.changePlan.operatorPerson.delete}
      onDeleted={() => {
        router.push("/operator/people");
        return changed(`Deleted ${person.name}`);
      }}
      what="person"
      name={person.email}
      title={`Delete ${person.name}?`}
      lead={
        "The account, its memberships, and the API tokens and access keys that the person made end at once. " +
        "What they made in organizations stays, and audit trails keep what they did. This cannot be undone."
      }
      typed
      refusal={refusal}
    />
  );
}
