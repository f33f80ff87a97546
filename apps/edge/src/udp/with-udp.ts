import { rmSync } from "node:fs";
import type { BalancerDocument, EdgeDocument } from "@fulmar/edge-protocol";
import type { Engine } from "../engine.ts";
import { temporaryFolder } from "../nginx/temporary-folder.ts";
import { UdpBalancers } from "./udp-balancers.ts";
import { UdpNginx, udpNginxVersion } from "./udp-nginx.ts";

interface UdpOptions {
  readonly folder: string;
  /** Whether nginx ends with the agent, as on a laptop. Otherwise it goes on serving. */
  readonly endsWithAgent: boolean;
  readonly warn: (problem: unknown) => void;
}

type BalancerEngine = Engine<"load_balancer">;

/**
 * An engine whose load balancers have UDP listeners, too, if nginx with its stream module is installed. The given
 * engine gets everything else of a balancer, and refuses UDP itself where there is no such nginx.
 */
export async function withUdp(engine: BalancerEngine, options: UdpOptions): Promise<BalancerEngine> {
  const version = await udpNginxVersion();
  if (version === undefined) return engine;
  const folder = options.endsWithAgent ? temporaryFolder(options.folder) : options.folder;
  const nginx = new UdpNginx(folder);
  const udp = new UdpBalancers(nginx, options.warn);
  return {
    kinds: engine.kinds,
    server: `${engine.server}, UDP by nginx ${version}`,
    async apply({ documents, changed }, signal) {
      const others = new Map([...documents].map(([id, document]) => [id, partOf(document, false)]));
      const datagrams = new Map(
        [...documents].flatMap(([id, document]) =>
          hasUdp(document.body) ? [[id, partOf(document, true)] as const] : [],
        ),
      );
      const failures = [
        ...(await engine.apply({ documents: others, changed }, signal)),
        ...(await udp.apply(datagrams, changed)),
      ];
      return [...new Map(failures.map((failure) => [failure.id, failure])).values()];
    },
    async health() {
      const all = new Map(await engine.health());
      for (const [id, targets] of udp.health()) all.set(id, [...(all.get(id) ?? []), ...targets]);
      return all;
    },
    // nginx counts no datagrams.
    usage: () => engine.usage(),
    certificates: () => engine.certificates(),
    async close() {
      await Promise.all([engine.close(), udp.close()]);
      if (!options.endsWithAgent) return;
      await nginx.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hasUdp = ({ listeners, pools }: BalancerDocument) =>
  [...listeners, ...pools].some(({ protocol }) => protocol === "udp");

function partOf(document: EdgeDocument<"load_balancer">, isUdp: boolean): EdgeDocument<"load_balancer"> {
  const { listeners, pools } = document.body;
  const isOf = ({ protocol }: { readonly protocol: string }) => (protocol === "udp") === isUdp;
  return { ...document, body: { ...document.body, listeners: listeners.filter(isOf), pools: pools.filter(isOf) } };
}
