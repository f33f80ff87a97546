import type { OperationId } from "@fulmar/contract";
import { computeHandlers } from "./compute/handlers.ts";
import type { Handler } from "./kernel/context.ts";

/** What every operation of the catalog does. A missing one does not compile. */
export const handlers = { ...computeHandlers } satisfies { [Id in OperationId]: Handler<Id> };
