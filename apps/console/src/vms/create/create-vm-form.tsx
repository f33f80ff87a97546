"use client";

import type { CloudVmDetail, GpuVmDetail, Image, Plan, Site } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { type UseFormRegisterReturn, useWatch } from "react-hook-form";
import { type FormInUse, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { PurchaseSummary } from "@/components/purchase-summary.tsx";
import { NO_SITE } from "@/components/sites.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import { gigabytes, hourly, memory, monthly, unavailable, vcpus } from "../plan.ts";
import { runsAt } from "../runs-image.ts";
import { SystemMark } from "../system-mark.tsx";
import { VM_PAGES, type VmKind, vmProcedures } from "../vm-queries.ts";
import { countOf, createVm, MOST_AT_ONCE, namesOf } from "./create-vm-fields.ts";
import { diskOf, useVmPrice } from "./use-vm-price.ts";

/** Loaded after the page, because they are not needed before plan and image are chosen. */
const NetworkFields = onDemand(
  async () => (await import("./resource-fields.tsx")).NetworkFields,
  <BlockSkeleton className="h-24" />,
);
const VolumeFields = onDemand(async () => (await import("./resource-fields.tsx")).VolumeFields);
const UserDataField = onDemand(
  async () => (await import("@/user-data/user-data-field.tsx")).UserDataField,
  <BlockSkeleton />,
);
const PlacementField = onDemand(async () => (await import("@/placement-groups/placement-field.tsx")).PlacementField);
const DedicatedOption = onDemand(async () => (await import("@/placement-groups/dedicated-option.tsx")).DedicatedOption);
const ScriptMenu = onDemand(async () => (await import("@/startup-scripts/script-menu.tsx")).ScriptMenu);
const SshKeyChoice = onDemand(async () => (await import("@/ssh-keys/ssh-key-choice.tsx")).SshKeyChoice);

interface Offer {
  readonly plans: readonly Plan[];
  readonly images: readonly Image[];
  readonly sites: readonly Site[];
}

/** @param model the VM whose choices it begins with */
export function CreateVmForm({
  kind,
  plans,
  images,
  sites,
  model,
}: Offer & { kind: VmKind; model: CloudVmDetail | GpuVmDetail | undefined }) {
  const form = useForm(createVm, model === undefined ? usualChoice(plans, images) : choiceOf(model));
  const values = { ...createVm.initial, ...useWatch({ control: form.control }) };
  const create = useCreateVm(kind, form);
  // Only sites that offer this kind of VM: not every site has GPUs.
  const offering = sites.filter(({ site_id }) => plans.some(({ site_ids }) => site_ids.includes(site_id)));
  const plan = plans.find(({ plan_id }) => plan_id === values.plan_id);
  const image = images.find(({ template_id }) => template_id === values.template_id);
  const disk = diskOf(plan, image, values.disk_gb);
  const count = countOf(values.count);
  const { price, extraDisk } = useVmPrice(plan, disk, count ?? 1);
  useSuggestedName(form, plan, image);
  useNewestKey(form);

  return (
    <form
      onSubmit={(event) => {
        if (count === undefined) event.preventDefault();
        else void form.handleSubmit((body) => create.send(body, count))(event);
      }}
      noValidate
      className="grid items-start gap-8 lg:grid-cols-[1fr_18rem]"
    >
      <div className="min-w-0 space-y-8">
        {create.error !== null && <ProblemNotice problem={problemOf(create.error)} />}
        <div className="grid gap-5 sm:grid-cols-[1fr_6rem_1fr]">
          <TextField label="Name" autoFocus autoComplete="off" spellCheck={false} {...form.field("name")} />
          <TextField
            label="How many"
            inputMode="numeric"
            {...form.register("count")}
            error={count === undefined ? `must be from 1 to ${MOST_AT_ONCE}` : undefined}
          />
          <SelectField label="Site" hint={offering.length === 0 ? NO_SITE : undefined} {...form.field("site_id")}>
            <option value="">Any site with the plan and image</option>
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
          error={form.errorOf("plan_id")}
          register={form.register("plan_id")}
        />
        <ImageChoice
          images={images}
          sites={offering}
          chosen={values.template_id}
          siteId={values.site_id}
          error={form.errorOf("template_id")}
          register={form.register("template_id")}
        />
        <NetworkFields form={form} sites={offering} />
        <VolumeFields form={form} sites={offering} planDiskGb={plan?.disk_gb} />
        <BootFields form={form} />
        <PlacementField {...form.field("placement_group_id")} />
        <DedicatedOption sites={sites} siteId={values.site_id} {...form.register("dedicated")} />
        <ShowAs operation={kind === "gpu" ? "gpuVm.create" : "cloudVm.create"} input={createVm.body(values)} />
      </div>
      <PurchaseSummary
        lines={[
          ["Plan", plan?.name ?? "—"],
          ["Size", plan ? `${vcpus(plan.cpu)}, ${memory(plan.ram_mb)}` : "—"],
          ...(plan?.gpu_model ? [["Accelerators", `${plan.gpu_count} × ${plan.gpu_model}`] as const] : []),
          ["Root disk", disk === undefined ? "—" : gigabytes(disk)],
          ...(extraDisk === null ? [] : [["Beyond the plan's disk", extraDisk] as const]),
          ["Image", image?.name ?? "—"],
        ]}
        price={price}
        skuCode={plan?.sku_code}
        action={count === undefined || count === 1 ? "Create VM" : `Create ${count} VMs`}
        busy={create.busy}
      />
    </form>
  );
}

/**
 * The usual choice: the second cheapest plan, of GPU plans the cheapest, and the first image that one of its sites
 * offers.
 */
function usualChoice(plans: readonly Plan[], images: readonly Image[]) {
  const offered = plans
    .filter(({ available }) => available)
    .toSorted((one, other) => Number(one.hourly_price) - Number(other.hourly_price));
  const [cheapest, second] = offered;
  const plan = cheapest?.gpu_count === 0 ? (second ?? cheapest) : cheapest;
  const image = images.find(
    ({ site_ids, deprecated }) => !deprecated && plan?.site_ids.some((id) => site_ids.includes(id)),
  );
  return { plan_id: plan?.plan_id ?? "", template_id: image?.template_id ?? "" };
}

/** Suggests a name from image and plan until the user types one. */
function useSuggestedName(form: FormInUse<typeof createVm>, plan: Plan | undefined, image: Image | undefined) {
  const { dirtyFields } = form.formState;
  const typed = dirtyFields.name === true;
  const { setValue, setFocus } = form;
  useEffect(() => {
    if (typed || plan === undefined || image === undefined) return;
    setValue("name", suggestedName(plan, image));
    // Typed text replaces the suggestion.
    if (document.activeElement?.getAttribute("name") === "name") setFocus("name", { shouldSelect: true });
  }, [typed, plan, image, setValue, setFocus]);
}

/** Checks the newest key of the library, which most people use. */
function useNewestKey({ getValues, setValue }: FormInUse<typeof createVm>) {
  const { workspaceId } = useWorkspace();
  const keys = useQuery(useTRPC().sshKey.list.queryOptions(wholeInput(workspaceId))).data?.items;
  const newest = keys?.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]?.ssh_key_id;
  useEffect(() => {
    if (newest !== undefined && getValues("ssh_key_ids").length === 0) setValue("ssh_key_ids", [newest]);
  }, [newest, getValues, setValue]);
}

