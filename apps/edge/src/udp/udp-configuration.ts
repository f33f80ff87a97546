import { createHash } from "node:crypto";
import { join } from "node:path";
import type { BalancerDocument, BalancerPool, TargetHealth } from "@fulmar/edge-protocol";

/** A load balancer's part that is UDP, and the health of its targets. */
export interface UdpBalancer {
  readonly id: string;
  readonly document: BalancerDocument;
  readonly health: readonly TargetHealth[];
}

export const MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so";
export const stateSocket = (folder: string) => join(folder, "state.sock");
/** Where a listener of a balancer listens. */
export const placeOf = ({ publicIp }: BalancerDocument, port: number) => `${publicIp ?? "127.0.0.1"}:${port}`;

/**
 * The text of nginx.conf, and its digest, which the state socket answers. Targets that are offline, disabled or of
 * weight 0 get no datagrams. Before its first check, a target counts as online.
 */
export function udpConfiguration(folder: string, balancers: readonly UdpBalancer[]): { text: string; digest: string } {
  const body = balancers.flatMap((balancer) => [...upstreams(balancer), ...servers(balancer)]).join("");
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
  const text = `load_module ${MODULE};
worker_processes auto;
worker_rlimit_nofile 65536;
worker_shutdown_timeout 10s;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 16384; }
stream {
  server { listen unix:${stateSocket(folder)}; return ${digest}; }
${body}}
`;
  return { text, digest };
}

function upstreams({ id, document, health }: UdpBalancer): string[] {
  const states = new Map(health.map(({ targetId, status }) => [targetId, status]));
  return document.pools.map((pool) => {
    const targets = pool.targets.filter(({ targetId, address }) => {
      const status = states.get(targetId);
      return address !== null && (status === "online" || status === "unknown");
    });
    const lines = targets.map(
      ({ address, port, weight }) => `    server ${atPort(address ?? "", port)} weight=${weight};\n`,
    );
    // Without a target, nginx drops the datagrams.
    if (lines.length === 0) lines.push("    server 0.0.0.1:9 down;\n");
    return (
      `  upstream ${nameOf(id, pool.poolId)} {\n    zone ${nameOf(id, pool.poolId)} 64k;\n` +
      `${algorithmOf(pool)}${lines.join("")}  }\n`
    );
  });
}

function algorithmOf({ algorithm, stickySessions }: BalancerPool): string {
  if (algorithm === "source_ip" || stickySessions === "source_ip") return "    hash $remote_addr consistent;\n";
  return algorithm === "least_connections" ? "    least_conn;\n" : "";
}

/** `reuseport`: a client's datagrams all come to one worker, and so to one target. */
function servers({ id, document }: UdpBalancer): string[] {
  return document.listeners.map(
    ({ port, defaultPoolId, idleTimeoutSeconds }) =>
      `  server { listen ${placeOf(document, port)} udp reuseport; proxy_pass ` +
      `${nameOf(id, defaultPoolId ?? "")}; proxy_timeout ${idleTimeoutSeconds}s; }\n`,
  );
}

const nameOf = (id: string, poolId: string) => `${id}.${poolId}`;
const atPort = (address: string, port: number) =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
