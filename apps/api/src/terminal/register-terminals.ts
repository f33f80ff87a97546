import { DomainError } from "@fulmar/core";
import { sourceAddress, trustedProxies } from "@fulmar/http";
import type { FastifyInstance } from "fastify";
import { TerminalServer } from "./terminal-server.ts";

/** Serves the WebSockets of terminals. They are no requests: their ticket stands for the token that asked for it. */
export function registerTerminals(app: FastifyInstance, parts: ConstructorParameters<typeof TerminalServer>[0]): void {
  const terminals = new TerminalServer(parts);
  const isTrusted = trustedProxies(parts.configuration.trustedProxies);
  app.server.on("upgrade", (request, socket, head) => {
    const forwardedFor = request.headersDistinct["x-forwarded-for"]?.join(",");
    terminals.upgrade(request, socket, head, sourceAddress(request.socket.remoteAddress, forwardedFor, isTrusted));
  });
  // Before the server closes: its open connections would keep it from closing.
  app.addHook("preClose", () => terminals.close());
  app.get("/v1/terminal", async () => {
    throw new DomainError(
      "invalid_request",
      "This address takes WebSockets; connect to it with the subprotocols `fulmar.terminal` and a ticket.",
    );
  });
}
