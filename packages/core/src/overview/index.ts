import { readOverview } from "./read-overview.ts";

export const overviewHandlers = { "overview.get": readOverview } as const;
