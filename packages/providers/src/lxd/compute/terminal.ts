import { once } from "node:events";
import type { Duplex } from "node:stream";
import { createWebSocketStream, type WebSocket } from "ws";
import { z } from "zod";
import type { InstanceTerminal, TerminalSize } from "../../ports/compute-port.ts";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import type { LxdClient } from "../client/lxd-client.ts";
import { unreachable } from "../client/lxd-refusal.ts";
import { machineOf, pathOfInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";

/** The secrets of an operation's sockets: what is typed and shown, and control. */
const Sockets = z.object({ fds: z.object({ "0": z.string(), control: z.string() }) });

/** Bash where the image has it. `cd` without an argument goes home. */
const SHELL = ["/bin/sh", "-c", "cd; command -v bash >/dev/null && exec bash -l; exec sh -l"];
const ENVIRONMENT = { HOME: "/root", LANG: "C.UTF-8", TERM: "xterm-256color", USER: "root" };

/** A container has no screen, and the server shows that of a virtual machine by SPICE alone. */
export async function openScreen(site: LxdSite, vmId: string, signal: AbortSignal): Promise<never> {
  await machineOf(site, vmId, signal);
  throw new ProviderError("unsupported_by_site", "This site shows no screens of VMs; open a terminal instead.", {
    retryable: false,
  });
}

/** Runs a shell in an instance. A virtual machine without the server's agent gets its serial console instead. */
export async function openTerminal(
  site: LxdSite,
  vmId: string,
  size: TerminalSize,
  signal: AbortSignal,
): Promise<InstanceTerminal> {
  const machine = await machineOf(site, vmId, signal);
  if (machine.status !== "Running") throw instanceNotRunning();
  const { operationId, metadata } = await begin(site, machine.name, size, signal);
  return joinTerminal(site.client, operationId, metadata.fds, signal);
}

/** A virtual machine counts no processes while the server's agent does not run in it. */
const Processes = z.object({ processes: z.int() });

async function begin({ client, instanceType }: LxdSite, name: string, size: TerminalSize, signal: AbortSignal) {
  const shape = { width: size.columns, height: size.rows };
  const hasShell =
    instanceType === "container" || (await client.get(pathOfInstance(name, "state"), Processes, signal)).processes >= 0;
  return hasShell
    ? client.begin(
        "POST",
        pathOfInstance(name, "exec"),
        { command: SHELL, environment: ENVIRONMENT, interactive: true, "wait-for-websocket": true, ...shape },
        Sockets,
        signal,
      )
    : client.begin("POST", pathOfInstance(name, "console"), { type: "console", ...shape }, Sockets, signal);
}

/** Connects both sockets of a shell. @param fds the secret of each (LXD's REST API: exec) */
export async function joinTerminal(
  client: LxdClient,
  operationId: string,
  fds: z.infer<typeof Sockets>["fds"],
  signal: AbortSignal,
): Promise<InstanceTerminal> {
  const data = client.operationSocket(operationId, fds["0"]);
  const control = client.operationSocket(operationId, fds.control);
  // The shell begins with its first socket. What it shows before the other one is open waits in the stream.
  const stream = createWebSocketStream(data, { allowHalfOpen: false });
  // A text message says that nothing more is shown. The server then waits until its client closes the socket.
  data.on("message", (_, isBinary) => {
    if (!isBinary) data.close();
  });
  // A stream that breaks also closes.
  stream.on("error", () => undefined);
  try {
    await Promise.all([data, control].map((socket) => once(socket, "open", { signal })));
  } catch (error) {
    for (const socket of [data, control]) discard(socket);
    signal.throwIfAborted();
    throw unreachable(error);
  }
  return terminalOf(client, operationId, stream, control);
}

function terminalOf(client: LxdClient, operationId: string, stream: Duplex, control: WebSocket): InstanceTerminal {
  // The server ends the shell when its control socket closes.
  const close = () => {
    discard(control);
    stream.destroy();
  };
  control.on("error", close);
  const ended = Promise.withResolvers<void>();
  stream.once("close", ended.resolve);
  return {
    stream,
    resize({ columns, rows }) {
      const args = { width: String(columns), height: String(rows) };
      if (control.readyState === control.OPEN) control.send(JSON.stringify({ command: "window-resize", args }));
    },
    exited: ended.promise.then(async () => {
      const code = await exitCodeOf(client, operationId);
      discard(control);
      return code;
    }),
    close,
  };
}

const Ended = z.object({ return: z.int() });
/** The server says at once how an exec ended. A shell that was killed may take a moment. */
const EXIT_TIMEOUT_MS = 2_000;

async function exitCodeOf(client: LxdClient, operationId: string): Promise<number | null> {
  try {
    const metadata = await client.wait(operationId, AbortSignal.timeout(EXIT_TIMEOUT_MS));
    return Ended.safeParse(metadata).data?.return ?? null;
  } catch (error) {
    if (error instanceof ProviderError || (error instanceof DOMException && error.name === "TimeoutError")) return null;
    throw error;
  }
}

function discard(socket: WebSocket): void {
  // A socket that is closed while it connects emits an error.
  socket.on("error", () => undefined);
  socket.terminate();
}
