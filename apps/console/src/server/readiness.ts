import "server-only";
import { listEndpoints, readiness } from "./domain.ts";
import { services } from "./services.ts";

let ready: ReturnType<typeof ask> | undefined;

/**
 * The endpoints of the operator's regions, which every page needs of the database, asked once a second at most. Or why
 * there is no page now. A process that is about to end answers the requests it has.
 */
export function pageReadiness() {
  ready ??= ask();
  return ready();
}

function ask() {
  const { database, logger } = services();
  const leaving = new AbortController().signal;
  return readiness({ program: "console", leaving, logger, ask: () => listEndpoints(database) });
}