/** Access, first-boot user data and tags. */
function BootFields({ form }: { form: FormInUse<typeof createVm> }) {
  const userData = useWatch({ control: form.control, name: "user_data" });
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 font-semibold text-base">Access and first boot</legend>
      <SshKeyChoice error={form.errorOf("ssh_key_ids")} register={form.register("ssh_key_ids")} />
      <TextArea
        label="Other SSH public keys"
        hint="One per line, in OpenSSH format"
        placeholder="ssh-ed25519 AAAA…"
        spellCheck={false}
        {...form.field("ssh_keys")}
      />
      <UserDataField
        hint="Passed to cloud-init at the first boot"
        text={userData}
        menu={<ScriptMenu onScript={(text) => form.setValue("user_data", text, { shouldDirty: true })} />}
        onText={(text) => form.setValue("user_data", text, { shouldDirty: true })}
        {...form.field("user_data")}
      />
      <TextField label="Tags" hint="Separated by commas" autoComplete="off" {...form.field("tags")} />
    </fieldset>
  );
}

interface ChoiceProps {
  /** "" if no site was chosen. */
  readonly siteId: string;
  readonly error: string | undefined;
  readonly register: UseFormRegisterReturn;
}

const isElsewhere = (siteIds: readonly string[], siteId: string) => siteId !== "" && !siteIds.includes(siteId);

