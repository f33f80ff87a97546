import { findResources, locateResource, nameResources } from "./find-resources.ts";

export { SEARCHED_FAMILIES } from "./searched-families.ts";

export const searchHandlers = {
  "search.find": findResources,
  "search.locate": locateResource,
  "search.named": nameResources,
} as const;
