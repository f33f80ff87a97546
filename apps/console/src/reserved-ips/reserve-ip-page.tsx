"use client";

import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { PriceNote } from "@/components/price-note.tsx";
import { SiteSelect, useFirstSite } from "@/components/sites.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const reserveIp = defineForm(async () => (await import("@fulmar/contract/networking")).ReserveIp, {
  site_id: chosen(""),
  label: rawText(),
  reverse_dns: rawText(),
});

export function ReserveIpPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(reserveIp);
  useFirstSite((siteId) => form.setValue("site_id", siteId));
  const create = useCreate(
    form,
    trpc.reservedIp.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ public_ip_id, address }) => ({ page: `reserved-ips/${public_ip_id}`, message: `Reserved ${address}` }),
  );
  return (
    <CreatePage
      list={{ label: "Reserved IPs", page: "reserved-ips" }}
      title="Reserve an IP"
      lead="The address is chosen from the site's pool, and can be attached to anything at that site."
      scope="network.write"
      verbPhrase="reserve IPs"
      {...create}
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
