import { type ListChoice, listPage } from "@/client/list-address.ts";

const VIEWS = ["true"] as const;

/** What the list of a store's secrets can be narrowed and ordered by. */
export const SECRET_LIST = {
  filters: { deleted: VIEWS },
  texts: ["tag"],
  sorts: ["created_at", "-created_at", "key", "-key"],
} as const;

type Choice = ListChoice<
  (typeof SECRET_LIST)["filters"],
  (typeof SECRET_LIST)["sorts"][number],
  (typeof SECRET_LIST)["texts"][number]
>;

/** The input of `secret.list`: server and browser must ask for the same thing to share the answer. */
export function secretListInput(workspaceId: string, storeId: string, { deleted, ...choice }: Choice, cursor?: string) {
  return { ...listPage(workspaceId, choice, cursor), store_id: storeId, deleted: deleted === "true" };
}
