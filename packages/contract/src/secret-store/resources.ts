import type { ResourceDefinition } from "../resource-definition.ts";

const scope = "secret-store.read";

export const secretStoreResources = {
  secret_store: {
    title: ["Secret store", "Secret stores"],
    prefix: "store",
    parameter: "store_id",
    field: "id",
    parents: [],
    scope,
    topic: "secret_store",
    page: "secret-stores/{id}",
  },
  secret: {
    title: ["Secret", "Secrets"],
    prefix: "sec",
    parameter: "secret_id",
    field: "id",
    parents: ["secret_store"],
    scope,
    topic: "secret",
    page: "secret-stores/{parent}/secrets/{id}",
  },
  secret_version: {
    title: ["Secret version", "Secret versions"],
    prefix: null,
    parameter: "version",
    field: "version",
    parents: ["secret_store", "secret"],
    scope,
    topic: "secret",
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
