"use client";

import { BUDGET_COVERS, type Budget, type BudgetSelector } from "@fulmar/contract";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, field, numberOf, rawText, text, type UsedForm, useForm } from "@/client/form.ts";
import { partsOf } from "@/client/items.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallation } from "@/shell/installation.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { budgetInput } from "./billing-queries.ts";

const percents = (initial: string) => field(initial, (typed) => partsOf(typed, /[\s,%]+/).map(numberOf));

/** A selector is a line: #tag is a tag, digits a workspace, anything else a VM or a group of VMs. */
function selectorOf(line: string): BudgetSelector {
  const words = partsOf(line, /[\s,]+/);
  const tags = words.filter((word) => word.startsWith("#")).map((word) => word.slice(1));
  const [workspace_id] = words.filter((word) => /^\d+$/.test(word));
  const resource_ids = words.filter((word) => !/^(#.*|\d+)$/.test(word));
  return {
    ...(tags.length > 0 && { tags }),
    ...(workspace_id !== undefined && { workspace_id }),
    ...(resource_ids.length > 0 && { resource_ids }),
  };
}

function lineOf({ tags = [], workspace_id, resource_ids = [] }: BudgetSelector): string {
  return [...tags.map((tag) => `#${tag}`), ...(workspace_id === undefined ? [] : [workspace_id]), ...resource_ids].join(
    " ",
  );
}

const FIELDS = {
  name: rawText(),
  amount: text(),
  thresholds: { ...percents("50, 80, 100"), rows: true },
  forecast_thresholds: { ...percents("100"), rows: true },
  at_cap: chosen<Budget["at_cap"]>("notify"),
  stop: { ...field("", (typed) => partsOf(typed, "\n").map(selectorOf)), rows: true },
};

const createBudget = defineForm(async () => (await import("@fulmar/contract/billing")).CreateBudget, FIELDS);
const updateBudget = defineForm(async () => (await import("@fulmar/contract/billing")).UpdateBudget, FIELDS);

interface Values {
  readonly name: string;
  readonly amount: string;
  readonly thresholds: string;
  readonly forecast_thresholds: string;
  readonly at_cap: Budget["at_cap"];
  readonly stop: string;
}

const AT_CAP: Readonly<Record<Budget["at_cap"], string>> = {
  notify: "What runs goes on",
  refuse: "What runs goes on",
  refuse_and_stop:
    "VMs and groups stop when the amount is spent, and start again when the budget is raised, removed or changed, or the " +
    "next month begins. Nothing is deleted. A stopped VM is charged as before: what stopping saves is its transfer",
};

function BudgetFields({ form }: { form: Pick<UsedForm<Values, unknown>, "field" | "control"> }) {
  const atCap = useWatch({ control: form.control, name: "at_cap" });
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What the budget is for, such as production"
        {...form.field("name")}
      />
      <TextField
        label={`Amount a month, in ${useInstallation().currency}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="500.00"
        {...form.field("amount")}
      />
      <TextField
        label="Notify at spend"
        autoComplete="off"
        hint="In percent of the amount, separated by commas"
        {...form.field("thresholds")}
      />
      <TextField
        label="Notify at forecast"
        autoComplete="off"
        hint="In percent of the amount: the spend expected by the end of the month at the current rate"
        {...form.field("forecast_thresholds")}
      />
      <SelectField label="At the amount" hint={AT_CAP[atCap]} {...form.field("at_cap")}>
        <option value="notify">Notify only</option>
        <option value="refuse">Refuse what would cost more</option>
        <option value="refuse_and_stop">Refuse what would cost more, and stop VMs</option>
      </SelectField>
      {atCap === "refuse_and_stop" && (
        <TextArea
          label="VMs and groups to stop, in this order"
          placeholder={"#batch\n#web"}
          hint={
            "A line each: a tag as #tag, the id of a workspace, or ids of VMs and VM groups. A group counts as one. " +
            "Empty: all that the budget covers, at once"
          }
          {...form.field("stop")}
        />
      )}
    </>
  );
}

export function CreateBudget({ open, onClose }: DialogState) {
  const { workspaceId, workspaceName, organization } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(createBudget);
  const [covers, setCovers] = useState<(typeof BUDGET_COVERS)[number]>("organization");
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New budget"
      lead={<>Each threshold gives notice once a month, by mail to owners and billing members and as an event.</>}
      action="Create budget"
      form={form}
      change={trpc.budget.create}
      inputOf={(body) => ({ workspace_id: workspaceId, covers, ...body })}
      onDone={({ name }) => changed(`Created ${name}`)}
    >
      <SelectField
        label="Of"
        value={covers}
        onChange={({ currentTarget: { value } }) =>
          setCovers(BUDGET_COVERS.find((known) => known === value) ?? "organization")
        }
      >
        <option value="organization">{`All workspaces of ${organization.name}`}</option>
        <option value="workspace">{`The workspace ${workspaceName}`}</option>
      </SelectField>
      <BudgetFields form={form} />
    </ChangeDialog>
  );
}

export function EditBudget({ budget, open, onClose }: { budget: Budget } & DialogState) {
  const { workspaceId } = useWorkspace();
  const { budget_id, name, amount, thresholds, forecast_thresholds, at_cap, stop } = budget;
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(updateBudget, {
    name,
    amount,
    thresholds: thresholds.join(", "),
    forecast_thresholds: forecast_thresholds.join(", "),
    at_cap,
    stop: stop.map(lineOf).join("\n"),
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="A threshold that has notified this month does not notify again."
      action="Save"
      form={form}
      change={trpc.budget.update}
      inputOf={(body) => ({ ...budgetInput(workspaceId, budget_id), ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <BudgetFields form={form} />
    </ChangeDialog>
  );
}
