import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { HaproxyBalancers } from "../../../../apps/edge/src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../../../../apps/edge/src/haproxy/haproxy-process.ts";
import { balancerDocument } from "../balancer-document.ts";
import { median, type Row, round } from "../measure.ts";

const run = promisify(execFile);
const BALANCERS = 1_000;
const TARGETS = 4;
const CHANGES = 5;
const PORT = 8_080;

/**
 * A thousand balancers of an edge beside one HAProxy configured by hand with the same thousand: how long a changed rule
 * takes, with visitors on another balancer meanwhile, and the memory. Needs HAProxy and Linux, whose loopback has an
 * address for each; without them there is no row.
 */
export async function manyBalancersRows(): Promise<Row[]> {
  const version = await haproxyVersion();
  if (version === undefined || process.platform !== "linux") {
    console.log("left out  Balancers: needs HAProxy on Linux");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "fulmar-balancers-"));
  const target = createServer((_, answer) => answer.end("hello"));
  try {
    target.listen(0, "127.0.0.1");
    await new Promise((resolve) => target.once("listening", resolve));
    const { port } = target.address() as AddressInfo;
    const edge = await measureEdge(join(folder, "edge"), version, port);
    const byHand = await measureByHand(join(folder, "by-hand"), port);
    console.log(`${BALANCERS} balancers: start ${edge.startMs} ms, by hand ${byHand.startMs} ms`);
    console.log(`${CHANGES} changes of a rule: ${edge.lost} of ${edge.asked} requests of another balancer lost`);
    console.log(`a changed weight: ${edge.weightMs} ms`);
    return [
      {
        row: `Balancers: a changed rule, one of ${BALANCERS}`,
        ...{ reference: byHand.changeMs, figure: edge.changeMs, unit: "ms" },
        ...{ ratio: round(edge.changeMs / byHand.changeMs), target: "<= 1 and none lost" },
        holds: edge.changeMs / byHand.changeMs <= 1 && edge.lost === 0,
      },
      {
        row: `Balancers: memory of ${BALANCERS}`,
        ...{ reference: byHand.megabytes, figure: edge.megabytes, unit: "MB" },
        ...{ ratio: round(edge.megabytes / byHand.megabytes), target: "<= 2" },
        holds: edge.megabytes / byHand.megabytes <= 2,
      },
    ];
  } finally {
    target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const addressOf = (index: number) => `127.60.${Math.floor(index / 250)}.${(index % 250) + 1}`;

async function measureEdge(folder: string, version: string, port: number) {
  const engine = new HaproxyBalancers({ folder, version, endsWithAgent: true });
  const { signal } = new AbortController();
  const targets = Array.from({ length: TARGETS }, () => port);
  const one = (index: number, revision: number, more = {}): EdgeDocument<"load_balancer"> =>
    balancerDocument(
      { id: `lb_${index}`, protocol: "http", address: addressOf(index), port: PORT, targets, ...more },
      revision,
    );
  const documents = new Map(Array.from({ length: BALANCERS }, (_, index) => [`lb_${index}`, one(index, 1)]));
  const apply = async (changed?: EdgeDocument<"load_balancer">) => {
    if (changed !== undefined) documents.set(changed.id, changed);
    const began = performance.now();
    const failures = await engine.apply(
      { documents, changed: changed === undefined ? undefined : new Set([changed.id]) },
      signal,
    );
    if (failures[0] !== undefined) throw new Error(failures[0].message);
    return performance.now() - began;
  };
  try {
    const startMs = round(await apply(), 0);
    // The visitors' balancer is in the same process as the changed one.
    const visitors = visit(`http://${addressOf(1)}:${PORT}/`);
    const changes: number[] = [];
    for (let change = 0; change < CHANGES; change++) {
      const from = performance.now();
      await apply(one(0, change + 2, { redirected: `/moved-${change}` }));
      await seen(`http://${addressOf(0)}:${PORT}/moved-${change}`, 302);
      changes.push(performance.now() - from);
    }
    const last = { redirected: `/moved-${CHANGES - 1}`, weight: 2 };
    const weightMs = round(await apply(one(0, CHANGES + 2, last)), 0);
    const { asked, lost } = await visitors.end();
    return { startMs, changeMs: round(median(changes), 0), weightMs, asked, lost, megabytes: megabytesBelow(folder) };
  } finally {
    await engine.close();
  }
}

/** One process by hand. A change checks and reloads all of it, as the service unit of HAProxy's packages does. */
async function measureByHand(folder: string, port: number) {
  const [configuration, pidFile] = [`${folder}.cfg`, `${folder}.pid`];
  const write = (redirected: string) => writeFileSync(configuration, configurationByHand(port, redirected));
  write("/moved");
  const began = performance.now();
  const start = (...more: string[]) => run("haproxy", ["-D", "-p", pidFile, "-f", configuration, ...more]);
  const pid = () => readFileSync(pidFile, "utf8").trim();
  await start();
  await seen(`http://${addressOf(BALANCERS - 1)}:${PORT}/`, 200);
  const startMs = round(performance.now() - began, 0);
  try {
    const visitors = visit(`http://${addressOf(1)}:${PORT}/`);
    const changes: number[] = [];
    for (let change = 0; change < CHANGES; change++) {
      write(`/moved-${change}`);
      const from = performance.now();
      await run("haproxy", ["-c", "-q", "-f", configuration]);
      await start("-sf", pid());
      await seen(`http://${addressOf(0)}:${PORT}/moved-${change}`, 302);
      changes.push(performance.now() - from);
    }
    await visitors.end();
    const megabytes = megabytesBelow(configuration);
    return { startMs, changeMs: round(median(changes), 0), megabytes };
  } finally {
    process.kill(Number(pid()), "SIGTERM");
  }
}

function configurationByHand(port: number, redirected: string): string {
  const parts = Array.from({ length: BALANCERS }, (_, index) => {
    const servers = Array.from(
      { length: TARGETS },
      (_, place) => `  server s${place} 127.0.0.1:${port} check inter 10s\n`,
    );
    const rule =
      index === 0 ? `  http-request redirect location http://example.com/ code 302 if { path ${redirected} }\n` : "";
    return `frontend f${index}
  bind ${addressOf(index)}:${PORT}
  option forwardfor
${rule}  default_backend b${index}
backend b${index}
  balance roundrobin
${servers.join("")}`;
  });
  return `global
  fd-hard-limit 40000
defaults
  mode http
  option idle-close-on-response
  timeout connect 3s
  timeout client 60s
  timeout server 60s
${parts.join("")}`;
}

/** Requests one after the other in eight places, until the end. Connections are kept. */
function visit(url: string) {
  const ended = new AbortController();
  let [asked, lost] = [0, 0];
  const visitor = async () => {
    while (!ended.signal.aborted) {
      const status = await fetch(url).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      asked++;
      if (status !== 200) lost++;
    }
  };
  const all = Array.from({ length: 8 }, visitor);
  return {
    async end() {
      ended.abort();
      await Promise.all(all);
      return { asked, lost };
    },
  };
}

/** Waits until a URL answers with a status. */
async function seen(url: string, status: number): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { redirect: "manual" }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === status) return;
    await pause(5);
  }
}

/** The resident memory of the HAProxy processes whose command line names a path. */
function megabytesBelow(path: string): number {
  const kilobytes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("haproxy")) return 0;
        if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(path)) return 0;
        return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
      } catch {
        return 0; // It ended meanwhile.
      }
    });
  return round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024, 0);
}
