import { SECRET_STORE_STATUSES } from "@fulmar/contract/secret-store";
import { defineList, listIn, WHOLE_LIST, type WorkspacePath } from "@/client/list.ts";

/**
 * Inputs of the pages of stores and secrets. Server and browser must use the same inputs to share the cached answers.
 */
export function storeInput(workspaceId: string, storeId: string) {
  return { workspace_id: workspaceId, store_id: storeId };
}

export function secretInputs(workspaceId: string, storeId: string, secretId: string) {
  const secret = { ...storeInput(workspaceId, storeId), secret_id: secretId };
  return {
    secret,
    readings: { workspace_id: workspaceId, resource_id: secretId, action: "secret.value", limit: 20 },
  };
}

/** Stores that are being deleted are shown only by a filter. */
export const storeList = defineList({
  filters: { status: SECRET_STORE_STATUSES },
  sorts: [],
  ask: (trpc, { workspaceId }, page) => trpc.secretStore.list.queryOptions({ workspace_id: workspaceId, ...page }),
});

export interface StorePath extends WorkspacePath {
  readonly storeId: string;
}

export const secretList = listIn<StorePath>()({
  filters: { deleted: ["true"] },
  texts: ["tag"],
  several: ["tag"],
  sorts: ["created_at", "-created_at", "key", "-key"],
  ask: (trpc, { workspaceId, storeId }, { deleted, ...page }) =>
    trpc.secret.list.queryOptions({
      workspace_id: workspaceId,
      store_id: storeId,
      ...page,
      deleted: deleted === "true",
    }),
});

export interface SecretPath extends StorePath {
  readonly secretId: string;
}

export const secretVersionList = listIn<SecretPath>()({
  ...WHOLE_LIST,
  pageSize: 100,
  ask: (trpc, { workspaceId, storeId, secretId }, page) =>
    trpc.secretVersion.list.queryOptions({ ...secretInputs(workspaceId, storeId, secretId).secret, ...page }),
});
