import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { SECRET_READER_ROLES } from "../declaration/roles.ts";
import { shownAs } from "../declaration/shown-as.ts";
import {
  Description,
  Moment,
  pageQuery,
  ResourceId,
  searchQuery,
  Tags,
  Timestamp,
  tagQuery,
} from "../values/fields.ts";
import { MOST_VALUE_BYTES } from "./secret-states.ts";

const MOST_BASE64_CHARACTERS = Math.ceil(MOST_VALUE_BYTES / 3) * 4;

/**
 * The key that identifies a secret: parts of letters, digits, `.`, `_` and `-`, joined by single slashes, as in
 * `payments/stripe/api-key`.
 */
export const SecretKey = z
  .string()
  .min(1)
  .max(255)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/,
    "must consist of letters, digits, '.', '_' and '-', with single slashes between parts",
  );

/** How bytes are represented in JSON: text as it is, anything else in base64 (RFC 4648, section 4, with padding). */
export const SecretEncoding = z.enum(["utf8", "base64"]);
export type SecretEncoding = z.infer<typeof SecretEncoding>;

/** A value and its encoding. `fitsItsEncoding` validates them together. */
export const valueFields = {
  value: z.string().min(1).max(MOST_BASE64_CHARACTERS).register(shownAs, { shown_as: "secret" }),
  encoding: SecretEncoding.default("utf8"),
};

interface WrittenValue {
  readonly value: string;
  readonly encoding: SecretEncoding;
}

/** Whether the text is valid in its encoding and in canonical form, the form in which it is returned. */
export function fitsItsEncoding({ value, encoding }: WrittenValue): boolean {
  return encoding === "utf8" || base64Fault(value) === undefined;
}

/** The refusal of a value that does not fit its encoding. */
export const ENCODING_FAULT = {
  path: ["value"],
  error: ({ input }: { readonly input?: unknown }) => base64Fault((input as WrittenValue).value),
};

/** Why a text is not base64, as a sentence without its subject, and without the text, which is secret. */
function base64Fault(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return "must be base64 in one line; take its line breaks out, as base64 -w0 does";
  if (/\s/.test(text)) return "must be base64 without spaces";
  if (/[-_]/.test(text)) return "must be base64 with + and /, not with - and _";
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return "must be base64, as encoding says: letters, digits, + and /";
  if (!/^[^=]+={0,2}$/.test(text) || text.length % 4 !== 0)
    return "must be base64 with padding, by = to a multiple of 4 characters";
  return btoa(atob(text)) === text ? undefined : "must be base64 whose last character has no bits beyond the last byte";
}

/**
 * Whether the value is within the size limit. Base64 is measured by its length only, because this check runs on
 * unvalidated text of any length.
 */
export function isSmallEnough({ value, encoding }: WrittenValue): boolean {
  if (encoding === "base64") return (value.length / 4) * 3 - paddingOf(value) <= MOST_VALUE_BYTES;
  return new TextEncoder().encode(value).length <= MOST_VALUE_BYTES;
}

function paddingOf(base64: string): number {
  if (base64.endsWith("==")) return 2;
  return base64.endsWith("=") ? 1 : 0;
}

/** When a secret expires. */
export const ExpiresAt = Moment;

/** A secret in lists and reads: all fields except the value, which only `…/value` answers. */
export const Secret = z
  .strictObject({
    id: z.string(),
    workspace_id: z.string(),
    store_id: z.string(),
    key: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    /** The number of the latest version. The first is 1. */
    version: z.int(),
    /** The value is not returned from this time on. Null if it never expires. */
    expires_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    /** Until when a deleted secret can be restored. Null if it is not deleted. */
    restorable_until: Timestamp.nullable(),
  })
  .meta({ id: "Secret" });
export type Secret = z.infer<typeof Secret>;

export const SecretValue = z
  .strictObject({
    secret_id: z.string(),
    key: z.string(),
    version: z.int(),
    value: z.string(),
    encoding: SecretEncoding,
    expires_at: Timestamp.nullable(),
    /** When this version was written. */
    created_at: Timestamp,
  })
  .meta({ id: "SecretValue" });
export type SecretValue = z.infer<typeof SecretValue>;

export const CreateSecret = z
  .strictObject({
    key: SecretKey,
    ...valueFields,
    description: Description.default(""),
    tags: Tags.default([]),
    expires_at: ExpiresAt.nullable().default(null),
  })
  .refine(fitsItsEncoding, ENCODING_FAULT)
  .refine(isSmallEnough, { path: ["value"], error: "must be at most 64 KiB" })
  .meta({
    id: "CreateSecretRequest",
    examples: [{ key: "database/password", value: "correct horse battery staple", tags: ["database"] }],
  });
export type CreateSecret = z.infer<typeof CreateSecret>;

/** Compare-and-set: the number that `version` must equal. */
export const IfVersion = z.int().min(1).max(2_147_483_647);

