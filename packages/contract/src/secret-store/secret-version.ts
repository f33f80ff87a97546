import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import {
  ENCODING_FAULT,
  fitsItsEncoding,
  IfVersion,
  isSmallEnough,
  SecretEncoding,
  secretId,
  valueFields,
} from "./secret.ts";
import { SECRET_VERSION_STATUSES } from "./secret-states.ts";

export const SecretVersionStatus = z.enum(SECRET_VERSION_STATUSES);
export type SecretVersionStatus = z.infer<typeof SecretVersionStatus>;

/** One version of a secret's value, without the value. */
export const SecretVersion = z
  .strictObject({
    secret_id: z.string(),
    /** Numbered from 1, without gaps. */
    version: z.int(),
    status: SecretVersionStatus,
    encoding: SecretEncoding,
    created_at: Timestamp,
    destroyed_at: Timestamp.nullable(),
  })
  .meta({ id: "SecretVersion" });
export type SecretVersion = z.infer<typeof SecretVersion>;

export const CreateSecretVersion = z
  .strictObject({ ...valueFields, if_version: IfVersion.optional() })
  .refine(fitsItsEncoding, ENCODING_FAULT)
  .refine(isSmallEnough, { path: ["value"], error: "must be at most 64 KiB" })
  .meta({ id: "CreateSecretVersionRequest", examples: [{ value: "another correct horse", if_version: 1 }] });

/**
 * A version is addressed by its number. An unknown number answers 404, as any unknown id does. The secret's id comes
 * last because audit events name the last one.
 */
const versionId = { version: ResourceId, ...secretId };
const family = "Secret store";
const versions = "/secret-store/stores/{store_id}/secrets/{secret_id}/versions" as const;

const secretVersionList = defineOperation({
  id: "secretVersion.list",
  resource: "secret_version",
  family,
  method: "GET",
  path: versions,
  scope: "secret-store.read",
  summary: "List the versions of a secret",
  description: "Newest first, without their values.",
  params: secretId,
  query: pageQuery(),
  output: z.array(SecretVersion),
  list: true,
  errors: ["not_found"],
});

const secretVersionCreate = defineOperation({
  id: "secretVersion.create",
  resource: "secret",
  family,
  method: "POST",
  path: versions,
  scope: "secret-store.write",
  summary: "Give a secret a new value",
  description:
    "It becomes the latest version at once; earlier versions stay as they are. With `if_version`, only while that is " +
    "the latest version.",
  params: secretId,
  body: CreateSecretVersion,
  output: SecretVersion,
  success: 201,
  errors: ["not_found", "conflict"],
});

const secretVersionDisable = defineOperation({
  id: "secretVersion.disable",
  resource: "secret",
  family,
  method: "POST",
  path: `${versions}/{version}/disable`,
  scope: "secret-store.write",
  summary: "Disable a version of a secret",
  description: "Its value is not answered until it is enabled again. Disabling one that is disabled changes nothing.",
  params: versionId,
  output: SecretVersion,
  errors: ["not_found", "conflict"],
});

const secretVersionEnable = defineOperation({
  id: "secretVersion.enable",
  resource: "secret",
  family,
  method: "POST",
  path: `${versions}/{version}/enable`,
  scope: "secret-store.write",
  summary: "Enable a version of a secret",
  description: "Enabling one that is enabled changes nothing; one that is destroyed stays so.",
  params: versionId,
  output: SecretVersion,
  errors: ["not_found", "conflict"],
});

const secretVersionDestroy = defineOperation({
  id: "secretVersion.destroy",
  resource: "secret",
  family,
  method: "POST",
  path: `${versions}/{version}/destroy`,
  scope: "secret-store.write",
  summary: "Destroy a version of a secret",
  description:
    "Its value is permanently erased at once; the version stays in the list. Destroying one that is destroyed " +
    "changes nothing.",
  params: versionId,
  output: SecretVersion,
  errors: ["not_found", "conflict"],
});

export const secretVersionOperations = [
  secretVersionList,
  secretVersionCreate,
  secretVersionDisable,
  secretVersionEnable,
  secretVersionDestroy,
] as const;
