import { listActivity, listEnded } from "./list-activity.ts";

export const activityHandlers = { "activity.list": listActivity, "activity.ended": listEnded } as const;
