import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { listPlans, listSites } from "./list-catalog.ts";

type OfferingOperationId = Extract<OperationId, `${"site" | "plan"}.${string}`>;

export const catalogHandlers: { [Id in OfferingOperationId]: Handler<Id> } = {
  "site.list": listSites,
  "plan.list": listPlans,
};
