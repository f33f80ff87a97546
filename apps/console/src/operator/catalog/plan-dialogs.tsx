"use client";

import type { OperatorPlan } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import {
  chosen,
  defineForm,
  field,
  nullableText,
  number,
  numberOf,
  text,
  texts,
  type UsedForm,
  useForm,
} from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { OrganizationChoice, organizationChoice } from "../organization-choice.tsx";
import { useInstallationChanged } from "../use-changed.ts";

type Family = OperatorPlan["family"];
type ForOne = { readonly plan: OperatorPlan } & DialogState;

const schemas = () => import("@fulmar/contract/operator");

const newPlan = defineForm(async () => (await schemas()).NewPlan, {
  plan_id: text(),
  name: text(),
  family: chosen<Family>("shared"),
  cpu: number(),
  ram_mb: field("", (gigabytes) => numberOf(gigabytes) * 1024),
  disk_gb: number(),
  gpu_model: nullableText,
  gpu_count: field("0", numberOf),
  hourly_price: text(),
  site_ids: chosen<readonly string[]>([]),
  organization_ids: organizationChoice,
  host_tags: texts(","),
});

const editPlan = defineForm(async () => (await schemas()).PlanChange, {
  name: text(),
  position: number(),
  organization_ids: organizationChoice,
  host_tags: texts(","),
});

const planSites = defineForm(async () => (await schemas()).PlanSites, { site_ids: chosen<readonly string[]>([]) });

const HOST_TAGS = "Separated by commas. New VMs go only to hosts that have them all";

/** The sites of the installation to choose from. */
function SiteChoice({
  form,
}: {
  form: Pick<UsedForm<{ site_ids: readonly string[] }, unknown>, "register" | "errorOf">;
}) {
  const { data } = useQuery(useTRPC().operatorSite.list.queryOptions());
  return (
    <CheckList
      legend="Sold at"
      options={data?.map(({ site_id, name }) => ({ value: site_id, label: name, hint: site_id }))}
      empty="The installation has no site."
      error={form.errorOf("site_ids")}
      register={form.register("site_ids")}
    />
  );
}

export function NewPlan({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newPlan);
  const family = useWatch({ control: form.control, name: "family" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="New plan"
      lead="Its size stays, because VMs have it. Its price can change later."
      action="Create plan"
      form={form}
      change={trpc.operatorPlan.create}
      inputOf={(body) => ({ ...body, site_ids: [...body.site_ids] })}
      onDone={({ name }) => changed(`Created ${name}`)}
    >
      <TextField label="Id" autoComplete="off" placeholder="shared-2" {...form.field("plan_id")} />
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <SelectField label="Family" {...form.field("family")}>
        <option value="shared">Shared</option>
        <option value="dedicated">Dedicated</option>
        <option value="memory">Memory</option>
        <option value="gpu">GPU</option>
      </SelectField>
      <TextField label="vCPUs" inputMode="numeric" autoComplete="off" {...form.field("cpu")} />
      <TextField label="Memory in GB" inputMode="decimal" autoComplete="off" {...form.field("ram_mb")} />
      <TextField label="Disk in GB" inputMode="numeric" autoComplete="off" {...form.field("disk_gb")} />
      {family === "gpu" && (
        <>
          <TextField label="GPU model" autoComplete="off" placeholder="NVIDIA L4" {...form.field("gpu_model")} />
          <TextField label="GPUs" inputMode="numeric" autoComplete="off" {...form.field("gpu_count")} />
        </>
      )}
      <TextField label="Price of an hour" inputMode="decimal" autoComplete="off" {...form.field("hourly_price")} />
      <SiteChoice form={form} />
      <TextField label="Tags of its hosts" autoComplete="off" hint={HOST_TAGS} {...form.field("host_tags")} />
      <OrganizationChoice
        legend="Sold to"
        everybody="All organizations"
        chosen={useWatch({ control: form.control, name: "organization_ids" })}
        onChoose={(ids) => form.setValue("organization_ids", ids)}
        error={form.errorOf("organization_ids")}
      />
    </ChangeDialog>
  );
}

/** Renames a plan, moves it in the list and chooses who may buy it. */
export function EditPlan({ plan: { plan_id, name, position, organization_ids, host_tags }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const before = { name, position: String(position), organization_ids, host_tags: host_tags.join(", ") };
  const form = useForm(editPlan, before);
  const held = useWatch({ control: form.control, compute: (all) => all });
  const body = editPlan.body(held);
  const asks =
    JSON.stringify(held) !== JSON.stringify(before) &&
    body.name !== "" &&
    body.position > 0 &&
    body.organization_ids?.length !== 0;
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="VMs that have the plan keep it."
      action="Save"
      form={form}
      change={trpc.operatorPlan.update}
      inputOf={(sent) => ({ plan_id, ...sent })}
      plan={asks ? planOf(trpc.changePlan.operatorPlan.update, { plan_id, ...body }) : null}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <TextField
        label="Place in the list"
        inputMode="numeric"
        autoComplete="off"
        hint="1 is the first"
        {...form.field("position")}
      />
      <TextField label="Tags of its hosts" autoComplete="off" hint={HOST_TAGS} {...form.field("host_tags")} />
      <OrganizationChoice
        legend="Sold to"
        everybody="All organizations"
        chosen={useWatch({ control: form.control, name: "organization_ids" })}
        onChoose={(ids) => form.setValue("organization_ids", ids)}
        error={form.errorOf("organization_ids")}
      />
    </ChangeDialog>
  );
}

export function PlanSites({ plan: { plan_id, name, site_ids }, open, onClose }: ForOne) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(planSites, { site_ids });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Sites of ${name}`}
      lead="VMs at other sites keep the plan."
      action="Save"
      form={form}
      change={trpc.operatorPlan.setSites}
      inputOf={(body) => ({ plan_id, site_ids: [...body.site_ids] })}
      onDone={() => changed(`Saved the sites of ${name}`)}
    >
      <SiteChoice form={form} />
    </ChangeDialog>
  );
}
