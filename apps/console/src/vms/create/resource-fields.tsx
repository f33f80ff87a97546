"use client";

import type { Site } from "@fulmar/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import type { FormInUse } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { SubnetField } from "@/vpcs/subnet-field.tsx";
import { gigabytes } from "../plan.ts";
import { resourceInputs } from "../vm-queries.ts";
import { addChoice, type createVm, NEW_ADDRESS } from "./create-vm-fields.ts";

const NewFirewallGroupDialog = onDemand(
  async () => (await import("@/firewall-groups/new-firewall-group-dialog.tsx")).NewFirewallGroupDialog,
);

/** The site chosen in the form, a filter for what a VM there can use, and the sites' names. */
function usePlace(form: FormInUse<typeof createVm>, sites: readonly Site[]) {
  const siteId = useWatch({ control: form.control, name: "site_id" });
  return {
    siteId,
    here: ({ site_id }: { site_id: string }) =>
      siteId === "" ? sites.some((site) => site.site_id === site_id) : site_id === siteId,
    siteName: (id: string) => sites.find(({ site_id }) => site_id === id)?.name ?? id,
  };
}

/** The VM's network: a subnet of a VPC, a public address and firewall groups. */
export function NetworkFields({ form, sites }: { form: FormInUse<typeof createVm>; sites: readonly Site[] }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const inputs = resourceInputs(workspaceId);
  const [vpcs, reservedIps, groups] = useQueries({
    queries: [
      trpc.vpc.list.queryOptions(inputs.vpcs),
      trpc.reservedIp.list.queryOptions(inputs.reservedIps),
      trpc.firewallGroup.list.queryOptions(inputs.firewallGroups),
    ],
  });
  const [vpcId, subnetId] = useWatch({ control: form.control, name: ["vpc_id", "subnet_id"] });
  const { setValue, clearErrors } = form;
  const choose = useCallback(
    (id: string) => {
      setValue("subnet_id", id);
      if (id !== "") clearErrors("subnet_id");
    },
    [setValue, clearErrors],
  );
  const { here, siteName } = usePlace(form, sites);
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 font-semibold text-base">Networking</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="VPC"
          hint="Your private network; without one, the VM gets an address of its site"
          {...form.field("vpc_id")}
        >
          <option value="">No VPC</option>
          {vpcs.data?.items.filter(here).map((vpc) => (
            <option key={vpc.vpc_id} value={vpc.vpc_id}>
              {vpc.name} · {vpc.cidr} · {siteName(vpc.site_id)}
            </option>
          ))}
        </SelectField>
        {vpcId !== "" && (
          <SubnetField key={vpcId} vpcId={vpcId} chosen={subnetId} choose={choose} {...form.field("subnet_id")} />
        )}
        <SelectField label="Public address" {...form.field("reserved_ip_id")}>
          <option value="">None</option>
          <option value={NEW_ADDRESS}>A new one, for the life of the VM</option>
          {reservedIps.data?.items.filter(here).map((ip) => (
            <option key={ip.public_ip_id} value={ip.public_ip_id}>
              {ip.address} {ip.label && `· ${ip.label} `}· {siteName(ip.site_id)}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckList
        legend="Firewall groups"
        error={form.errorOf("firewall_group_ids")}
        empty="There is no firewall group yet; without one, nothing is filtered."
        options={groups.data?.items.map((group) => ({
          value: group.firewall_group_id,
          label: group.name,
          hint: group.description ?? undefined,
        }))}
        register={form.register("firewall_group_ids")}
      />
      <p className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-xs">
        <DialogButton
          refusal={roleRefusal("network.write")}
          dialog={(state) => (
            <NewFirewallGroupDialog {...state} onMade={(id) => addChoice(form, "firewall_group_ids", id)} />
          )}
        >
          New firewall group
        </DialogButton>
        <DocsLink to="firewallGroups">About firewall groups</DocsLink>
      </p>
    </fieldset>
  );
}

const NewVolumeDialog = onDemand(async () => (await import("@/volumes/new-volume-dialog.tsx")).NewVolumeDialog);

/** The root disk's size and the volumes that the VM is created with. They are billed separately. */
export function VolumeFields({
  form,
  sites,
  planDiskGb,
}: {
  form: FormInUse<typeof createVm>;
  sites: readonly Site[];
  planDiskGb: number | undefined;
}) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const readable = roleRefusal("block-storage.read") === null;
  const volumes = useQuery({
    ...trpc.volume.list.queryOptions(resourceInputs(workspaceId).volumes),
    enabled: readable,
  });
  const { siteId, here, siteName } = usePlace(form, sites);
  const fitting = (readable ? volumes.data?.items : [])?.filter(here);
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 font-semibold text-base">Storage</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Root disk in GB"
          type="number"
          inputMode="numeric"
          min={planDiskGb ?? 1}
          placeholder={planDiskGb === undefined ? undefined : String(planDiskGb)}
          hint="Leave empty for the plan's size. A larger disk costs extra and cannot shrink"
          {...form.field("disk_gb")}
        />
      </div>
      <CheckList
        legend="Volumes to attach"
        error={form.errorOf("volume_ids")}
        empty="No volume at this site is free to attach."
        options={fitting?.map((volume) => ({
          value: volume.volume_id,
          label: volume.name,
          hint: `${gigabytes(volume.size_gb)} · ${siteName(volume.site_id)}`,
        }))}
        register={form.register("volume_ids")}
      />
      <p className="-mt-2">
        <DialogButton
          refusal={roleRefusal("block-storage.write")}
          dialog={(state) => (
            <NewVolumeDialog
              {...state}
              sites={siteId === "" ? sites : sites.filter(({ site_id }) => site_id === siteId)}
              siteId={siteId === "" ? (sites[0]?.site_id ?? "") : siteId}
              name={`${form.getValues("name").slice(0, 58)}-data`}
              onMade={(id) => addChoice(form, "volume_ids", id)}
            />
          )}
        >
          New volume
        </DialogButton>
      </p>
    </fieldset>
  );
}
