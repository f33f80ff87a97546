"use client";

import { useQuery } from "@tanstack/react-query";
import { chosen, defineForm, optionalText, text, texts, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { PriceNote } from "@/components/price-note.tsx";
import { SiteSelect, useFirstSite } from "@/components/sites.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createLoadBalancer = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).CreateLoadBalancer,
  {
    name: text(),
    site_id: chosen(""),
    vpc_id: optionalText,
    subnet_id: chosen(""),
    reserved_ip_id: optionalText,
    tags: texts(","),
  },
  ({ name, site_id, tags, vpc_id, subnet_id, reserved_ip_id }) => ({
    ...{ name, site_id, tags },
    ...(vpc_id !== undefined && { vpc_id, subnet_id }),
    ...(reserved_ip_id !== undefined && { reserved_ip_id }),
  }),
);

export function CreateLoadBalancerPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createLoadBalancer);
  useFirstSite((siteId) => form.setValue("site_id", siteId));
  const [site_id, vpc_id] = form.watch(["site_id", "vpc_id"]);
  const atSite = { ...wholeInput(workspaceId), site_id: [site_id] };
  const vpcs = useQuery({ ...trpc.vpc.list.queryOptions(atSite), enabled: site_id !== "" });
  const subnets = useQuery({
    ...trpc.subnet.list.queryOptions({ ...wholeInput(workspaceId), vpc_id }),
    enabled: vpc_id !== "",
  });
  const free = useQuery({
    ...trpc.reservedIp.list.queryOptions({ ...atSite, status: ["reserved"] }),
    enabled: site_id !== "",
  });
  const create = useCreate(
    form,
    trpc.loadBalancer.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ load_balancer_id, name }) => ({
      page: `load-balancers/${load_balancer_id}`,
      message: `Creating ${name}`,
      next: "It is ready within seconds.",
    }),
    { name_taken: ["name", "is taken in this workspace"] },
  );
  return (
    <CreatePage
      list={{ label: "Load balancers", page: "load-balancers" }}
      title="New load balancer"
      lead="You add listeners and pools next."
      scope="load-balancer.write"
      verbPhrase="create load balancers"
      {...create}
      button="Create load balancer"
      after={<ShowFormAs operation="loadBalancer.create" declared={createLoadBalancer} form={form} />}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <SiteSelect
        error={form.errorOf("site_id")}
        {...form.register("site_id", {
          onChange: () => form.reset({ ...form.getValues(), vpc_id: "", subnet_id: "", reserved_ip_id: "" }),
        })}
      />
      <SelectField
        label="VPC of the targets"
        hint="If chosen, targets must have addresses in it."
        error={form.errorOf("vpc_id")}
        {...form.register("vpc_id", { onChange: () => form.setValue("subnet_id", "") })}
      >
        <option value="">None</option>
        {vpcs.data?.items.map(({ vpc_id: id, name, cidr }) => (
          <option key={id} value={id}>
            {name} ({cidr})
          </option>
        ))}
      </SelectField>
      {vpc_id !== "" && (
        <SelectField
          label="Subnet"
          hint={
            subnets.data?.items.length === 0 ? "This VPC has no subnet yet; create one on its page first" : undefined
          }
          {...form.field("subnet_id")}
        >
          <option value="">Choose a subnet</option>
          {subnets.data?.items.map(({ subnet_id, name, cidr }) => (
            <option key={subnet_id} value={subnet_id}>
              {name} ({cidr})
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label="Public address" {...form.field("reserved_ip_id")}>
        <option value="">Assigned by the platform, for the life of the balancer</option>
        {free.data?.items.map(({ public_ip_id, address, label }) => (
          <option key={public_ip_id} value={public_ip_id}>
            {label === "" ? address : `${address} (${label})`}
          </option>
        ))}
      </SelectField>
      <TextField label="Tags" hint="Separated by commas" autoComplete="off" {...form.field("tags")} />
      <PriceNote sku="load-balancer" family="load-balancing" />
    </CreatePage>
  );
}
