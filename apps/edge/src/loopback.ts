import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { BalancerDocument, EdgeDocument } from "@fulmar/edge-protocol";
import type { Engine } from "./engine.ts";

const LOOPBACK = "127.0.0.1";
/** Added to ports that need root, so that 80 becomes 8080 and 443 becomes 8443. */
const ABOVE_PRIVILEGED = 8000;
const UNPRIVILEGED_START = "/proc/sys/net/ipv4/ip_unprivileged_port_start";

/** The addresses and ports on which this machine lets the agent listen. */
export interface Loopback {
  /** Whether all of 127.0.0.0/8 is this machine's, as on Linux. Elsewhere it is 127.0.0.1 alone. */
  readonly wholeNetwork: boolean;
  /** The first port that needs no root. */
  readonly firstPort: number;
}

export async function loopbackOfThisMachine(): Promise<Loopback> {
  const probe = createServer().listen(0, "127.51.100.7");
  const wholeNetwork = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return { wholeNetwork, firstPort: process.getuid?.() === 0 ? 1 : firstUnprivilegedPort() };
}

function firstUnprivilegedPort(): number {
  try {
    return Number(readFileSync(UNPRIVILEGED_START, "utf8"));
  } catch {
    return 1024; // not Linux
  }
}

/**
 * An engine on a laptop: a balancer listens on the loopback address of its public address, 127.51.100.7 for
 * 198.51.100.7, or else on 127.0.0.1. Ports that need root move up by 8000. Every target is reached on 127.0.0.1 by its
 * port, so that a program on the laptop stands in for a machine that is only simulated.
 * @param onServed is told the name of a balancer and its URLs, when they change
 */
export function onLoopback(
  engine: Engine<"load_balancer">,
  loopback: Loopback,
  onServed: (name: string, urls: readonly string[]) => void = () => undefined,
): Engine<"load_balancer"> {
  const told = new Map<string, string>();
  const tell = (id: string, { name, publicIp, listeners }: BalancerDocument) => {
    const urls = listeners.map(({ protocol, port }) => `${protocol}://${publicIp}:${port}`);
    if (told.get(id) === urls.join()) return;
    told.set(id, urls.join());
    onServed(name, urls);
  };
  return {
    ...{ kinds: engine.kinds, server: `${engine.server} on loopback` },
    async apply({ documents, changed }, signal) {
      const moved = new Map([...documents].map(([id, document]) => [id, onLaptop(document, loopback)] as const));
      const failures = await engine.apply({ documents: moved, changed }, signal);
      for (const id of told.keys()) if (!moved.has(id)) told.delete(id);
      for (const [id, { body }] of moved) if (!failures.some((failure) => failure.id === id)) tell(id, body);
      return failures;
    },
    health: () => engine.health(),
    usage: () => engine.usage(),
    certificates: () => engine.certificates(),
    close: () => engine.close(),
  };
}

function onLaptop(
  document: EdgeDocument<"load_balancer">,
  { wholeNetwork, firstPort }: Loopback,
): EdgeDocument<"load_balancer"> {
  const { publicIp, pools, listeners, challenges } = document.body;
  const [, ...rest] = publicIp?.split(".") ?? [];
  const host = wholeNetwork && rest.length === 3 ? ["127", ...rest].join(".") : LOOPBACK;
  const atHome = pools.map((pool) => ({
    ...pool,
    targets: pool.targets.map((target) => ({ ...target, address: LOOPBACK, subnet: null })),
  }));
  const open = <Port extends { readonly port: number }>(one: Port) => ({
    ...one,
    port: one.port < firstPort ? one.port + ABOVE_PRIVILEGED : one.port,
  });
  const opened = { listeners: listeners.map(open), challenges: challenges && open(challenges) };
  return { ...document, body: { ...document.body, publicIp: host, pools: atHome, ...opened } };
}
