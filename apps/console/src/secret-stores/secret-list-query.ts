import { type ListChoice, listPage, readListChoice } from "@/client/list-address.ts";

const VIEWS = ["true"] as const;

/** What the list of a store's secrets can be narrowed and ordered by; tags besides, which can be anything. */
export const SECRET_LIST = { filters: { deleted: VIEWS }, sorts: ["created_at", "-created_at", "key", "-key"] } as const;

type Choice = ListChoice<(typeof SECRET_LIST)["filters"], (typeof SECRET_LIST)["sorts"][number]>;

/** The tag that the address asks for; empty for none. */
export function readTag(tag: unknown): string {
  return typeof tag === "string" ? tag.slice(0, 128) : "";
}

/** The input of `secret.list`: server and browser must ask for the same thing to share the answer. */
export function secretListInput(workspaceId: string, storeId: string, { deleted, ...choice }: Choice, tag: string, cursor?: string) {
  return { ...listPage(workspaceId, choice, cursor), store_id: storeId, deleted: deleted === "true", ...(tag !== "" && { tag }) };
}

export function readSecretList(search: Readonly<Record<string, unknown>>) {
  return { choice: readListChoice(SECRET_LIST, search), tag: readTag(search.tag) };
}
