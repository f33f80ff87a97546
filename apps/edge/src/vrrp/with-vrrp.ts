import { type Engine, inTurns } from "../engine.ts";
import type { Keepalived } from "./keepalived.ts";

/**
 * An engine of one of several edges of a site, of which one has the load balancers' addresses. Every edge serves all
 * load balancers, so the next one needs only the addresses.
 */
export function withVrrp(engine: Engine<"load_balancer">, keepalived: Keepalived): Engine<"load_balancer"> {
  /** Undefined until the servers listen: an edge that does not serve yet must not become active. */
  let addresses: readonly string[] | undefined;
  const inTurn = inTurns();
  return {
    ...{ kinds: engine.kinds, server: `${engine.server}, VRRP by keepalived` },
    async apply(wanted, signal) {
      const failures = await engine.apply(wanted, signal);
      addresses = [...new Set([...wanted.documents.values()].flatMap(({ body }) => body.publicIp ?? []))];
      const now = addresses;
      await inTurn(() => keepalived.serve(now));
      return failures;
    },
    async health() {
      // Starts a keepalived that has died.
      await inTurn(async () => addresses && keepalived.serve(addresses));
      return engine.health();
    },
    usage: () => engine.usage(),
    certificates: () => engine.certificates(),
    close: () => engine.close(),
  };
}
