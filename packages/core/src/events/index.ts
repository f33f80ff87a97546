export { listEvents } from "./list-events.ts";
export { purgeEvents } from "./purge-events.ts";
