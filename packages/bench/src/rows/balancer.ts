import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@fulmar/prisma/server";
import { HaproxyBalancers } from "../../../../apps/edge/src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../../../../apps/edge/src/haproxy/haproxy-process.ts";
import { balancerDocument } from "../balancer-document.ts";
import { load } from "../load.ts";
import { median, type Row, round } from "../measure.ts";

const run = promisify(execFile);
const BALANCERS = 100;
const ROUNDS = 3;

/**
 * A balancer of an edge, one of a hundred in its process, beside HAProxy configured by hand for one address, before the
 * same target. Needs HAProxy; without it there is no row.
 */
export async function balancerRows(): Promise<Row[]> {
  const version = await haproxyVersion();
  if (version === undefined) {
    console.log("left out  Balancer: HAProxy is not installed");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "fulmar-balancer-"));
  const [target, byHand] = [await freePort(), await freePort()];
  const ports = [];
  for (let index = 0; index < BALANCERS; index++) ports.push(await freePort());
  const engine = new HaproxyBalancers({ folder: join(folder, "edge"), version, endsWithAgent: true });
  const pid = await startByHand(folder, target, byHand);
  try {
    const documents = new Map(
      ports.map((port) => [
        `lb_${port}`,
        balancerDocument({ id: `lb_${port}`, protocol: "http", port, targets: [target] }),
      ]),
    );
    const began = performance.now();
    const failures = await engine.apply({ documents, changed: undefined }, new AbortController().signal);
    if (failures.length > 0) throw new Error(failures[0]?.message);
    console.log(`${BALANCERS} balancers: ${round((performance.now() - began) / 1000, 2)} s`);
    const rates = { byHand: [] as number[], edge: [] as number[] };
    const p99s = { byHand: [] as number[], edge: [] as number[] };
    const places = { byHand, edge: ports[BALANCERS / 2] };
    for (let number = 0; number < ROUNDS; number++)
      for (const name of ["byHand", "edge"] as const) {
        const { perSecond, p99Ms } = await load(`http://127.0.0.1:${places[name]}/`);
        rates[name].push(perSecond);
        p99s[name].push(p99Ms);
      }
    const [reference, figure] = [median(rates.byHand), median(rates.edge)];
    console.log(`p99: ${median(p99s.edge)} ms, by hand ${median(p99s.byHand)} ms`);
    return [
      {
        row: "Balancer: HTTP beside HAProxy by hand",
        ...{ reference: round(reference, 0), figure: round(figure, 0), unit: "requests/s" },
        ...{ ratio: round(figure / reference), target: ">= 0.95", holds: figure / reference >= 0.95 },
      },
    ];
  } finally {
    await engine.close();
    process.kill(pid, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A target that answers at once, and a plain frontend before it. */
async function startByHand(folder: string, target: number, port: number): Promise<number> {
  const [configuration, pidFile] = [join(folder, "haproxy.cfg"), join(folder, "haproxy.pid")];
  writeFileSync(
    configuration,
    `global
  fd-hard-limit 40000
defaults
  mode http
  timeout connect 3s
  timeout client 60s
  timeout server 60s
frontend target
  bind 127.0.0.1:${target}
  http-request return status 200 content-type text/plain string hello
frontend by-hand
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend targets
backend targets
  server one 127.0.0.1:${target}
`,
  );
  await run("haproxy", ["-D", "-p", pidFile, "-f", configuration]);
  return Number(readFileSync(pidFile, "utf8"));
}
