"use client";

import { chosen, defineForm, field, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { SiteSelect, useFirstSite } from "@/components/sites.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";
import { describeCidr } from "./cidr.ts";

const createVpc = defineForm(async () => (await import("@fulmar/contract/networking")).CreateVpc, {
  name: text(),
  site_id: chosen(""),
  cidr: text("10.0.0.0/16"),
  ipv6: chosen(false),
  description: field("", (typed) => (typed.trim() === "" ? null : typed)),
});

export function CreateVpcPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createVpc);
  useFirstSite((siteId) => form.setValue("site_id", siteId));
  const create = useCreate(
    form,
    trpc.vpc.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ vpc_id, name }) => ({ page: `vpcs/${vpc_id}`, message: `Created ${name}` }),
    { name_taken: ["name", "is taken in this workspace"], cidr_overlap: ["cidr", "overlaps another VPC at this site"] },
  );
  const words = describeCidr(form.watch("cidr").trim());
  return (
    <CreatePage
      list={{ label: "VPCs", page: "vpcs" }}
      title="New VPC"
      lead="Its network is divided into subnets afterwards; site and network cannot be changed later."
      scope="network.write"
      verbPhrase="create VPCs"
      {...create}
      button="Create VPC"
      after={<ShowFormAs operation="vpc.create" declared={createVpc} form={form} />}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <SiteSelect {...form.field("site_id")} />
      <TextField
        label="Network"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        hint={words ?? "A private network from /16 to /28, such as 10.0.0.0/16 or 192.168.0.0/20"}
        {...form.field("cidr")}
      />
      <CheckOption
        label="IPv6"
        hint="Its VMs get a private IPv6 address beside the other one. It can be switched on later, too."
        error={form.errorOf("ipv6")}
        {...form.register("ipv6")}
      />
      <TextArea prose label="Description" {...form.field("description")} />
    </CreatePage>
  );
}
