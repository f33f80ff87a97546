import { z } from "zod";
import { Description, Name, pageQuery, ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

/** spec: States and transitions */
export const SecretStoreStatus = z.enum(["active", "archived", "deleting"]);
export type SecretStoreStatus = z.infer<typeof SecretStoreStatus>;

/** spec: Secret store; every field is always sent. */
export const SecretStore = z
  .strictObject({
    id: z.string(),
    organization_id: z.string(),
    workspace_id: z.string(),
    name: z.string(),
    /** A URL-safe slug derived from the name the store was created with. */
    store_key: z.string(),
    description: z.string(),
    status: SecretStoreStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "SecretStore" });
export type SecretStore = z.infer<typeof SecretStore>;

export const CreateSecretStore = z.strictObject({ name: Name, description: Description.default("") }).meta({ id: "CreateSecretStoreRequest" });
export type CreateSecretStore = z.infer<typeof CreateSecretStore>;

const storeId = { store_id: ResourceId };
const family = "Secret store";

export const secretStoreList = defineOperation({
  id: "secretStore.list",
  family,
  method: "GET",
  path: "/secret-store/stores",
  scope: "secret-store.read",
  summary: "List secret stores",
  query: { ...pageQuery(), status: SecretStoreStatus.optional(), name: z.string().max(63).optional() },
  output: z.array(SecretStore),
  list: true,
});

export const secretStoreCreate = defineOperation({
  id: "secretStore.create",
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

export const secretStoreGet = defineOperation({
  id: "secretStore.get",
  family,
  method: "GET",
  path: "/secret-store/stores/{store_id}",
  scope: "secret-store.read",
  summary: "Get a secret store",
  params: storeId,
  output: SecretStore,
  errors: ["not_found"],
});

export const secretStoreArchive = defineOperation({
  id: "secretStore.archive",
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

export const secretStoreUnarchive = defineOperation({
  id: "secretStore.unarchive",
  family,
  method: "POST",
  path: "/secret-store/stores/{store_id}/unarchive",
  scope: "secret-store.write",
  summary: "Take a secret store back into use",
  params: storeId,
  output: SecretStore,
  errors: ["not_found"],
});
