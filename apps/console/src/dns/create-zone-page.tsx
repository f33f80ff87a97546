"use client";

import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createZone = defineForm(async () => (await import("@fulmar/contract/dns")).CreateDnsZone, {
  name: text(),
  description: text(),
});

export function CreateZonePage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createZone);
  const create = useCreate(
    form,
    trpc.dnsZone.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ name, zone_id }) => ({ page: `dns-zones/${zone_id}`, message: `Created ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "DNS zones", page: "dns-zones" }}
      title="New DNS zone"
      lead="Next, you see how to prove that the domain is yours. Its records can be prepared before."
      scope="dns.write"
      verbPhrase="create DNS zones"
      {...create}
      button="Create DNS zone"
      after={<ShowFormAs operation="dnsZone.create" declared={createZone} form={form} />}
    >
      <TextField
        label="Domain"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="example.com"
        hint="The domain itself, without www before it"
        {...form.field("name")}
      />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
    </CreatePage>
  );
}
