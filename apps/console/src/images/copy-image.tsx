"use client";

import type { Image, Site } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { missing } from "@/vms/runs-image.ts";

const chosenSite = defineForm(async () => (await import("@fulmar/contract/compute")).CopyImage, { site_id: text() });

type Props = { image: Image } & DialogState;

/** Has an image brought to another site before the first VM needs it there. */
export function CopyImage(props: Props) {
  const { copies, site_ids } = props.image;
  const taken = new Set([
    ...site_ids,
    ...copies.filter(({ status }) => status !== "error").map(({ site_id }) => site_id),
  ]);
  return (
    <OfSites
      {...props}
      dialog={CopyDialog}
      isOffered={(site) => !taken.has(site.site_id) && missing(props.image, site) === null}
    />
  );
}

/** Removes the workspace's copy of an image at a site. */
export function RemoveCopy(props: Props) {
  const copied = new Set(props.image.copies.map(({ site_id }) => site_id));
  return <OfSites {...props} dialog={RemoveDialog} isOffered={({ site_id }) => copied.has(site_id)} />;
}

function OfSites({
  dialog: Dialog,
  isOffered,
  ...props
}: Props & {
  dialog: (props: Props & { sites: readonly Site[] }) => ReactNode;
  isOffered: (site: Site) => boolean;
}) {
  const { workspaceId } = useWorkspace();
  const sites = useQuery(sitesQuestion(useTRPC(), { workspaceId })).data?.items;
  return sites === undefined ? null : <Dialog sites={sites.filter(isOffered)} {...props} />;
}

function CopyDialog({ image, sites, open, onClose }: Props & { sites: readonly Site[] }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(chosenSite, { site_id: sites[0]?.site_id ?? "" });
  const place = { workspace_id: workspaceId, image_id: image.image_id };
  const site_id = form.watch("site_id");
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Copy ${image.name} to a site`}
      lead="A VM created there brings it as well. The copy stays for the next one, and is charged for as the image is."
      action="Copy to site"
      refusal={sites.length === 0 ? "Every site that runs the image has it." : null}
      plan={site_id === "" ? null : planOf(trpc.changePlan.image.copy, { ...place, site_id })}
      form={form}
      change={trpc.image.copy}
      inputOf={(body) => ({ ...place, ...body })}
      onDone={() => changed(`Copying ${image.name}`)}
    >
      <SelectField label="Site" {...form.field("site_id")}>
        {optionsOf(sites)}
      </SelectField>
    </ChangeDialog>
  );
}

function RemoveDialog({ image, sites, open, onClose }: Props & { sites: readonly Site[] }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(chosenSite, { site_id: sites[0]?.site_id ?? "" });
  const place = { workspace_id: workspaceId, image_id: image.image_id };
  const site_id = form.watch("site_id");
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Remove a copy of ${image.name}`}
      lead="VMs that were made from it stay. A VM created at the site brings the image again."
      action="Remove copy"
      plan={site_id === "" ? null : planOf(trpc.changePlan.image.deleteCopy, { ...place, site_id })}
      form={form}
      change={trpc.image.deleteCopy}
      inputOf={(body) => ({ ...place, ...body })}
      onDone={() => changed(`Removed the copy of ${image.name}`)}
    >
      <SelectField label="Site" {...form.field("site_id")}>
        {optionsOf(sites)}
      </SelectField>
    </ChangeDialog>
  );
}

const optionsOf = (sites: readonly Site[]) =>
  sites.map(({ site_id, name }) => (
    <option key={site_id} value={site_id}>
      {name}
    </option>
  ));
