import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Description, Name, pageQuery, ResourceId, Tags, Timestamp } from "../values/fields.ts";
import { IMAGE_OWNERS, IMAGE_SOURCES, IMAGE_STATUSES } from "./image-states.ts";

export const ImageStatus = z.enum(IMAGE_STATUSES);
export type ImageStatus = z.infer<typeof ImageStatus>;
export const ImageOwner = z.enum(IMAGE_OWNERS);
export type ImageOwner = z.infer<typeof ImageOwner>;

/** What the image was made of, which may have been deleted since. */
const ImageSourceRecord = z
  .strictObject({ type: z.enum(IMAGE_SOURCES), id: z.string(), vm_id: z.string(), vm_name: z.string() })
  .meta({ id: "ImageSource" });

/** An image of the catalog or of the workspace. Creates and rebuilds of VMs name its id in `template_id`. */
export const Image = z
  .strictObject({
    /** The same as `image_id`. */
    template_id: z.string(),
    image_id: z.string(),
    name: z.string(),
    owner: ImageOwner,
    status: ImageStatus,
    description: z.string().nullable(),
    tags: z.array(z.string()),
    os_type: z.string(),
    os_distro: z.string(),
    version: z.string(),
    /** Null where the site does not say. */
    architecture: z.string().nullable(),
    min_disk_gb: z.int(),
    /** What is stored of it and charged for. Null for an image of the catalog, and until it is available. */
    size_bytes: z.int().nullable(),
    /** The sites where VMs can be made from it. */
    site_ids: z.array(z.string()),
    /** Null for an image of the catalog. */
    source: ImageSourceRecord.nullable(),
    /** Whether its owner advises against it. VMs can still be made from it. */
    deprecated: z.boolean(),
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

/** PATCH of an image of the workspace. Fields that are sent replace the previous values. */
export const UpdateImage = z
  .strictObject({
    name: Name.optional(),
    description: Description.nullable().optional(),
    tags: Tags.optional(),
    deprecated: z.boolean().optional(),
  })
  .meta({ id: "UpdateImage", examples: [{ name: "web-golden-2026-11", deprecated: true }] });
export type UpdateImage = z.infer<typeof UpdateImage>;

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

const family = "Compute";
const imageId = { image_id: ResourceId };

export const imageList = defineOperation({
  id: "image.list",
  resource: "image",
  family,
  method: "GET",
  path: "/compute/images",
  scope: "vm.read",
  summary: "List the images of the catalog and of the workspace",
  description: "Those of the catalog come first, in its order, then those of the workspace, newest first.",
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
    "Of its root disk as it is, or as a snapshot or a backup has it. The VM keeps its state: it may run meanwhile. " +
    "The image is `creating` and then `available` at the site of the VM, or in `error` with the reason on its record. " +
    "A VM made from it needs a root disk as large as that of its source.",
  body: CreateImage,
  output: ImageAcceptance,
  success: 202,
  billable: true,
  errors: ["billing_denied", "not_found", "conflict"],
});

const imageGet = defineOperation({
  id: "image.get",
  resource: "vm_image",
  family,
  method: "GET",
  path: "/compute/images/{image_id}",
  scope: "vm.read",
  summary: "Get an image of the catalog or of the workspace",
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
  summary: "Rename, describe, tag or deprecate an image of the workspace",
  description:
    "`tags` replace the present ones. A deprecated image still works; its record says that its owner advises against it.",
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
    "VMs that were made from it stay. It cannot be deleted while it is made, or while a VM is created or rebuilt " +
    "from it.",
  params: imageId,
  output: ImageDeletion,
  errors: ["not_found", "conflict"],
});

/** Operations of images, in the documentation's order. */
export const imageOperations = [imageList, imageCreate, imageGet, imageUpdate, imageDelete] as const;
