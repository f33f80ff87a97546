import type { Sku } from "@fulmar/contract";

/** The input of `sku.list` for one family: server and browser must ask for the same thing to share the answer. */
export function skuInput(workspaceId: string, family: Sku["family"]) {
  return { workspace_id: workspaceId, family, limit: 1000 };
}