function PlanChoice({ plans, siteId, error, register }: ChoiceProps & { plans: readonly Plan[] }) {
  return (
    <ChoiceGroup legend="Plan" error={error}>
      {plans.length === 0 && (
        <p className="text-ink-muted">There is no plan yet: whoever operates this installation makes plans.</p>
      )}
      {plans.map((plan) => (
        <ChoiceCard
          key={plan.plan_id}
          title={plan.name}
          value={plan.plan_id}
          refusal={planRefusal(plan, siteId)}
          {...register}
        >
          {plan.gpu_model !== null && (
            <span className="block text-ink">
              {plan.gpu_count} × {plan.gpu_model}
            </span>
          )}
          {vcpus(plan.cpu)} · {memory(plan.ram_mb)} · {gigabytes(plan.disk_gb)} disk
          <span className="mt-2 block text-ink text-sm">
            <span className="font-medium">{monthly(plan)}</span> <span className="text-ink-muted text-xs">a month</span>
          </span>
          <span className="block">{hourly(plan)} an hour</span>
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}

/** Deprecated images are hidden until they are asked for, except the one that is chosen already. */
function ImageChoice({
  images,
  sites,
  chosen,
  siteId,
  error,
  register,
}: ChoiceProps & { images: readonly Image[]; sites: readonly Site[]; chosen: string }) {
  const [showsDeprecated, setShowsDeprecated] = useState(false);
  const hidden = images.filter(({ deprecated, template_id }) => deprecated && template_id !== chosen);
  const offered = images.filter((image) => image.template_id === chosen || runsAt(image, sites, siteId));
  const shown = showsDeprecated ? offered : offered.filter((image) => !hidden.includes(image));
  return (
    <ChoiceGroup legend="Image" error={error}>
      {images.length === 0 && (
        <p className="text-ink-muted">There is no image yet: whoever operates this installation brings images.</p>
      )}
      {shown.map((image) => (
        <ChoiceCard
          key={image.template_id}
          title={image.name}
          mark={<SystemMark distro={image.os_distro} />}
          value={image.template_id}
          refusal={imageRefusal(image, sites, siteId)}
          {...register}
        >
          {whoseImage(image)}
          {image.owner !== "catalog" && isElsewhere(image.site_ids, siteId) && "It is brought to this site first. "}
          {image.deprecated && `Deprecated${image.deprecation_note ? `: ${image.deprecation_note}` : ""}. `}
          Needs {gigabytes(image.min_disk_gb)} of disk
        </ChoiceCard>
      ))}
      {hidden.length > 0 && (
        <Button onClick={() => setShowsDeprecated(!showsDeprecated)}>
          {showsDeprecated ? "Hide deprecated images" : `Show ${hidden.length} deprecated`}
        </Button>
      )}
    </ChoiceGroup>
  );
}

function imageRefusal(image: Image, sites: readonly Site[], siteId: string): string | null {
  if (image.owner === "catalog" && isElsewhere(image.site_ids, siteId)) return "Not offered at this site";
  return runsAt(image, sites, siteId) ? null : "This site does not run it";
}

function whoseImage({ owner, owner_name }: Image): string {
  if (owner === "workspace") return "Your image. ";
  return owner_name === null ? "" : `Of ${owner_name}. `;
}

function planRefusal(plan: Plan, siteId: string): string | null {
  return unavailable(plan) ?? (isElsewhere(plan.site_ids, siteId) ? "Not offered at this site" : null);
}

/** A suggested name for a new VM, such as `debian-small-4f9k`: its image and plan, and a random suffix. */
function suggestedName({ name }: Pick<Plan, "name">, { os_distro }: Pick<Image, "os_distro">): string {
  const size = name.split(" ").slice(1).join(" ") || name;
  const apart = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => LETTERS[byte % LETTERS.length]).join(
    "",
  );
  return [os_distro, size, apart]
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, 63);
}

/** Without characters that are easily confused. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/** Sends the form and opens the VM's page, or the list where there are several. Errors appear at their fields. */
function useCreateVm(kind: VmKind, form: FormInUse<typeof createVm>) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const { page } = VM_PAGES[kind];
  const { mutateAsync } = useMutation(vmProcedures(useTRPC(), kind).vm.create.mutationOptions());
  const create = useMutation({
    mutationFn: async ({ body, count }: { body: ReturnType<typeof createVm.body>; count: number }) => {
      const made: string[] = [];
      // One after the other: the first refusal, such as that of a quota, ends it.
      for (const name of namesOf(body.name, count)) {
        try {
          const { vm_id } = await mutateAsync({ workspace_id: workspaceId, ...body, name });
          made.push(vm_id);
          notify.begun(`Creating ${name}`, "It is starting.", vm_id);
        } catch (error) {
          if (made.length === 0) throw error;
          notify.failed(`${made.length} of ${count} VMs are being created`, problemOf(error).detail);
          break;
        }
      }
      return made;
    },
    onSuccess: (made) => router.push(workspaceHref(workspaceId, made.length === 1 ? `${page}/${made[0]}` : page)),
    onError: form.showErrors,
  });
  return {
    send: (body: ReturnType<typeof createVm.body>, count: number) => create.mutate({ body, count }),
    error: create.error,
    busy: create.isPending || create.isSuccess,
  };
}

/** The choices of a VM, as far as its record has them. Its keys and addresses are its own. */
function choiceOf({
  plan_id,
  template_id,
  site_id,
  disk_gb,
  tags,
  firewall_group_ids,
  placement_group_id,
  dedicated,
}: CloudVmDetail) {
  return {
    placement_group_id: placement_group_id ?? "",
    dedicated,
    ...{ plan_id, template_id, site_id, firewall_group_ids },
    disk_gb: String(disk_gb),
    tags: tags.join(", "),
  };
}
