import { z } from "zod";
import { ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, pageQuery, ResourceId, Tags, Timestamp } from "../values/fields.ts";
import {
  IMAGE_ARCHITECTURES,
  IMAGE_COPY_STATUSES,
  IMAGE_FIRMWARE,
  IMAGE_FORMATS,
  IMAGE_OWNERS,
  IMAGE_SOURCES,
  IMAGE_STATUSES,
  MOST_DISK_GB,
  MOST_SHARES,
} from "./image-states.ts";

export const ImageStatus = z.enum(IMAGE_STATUSES);
export type ImageStatus = z.infer<typeof ImageStatus>;
export const ImageFormat = z.enum(IMAGE_FORMATS);
export type ImageFormat = z.infer<typeof ImageFormat>;
export const ImageOwner = z.enum(IMAGE_OWNERS);
export type ImageOwner = z.infer<typeof ImageOwner>;

/**
 * What the image was made of, which may have been deleted since. For an imported one, `id` is `bucket/key` or the URL
 * without its query, and there is no VM.
 */
const ImageSourceRecord = z
  .strictObject({
    type: z.enum(IMAGE_SOURCES),
    id: z.string(),
    vm_id: z.string().nullable(),
    vm_name: z.string().nullable(),
  })
  .meta({ id: "ImageSource" });

/** The workspace's copy of an image at a site other than the image's own. */
export const ImageCopy = z
  .strictObject({
    site_id: z.string(),
    status: z.enum(IMAGE_COPY_STATUSES),
    /** What it stores, and is charged for once it is available. */
    size_bytes: z.int(),
    /** Why the last try failed, while it is tried again. */
    waiting_reason: z.string().nullable(),
    /** Why it is in `error`. The next create at the site, or copy, tries anew. */
    error_message: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "ImageCopy" });
export type ImageCopy = z.infer<typeof ImageCopy>;

/** An image that the workspace makes VMs from: their creates and rebuilds name its id in `template_id`. */
export const Image = z
  .strictObject({
    /** The same as `image_id`. */
    template_id: z.string(),
    image_id: z.string(),
    name: z.string(),
    owner: ImageOwner,
    /** The name of the organization that has published or shared it. Null for the catalog's and the workspace's own. */
    owner_name: z.string().nullable(),
    status: ImageStatus,
    description: z.string().nullable(),
    tags: z.array(z.string()),
    os_type: z.string(),
    os_distro: z.string(),
    version: z.string(),
    /** Null where the site does not say. */
    architecture: z.string().nullable(),
    /** What boots its disk. Null: what its site boots VMs by. */
    firmware: z.enum(IMAGE_FIRMWARE).nullable(),
    min_disk_gb: z.int(),
    /** What is stored of it and charged for. Null for an image that is not the workspace's, and until it is available. */
    size_bytes: z.int().nullable(),
    /** The sites that have it. One of a workspace is brought to another when a VM is made from it there. */
    site_ids: z.array(z.string()),
    /** The workspace's copies at other sites than the image's own. Each is charged for as the image is. */
    copies: z.array(ImageCopy),
    /** Null for an image that is not the workspace's. */
    source: ImageSourceRecord.nullable(),
    /** Whether its owner advises against it. VMs can still be made from it. */
    deprecated: z.boolean(),
    /** Null for one that is not deprecated, or has been since before this was kept. */
    deprecated_at: Timestamp.nullable(),
    /** What its owner says about that, such as what to use instead. */
    deprecation_note: z.string().nullable(),
    /** The organizations that it is shared with. Its owner's workspace alone sees them; for others it is empty. */
    shared_with: z.array(z.string()),
    /** Since when every organization of the installation has it. The operator publishes it. */
    published_at: Timestamp.nullable(),
    /** Why the last try of an import failed, while it is tried again. */
    waiting_reason: z.string().nullable(),
    /** Why it is in `error`. */
    error_message: z.string().nullable(),
    /** Null for an image of the catalog. */
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "Image" });
export type Image = z.infer<typeof Image>;

const naming = { name: Name, description: Description.nullable().default(null), tags: Tags.default([]) };

/** What people call a new image. */
export const NewImageNaming = z.strictObject(naming);

