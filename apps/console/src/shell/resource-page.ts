import { type FoundResource, type FoundType, isFoundType, RESOURCES } from "@fulmar/contract";
import { inWords } from "../client/in-words.ts";
import { type WorkspaceHref, workspaceHref } from "./destinations.ts";

/** The page on which a resource is found: its own, or that of what it belongs to. */
export function resourcePage(
  workspaceId: string,
  { type, id, name, parent_ids: [parent = ""] }: Pick<FoundResource, "type" | "id" | "name" | "parent_ids">,
): WorkspaceHref {
  const page = RESOURCES[type].page
    .replace("{id}", encodeURIComponent(id))
    .replace("{name}", encodeURIComponent(name))
    .replace("{parent}", encodeURIComponent(parent));
  return workspaceHref(workspaceId, page);
}

/** What a type of resource is called, as records have it. */
export function typeName(type: string): string {
  return isFoundType(type) ? titleOf(type) : inWords(type);
}

/** What one resource of a type is called. */
export function titleOf(type: FoundType): string {
  return RESOURCES[type].title[0];
}
