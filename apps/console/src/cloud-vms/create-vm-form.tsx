"use client";

import type { Image, Plan, Site } from "@fulmar/contract";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { SelectField, TextField } from "@/components/field.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import { BootFields } from "./boot-fields.tsx";
import { type CreateVmValues, EMPTY_VM, toCreateVm } from "./create-vm-values.ts";
import { ImageChoice, PlanChoice } from "./offering-choices.tsx";
import { memory, vcpus } from "./size.ts";
import { suggestedName } from "./suggested-name.ts";
import { useCreateVm } from "./use-create-vm.ts";
import { diskOf, useVmPrice } from "./use-vm-price.ts";

/** They come after the page: nobody needs them before plan and image are chosen. */
const NetworkFields = onDemand(
  async () => (await import("./network-fields.tsx")).NetworkFields,
  <BlockSkeleton className="h-24" />,
);
const VolumeFields = onDemand(async () => (await import("./volume-fields.tsx")).VolumeFields);
const ApiRequest = onDemand(async () => (await import("./api-request.tsx")).ApiRequest);
const schema = async () => (await import("@fulmar/contract/compute")).CreateCloudVm;

interface Offer {
  readonly plans: readonly Plan[];
  readonly images: readonly Image[];
  readonly sites: readonly Site[];
}

export function CreateVmForm({ kind, apiUrl, plans, images, sites }: Offer & { kind: VmKind; apiUrl: string }) {
  const form = useForm<CreateVmValues>({ resolver: contractResolver(schema, toCreateVm), defaultValues: EMPTY_VM });
  const { errors } = form.formState;
  const values: CreateVmValues = { ...EMPTY_VM, ...useWatch({ control: form.control }) };
  const create = useCreateVm(kind, form.setError);
  // What is elsewhere cannot be attached to a VM of this kind: GPUs are not at every site.
  const offering = sites.filter(({ site_id }) => plans.some(({ site_ids }) => site_ids.includes(site_id)));
  const plan = plans.find(({ plan_id }) => plan_id === values.plan_id);
  const image = images.find(({ template_id }) => template_id === values.template_id);
  const disk = diskOf(plan, image, values.disk_gb);
  const { price, extraDisk } = useVmPrice(plan, disk);
  useSuggestedName(form, plan, image);

  return (
    <form
      onSubmit={(event) => void form.handleSubmit((ready) => create.send(ready))(event)}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-8">
        {create.error !== null && <ProblemNotice problem={problemOf(create.error)} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            error={errors.name?.message}
            {...form.register("name")}
          />
          <SelectField label="Site" error={errors.site_id?.message} {...form.register("site_id")}>
            <option value="">First that offers plan and image</option>
            {offering.map((site) => (
              <option key={site.site_id} value={site.site_id}>
                {site.name} · {site.location}
              </option>
            ))}
          </SelectField>
        </div>
        <PlanChoice
          plans={plans}
          siteId={values.site_id}
          error={errors.plan_id?.message}
          register={form.register("plan_id")}
        />
        <ImageChoice
          images={images}
          siteId={values.site_id}
          error={errors.template_id?.message}
          register={form.register("template_id")}
        />
        <NetworkFields form={form} sites={offering} />
        <VolumeFields form={form} sites={offering} planDiskGb={plan?.disk_gb} />
        <BootFields form={form} />
        <ApiRequest kind={kind} apiUrl={apiUrl} body={toCreateVm(values)} />
      </div>
      <PurchaseSummary
        lines={[
          ["Plan", plan?.name ?? "—"],
          ["Size", plan ? `${vcpus(plan.cpu)}, ${memory(plan.ram_mb)}` : "—"],
          ...(plan?.gpu_model ? [["Accelerators", `${plan.gpu_count} × ${plan.gpu_model}`] as const] : []),
          ["Root disk", disk === undefined ? "—" : `${disk} GB`],
          ...(extraDisk === null ? [] : [["Beyond the plan's disk", extraDisk] as const]),
          ["Image", image?.name ?? "—"],
        ]}
        price={price}
        skuCode={plan?.sku_code}
        action="Create VM"
        busy={create.busy}
      />
    </form>
  );
}

/** Names the VM after its image and plan, until somebody types a name. */
function useSuggestedName(
  form: ReturnType<typeof useForm<CreateVmValues>>,
  plan: Plan | undefined,
  image: Image | undefined,
) {
  const { dirtyFields } = form.formState;
  const typed = dirtyFields.name === true;
  const { setValue } = form;
  useEffect(() => {
    if (!typed && plan !== undefined && image !== undefined) setValue("name", suggestedName(plan, image));
  }, [typed, plan, image, setValue]);
}
