import { countListed, listTags } from "./count-listed.ts";
import { findResources, locateResource, nameResources } from "./find-resources.ts";

export { namedIn } from "./find-resources.ts";
export { searchedFamily } from "./searched-families.ts";

export const searchHandlers = {
  "overview.listed": countListed,
  "overview.tags": listTags,
  "search.find": findResources,
  "search.locate": locateResource,
  "search.named": nameResources,
} as const;
