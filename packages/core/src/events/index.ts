export { eventsAfter, knownEventType, listEvents, type StoredEvent } from "./list-events.ts";
export { purgeEvents } from "./purge-events.ts";
