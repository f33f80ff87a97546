// Guests that tamper with their own files, against a local socket server that imitates LXD.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import { LxdInstance } from "../lxd-instance.ts";
import { revertAccess } from "./access.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const SYNC = JSON.stringify({ type: "sync", metadata: null });
const machine = LxdInstance.parse({ name: "m", status: "Running", architecture: "x86_64", location: "none" });
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const site = { client, siteId: "s", pool: "default", network: "br", instanceType: "container" } as const;

/** The answer for the guest's file with the previous access, and the answer to a write. */
let former: readonly [number, string];
let written: number;
let patches: number;
let server: Server;

beforeAll(async () => {
  server = createServer((asked, response) => {
    asked.resume();
    const [status, body] = answerTo(asked.method ?? "", asked.url ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});
beforeEach(() => {
  former = [200, JSON.stringify({ keys: null, passwords: "root:*::0:::::\n" })];
  written = 200;
  patches = 0;
});
afterAll(async () => {
  await client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

function answerTo(method: string, url: string): readonly [number, string] {
  if (method === "GET" && url.includes("former-access.json")) return former;
  if (method === "PATCH") patches++;
  if (method !== "POST" || written === 200) return [200, SYNC];
  return [written, JSON.stringify({ type: "error", error: "is a directory", error_code: written })];
}

test.each([
  ["is not valid JSON", () => (former = [200, "{"])],
  ["has the wrong shape", () => (former = [200, '{"keys":1}'])],
  ["is too large", () => (former = [200, "x".repeat(5_000_000)])],
  ["cannot be written back", () => (written = 400)],
])("revertAccess gives up when the guest's file %s", async (_, arrange) => {
  arrange();
  await revertAccess(site, machine, signal);
  expect(patches).toBe(1);
});

test("revertAccess fails with a retryable error while the site is busy", async () => {
  written = 503;
  await expect(revertAccess(site, machine, signal)).rejects.toMatchObject({ code: "provider_unavailable" });
  expect(patches).toBe(0);
});
