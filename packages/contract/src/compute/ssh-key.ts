import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";
import { keptAs, NORMAL_FORMS } from "../values/normal-form.ts";
import { sshKeyProblem } from "./ssh-public-key.ts";

/** A public key in OpenSSH format, in its normal spelling. */
export const SshPublicKey = keptAs(
  "ssh-key",
  z
    .string()
    .trim()
    .overwrite(NORMAL_FORMS["ssh-key"])
    .min(1)
    .max(16_384)
    .superRefine((text, context) => {
      const problem = text === "" || text.length > 16_384 ? undefined : sshKeyProblem(text);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    }),
).register(shownAs, { shown_as: "ssh_key" });

export const SshKeys = z.array(SshPublicKey).max(50);

/** Keys of the workspace's library, by id or name. */
export const SshKeyIds = z
  .array(ResourceId)
  .max(50)
  .describe("Keys of the workspace's library, by id or by name, beside those of `ssh_keys`.");

/** A public key of the workspace's library. */
export const SshKey = z
  .strictObject({
    ssh_key_id: z.string(),
    name: z.string(),
    public_key: z.string(),
    /** As `ssh-keygen -l` shows it: SHA-256 in base64. */
    fingerprint: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: "SshKey" });
export type SshKey = z.infer<typeof SshKey>;

export const CreateSshKey = z.strictObject({ name: Name, public_key: SshPublicKey }).meta({
  id: "CreateSshKey",
  examples: [
    {
      name: "ada",
      public_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe ada@example.com",
    },
  ],
});

export const UpdateSshKey = z
  .strictObject({ name: Name.optional() })
  .meta({ id: "UpdateSshKey", examples: [{ name: "ada" }] });

const keys = { resource: "ssh_key", family: "Compute" } as const;
const sshKeyId = { ssh_key_id: ResourceId };

const sshKeyList = defineOperation({
  ...keys,
  id: "sshKey.list",
  method: "GET",
  path: "/compute/ssh-keys",
  scope: "vm.read",
  summary: "List the SSH keys of the workspace's library",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(SshKey),
  list: true,
});

const sshKeyCreate = defineOperation({
  ...keys,
  id: "sshKey.create",
  method: "POST",
  path: "/compute/ssh-keys",
  scope: "vm.write",
  summary: "Add an SSH key to the workspace's library",
  description:
    "A public key in OpenSSH format: Ed25519, ECDSA, RSA of at least 2048 bits, or that of a security " +
    "key. It is stored with single spaces and without a line break. VMs refer to it in `ssh_key_ids`.",
  body: CreateSshKey,
  output: SshKey,
  success: 201,
  errors: ["conflict"],
});

const sshKeyGet = defineOperation({
  ...keys,
  id: "sshKey.get",
  method: "GET",
  path: "/compute/ssh-keys/{ssh_key_id}",
  scope: "vm.read",
  summary: "Get an SSH key",
  params: sshKeyId,
  output: SshKey,
  errors: ["not_found"],
});

const sshKeyUpdate = defineOperation({
  ...keys,
  id: "sshKey.update",
  method: "PATCH",
  path: "/compute/ssh-keys/{ssh_key_id}",
  scope: "vm.write",
  summary: "Rename an SSH key",
  description: "The key itself cannot be changed: add another one.",
  params: sshKeyId,
  body: UpdateSshKey,
  output: SshKey,
  errors: ["not_found", "conflict"],
});

const sshKeyDelete = defineOperation({
  ...keys,
  id: "sshKey.delete",
  method: "DELETE",
  path: "/compute/ssh-keys/{ssh_key_id}",
  scope: "vm.write",
  summary: "Delete an SSH key from the library",
  description: "VMs that have the key keep it; replace their keys with `update-access`.",
  params: sshKeyId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "SshKeyDeletion" }),
  errors: ["not_found"],
});

export const sshKeyOperations = [sshKeyList, sshKeyCreate, sshKeyGet, sshKeyUpdate, sshKeyDelete] as const;