/** Made of one of the three: a VM as it is, or its root disk as a snapshot or a backup has it. */
export const CreateImage = z
  .strictObject({
    ...naming,
    vm_id: ResourceId.optional(),
    snapshot_set_id: ResourceId.optional(),
    backup_id: ResourceId.optional(),
  })
  .refine(
    (body) => [body.vm_id, body.snapshot_set_id, body.backup_id].filter((sent) => sent !== undefined).length === 1,
    "needs one of vm_id, snapshot_set_id and backup_id",
  )
  .meta({
    id: "CreateImage",
    examples: [{ name: "web-golden", description: "nginx, hardened", vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z" }],
  });
export type CreateImage = z.infer<typeof CreateImage>;

/** A text that names a system, such as `debian` or `13`. */
const SystemText = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]*$/, "must be letters, digits, dots, hyphens and underscores");

/** An image of a file that people bring: an object of a bucket of the workspace, or what a URL answers. */
export const ImportImage = z
  .strictObject({
    ...naming,
    site_id: ResourceId,
    format: ImageFormat,
    url: z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" })
      .max(2_000)
      .refine(
        (url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === "",
        "must have no user or password",
      )
      .optional(),
    bucket_name: ResourceId.optional(),
    object_key: ObjectKey.optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 lowercase hexadecimal digits")
      .optional(),
    os_type: z.enum(["linux", "windows"]).default("linux"),
    os_distro: SystemText,
    version: SystemText,
    architecture: z.enum(IMAGE_ARCHITECTURES).default("x86_64"),
    /** What boots its disk, where that is not what the site boots VMs by. A disk that boots by BIOS alone needs it. */
    firmware: z.enum(IMAGE_FIRMWARE).optional(),
    min_disk_gb: z.int().min(1).max(MOST_DISK_GB),
  })
  .refine(
    (body) => (body.url === undefined) === (body.bucket_name !== undefined && body.object_key !== undefined),
    "needs url, or bucket_name and object_key",
  )
  .refine(
    (body) => body.url === undefined || (body.bucket_name === undefined && body.object_key === undefined),
    "needs url, or bucket_name and object_key, but not both",
  )
  .meta({
    id: "ImportImage",
    examples: [
      {
        ...{ name: "debian-genericcloud", site_id: "site-fra-1", format: "qcow2" },
        url: "https://cloud.example.com/debian-13-genericcloud-amd64.qcow2",
        ...{ os_distro: "debian", version: "13", min_disk_gb: 10 },
      },
    ],
  });
export type ImportImage = z.infer<typeof ImportImage>;

/** PATCH of an image of the workspace. Fields that are sent replace the previous values. */
export const UpdateImage = z
  .strictObject({
    name: Name.optional(),
    description: Description.nullable().optional(),
    tags: Tags.optional(),
    deprecated: z.boolean().optional(),
    /** Kept while it is deprecated. */
    deprecation_note: Description.nullable().optional(),
    shared_with: z
      .array(ResourceId)
      .max(MOST_SHARES)
      .overwrite((ids) => [...new Set(ids)])
      .optional(),
  })
  .refine((body) => body.deprecation_note == null || body.deprecated !== false, {
    path: ["deprecation_note"],
    error: "must not be set for an image that is not deprecated",
  })
  .meta({ id: "UpdateImage", examples: [{ name: "web-golden-2026-11", deprecated: true }] });
export type UpdateImage = z.infer<typeof UpdateImage>;

/** The site to bring an image to. */
export const CopyImage = z
  .strictObject({ site_id: ResourceId })
  .meta({ id: "CopyImage", examples: [{ site_id: "site-ams-1" }] });
export type CopyImage = z.infer<typeof CopyImage>;

/** The 202 answer of a new image. The operation is one of the VM that it is made of. */
export const ImageAcceptance = z
  .strictObject({
    operation_id: z.string(),
    image_id: z.string(),
    vm_id: z.string(),
    status: z.string(),
    submitted_at: Timestamp,
  })
  .meta({ id: "ImageAcceptance" });
export type ImageAcceptance = z.infer<typeof ImageAcceptance>;

const ImageDeletion = z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "ImageDeletion" });

const ImageCopyDeletion = z
  .strictObject({ status: z.literal("deleted"), image_id: z.string(), site_id: z.string() })
  .meta({ id: "ImageCopyDeletion" });

const family = "Compute";
const imageId = { image_id: ResourceId };

export const imageList = defineOperation({
  id: "image.list",
  resource: "image",
  family,
  method: "GET",
  path: "/compute/images",
  scope: "vm.read",
  summary: "List the images that the workspace can make VMs from",
  description:
    "Catalog images come first, in catalog order, then images that others have published or shared with " +
    "the organization, then the workspace's own, newest first.",
  query: { ...pageQuery(), site_id: ResourceId.optional(), owner: ImageOwner.optional() },
  output: z.array(Image),
  list: true,
});

