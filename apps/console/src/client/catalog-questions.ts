import type { Sku } from "@fulmar/contract";
import { type WorkspacePath, wholeInput } from "./list.ts";
import type { Trpc } from "./trpc.ts";

/** All sites. There are few. */
export function sitesQuestion(trpc: Trpc, { workspaceId }: WorkspacePath) {
  return trpc.site.list.queryOptions(wholeInput(workspaceId));
}

/** The prices of one family. */
export function skusQuestion(trpc: Trpc, { workspaceId }: WorkspacePath, family: Sku["family"]) {
  return trpc.sku.list.queryOptions({ ...wholeInput(workspaceId), family });
}
