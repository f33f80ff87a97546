export { endConnectionsAtClose, hostFault, inTurn, serverOptions, takeEveryExpectation } from "./connections.ts";
export { createLogger, type Logger } from "./logger.ts";
export { listenForMetrics, type MetricsListener, type MetricsSource } from "./metrics-listener.ts";
export { readiness } from "./readiness.ts";
export { type ConnectionFault, connectionRefusals, type RawAnswer } from "./refuse-connection.ts";
export { configurationOrExit, type Program, runProgram } from "./run-program.ts";
export { endWhenSilent, flowTo } from "./socket-flow.ts";
export { sourceAddress, trustedProxies } from "./source-address.ts";
export { connectTerminalLink, type TerminalLinkServer, terminalLinkServer } from "./terminal-link.ts";
