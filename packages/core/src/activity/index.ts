export { listActivity, listEnded } from "./list-activity.ts";
