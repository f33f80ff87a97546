"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { PriceNote } from "@/components/price-note.tsx";
import { SiteSelect, useFirstSite } from "@/components/sites.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const reserveIp = defineForm(async () => (await import("@fulmar/contract/networking")).ReserveIp, {
  site_id: chosen(""),
  label: rawText(),
  reverse_dns: rawText(),
});

export function ReserveIpPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(reserveIp);
  useFirstSite((siteId) => form.setValue("site_id", siteId));
  const reserve = useMutation(
    trpc.reservedIp.create.mutationOptions({
      onSuccess: async ({ public_ip_id, address }) => {
        router.push(`/workspaces/${workspaceId}/reserved-ips/${public_ip_id}`);
        await changed(`Reserved ${address}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => reserve.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "Reserved IPs", page: "reserved-ips" }}
      title="Reserve an IP"
      lead="The address is chosen from the site's pool, and can be attached to anything at that site."
      scope="network.write"
      verbPhrase="reserve IPs"
      sent={reserve}
      onSubmit={submit}
      button="Reserve IP"
      after={<ShowFormAs operation="reservedIp.create" declared={reserveIp} form={form} />}
    >
      <SiteSelect {...form.field("site_id")} />
      <TextField label="Label" hint="What it is for" autoComplete="off" {...form.field("label")} />
      <TextField
        label="Reverse DNS"
        hint="The host name of the address, such as mail.example.com"
        autoComplete="off"
        spellCheck={false}
        {...form.field("reverse_dns")}
      />
      <PriceNote sku="ip.reserved" family="networking" />
    </CreatePage>
  );
}