const imageCreate = defineOperation({
  id: "image.create",
  resource: "vm_image",
  family,
  method: "POST",
  path: "/compute/images",
  scope: "vm.write",
  summary: "Make an image of a VM",
  description:
    "The image holds the VM's current root disk, or the root disk of one of its snapshots or backups, " +
    "even if the VM has been deleted since. The VM may keep running. The image is `creating`, then " +
    "`available` at the VM's site, or in `error` with the reason in its record. A VM created from it " +
    "needs a root disk at least as large as the source's.",
  body: CreateImage,
  output: ImageAcceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const imageImport = defineOperation({
  id: "image.import",
  resource: "vm_image",
  family,
  method: "POST",
  path: "/compute/images/import",
  scope: "vm.write",
  summary: "Import an image from a file",
  description:
    "The file is an object in a bucket of the workspace, or is at a URL with a public address. A worker " +
    "fetches it within a day, checks its `sha256`, and refuses a file that refers to other files, " +
    "disguises another format, or needs more than `min_disk_gb`. The image is `creating` until it has " +
    "reached the site, with the reason in `waiting_reason` while the import is retried, or in `error` " +
    "with the reason in `error_message`. Deleting the image cancels the import.",
  body: ImportImage,
  output: Image,
  success: 201,
  billable: true,
  references: [{ field: "bucket_name", scope: "object-storage.read" }],
  errors: ["billing_denied", "not_found", "conflict"],
});

const imageGet = defineOperation({
  id: "image.get",
  resource: "vm_image",
  family,
  method: "GET",
  path: "/compute/images/{image_id}",
  scope: "vm.read",
  summary: "Get an image that the workspace can make VMs from",
  params: imageId,
  output: Image,
  errors: ["not_found"],
});

const imageUpdate = defineOperation({
  id: "image.update",
  resource: "vm_image",
  family,
  method: "PATCH",
  path: "/compute/images/{image_id}",
  scope: "vm.write",
  summary: "Rename, describe, tag, share or deprecate an image of the workspace",
  description:
    "`tags` and `shared_with` replace the current values. Organizations in `shared_with` see the image " +
    "with your organization's name and can create VMs from it, so they can read everything on its disk. " +
    "An organization that you remove can create no more VMs from it, and keeps the VMs that it has. A " +
    "deprecated image still works; its record shows that its owner advises against it.",
  params: imageId,
  body: UpdateImage,
  output: Image,
  errors: ["not_found", "conflict"],
});

const imageDelete = defineOperation({
  id: "image.delete",
  resource: "vm_image",
  family,
  method: "DELETE",
  path: "/compute/images/{image_id}",
  scope: "vm.write",
  summary: "Delete an image of the workspace",
  description:
    "VMs created from it stay, including those of other organizations. An image cannot be deleted while " +
    "it is being created, or while a VM of the workspace is being created or rebuilt from it.",
  params: imageId,
  output: ImageDeletion,
  errors: ["not_found", "conflict"],
});

const imageCopy = defineOperation({
  id: "image.copy",
  resource: "vm_image",
  family,
  method: "POST",
  path: "/compute/images/{image_id}/copies",
  scope: "vm.write",
  summary: "Copy an image to a site",
  description:
    "Creating or rebuilding a VM at a site without the image copies it there first. Use this to copy it " +
    "in advance. The copy is `copying` in `copies`, then `available`, or in `error` with the reason. It " +
    "stays until it or the image is deleted, and is charged like the image.",
  params: imageId,
  body: CopyImage,
  output: ImageCopy,
  success: 201,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const imageDeleteCopy = defineOperation({
  id: "image.deleteCopy",
  resource: "vm_image",
  family,
  method: "DELETE",
  path: "/compute/images/{image_id}/copies/{site_id}",
  scope: "vm.write",
  summary: "Delete the copy of an image at a site",
  description:
    "VMs created from it stay, and a later create copies the image again. A copy in progress is " +
    "cancelled. A copy cannot be deleted while a VM is being created or rebuilt from it, or while a VM " +
    "group creates VMs from it at the site.",
  params: { ...imageId, site_id: ResourceId },
  output: ImageCopyDeletion,
  errors: ["not_found", "conflict"],
});

/** Operations of images, in the documentation's order. */
export const imageOperations = [
  imageList,
  imageCreate,
  imageImport,
  imageGet,
  imageUpdate,
  imageDelete,
  imageCopy,
  imageDeleteCopy,
] as const;
