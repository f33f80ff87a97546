"use client";

import type { Site } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { chosen, defineForm, field, nullableText, number, optionalText, text, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { planOf } from "@/client/plan-question.ts";
import { useDialogChange } from "@/client/procedure.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { startUploads } from "@/objects/upload-queue.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const importImage = defineForm(async () => (await import("@fulmar/contract/compute")).ImportImage, {
  name: text(),
  description: nullableText,
  site_id: text(),
  format: chosen("qcow2" as "qcow2" | "raw" | "vhd" | "vhdx" | "vmdk" | "ova" | "lxd"),
  url: optionalText,
  bucket_name: optionalText,
  object_key: optionalText,
  sha256: optionalText,
  os_distro: text("debian"),
  version: text("13"),
  architecture: chosen("x86_64" as "x86_64" | "aarch64"),
  firmware: field("", (typed) => (typed === "bios" || typed === "uefi" ? typed : undefined)),
  min_disk_gb: number("10"),
});

type ImportBody = ReturnType<typeof importImage.body>;

const FORMATS = {
  ...{ qcow2: "qcow2", raw: "raw disk", vhd: "VHD", vhdx: "VHDX", vmdk: "VMDK", ova: "OVA" },
  lxd: "LXD archive",
} as const;

/** Has a worker fetch the file of an image, which may be uploaded first. */
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
  const client = useTRPCClient();
  const form = useForm(importImage, { site_id: sites[0]?.site_id ?? "" });
  const [file, setFile] = useState<File | undefined>();
  const told = ({ name }: { readonly name: string }) => changed(`Importing ${name}`);
  const fetched = useDialogChange(trpc.image.import, onClose, told, form.showErrors);
  const uploaded = useMutation({
    async mutationFn({ body, sent }: { readonly body: ImportBody; readonly sent: File }) {
      const { bucket_name = "", object_key = "", url: _, ...rest } = body;
      // What the import would refuse is refused before gigabytes are sent.
      const url = "https://example.com/image";
      await client.changePlan.image.import.mutate({ workspace_id: workspaceId, ...rest, url });
      const imported = async () => {
        await told(await client.image.import.mutate({ workspace_id: workspaceId, ...rest, bucket_name, object_key }));
      };
      const place = { workspaceId, bucketName: bucket_name };
      startUploads(client, place, [{ key: object_key, file: sent, replaces: false, afterwards: imported }]);
    },
    onSuccess: onClose,
    onError: form.showErrors,
  });
  const submit = form.handleSubmit((body) =>
    file === undefined ? fetched.mutate({ workspace_id: workspaceId, ...body }) : uploaded.mutate({ body, sent: file }),
  );
  const choose = (chosenFile: File | undefined) => {
    setFile(chosenFile);
    if (chosenFile === undefined) return;
    form.setValue("url", "");
    if (form.getValues("bucket_name") === "") form.setValue("bucket_name", buckets?.[0]?.name ?? "");
    form.setValue("object_key", `image-uploads/${Date.now().toString(36)}/${chosenFile.name}`);
  };
  const [site_id, min_disk_gb] = [form.watch("site_id"), Number(form.watch("min_disk_gb"))];
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Import an image"
      lead={
        "A worker fetches the file from a public https address or from a bucket, checks it and brings it to the site. " +
        "A file that you upload here stays in the bucket until you delete it."
      }
      action={file === undefined ? "Import image" : "Upload and import"}
      busy={fetched.isPending || uploaded.isPending}
      error={fetched.error ?? uploaded.error}
      onSubmit={(event) => void submit(event)}
      {...(site_id !== "" &&
        Number.isInteger(min_disk_gb) && {
          // What it costs depends on these alone, and the others may not be filled in yet.
          plan: planOf(trpc.changePlan.image.import, {
            ...{ workspace_id: workspaceId, name: "image", site_id, min_disk_gb, format: "raw" as const },
            ...{ url: "https://example.com/image", os_distro: "linux", version: "1" },
          }),
        })}
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
        label="File"
        type="file"
        hint="It is uploaded to the bucket below, in parts, while you go on; leave empty to fetch it from elsewhere"
        error={file !== undefined && buckets?.length === 0 ? "needs a bucket: create one first" : undefined}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        hint="Leave empty to import from a bucket"
        disabled={file !== undefined}
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
        <SelectField label="Firmware" {...form.field("firmware")}>
          <option value="">What the site boots VMs by</option>
          <option value="uefi">UEFI</option>
          <option value="bios">BIOS</option>
        </SelectField>
        <TextField
          label="Minimum disk in GB"
          type="number"
          inputMode="numeric"
          min={1}
          {...form.field("min_disk_gb")}
        />
      </div>
    </FormDialog>
  );
}
