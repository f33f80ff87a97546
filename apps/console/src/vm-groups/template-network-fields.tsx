"use client";

import { useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { SelectField } from "@/components/field.tsx";
import { useSites } from "@/components/sites.tsx";
import { DedicatedOption } from "@/placement-groups/dedicated-option.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { resourceInputs } from "@/vms/vm-queries.ts";
import { SubnetField } from "@/vpcs/subnet-field.tsx";
import type { TemplateForm } from "./vm-group-form.ts";

/**
 * The network of a group's VMs: a subnet of a VPC and firewall groups, and whether they run on the organization's hosts.
 * @param siteId "" if no site was chosen
 */
export function TemplateNetworkFields({ form, siteId }: { form: TemplateForm; siteId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const inputs = resourceInputs(workspaceId);
  const readable = roleRefusal("network.read") === null;
  const [vpcs, groups] = useQueries({
    queries: [
      { ...trpc.vpc.list.queryOptions(inputs.vpcs), enabled: readable },
      { ...trpc.firewallGroup.list.queryOptions(inputs.firewallGroups), enabled: readable },
    ],
  });
  const sites = useSites();
  const [vpcId, subnetId] = useWatch({ control: form.control, name: ["vpc_id", "subnet_id"] });
  const { setValue } = form;
  const choose = useCallback((id: string) => setValue("subnet_id", id), [setValue]);
  const here = ({ site_id }: { site_id: string }) => siteId === "" || site_id === siteId;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="VPC" hint="The private network of the VMs" {...form.field("vpc_id")}>
          <option value="">No VPC</option>
          {vpcs.data?.items.filter(here).map((vpc) => (
            <option key={vpc.vpc_id} value={vpc.vpc_id}>
              {vpc.name} · {vpc.cidr} · {sites.find(({ site_id }) => site_id === vpc.site_id)?.name ?? vpc.site_id}
            </option>
          ))}
        </SelectField>
        {vpcId !== "" && (
          <SubnetField key={vpcId} vpcId={vpcId} chosen={subnetId} choose={choose} {...form.field("subnet_id")} />
        )}
      </div>
      <CheckList
        legend="Firewall groups"
        error={form.errorOf("firewall_group_ids")}
        empty="There is no firewall group yet; without one, nothing is filtered."
        options={
          readable
            ? groups.data?.items.map((group) => ({
                value: group.firewall_group_id,
                label: group.name,
                hint: group.description ?? undefined,
              }))
            : []
        }
        register={form.register("firewall_group_ids")}
      />
      <DedicatedOption sites={sites} siteId={siteId} {...form.register("dedicated")} />
    </>
  );
}
