"use client";

import type { Site } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { chosen, defineForm, nullableText, number, optionalText, text, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const importImage = defineForm(async () => (await import("@fulmar/contract/compute")).ImportImage, {
  name: text(),
  description: nullableText,
  site_id: text(),
  format: chosen("qcow2" as "qcow2" | "raw" | "vhd" | "ova" | "lxd"),
  url: optionalText,
  bucket_name: optionalText,
  object_key: optionalText,
  sha256: optionalText,
  os_distro: text("debian"),
  version: text("13"),
  architecture: chosen("x86_64" as "x86_64" | "aarch64"),
  min_disk_gb: number("10"),
});

const FORMATS = { qcow2: "qcow2", raw: "raw disk", vhd: "VHD", ova: "OVA", lxd: "LXD archive" } as const;

/** Has a worker fetch the file of an image. */
export function ImportImage(state: DialogState) {
  const { workspaceId } = useWorkspace();
  const sites = useQuery(sitesQuestion(useTRPC(), { workspaceId })).data?.items;
  return sites === undefined ? null : <ImportDialog sites={sites} {...state} />;
}

function ImportDialog({ sites, open, onClose }: { sites: readonly Site[] } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const buckets = useQuery(trpc.bucket.list.queryOptions(wholeInput(workspaceId))).data?.items;
  const form = useForm(importImage, { site_id: sites[0]?.site_id ?? "" });
  const [site_id, min_disk_gb] = [form.watch("site_id"), Number(form.watch("min_disk_gb"))];
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Import an image"
      lead={
        "A worker fetches the file from a public https address, or from a bucket that you have uploaded it to, " +
        "checks it and brings it to the site."
      }
      action="Import image"
      form={form}
      {...(site_id !== "" &&
        Number.isInteger(min_disk_gb) && {
          // What it costs depends on these alone, and the others may not be filled in yet.
          plan: planOf(trpc.changePlan.image.import, {
            ...{ workspace_id: workspaceId, name: "image", site_id, min_disk_gb, format: "raw" as const },
            ...{ url: "https://example.com/image", os_distro: "linux", version: "1" },
          }),
        })}
      change={trpc.image.import}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body })}
      onDone={({ name }) => changed(`Importing ${name}`)}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="For example, debian-genericcloud"
        {...form.field("name")}
      />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        hint="Leave empty to import from a bucket"
        {...form.field("url")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Bucket"
          hint={buckets?.length === 0 ? "This workspace has no bucket yet" : undefined}
          {...form.field("bucket_name")}
        >
          <option value="">None</option>
          {buckets?.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Object" autoComplete="off" {...form.field("object_key")} />
      </div>
      <TextField label="SHA-256" autoComplete="off" hint="Optional; compared when given" {...form.field("sha256")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Site" {...form.field("site_id")}>
          {sites.map(({ site_id, name }) => (
            <option key={site_id} value={site_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Format" {...form.field("format")}>
          {Object.entries(FORMATS).map(([format, words]) => (
            <option key={format} value={format}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField label="Distribution" autoComplete="off" {...form.field("os_distro")} />
        <TextField label="Version" autoComplete="off" {...form.field("version")} />
        <SelectField label="Architecture" {...form.field("architecture")}>
          <option value="x86_64">x86_64</option>
          <option value="aarch64">aarch64</option>
        </SelectField>
        <TextField
          label="Minimum disk in GB"
          type="number"
          inputMode="numeric"
          min={1}
          {...form.field("min_disk_gb")}
        />
      </div>
    </ChangeDialog>
  );
}
