// What both ends of a terminal's WebSocket say, without zod (docs/terminals.md).

/** The subprotocol of a terminal's WebSocket. The ticket is sent beside it. */
export const TERMINAL_PROTOCOL = "fulmar.terminal";

/** The most columns or rows of a terminal. */
export const LARGEST_TERMINAL = 1_000;

/** How many terminals may be open or have a ticket in force at once. */
export const MOST_TERMINALS = { vm: 5, workspace: 50 } as const;

/**
 * Why a terminal ended, with the code and the sentence of its close frame (RFC 6455: a sentence has 123 bytes at
 * most).
 */
export const TERMINAL_ENDS = {
  exited: [1000, "The shell has ended."],
  left: [1000, "The terminal was closed."],
  restart: [1012, "The server restarts; open the terminal again."],
  malformed: [4400, "A message was not understood; send bytes in binary frames and a resize as JSON text."],
  ticket_refused: [4401, "The ticket is unknown, used or expired; ask for a new one."],
  access_ended: [4403, "The token or the session that opened this terminal is no longer in force."],
  address_refused: [4403, "The token may not be used from this address."],
  connection_lost: [4408, "The connection was lost; open the terminal again."],
  idle: [4408, "Nothing was typed or shown for 15 minutes; open the terminal again."],
  vm_stopped: [4409, "The VM is no longer running; start it, then open the terminal again."],
  too_long: [4410, "A terminal lasts 8 hours at most; open a new one."],
  too_many_tries: [4429, "Too many wrong tickets came from your address; wait a moment, then try again."],
  site_refused: [4502, "The site cannot open a terminal in this VM; look at its console log."],
  no_worker: [4503, "No worker took the terminal in time; try again in a moment."],
  unchecked: [4503, "The right to this terminal could not be checked for a while; open it again."],
  worker_lost: [4503, "The worker that held this terminal has ended; open the terminal again."],
  site_unavailable: [4503, "The VM's site does not answer right now; try again in a moment."],
} as const satisfies Readonly<Record<string, readonly [code: number, sentence: string]>>;
export type TerminalEnd = keyof typeof TERMINAL_ENDS;
