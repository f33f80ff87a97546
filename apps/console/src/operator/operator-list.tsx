"use client";

import type { OperatorRecord, OperatorRole } from "@fulmar/contract";
import { UserPlus, UsersRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useProfile } from "@/shell/profile.tsx";
import { NOWHERE, operatorList } from "./operator-queries.ts";
import { useInstallationChanged } from "./use-changed.ts";
import { useOperatorRefusal } from "./use-refusal.ts";

const AddOperator = onDemand(async () => (await import("./add-operator.tsx")).AddOperator);
const ChangeOperatorRole = onDemand(async () => (await import("./change-operator-role.tsx")).ChangeOperatorRole);

const OPERATORS: ListedKind = {
  one: "operator",
  many: "operators",
  icon: UsersRound,
  purpose: "Who runs this installation.",
};

const ROLE_NAMES: Readonly<Record<OperatorRole, string>> = { operator: "Operator", support: "Support" };

const column = columnsOf<OperatorRecord>();

const columns = [
  column("name", "Name", (person) => <PersonName person={person} />),
  column("role", "Role", ({ role }) => ROLE_NAMES[role]),
  column("second_factor", "Second factor", ({ second_factor }) =>
    second_factor ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="warn">off</StatusBadge>,
  ),
  column("since", "Since", ({ created_at }) => <DateTime iso={created_at} />),
  column("actions", hiddenTitle("Actions"), (person) => <PersonMenu person={person} />),
];

function PersonName({ person: { user_id, name, email } }: { person: OperatorRecord }) {
  const profile = useProfile();
  return (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <span className="font-medium">{name}</span>
      {user_id === profile.user_id && <span className="ml-2 text-ink-subtle text-xs">you</span>}
      <div className="text-ink-muted text-xs leading-4">{email}</div>
    </div>
  );
}

function PersonMenu({ person }: { person: OperatorRecord }) {
  const { user_id, name, email } = person;
  const trpc = useTRPC();
  const router = useRouter();
  const changed = useInstallationChanged();
  const own = user_id === useProfile().user_id;
  const refusal = useOperatorRefusal();
  return (
    <DeleteAction
      deletion={trpc.operator.remove}
      input={{ user_id }}
      plan={trpc.changePlan.operator.remove}
      onDeleted={() => {
        // They see nothing of the installation any more.
        if (own) router.refresh();
        return changed(`${name} does not run the installation any more`);
      }}
      verb="Remove"
      what="operator"
      name={name}
      lead={`${email} loses these pages at once, and their operator tokens are revoked. Their account stays.`}
      refusal={refusal}
      row={name}
      others={[
        {
          label: "Change the role",
          refusal,
          dialog: (state) => <ChangeOperatorRole person={person} own={own} {...state} />,
        },
      ]}
    />
  );
}

/** The people who run the installation. */
export function OperatorListPage() {
  return (
    <>
      <PageHeader
        title="Operators"
        lead="The people who run this installation. In production everybody needs a second factor."
      >
        <DialogButton look="primary" refusal={useOperatorRefusal()} dialog={(state) => <AddOperator {...state} />}>
          <UserPlus className="size-4" aria-hidden />
          Add operator
        </DialogButton>
      </PageHeader>
      <ListTable
        list={operatorList}
        path={NOWHERE}
        kind={OPERATORS}
        label="Operators"
        columns={columns}
        keyOf={({ user_id }) => user_id}
      />
    </>
  );
}
