export { isTicketInForce, SEEN_EVERY_MS, terminalHandlers } from "./create-terminal.ts";
export { endLostTerminals } from "./end-lost-terminals.ts";
export { parseResize, parseWorkerNotice, type WorkerNotice } from "./messages.ts";
export { type ClaimedTerminal, TERMINAL_CHANNEL, TerminalDoor } from "./terminal-door.ts";
export {
  abandonedTerminals,
  PATIENCE_MS as TERMINAL_PATIENCE_MS,
  type TakenTerminal,
  takeTerminals,
} from "./terminal-queue.ts";
