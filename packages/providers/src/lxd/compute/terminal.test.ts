// A server that opens a shell's sockets in an order that a busy one does: the shell begins before the control socket is
// open.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { LxdClient } from "../client/lxd-client.ts";
import { joinTerminal } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const path = join(folder, "unix.socket");
const client = new LxdClient({ url: `unix://${path}` }, "p");
const { signal } = new AbortController();
const sockets = new WebSocketServer({ noServer: true });

const ended = { id: "shell", status: "Success", status_code: 200, err: "", metadata: { return: 7 } };
const server = createServer((_, response) => {
  response.end(JSON.stringify({ type: "sync", metadata: { ...ended, description: "", resources: null } }));
});
const shown = Promise.withResolvers<void>();
server.on("upgrade", async (request, socket, head) => {
  const isData = request.url?.includes("secret=data");
  if (!isData) await shown.promise;
  sockets.handleUpgrade(request, socket, head, (opened) => {
    if (!isData) return;
    opened.send(Buffer.from("~# "), { binary: true }, () => setTimeout(shown.resolve, 50));
    opened.on("message", () => opened.send("", { binary: false }));
  });
});

beforeAll(async () => {
  server.listen(path);
  await once(server, "listening");
});

afterAll(async () => {
  await client.connection.dispatcher.destroy();
  for (const socket of sockets.clients) socket.terminate();
  server.close();
  rmSync(folder, { recursive: true });
});

test("a terminal shows what its shell wrote before the control socket was open", async () => {
  const terminal = await joinTerminal(client, "shell", { "0": "data", control: "control" }, signal);
  terminal.stream.write("exit");
  expect(await text(terminal.stream)).toBe("~# ");
  expect(await terminal.exited).toBe(7);
});

test("a terminal whose server is gone is unreachable", async () => {
  const elsewhere = new LxdClient({ url: `unix://${join(folder, "nobody.socket")}` }, "p");
  await expect(joinTerminal(elsewhere, "shell", { "0": "data", control: "control" }, signal)).rejects.toMatchObject({
    retryable: true,
  });
});
