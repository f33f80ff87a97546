// Where a laptop's edge serves a load balancer.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { freePort } from "@fulmar/testkit";
import { afterAll, expect, test } from "vitest";
import { DevelopmentBalancers } from "../src/development/development-balancers.ts";
import type { Engine } from "../src/engine.ts";
import { HaproxyBalancers } from "../src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../src/haproxy/haproxy-process.ts";
import { type Loopback, loopbackOfThisMachine, onLoopback } from "../src/loopback.ts";

const { signal } = new AbortController();

/** A balancer of 198.51.100.7 with TCP listeners of these ports, and a target of this port. */
function document(ports: readonly number[], targetPort: number): EdgeDocument<"load_balancer"> {
  const listeners = ports.map((port) => ({
    ...{ listenerId: `lsn_${port}`, protocol: "tcp" as const, port, idleTimeoutSeconds: 60 },
    ...{ certificate: null, additionalCertificates: [], rules: [], defaultPoolId: "pool_1" },
  }));
  const target = {
    ...{ targetId: "tgt_1", vmId: "vm_1", address: "10.9.0.9", port: targetPort, weight: 1, enabled: true },
    subnet: { gateway: "10.9.0.1", device: null },
  };
  const check = { type: "tcp" as const, path: "/", expectedStatuses: [], intervalSeconds: 1, timeoutSeconds: 1 };
  const pool = {
    ...{
      poolId: "pool_1",
      protocol: "tcp" as const,
      algorithm: "round_robin" as const,
      stickySessions: "none" as const,
      proxyProtocol: "none" as const,
    },
    healthCheck: { ...check, healthyThreshold: 1, unhealthyThreshold: 1 },
    targets: [target],
  };
  const body = { name: "web", publicIp: "198.51.100.7", subnetId: null, pools: [pool], listeners, challenges: null };
  return { kind: "load_balancer", id: "lb_1", revision: 1, sequence: 1, body };
}

const wanted = (one: EdgeDocument<"load_balancer">) => ({ documents: new Map([[one.id, one]]), changed: undefined });

test.each<[string, Loopback, string[]]>([
  ["Linux", { wholeNetwork: true, firstPort: 1024 }, ["127.51.100.7:8080", "127.51.100.7:8443", "127.51.100.7:3000"]],
  ["Linux as root", { wholeNetwork: true, firstPort: 1 }, ["127.51.100.7:80", "127.51.100.7:443", "127.51.100.7:3000"]],
  ["macOS", { wholeNetwork: false, firstPort: 1024 }, ["127.0.0.1:8080", "127.0.0.1:8443", "127.0.0.1:3000"]],
])("on %s, balancers listen where their user may", async (_, loopback, expected) => {
  const told: string[] = [];
  const engine = onLoopback(
    {
      kinds: ["load_balancer"],
      server: "",
      apply: async () => [],
      health: async () => new Map(),
      usage: async () => ({}),
      certificates: () => [],
      close: async () => {},
    },
    loopback,
    (_, urls) => told.push(...urls),
  );
  await engine.apply(wanted(document([80, 443, 3000], 3000)), signal);
  expect(told).toEqual(expected.map((place) => `tcp://${place}`));
  await engine.apply(wanted(document([80, 443, 3000], 3001)), signal);
  expect(told).toHaveLength(3);
});

const folder = mkdtempSync(join(tmpdir(), "fulmar-loopback-"));
afterAll(() => rmSync(folder, { recursive: true }));
const version = await haproxyVersion();
type Named = [name: string, balancers: () => Engine<"load_balancer">];
const installed: Named[] =
  version === undefined ? [] : [["HAProxy", () => new HaproxyBalancers({ folder, version, endsWithAgent: true })]];

test.each<Named>([["the development edge", () => new DevelopmentBalancers()], ...installed])(
  "a program on this machine stands in for a machine in a VPC, by %s",
  async (_, balancers) => {
    const program = createServer((socket) => socket.end("hello"));
    program.listen(0, "127.0.0.1");
    await once(program, "listening");
    const port = await freePort();
    const told: string[] = [];
    const engine = onLoopback(balancers(), await loopbackOfThisMachine(), (_, urls) => told.push(...urls));
    try {
      const failures = await engine.apply(wanted(document([port], (program.address() as AddressInfo).port)), signal);
      expect(failures).toEqual([]);
      const { hostname } = new URL(told[0] ?? "");
      const heard = async () => {
        let text = "";
        for await (const data of connect(port, hostname).setEncoding("utf8")) text += data;
        return text;
      };
      // The target is online after its first check.
      await expect.poll(heard).toBe("hello");
    } finally {
      await engine.close();
      program.close();
    }
  },
);
