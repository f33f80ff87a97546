import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import {
  Description,
  Name,
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  ShownDeletionProtection,
  searchQuery,
  Timestamp,
} from "../values/fields.ts";
import { SECRET_STORE_STATUSES } from "./secret-states.ts";

export const SecretStoreStatus = z.enum(SECRET_STORE_STATUSES);
export type SecretStoreStatus = z.infer<typeof SecretStoreStatus>;

/** Secret store of the public API. Every field of it is always sent. */
export const SecretStore = z
  .strictObject({
    id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    /** A URL-safe slug of the store's original name. */
    store_key: z.string(),
    description: z.string(),
    status: SecretStoreStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
    deletion_protection: ShownDeletionProtection,
  })
  .meta({ id: "SecretStore" });
export type SecretStore = z.infer<typeof SecretStore>;

export const CreateSecretStore = z
  .strictObject({ name: Name, description: Description.default(""), deletion_protection: NewDeletionProtection })
  .meta({
    id: "CreateSecretStoreRequest",
    examples: [{ name: "production", description: "What the web servers need" }],
  });
export type CreateSecretStore = z.infer<typeof CreateSecretStore>;

export const UpdateSecretStore = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    deletion_protection: SetDeletionProtection,
  })
  .meta({ id: "UpdateSecretStoreRequest", examples: [{ description: "What the web servers need" }] });
export type UpdateSecretStore = z.infer<typeof UpdateSecretStore>;

/** `destroyed` is final. A `deleted` store can be restored until then, and its record is `deleting`. */
export const SecretStoreDeletion = z
  .strictObject({ status: z.enum(["deleted", "destroyed"]), id: z.string(), restorable_until: Timestamp.nullable() })
  .meta({ id: "SecretStoreDeletion" });
export type SecretStoreDeletion = z.infer<typeof SecretStoreDeletion>;

const storeId = { store_id: ResourceId };
const family = "Secret store";

const secretStoreList = defineOperation({
  id: "secretStore.list",
  resource: "secret_store",
  family,
  method: "GET",
  path: "/secret-store/stores",
  scope: "secret-store.read",
  summary: "List secret stores",
  description: "Stores that are being deleted are listed only with `status=deleting`.",
  query: { ...pageQuery(), ...searchQuery, status: SecretStoreStatus.optional(), name: z.string().max(63).optional() },
  output: z.array(SecretStore),
  list: true,
});

const secretStoreCreate = defineOperation({
  id: "secretStore.create",
  resource: "secret_store",
  family,
  method: "POST",
  path: "/secret-store/stores",
  scope: "secret-store.write",
  summary: "Create a secret store",
  body: CreateSecretStore,
  output: SecretStore,
  success: 201,
  errors: ["conflict"],
});

const secretStoreGet = defineOperation({
  id: "secretStore.get",
  resource: "secret_store",
  family,
  method: "GET",
  path: "/secret-store/stores/{store_id}",
  scope: "secret-store.read",
  summary: "Get a secret store",
  params: storeId,
  output: SecretStore,
  errors: ["not_found"],
});

const secretStoreUpdate = defineOperation({
  id: "secretStore.update",
  resource: "secret_store",
  family,
  method: "PATCH",
  path: "/secret-store/stores/{store_id}",
  scope: "secret-store.write",
  summary: "Change the name, the description or the protection of a secret store",
  description: "Its `store_key` stays the same.",
  params: storeId,
  body: UpdateSecretStore,
  output: SecretStore,
  errors: ["not_found", "conflict"],
});

const secretStoreDelete = defineOperation({
  id: "secretStore.delete",
  resource: "secret_store",
  family,
  method: "DELETE",
  path: "/secret-store/stores/{store_id}",
  scope: "secret-store.write",
  summary: "Delete a secret store",
  description:
    "A store that holds secrets is deleted only with `force`, together with its secrets. " +
    "It is `deleting` for 7 days, in which it can be restored with all its " +
    "secrets, and is then destroyed. `destroy` destroys it at once, even if it is being deleted already.",
  params: storeId,
  query: { force: z.boolean().default(false), destroy: z.boolean().default(false) },
  output: SecretStoreDeletion,
  errors: ["not_found", "conflict"],
});

const secretStoreRestore = defineOperation({
  id: "secretStore.restore",
  resource: "secret_store",
  family,
  method: "POST",
  path: "/secret-store/stores/{store_id}/restore",
  scope: "secret-store.write",
  summary: "Restore a secret store that is being deleted",
  description:
    "It returns to its former status, active or archived, with all its secrets. Restoring one that is not being " +
    "deleted changes nothing.",
  params: storeId,
  output: SecretStore,
  errors: ["not_found", "conflict"],
});

const secretStoreArchive = defineOperation({
  id: "secretStore.archive",
  resource: "secret_store",
  family,
  method: "POST",
  path: "/secret-store/stores/{store_id}/archive",
  scope: "secret-store.write",
  summary: "Archive a secret store",
  description: "An archived store is read-only. Archiving one that is archived changes nothing.",
  params: storeId,
  output: SecretStore,
  errors: ["not_found"],
});

const secretStoreUnarchive = defineOperation({
  id: "secretStore.unarchive",
  resource: "secret_store",
  family,
  method: "POST",
  path: "/secret-store/stores/{store_id}/unarchive",
  scope: "secret-store.write",
  summary: "Unarchive a secret store",
  params: storeId,
  output: SecretStore,
  errors: ["not_found"],
});

export const storeOperations = [
  secretStoreList,
  secretStoreCreate,
  secretStoreGet,
  secretStoreUpdate,
  secretStoreDelete,
  secretStoreRestore,
  secretStoreArchive,
  secretStoreUnarchive,
] as const;
