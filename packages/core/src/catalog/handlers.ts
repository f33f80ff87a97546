import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { listImages, listPlans, listSites } from "./list-catalog.ts";

type OfferingOperationId = Extract<OperationId, `${"site" | "plan" | "image"}.${string}`>;

export const catalogHandlers: { [Id in OfferingOperationId]: Handler<Id> } = {
  "site.list": listSites,
  "plan.list": listPlans,
  "image.list": listImages,
};
