"use client";

import type { Image, ImageOwner, ImageStatus } from "@fulmar/contract";
import { Disc3 } from "lucide-react";
import { countOf, formatBytes, formatStatus } from "@/client/format.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListPage } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { ImageActions } from "./image-actions.tsx";
import { imageList } from "./image-queries.ts";

const ImportImage = onDemand(async () => (await import("./import-image.tsx")).ImportImage);

const IMAGES: ListedKind = {
  one: "image",
  many: "images",
  icon: Disc3,
  purpose: "Make an image of a VM or of a snapshot on the VM's page, or import one, and create VMs from it.",
  hint: "Show the images of every owner.",
};

const OWNERS: Readonly<Record<ImageOwner, string>> = {
  catalog: "Catalog",
  published: "Published by others",
  shared: "Shared with you",
  workspace: "This workspace",
};

/** What an image was made of, in words. */
function madeOf({ source }: Image): string {
  if (source === null) return "—";
  if (source.type === "vm") return source.vm_name ?? source.id;
  return source.vm_name === null ? source.id : `a ${source.type} of ${source.vm_name}`;
}

const TONE: Readonly<Record<ImageStatus, Tone>> = { creating: "busy", available: "good", error: "bad" };

const column = columnsOf<Image>();

const columns = [
  column("name", "Name", (image) => (
    <div className="min-w-40 max-w-72 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{image.name}</span>
      {image.description !== null && <p className="truncate text-ink-muted text-xs">{image.description}</p>}
      <div className="leading-4">
        <Copyable text={image.image_id} label="image id" />
      </div>
    </div>
  )),
  column("status", "Status", (image) => (
    <div className="max-w-64 space-y-1 py-2">
      <StatusBadge tone={TONE[image.status]} changing={image.status === "creating"}>
        {formatStatus(image.status)}
      </StatusBadge>
      {image.deprecated && <StatusBadge tone="warn">deprecated</StatusBadge>}
      {image.deprecation_note !== null && <p className="text-ink-muted text-xs">{image.deprecation_note}</p>}
      {image.waiting_reason !== null && (
        <p className="text-ink-muted text-xs">{`It is tried again. ${image.waiting_reason}`}</p>
      )}
      {image.error_message !== null && <p className="text-bad text-xs">{image.error_message}</p>}
    </div>
  )),
  column("owner", "Owner", (image) => (
    <div className="max-w-56 py-2 [overflow-wrap:anywhere]">
      {OWNERS[image.owner]}
      {image.owner_name !== null && <p className="text-ink-muted text-xs">{image.owner_name}</p>}
      {image.shared_with.length > 0 && (
        <p className="text-ink-muted text-xs">{`shared with ${countOf(image.shared_with.length, "organization")}`}</p>
      )}
      {image.owner === "workspace" && image.published_at !== null && (
        <p className="text-ink-muted text-xs">published for everybody</p>
      )}
    </div>
  )),
  column("source", "Made of", (image) => (
    <span className="block max-w-64 [overflow-wrap:anywhere]">{madeOf(image)}</span>
  )),
  column("size", "Stored", (image) => (
    <span className="whitespace-nowrap">{image.size_bytes === null ? "—" : formatBytes(image.size_bytes)}</span>
  )),
  column("disk", "Needs", (image) => <span className="whitespace-nowrap">{gigabytes(image.min_disk_gb)} disk</span>),
  column("sites", "Sites", (image) => (
    <div className="min-w-28 max-w-64 space-y-1 py-2">
      {image.site_ids.map((site) => (
        <p key={site}>{site}</p>
      ))}
      {image.copies
        .filter(({ status }) => status !== "available")
        .map(({ site_id, status, waiting_reason, error_message }) => (
          <div key={site_id}>
            {site_id}{" "}
            <StatusBadge tone={status === "error" ? "bad" : "busy"} changing={status === "copying"}>
              {formatStatus(status)}
            </StatusBadge>
            <p className="text-ink-muted text-xs">{error_message ?? waiting_reason}</p>
          </div>
        ))}
    </div>
  )),
  column("tags", "Tags", (image) => <TagList tags={image.tags} oneLine />),
  column("created", "Created", (image) => (image.created_at === null ? "—" : <DateTime iso={image.created_at} />)),
  column("actions", hiddenTitle("Actions"), (image) => <ImageActions image={image} />),
];

export function ImageListPage(path: WorkspacePath) {
  const { roleRefusal } = useWorkspace();
  return (
    <ListPage
      list={imageList}
      path={path}
      title="Images"
      lead="What VMs are made of: images of the catalog, of others that share them, and of this workspace's VMs and files."
      kind={IMAGES}
      links={
        <DialogButton refusal={roleRefusal("vm.write")} dialog={(state) => <ImportImage {...state} />}>
          Import image
        </DialogButton>
      }
      filters={{ owner: ["Owner", (owner) => OWNERS[owner]] }}
      columns={columns}
      columnsKeptAs="images"
      keyOf={({ image_id }) => image_id}
    />
  );
}
