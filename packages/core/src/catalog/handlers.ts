import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { listImages, listPlans, listSites } from "./list-catalog.ts";

type CatalogOperationId = Extract<OperationId, `${"site" | "plan" | "image"}.${string}`>;

export const catalogHandlers: { [Id in CatalogOperationId]: Handler<Id> } = {
  "site.list": listSites,
  "plan.list": listPlans,
  "image.list": listImages,
};
