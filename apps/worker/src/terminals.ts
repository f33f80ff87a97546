import { once } from "node:events";
import type { Duplex } from "node:stream";
import {
  abandonedTerminals,
  parseResize,
  SEEN_EVERY_MS,
  SiteFenced,
  type TakenTerminal,
  TERMINAL_CHANNEL,
  takeTerminals,
  type WorkerNotice,
  type WorkerServices,
} from "@fulmar/core/worker";
import { type Logger, listen } from "@fulmar/engine";
import { connectTerminalLink, flowTo } from "@fulmar/http";
import { type InstanceTerminal, ProviderError } from "@fulmar/providers";
import type { WebSocket } from "ws";

/** Finds terminals whose notification was missed. */
const POLL_MS = 1_000;
/** How long a site may take to open a shell. */
const OPENING_MS = 15_000;

interface Open {
  readonly taken: TakenTerminal;
  readonly bringing: Promise<void>;
  readonly abandon: AbortController;
}

type Services = Pick<WorkerServices, "database" | "provider" | "secrets">;

/**
 * Brings terminals to the APIs whose clients wait for them: opens the shell at the site and connects to the API
 * (docs/adr/0070). Any number of workers may do so: each terminal is taken by one.
 */
export function serveTerminals(services: Services, logger: Logger): { stop(): Promise<void> } {
  const { sql } = services.database;
  const stopping = new AbortController();
  const open = new Map<string, Open>();
  let taking: Promise<void> | undefined;
  let again = false;

  const takeAll = async () => {
    do {
      again = false;
      for (const taken of await takeTerminals(
        sql,
        [...open.values()].map((each) => each.taken),
      ))
        begin(taken);
    } while (again && !stopping.signal.aborted);
  };
  const wake = () => {
    again = true;
    if (stopping.signal.aborted) return;
    taking ??= takeAll()
      .catch((error: unknown) => logger.error({ err: error }, "terminals could not be taken"))
      .finally(() => {
        taking = undefined;
      });
  };
  const begin = (taken: TakenTerminal) => {
    const { terminal_id: id } = taken;
    const abandon = new AbortController();
    const bringing = bring(services, taken, AbortSignal.any([stopping.signal, abandon.signal]), logger)
      .catch((error: unknown) => logger.error({ err: error, terminal_id: id }, "a terminal broke off"))
      .finally(() => open.delete(id));
    open.set(id, { taken, bringing, abandon });
  };
  /** Ends terminals whose API is gone without closing its connection. */
  const endAbandoned = async () => {
    if (open.size === 0) return;
    for (const id of await abandonedTerminals(sql, [...open.keys()])) open.get(id)?.abandon.abort();
  };

  const listening = listen(services.database, TERMINAL_CHANNEL, wake, logger, stopping.signal);
  const poll = setInterval(wake, POLL_MS);
  const look = setInterval(() => {
    endAbandoned().catch((error: unknown) => logger.error({ err: error }, "terminals could not be checked"));
  }, SEEN_EVERY_MS);
  return {
    async stop() {
      stopping.abort();
      clearInterval(poll);
      clearInterval(look);
      await taking;
      await Promise.all([...open.values()].map(({ bringing }) => bringing));
      await listening;
    },
  };
}

/** Carries one terminal until it ends. @param signal ends it */
async function bring(
  { provider, secrets }: Services,
  { terminal_id, vm_id, endpoint, columns, rows, screen, provider: providerName }: TakenTerminal,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  if (endpoint === null) throw new Error("a terminal was taken before an API waited for it");
  const link = connectTerminalLink(secrets, endpoint, terminal_id);
  const closed = new Promise<void>((resolve) => link.once("close", () => resolve()));
  // A link that breaks also closes.
  link.on("error", (error) => logger.warn({ err: error, terminal_id }, "the connection of a terminal failed"));
  try {
    await once(link, "open", { signal });
    // Typing waits for the shell.
    link.pause();
    const opening = AbortSignal.any([signal, AbortSignal.timeout(OPENING_MS)]);
    const { compute } = await provider(providerName);
    const terminal = screen
      ? ofScreen(await compute.openScreen(vm_id, opening))
      : await compute.openTerminal(vm_id, { columns, rows }, opening);
    join(link, terminal);
    const leave = () => tell(link, { type: "failed", reason: "worker_lost" });
    signal.addEventListener("abort", leave, { once: true });
    await closed;
    signal.removeEventListener("abort", leave);
    terminal.close();
  } catch (error) {
    if (link.readyState !== link.OPEN) {
      link.terminate();
      return;
    }
    const reason = reasonOf(error, signal);
    if (reason === "site_refused") logger.error({ err: error, terminal_id }, "a site opened no terminal");
    tell(link, { type: "failed", reason });
    await closed;
  }
}

/** A screen has a size of its own, and ends without a code. */
function ofScreen(stream: Duplex): InstanceTerminal {
  return { stream, resize: () => undefined, exited: Promise.resolve(null), close: () => stream.destroy() };
}

function join(link: WebSocket, terminal: InstanceTerminal): void {
  const { stream, exited } = terminal;
  const send = flowTo(link, stream);
  link.send(JSON.stringify({ type: "opened" } satisfies WorkerNotice));
  stream.on("data", send);
  stream.on("drain", () => link.resume());
  // An ended stream is told by `exited`.
  stream.on("error", () => undefined);
  link.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      if (stream.writable && !stream.write(data)) link.pause();
      return;
    }
    const size = parseResize(data.toString());
    if (size !== undefined) terminal.resize(size);
  });
  link.resume();
  const ended = Promise.withResolvers<void>();
  stream.once("close", ended.resolve);
  void Promise.all([exited, ended.promise]).then(([code]) => tell(link, { type: "exit", code }));
}

/** Says a last word, and closes the link. */
function tell(link: WebSocket, notice: WorkerNotice): void {
  if (link.readyState !== link.OPEN) return;
  link.send(JSON.stringify(notice));
  link.resume();
  link.close();
}

const STOPPED: ReadonlySet<string> = new Set(["instance_not_running", "instance_not_found"]);

function reasonOf(error: unknown, signal: AbortSignal): Extract<WorkerNotice, { type: "failed" }>["reason"] {
  if (signal.aborted) return "worker_lost";
  if (error instanceof SiteFenced) return "site_unavailable";
  if (error instanceof DOMException && error.name === "TimeoutError") return "site_unavailable";
  if (!(error instanceof ProviderError)) return "site_refused";
  if (STOPPED.has(error.code)) return "vm_stopped";
  return error.retryable ? "site_unavailable" : "site_refused";
}
