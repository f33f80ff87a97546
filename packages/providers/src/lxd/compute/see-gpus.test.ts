// What a guest sees of its GPUs, against a double of a server that records what a command prints.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { seenIn } from "../../ports/gpus.ts";
import { LxdClient } from "../client/lxd-client.ts";
import { seeGpus } from "./see-gpus.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const site = { client, siteId: "s", pool: "default", network: "br", instanceType: "virtual-machine" } as const;

const LOG = "/1.0/instances/vm-1/logs/exec_1.stdout";
let status: string;
let refusal: string | undefined;
beforeEach(() => {
  [status, refusal] = ["Running", undefined];
});

const machine = () => ({
  ...{ name: "vm-1", status, architecture: "x86_64", location: "none", devices: {} },
  config: { "user.fulmar.site": "s", "user.fulmar.role": "vm", "user.fulmar.id": "vm_1" },
});

const server = createServer((asked, response) => {
  const { pathname } = new URL(asked.url ?? "", "http://lxd");
  if (pathname === LOG) return response.end("node /dev/nvidia0\nsmi GPU 0: NVIDIA L4 (UUID: GPU-1)\n");
  if (asked.method !== "POST") return response.end(JSON.stringify({ type: "sync", metadata: machine() }));
  const answer =
    refusal === undefined
      ? { type: "sync", metadata: { return: 0, output: { "1": LOG, "2": "/1.0/instances/vm-1/logs/exec_1.stderr" } } }
      : { type: "error", error: refusal, error_code: 500 };
  return response.writeHead(refusal === undefined ? 200 : 500).end(JSON.stringify(answer));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(socket, resolve)));
afterAll(async () => {
  await client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

test("the nodes and what NVIDIA's program lists are in what the command printed", async () => {
  expect(await seeGpus(site, "vm_1", signal)).toEqual({
    nodes: ["/dev/nvidia0"],
    listed: ["GPU 0: NVIDIA L4 (UUID: GPU-1)"],
  });
  expect(seenIn("node /dev/dri/card0\r\nnodes\n smi\n")).toEqual({ nodes: ["/dev/dri/card0"], listed: null });
  expect(seenIn("")).toEqual({ nodes: [], listed: null });
});

test("a machine that boots is asked again, and one that is off is not", async () => {
  refusal = "LXD VM agent isn't currently running";
  await expect(seeGpus(site, "vm_1", signal)).rejects.toMatchObject({ code: "provider_unavailable", retryable: true });
  status = "Stopped";
  await expect(seeGpus(site, "vm_1", signal)).rejects.toMatchObject({ code: "instance_not_running" });
});
