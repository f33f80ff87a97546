"use client";

import { useQuery } from "@tanstack/react-query";
import { chosen, defineForm, field, number, optionalText, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const imageImport = defineForm(async () => (await import("@fulmar/contract/operator")).CatalogImageImport, {
  template_id: text(),
  site_id: chosen(""),
  url: text(),
  sha256: text(),
  format: chosen<"qcow2" | "squashfs" | "lxd">("qcow2"),
  name: optionalText,
  os_distro: optionalText,
  version: optionalText,
  min_disk_gb: number("10"),
  cloud_init: field("", (typed) => (typed === "" ? undefined : typed === "yes")),
});

/** Has an image brought to a site from a URL. */
export function ImportImage(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(imageImport);
  const { data: sites = [], error } = useQuery(trpc.operatorSite.list.queryOptions());
  return (
    <ChangeDialog
      {...state}
      form={form}
      title="Bring an image to a site"
      lead="A worker fetches the file and checks it. The site's page says how it ended."
      action="Import image"
      error={error}
      change={trpc.operatorImage.import}
      inputOf={(body) => body}
      onDone={({ name }) => changed(`Importing ${name}`, "A worker does it; the site's decisions say how it ended.")}
    >
      <TextField
        label="Image id"
        autoFocus
        autoComplete="off"
        placeholder="debian-13"
        hint="In the catalog. A new one needs name, distribution and version."
        {...form.field("template_id")}
      />
      <SelectField label="Site" {...form.field("site_id")}>
        <option value="">Choose a site</option>
        {sites.map(({ site_id, name }) => (
          <option key={site_id} value={site_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="URL" autoComplete="off" placeholder="https://…/debian-13.qcow2" {...form.field("url")} />
      <TextField label="SHA-256" autoComplete="off" {...form.field("sha256")} />
      <SelectField label="Format" {...form.field("format")}>
        <option value="qcow2">qcow2, for virtual machines</option>
        <option value="squashfs">squashfs, for containers</option>
        <option value="lxd">archive with metadata.yaml</option>
      </SelectField>
      <TextField label="Name" autoComplete="off" placeholder="Debian 13" {...form.field("name")} />
      <TextField label="Distribution" autoComplete="off" placeholder="debian" {...form.field("os_distro")} />
      <TextField label="Version" autoComplete="off" placeholder="13" {...form.field("version")} />
      <TextField label="Smallest disk, in GB" inputMode="numeric" {...form.field("min_disk_gb")} />
      <SelectField label="cloud-init" {...form.field("cloud_init")}>
        <option value="">as its metadata says</option>
        <option value="yes">yes</option>
        <option value="no">no</option>
      </SelectField>
    </ChangeDialog>
  );
}
