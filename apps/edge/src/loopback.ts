import type { Engine } from "./engine.ts";

const LOOPBACK = "127.0.0.1";

/**
 * An engine on a laptop: balancers listen on 127.0.0.1, and targets are reached there too, each by its port. So a
 * program on the laptop stands in for a machine that is only simulated.
 */
export function onLoopback(engine: Engine<"load_balancer">): Engine<"load_balancer"> {
  return {
    ...{ kinds: engine.kinds, server: `${engine.server} on ${LOOPBACK}` },
    apply({ documents, changed }, signal) {
      const moved = [...documents].map(([id, document]) => {
        const pools = document.body.pools.map((pool) => ({
          ...pool,
          targets: pool.targets.map((target) => ({ ...target, address: LOOPBACK })),
        }));
        return [id, { ...document, body: { ...document.body, publicIp: LOOPBACK, pools } }] as const;
      });
      return engine.apply({ documents: new Map(moved), changed }, signal);
    },
    health: () => engine.health(),
    close: () => engine.close(),
  };
}
