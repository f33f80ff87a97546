import { execFile } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@fulmar/prisma/server";
import { DevelopmentBalancers } from "../../../../apps/edge/src/development/development-balancers.ts";
import { MODULE } from "../../../../apps/edge/src/udp/udp-configuration.ts";
import { udpNginxVersion } from "../../../../apps/edge/src/udp/udp-nginx.ts";
import { withUdp } from "../../../../apps/edge/src/udp/with-udp.ts";
import { balancerDocument } from "../balancer-document.ts";
import { median, type Row, round } from "../measure.ts";

const run = promisify(execFile);
const CLIENTS = 32;
const SECONDS = 3;
const ROUNDS = 3;
/** An answer that has not come after this long is lost. */
const LOST_MS = 1_000;

/**
 * Datagrams through a UDP listener of an edge beside nginx's stream module configured by hand, and what is lost while
 * the targets' weights change five times. Needs nginx with that module; without it there is no row.
 */
export async function udpRows(): Promise<Row[]> {
  if ((await udpNginxVersion()) === undefined) {
    console.log("left out  UDP: nginx with its stream module is not installed");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "fulmar-udp-"));
  const targets = [await echo(), await echo()];
  const ports = targets.map(({ port }) => port);
  const [byHand, port] = [await freePort(), await freePort()];
  const stopByHand = await startByHand(join(folder, "by-hand"), byHand, ports);
  const warn = (problem: unknown) => {
    throw problem;
  };
  const engine = await withUdp(new DevelopmentBalancers(), { folder: join(folder, "edge"), endsWithAgent: true, warn });
  const apply = async (revision: number, weight: number) => {
    const document = balancerDocument({ id: "lb_udp", protocol: "udp", port, targets: ports, weight }, revision);
    const documents = new Map([["lb_udp", document]]);
    const failures = await engine.apply({ documents, changed: undefined }, new AbortController().signal);
    if (failures[0] !== undefined) throw new Error(failures[0].message);
  };
  try {
    await apply(1, 1);
    const rates = { byHand: [] as number[], edge: [] as number[] };
    for (let number = 0; number < ROUNDS; number++) {
      rates.byHand.push((await send(byHand)).perSecond);
      rates.edge.push((await send(port)).perSecond);
    }
    let revision = 2;
    const changed = await send(port, async () => {
      for (let change = 0; change < 5; change++) await apply(revision, revision++);
    });
    console.log(`five changes: ${changed.lost} of ${changed.sent} datagrams lost`);
    const [reference, figure] = [median(rates.byHand), median(rates.edge)];
    return [
      {
        row: "Balancer: UDP beside nginx by hand",
        ...{ reference: round(reference, 0), figure: round(figure, 0), unit: "datagrams/s" },
        ...{ ratio: round(figure / reference), target: ">= 0.95", holds: figure / reference >= 0.95 },
      },
    ];
  } finally {
    await engine.close();
    await stopByHand();
    for (const { close } of targets) close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A target that sends datagrams back, and takes the connections of health checks. */
async function echo() {
  const checked = createServer((connection) => connection.end()).listen(0, "127.0.0.1");
  await once(checked, "listening");
  const port = (checked.address() as { port: number }).port;
  const socket = createSocket("udp4");
  socket.on("message", (data, from) => socket.send(data, from.port, from.address));
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    port,
    close() {
      socket.close();
      checked.close();
    },
  };
}

/** Each client sends its next datagram when the last one has been answered or is lost. */
async function send(port: number, meanwhile: () => Promise<void> = async () => {}) {
  const ended = new AbortController();
  let [sent, lost] = [0, 0];
  const began = performance.now();
  const client = async () => {
    const socket = createSocket("udp4");
    socket.connect(port, "127.0.0.1");
    await once(socket, "connect");
    while (!ended.signal.aborted) {
      socket.send("hello");
      sent++;
      if (!(await answered(socket))) lost++;
    }
    socket.close();
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await Promise.all([meanwhile(), new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))]);
  ended.abort();
  await Promise.all(clients);
  return { sent, lost, perSecond: ((sent - lost) * 1_000) / (performance.now() - began) };
}

function answered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => end(false), LOST_MS);
    const onMessage = () => end(true);
    const onError = () => end(false);
    const end = (came: boolean) => {
      clearTimeout(limit);
      socket.off("message", onMessage);
      socket.off("error", onError);
      resolve(came);
    };
    socket.once("message", onMessage);
    socket.once("error", onError);
  });
}

async function startByHand(folder: string, port: number, targets: readonly number[]): Promise<() => Promise<void>> {
  mkdirSync(folder);
  const configuration = join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `load_module ${MODULE};
worker_processes auto;
worker_rlimit_nofile 65536;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 16384; }
stream {
  upstream targets { zone targets 64k; ${targets.map((target) => `server 127.0.0.1:${target};`).join(" ")} }
  server { listen 127.0.0.1:${port} udp reuseport; proxy_pass targets; proxy_timeout 60s; }
}
`,
  );
  await run("/usr/sbin/nginx", ["-c", configuration]);
  return async () => {
    await run("/usr/sbin/nginx", ["-c", configuration, "-s", "stop"]);
  };
}
