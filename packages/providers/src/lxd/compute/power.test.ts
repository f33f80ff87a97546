// The start of an instance whose earlier start is under way, against a double of the server, which shows it as stopped until
// that has ended.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import { startInstance } from "./power.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const site = { client, siteId: "s", pool: "disks", network: "br", instanceType: "container" } as const;

let starting: boolean;
let status: string;
let started: number;
beforeEach(() => {
  [starting, status, started] = [false, "Stopped", 0];
});

const start = {
  ...{ id: "op1", status: "Running", status_code: 103, err: "", description: "Starting instance", metadata: null },
  resources: { instances: ["/1.0/instances/vm-1?project=p"] },
};

function answerTo(path: string): unknown {
  if (path === "/operations") return starting ? { running: [start] } : {};
  if (path === "/operations/op1/wait") {
    [starting, status] = [false, "Running"];
    return { ...start, status: "Success", status_code: 200 };
  }
  return {
    ...{ name: "vm-1", status, architecture: "x86_64", location: "m1" },
    config: { "user.fulmar.site": "s", "user.fulmar.role": "vm", "user.fulmar.id": "vm_1" },
  };
}

const server = createServer((asked, response) => {
  const { pathname } = new URL(asked.url ?? "", "http://lxd");
  asked.resume();
  asked.on("end", () => {
    if (asked.method === "PUT") started++;
    const metadata = asked.method === "PUT" ? null : answerTo(pathname.slice("/1.0".length));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ type: "sync", metadata }));
  });
});
beforeAll(() => new Promise<void>((listening) => server.listen(socket, listening)));
afterAll(async () => {
  await client.close();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

test("a stopped instance is started", async () => {
  await startInstance(site, "vm_1", signal);
  expect(started).toBe(1);
});

test("an instance that starts already is waited for and not started a second time", async () => {
  starting = true;
  await startInstance(site, "vm_1", signal);
  expect([status, started]).toEqual(["Running", 0]);
});