/** `expires_at: null` removes the expiry. To change the value, add a version. */
export const UpdateSecret = z
  .strictObject({
    description: Description.optional(),
    tags: Tags.optional(),
    expires_at: ExpiresAt.nullable().optional(),
    if_version: IfVersion.optional(),
  })
  .meta({ id: "UpdateSecretRequest", examples: [{ tags: ["database"], if_version: 1 }] });
export type UpdateSecret = z.infer<typeof UpdateSecret>;

/** `destroyed` is final. A `deleted` secret can be restored until then. */
export const SecretDeletion = z
  .strictObject({ status: z.enum(["deleted", "destroyed"]), id: z.string(), restorable_until: Timestamp.nullable() })
  .meta({ id: "SecretDeletion" });
export type SecretDeletion = z.infer<typeof SecretDeletion>;

export const secretId = { store_id: ResourceId, secret_id: ResourceId };
const family = "Secret store";
const secrets = "/secret-store/stores/{store_id}/secrets" as const;

const secretList = defineOperation({
  id: "secret.list",
  resource: "secret",
  family,
  method: "GET",
  path: secrets,
  scope: "secret-store.read",
  summary: "List the secrets of a store",
  description: "Without their values. With `deleted`, the answer lists only deleted secrets that can be restored.",
  params: { store_id: ResourceId },
  query: {
    ...pageQuery(),
    ...searchQuery,
    sort: z.enum(["created_at", "-created_at", "key", "-key"]).default("-created_at"),
    key: z.string().max(255).optional(),
    ...tagQuery,
    deleted: z.boolean().default(false),
  },
  output: z.array(Secret),
  list: true,
  errors: ["not_found"],
});

const secretCreate = defineOperation({
  id: "secret.create",
  resource: "secret",
  family,
  method: "POST",
  path: secrets,
  scope: "secret-store.write",
  summary: "Create a secret with its first version",
  description: "The value is text, or bytes in base64 with `encoding`, of at most 64 KiB. Only `…/value` returns it.",
  params: { store_id: ResourceId },
  body: CreateSecret,
  output: Secret,
  success: 201,
  errors: ["not_found", "conflict"],
});

const secretGet = defineOperation({
  id: "secret.get",
  resource: "secret",
  family,
  method: "GET",
  path: `${secrets}/{secret_id}`,
  scope: "secret-store.read",
  summary: "Get a secret, without its value",
  description: "A deleted secret is returned until it is destroyed.",
  params: secretId,
  output: Secret,
  errors: ["not_found"],
});

const secretUpdate = defineOperation({
  id: "secret.update",
  resource: "secret",
  family,
  method: "PATCH",
  path: `${secrets}/{secret_id}`,
  scope: "secret-store.write",
  summary: "Change the metadata of a secret",
  description: "With `if_version`, only while that is the secret's latest version.",
  params: secretId,
  body: UpdateSecret,
  output: Secret,
  errors: ["not_found", "conflict"],
});

const secretDelete = defineOperation({
  id: "secret.delete",
  resource: "secret",
  family,
  method: "DELETE",
  path: `${secrets}/{secret_id}`,
  scope: "secret-store.write",
  summary: "Delete a secret",
  description:
    "It can be restored for 7 days and is then destroyed, with all versions. `destroy` destroys it at once, even if " +
    "it is deleted already. " +
    "With `if_version`, only while that is its latest version.",
  params: secretId,
  query: { destroy: z.boolean().default(false), if_version: IfVersion.optional() },
  output: SecretDeletion,
  errors: ["not_found", "conflict"],
});

const secretRestore = defineOperation({
  id: "secret.restore",
  resource: "secret",
  family,
  method: "POST",
  path: `${secrets}/{secret_id}/restore`,
  scope: "secret-store.write",
  summary: "Restore a deleted secret",
  description:
    "Within 7 days of its deletion, and while no other secret of the store has its key. " +
    "Restoring one that is not deleted changes nothing.",
  params: secretId,
  output: Secret,
  errors: ["not_found", "conflict"],
});

const secretValue = defineOperation({
  id: "secret.value",
  resource: "secret",
  family,
  method: "GET",
  path: `${secrets}/{secret_id}/value`,
  scope: "secret-store.read",
  roles: SECRET_READER_ROLES,
  verbPhrase: "read the values of secrets",
  summary: "Read the value of a secret",
  description:
    "The value of the latest version, or of the version with this number. Each answer writes an audit event. " +
    "The value of a secret that has expired is not answered.",
  params: secretId,
  query: { version: z.int().min(1).max(2_147_483_647).optional() },
  output: SecretValue,
  audited: true,
  errors: ["not_found", "conflict"],
});

export const secretOperations = [
  secretList,
  secretCreate,
  secretGet,
  secretUpdate,
  secretDelete,
  secretRestore,
  secretValue,
] as const;
