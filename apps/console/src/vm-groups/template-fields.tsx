"use client";

import { useQueries } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { FormInUse } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { UserDataField } from "@/user-data/user-data-field.tsx";
import { memory, monthly, vcpus } from "@/vms/plan.ts";
import { runsAt } from "@/vms/runs-image.ts";
import { offeringInputs } from "@/vms/vm-queries.ts";
import { TemplateNetworkFields } from "./template-network-fields.tsx";
import type { createVmGroup, TemplateForm } from "./vm-group-form.ts";

const SshKeyChoice = onDemand(async () => (await import("@/ssh-keys/ssh-key-choice.tsx")).SshKeyChoice);

/**
 * What the VMs of a group are made of.
 * @param siteId "" if no site was chosen
 */
export function TemplateFields({
  form: given,
  siteId,
}: {
  form: TemplateForm | FormInUse<typeof createVmGroup>;
  siteId: string;
}) {
  // Both forms have these fields.
  const form = given as TemplateForm;
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const inputs = offeringInputs(workspaceId, "cloud");
  const [plans, images, sites] = useQueries({
    queries: [
      trpc.plan.list.queryOptions(inputs.plans),
      trpc.image.list.queryOptions(inputs.images),
      trpc.site.list.queryOptions(inputs.sites),
    ],
  });
  const [userData, chosen] = useWatch({ control: form.control, name: ["user_data", "template_id"] });
  return (
    <>
      <SelectField label="Plan" {...form.field("plan_id")}>
        <option value="">Choose a plan</option>
        {plans.data?.items.map((plan) => (
          <option key={plan.plan_id} value={plan.plan_id} disabled={!plan.available}>
            {plan.name} · {vcpus(plan.cpu)}, {memory(plan.ram_mb)} · {monthly(plan)} a month
          </option>
        ))}
      </SelectField>
      <SelectField label="Image" {...form.field("template_id")}>
        <option value="">Choose an image</option>
        {images.data?.items
          .filter(
            (image) =>
              image.template_id === chosen || (!image.deprecated && runsAt(image, sites.data?.items ?? [], siteId)),
          )
          .map(({ template_id, name, owner_name }) => (
            <option key={template_id} value={template_id}>
              {owner_name === null ? name : `${name}, of ${owner_name}`}
            </option>
          ))}
      </SelectField>
      <TextField
        label="Root disk in GB"
        inputMode="numeric"
        hint="Leave empty for the plan's size"
        {...form.field("disk_gb")}
      />
      <TemplateNetworkFields form={form} siteId={siteId} />
      <CheckOption label="Each VM gets a public address" {...form.register("public_ip")} />
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
        onText={(text) => form.setValue("user_data", text, { shouldDirty: true })}
        {...form.field("user_data")}
      />
      <TextField
        label="Tags"
        hint="Separated by commas. Pools of load balancers choose VMs by a tag"
        autoComplete="off"
        {...form.field("tags")}
      />
    </>
  );
}
