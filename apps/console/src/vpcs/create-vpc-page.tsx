"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { chosen, defineForm, field, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { SiteSelect, useFirstSite } from "@/components/sites.tsx";
import { useChanged } from "@/shell/use-changed.ts";
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
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(createVpc);
  useFirstSite((siteId) => form.setValue("site_id", siteId));
  const create = useMutation(
    trpc.vpc.create.mutationOptions({
      onSuccess: async ({ vpc_id, name }) => {
        router.push(`/workspaces/${workspaceId}/vpcs/${vpc_id}`);
        await changed(`Created ${name}`);
      },
      onError: (error) => {
        form.showErrors(error);
        const { code } = problemOf(error);
        if (code === "name_taken") form.setError("name", { message: "is taken in this workspace" });
        if (code === "cidr_overlap") form.setError("cidr", { message: "overlaps another VPC at this site" });
      },
    }),
  );
  const words = describeCidr(form.watch("cidr").trim());
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "VPCs", page: "vpcs" }}
      title="New VPC"
      lead="Its network is divided into subnets afterwards; site and network cannot be changed later."
      scope="network.write"
      verbPhrase="create VPCs"
      sent={create}
      onSubmit={submit}
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
