"use client";

import { type Budget, rolesWith } from "@fulmar/contract";
import { PiggyBank } from "lucide-react";
import { countOf } from "@/client/format.ts";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { useRoleRefusal } from "@/settings/use-role.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Amount, AmountTitle } from "./amount.tsx";
import { budgetInput, budgetList, mayReadWallet } from "./billing-queries.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { CreateBudget, EditBudget } from "./budget-dialogs.tsx";
import { WalletRefusal } from "./wallet-refusal.tsx";

const BUDGETS: ListedKind = {
  one: "budget",
  many: "budgets",
  icon: PiggyBank,
  purpose:
    "A budget gives notice by mail and as an event when a month's cost reaches a part of it. It can refuse " +
    "what would cost more, and stop VMs.",
};

const column = columnsOf<Budget>();
const columns = [
  column("name", "Name", (budget) => <NameAndCover budget={budget} />),
  column("month", "This month", (budget) => <BudgetBar budget={budget} />),
  column(
    "expected",
    () => <AmountTitle>Expected</AmountTitle>,
    ({ expected, currency }) => <Amount>{money(expected, currency)}</Amount>,
  ),
  column(
    "amount",
    () => <AmountTitle>Budget</AmountTitle>,
    ({ amount, currency }) => <Amount>{money(amount, currency)}</Amount>,
  ),
  column("notices", "Notices", (budget) => <Notices budget={budget} />),
  column("actions", hiddenTitle("Actions"), (budget) => <Actions budget={budget} />),
];

/** The budgets of the organization and its workspaces, and how far each is. */
export function BudgetsPage() {
  const { organization } = useWorkspace();
  return mayReadWallet(organization) ? <Budgets /> : <WalletRefusal what="budgets" />;
}

function Budgets() {
  const { workspaceId } = useWorkspace();
  return (
    <Section
      title="Budgets"
      lead="For each calendar month, in UTC. Notices go to owners and billing members, and to webhooks."
      actions={
        <DialogButton
          look="primary"
          dialog={(state) => <CreateBudget {...state} />}
          refusal={useRoleRefusal(rolesWith("billing.write"))}
        >
          New budget
        </DialogButton>
      }
    >
      <ListTable
        list={budgetList}
        path={{ workspaceId }}
        kind={BUDGETS}
        label="All budgets"
        columns={columns}
        keyOf={({ budget_id }) => budget_id}
      />
    </Section>
  );
}

const AT_CAP = {
  refuse: "Refuses what would cost more",
  refuse_and_stop: "Refuses what would cost more, and stops VMs",
} as const;

function NameAndCover({ budget }: { budget: Budget }) {
  const { name, workspace_id, at_cap, stopped, stopped_groups } = budget;
  const { organization } = useWorkspace();
  const has = [
    ...(stopped_groups.length > 0 ? [countOf(stopped_groups.length, "VM group")] : []),
    ...(stopped.length > 0 ? [countOf(stopped.length, "VM")] : []),
  ].join(" and ");
  const workspace = organization.workspaces.find((one) => one.workspace_id === workspace_id);
  return (
    <div className="min-w-36 py-2">
      <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
      <span className="text-ink-muted text-xs">
        {workspace_id === null ? "All workspaces" : (workspace?.name ?? `Workspace ${workspace_id}`)}
      </span>
      {at_cap !== "notify" && <span className="block text-ink-muted text-xs">{AT_CAP[at_cap]}</span>}
      {has !== "" && (
        <span className="block text-warn text-xs">{`Has stopped ${has}, which start again by themselves`}</span>
      )}
    </div>
  );
}

/** Each threshold, and whether it has given notice this month. */
function Notices({ budget: { thresholds, forecast_thresholds, reached } }: { budget: Budget }) {
  const all = [
    ...thresholds.map((percent) => ({ basis: "spent", percent, label: `${percent} %` }) as const),
    ...forecast_thresholds.map((percent) => ({ basis: "expected", percent, label: `${percent} % expected` }) as const),
  ];
  if (all.length === 0) return <span className="text-ink-subtle">none</span>;
  const given = all.filter(({ basis, percent }) =>
    reached.some((notice) => notice.basis === basis && notice.percent === percent),
  );
  return (
    <div className="min-w-40 py-2">
      <span className="block">{all.map(({ label }) => label).join(", ")}</span>
      <span className="text-ink-muted text-xs">
        {given.length === 0
          ? "None given this month"
          : `Given this month: ${given.map(({ label }) => label).join(", ")}`}
      </span>
    </div>
  );
}

function Actions({ budget }: { budget: Budget }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const refusal = useRoleRefusal(rolesWith("billing.write"));
  return (
    <DeleteAction
      deletion={trpc.budget.delete}
      input={budgetInput(workspaceId, budget.budget_id)}
      plan={trpc.changePlan.budget.delete}
      onDeleted={() => changed(`Deleted ${budget.name}`)}
      what="budget"
      name={budget.name}
      lead="It gives no more notices. VMs that it stopped start again. What was spent stays in the ledger."
      refusal={refusal}
      row={budget.name}
      others={[{ label: "Edit", refusal, dialog: (state) => <EditBudget budget={budget} {...state} /> }]}
    />
  );
}
