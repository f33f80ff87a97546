import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { Name, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs, NORMAL_FORMS } from "../values/normal-form.ts";
import { DESTINATION_STATUSES } from "./states.ts";

/** 32 bytes in base64url, which is 43 characters. The last one has two bits that are zero. */
const CopyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, "must be 32 bytes as 43 characters of base64url");

const Endpoint = keptAs(
  "origin",
  z
    .string()
    .trim()
    .max(500)
    .refine(
      (text) => /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) && URL.canParse(text),
      "must be an http:// or https:// URL with a host and perhaps a port, and nothing after them",
    )
    .overwrite(NORMAL_FORMS.origin),
);

/** Copies that are older, or more than so many of a VM, are removed. The newest of each VM stays. */
const retention = {
  keep_count: z.int().min(1).max(10_000).nullable().describe("How many copies of a VM stay. Null: all."),
  keep_days: z.int().min(1).max(3650).nullable().describe("How many days a copy stays. Null: for ever."),
};

/** A bucket at any S3 that keeps encrypted copies of backups. */
export const BackupDestination = z
  .strictObject({
    destination_id: z.string(),
    name: z.string(),
    /** `checking` until a worker has written, read and deleted an object there. */
    status: z.enum(DESTINATION_STATUSES),
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    prefix: z.string(),
    /** Says which key opens the copies, and nothing about it: 16 hexadecimal digits. */
    key_fingerprint: z.string(),
    ...retention,
    /** Why the bucket could not be used the last time. Null when it could. */
    error_message: z.string().nullable(),
    /** When it was last used without an error. */
    checked_at: Timestamp.nullable(),
    /** How many manifests there are that the key does not open, or that are none. */
    unreadable_copies: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: "BackupDestination" });
export type BackupDestination = z.infer<typeof BackupDestination>;

const fields = {
  name: Name,
  endpoint: Endpoint,
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/, "must be lowercase letters, digits and hyphens")
    .describe("The region that requests are signed for."),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket"),
  prefix: z
    .string()
    .max(200)
    .regex(/^([A-Za-z0-9_.=-]+\/)*$/, "must be names that end with a slash each, such as backups/prod/")
    .refine((prefix) => !/(^|\/)\.\.?\//.test(prefix), "must not have the names . and .."),
  access_key: z.string().regex(/^[\x21-\x7e]{3,128}$/, "must be visible ASCII characters"),
  secret_key: z
    .string()
    .regex(/^[\x21-\x7e]{3,256}$/, "must be visible ASCII characters")
    .register(shownAs, { shown_as: "secret" }),
  ...retention,
};

export const CreateBackupDestination = z
  .strictObject({
    ...fields,
    region: fields.region.default("us-east-1"),
    prefix: fields.prefix.default(""),
    key: CopyKey.register(shownAs, { shown_as: "secret" })
      .optional()
      .describe("Encrypts the copies. Without it, one is made and shown in this answer alone."),
    keep_count: retention.keep_count.default(null),
    keep_days: retention.keep_days.default(null),
  })
  .meta({
    id: "CreateBackupDestination",
    examples: [
      {
        ...{ name: "elsewhere", endpoint: "https://s3.example.com", region: "eu-central-1", bucket: "our-backups" },
        ...{
          prefix: "prod/",
          access_key: "AKIAIOSFODNN7EXAMPLE",
          secret_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        },
        key: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
        keep_count: 14,
      },
    ],
  });

export const UpdateBackupDestination = z
  .strictObject(fields)
  .partial()
  .meta({ id: "UpdateBackupDestination", examples: [{ name: "far-away", keep_count: 30, keep_days: null }] });

const NewBackupDestination = z
  .strictObject({ ...BackupDestination.shape, key: z.string().describe("Keep it: the copies open with it alone.") })
  .meta({ id: "NewBackupDestination" });

const destinations = { resource: "backup_destination", family: "Compute" } as const;
const path = "/compute/backup-destinations";
const destinationId = { destination_id: ResourceId };

const list = defineOperation({
  ...destinations,
  id: "backupDestination.list",
  method: "GET",
  path,
  scope: "vm.read",
  summary: "List the destinations of copies of backups",
  query: pageQuery(),
  output: z.array(BackupDestination),
  list: true,
});

const create = defineOperation({
  ...destinations,
  id: "backupDestination.create",
  method: "POST",
  path,
  scope: "vm.write",
  summary: "Add a bucket of any S3 service as a backup destination",
  description:
    "Backup policies refer to it. Copies are encrypted with the key of the destination, which you send " +
    "or which is shown only in this answer. With the bucket and the key, VMs can be created from the " +
    "copies in any workspace of any installation. A worker checks the bucket and then lists the copies " +
    "in it.",
  body: CreateBackupDestination,
  output: NewBackupDestination,
  success: 201,
  shownOnce: true,
  errors: ["conflict"],
});

const get = defineOperation({
  ...destinations,
  id: "backupDestination.get",
  method: "GET",
  path: `${path}/{destination_id}`,
  scope: "vm.read",
  summary: "Get a destination of copies of backups",
  params: destinationId,
  output: BackupDestination,
  errors: ["not_found"],
});

const update = defineOperation({
  ...destinations,
  id: "backupDestination.update",
  method: "PATCH",
  path: `${path}/{destination_id}`,
  scope: "vm.write",
  summary: "Change a backup destination",
  description:
    "A shorter retention removes copies within a minute. Copies stay under the prefix that they were " +
    "written under and are still found there. The endpoint and the bucket can change only while nothing " +
    "is copied there; otherwise add another destination. If the bucket or the access to it changes, a " +
    "worker checks it again. The encryption key stays the same.",
  params: destinationId,
  body: UpdateBackupDestination,
  output: BackupDestination,
  errors: ["not_found", "conflict"],
});

const remove = defineOperation({
  ...destinations,
  id: "backupDestination.delete",
  method: "DELETE",
  path: `${path}/{destination_id}`,
  scope: "vm.write",
  summary: "Remove a backup destination",
  description: "The contents of the bucket stay. A destination that a backup policy uses cannot be removed.",
  params: destinationId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "BackupDestinationDeletion" }),
  errors: ["not_found", "conflict"],
});

export const backupDestinationOperations = [list, create, get, update, remove] as const;
