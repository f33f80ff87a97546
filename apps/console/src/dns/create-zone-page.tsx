"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createZone = defineForm(async () => (await import("@fulmar/contract/dns")).CreateDnsZone, {
  name: text(),
  description: text(),
});

export function CreateZonePage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(createZone);
  const create = useMutation(
    trpc.dnsZone.create.mutationOptions({
      onSuccess: ({ name, zone_id }) => {
        router.push(workspaceHref(workspaceId, `dns-zones/${zone_id}`));
        return changed(`Created ${name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "DNS zones", page: "dns-zones" }}
      title="New DNS zone"
      lead="Next, you see how to prove that the domain is yours. Its records can be prepared before."
      scope="dns.write"
      verbPhrase="create DNS zones"
      sent={create}
      onSubmit={submit}
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
