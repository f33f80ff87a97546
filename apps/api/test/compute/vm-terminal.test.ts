import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { processUrl, programEnvironment } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { TERMINAL_LIMITS } from "../../src/terminal/terminal-server.ts";
import type { TerminalLimits } from "../../src/terminal/terminal-session.ts";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { timestamp } from "./compute-fixture.ts";
import { aWorker, connect, machine, ticketFor } from "./terminal-fixture.ts";

/** Rights are checked more often than by default, because tests wait for it. */
const terminalLimits: TerminalLimits = { ...TERMINAL_LIMITS, checkMs: 200 };

let api: Api;
let port: number;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  api = await startApi({}, { terminalLimits });
  ({ port } = await api.listen());
  worker = await aWorker(api);
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

async function open(vmId: string, options?: Parameters<typeof ticketFor>[2], at = port) {
  const { status, body, text } = await ticketFor(api, vmId, options);
  expect(status, text).toBe(201);
  return { ...(await connect(at, body.ticket)), terminalId: String(body.terminal_id), ticket: String(body.ticket) };
}

const rowOf = (terminal_id: string) => api.database.prisma.terminal.findUniqueOrThrow({ where: { terminal_id } });

async function auditOf(vmId: string) {
  const { body } = await api.request("GET", "/audit-events", { query: { resource_id: vmId } });
  return (body as { action: string }[]).map(({ action }) => action).filter((action) => /terminal/i.test(action));
}

test("a ticket for the screen: the WebSocket speaks RFB, and ends with the VM", async () => {
  const vmId = await machine(api);
  const screen = await open(vmId, { body: { screen: true } });
  await screen.shows("RFB 003.008\n");
  expect(screen.notices).toEqual([{ type: "opened" }]);
  screen.socket.send(Buffer.from("RFB 003.008\n"));
  // One kind of security, without a password; then the picture's size and the VM's name.
  screen.socket.send(Buffer.from([1, 1]));
  await screen.shows(/vm [a-z0-9]+$/);
  await api.database.pool.query("UPDATE simulated.instance SET power = 'stopped' WHERE vm_id = $1", [vmId]);
  expect(await screen.closed).toMatchObject({ code: 1000 });
  const written = async () => {
    const where = { resource_id: vmId, action: { startsWith: "vm.terminal" } };
    return api.database.prisma.auditEvent.findMany({
      where,
      select: { action: true, detail: true },
      orderBy: { at: "asc" },
    });
  };
  await expect.poll(written).toEqual([
    { action: "vm.terminal_opened", detail: "screen" },
    { action: "vm.terminal_ended", detail: expect.stringMatching(/^screen, (exited|vm_stopped) after \d+ s$/) },
  ]);
});

test("409 where the site shows no screens, and nothing is handed out", async () => {
  const vmId = await machine(api);
  await api.database.prisma.site.updateMany({ data: { unsupported: ["screen"] } });
  onTestFinished(async () => {
    await api.database.prisma.site.updateMany({ data: { unsupported: [] } });
  });
  expectError(await ticketFor(api, vmId, { body: { screen: true } }), 409, "unsupported_by_site");
  expect(await api.database.prisma.terminal.count({ where: { vm_id: vmId } })).toBe(0);
  await open(vmId);
});

test("201: a ticket; the WebSocket is a shell until it exits, with its code", async () => {
  const vmId = await machine(api);
  const answer = await ticketFor(api, vmId, { body: { columns: 100, rows: 30 } });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    terminal_id: expect.stringMatching(/^term_/),
    url: `ws://127.0.0.1:${api.configuration.apiPort}/v1/terminal`,
    ticket: expect.stringMatching(/^tkt_/),
    expires_at: timestamp,
  });
  const terminal = await connect(port, answer.body.ticket);
  expect(terminal.socket.protocol).toBe("fulmar.terminal");
  terminal.type("hostname");
  await terminal.shows(/\r\nweb\r\n/);
  expect(terminal.notices).toEqual([{ type: "opened" }]);
  terminal.type("stty");
  await terminal.shows("30 100");
  terminal.socket.send(JSON.stringify({ type: "resize", columns: 132, rows: 43 }));
  terminal.type("stty");
  await terminal.shows("43 132");
  terminal.type("exit 3");
  expect(await terminal.closed).toEqual({ code: 1000, reason: "The shell has ended." });
  expect(terminal.notices.at(-1)).toEqual({ type: "exit", code: 3 });
  const row = await expect
    .poll(() => rowOf(answer.body.terminal_id))
    .toMatchObject({ end_reason: "exited", exit_code: 3 })
    .then(() => rowOf(answer.body.terminal_id));
  expect(row.opened_at).not.toBeNull();
  expect(await auditOf(vmId)).toEqual(["vm.terminal_ended", "vm.terminal_opened", "cloudVm.createTerminal"]);
  const { rows } = await api.database.pool.query(
    "SELECT detail FROM audit_event WHERE action = 'vm.terminal_ended' AND resource_id = $1",
    [vmId],
  );
  expect(rows).toEqual([{ detail: expect.stringMatching(/^exited after \d+ s$/) }]);
  expect(api.log()).not.toContain(answer.body.ticket);
});

test("a ticket opens one terminal; an expired or unknown one opens none", async () => {
  const vmId = await machine(api);
  const refused = { code: 4401, reason: expect.stringContaining("unknown, used or expired") };
  const first = await open(vmId);
  await first.shows("web");
  expect(await (await connect(port, first.ticket)).closed).toEqual(refused);
  const { body } = await ticketFor(api, vmId);
  await api.database.prisma.terminal.update({
    where: { terminal_id: body.terminal_id },
    data: { expires_at: new Date(Date.now() - 1) },
  });
  expect(await (await connect(port, body.ticket)).closed).toEqual(refused);
  expect(await (await connect(port, `tkt_${"A".repeat(43)}`)).closed).toEqual(refused);
  expect(await (await connect(port, "nothing")).closed).toEqual(refused);
  first.socket.close();
});

test("404 for another workspace's VM, 403 without vm.write, 409 for a stopped one", async () => {
  const vmId = await machine(api);
  expectError(await ticketFor(api, vmId, { workspaceId: api.tenant.otherWorkspaceId }), 404, "not_found");
  const reader = await api.createToken(api.tenant, { scopes: ["vm.read"] });
  expectError(await ticketFor(api, vmId, { token: reader }), 403, "scope_missing");
  await api.database.prisma.vm.update({ where: { vm_id: vmId }, data: { status: "stopped" } });
  expectError(await ticketFor(api, vmId), 409, "vm_not_running");
});

test("409 too_many_terminals; a terminal that was closed makes room", async () => {
  const vmId = await machine(api);
  const open1 = await open(vmId);
  for (let taken = 1; taken < 5; taken++) expect((await ticketFor(api, vmId)).status).toBe(201);
  expectError(await ticketFor(api, vmId), 409, "too_many_terminals");
  open1.socket.close();
  await expect.poll(async () => (await rowOf(open1.terminalId)).end_reason).toBe("left");
  expect((await ticketFor(api, vmId)).status).toBe(201);
});

test("ten tickets at once: no more than five", async () => {
  const vmId = await machine(api);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ticketFor(api, vmId)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
});

test.each([
  ["is revoked", "DELETE", ""],
  ["is rotated, and its old value ends", "POST", "/rotate"],
] as const)("it ends when its token %s, in words", async (_, method, path) => {
  const vmId = await machine(api);
  const token = await api.createToken(api.tenant, { scopes: ["vm.read", "vm.write"] });
  const terminal = await open(vmId, { token });
  await terminal.shows("web");
  const { caller_id } = await rowOf(terminal.terminalId);
  const options = path === "" ? {} : { body: { overlap: "now" } };
  const { status, body } = await api.request(method, `/tokens/${caller_id}${path}`, options);
  expect(status).toBe(200);
  expect(await terminal.closed).toEqual({ code: 4403, reason: expect.stringContaining("no longer in force") });
  await expect.poll(async () => (await rowOf(terminal.terminalId)).end_reason).toBe("access_ended");
  if (path === "") return;
  const next = await open(vmId, { token: body.token });
  next.type("hostname");
  await next.shows(/\r\nweb\r\n/);
  next.socket.close();
});

test("it ends when its token expires", async () => {
  const vmId = await machine(api);
  const terminal = await open(vmId, { token: await api.createToken(api.tenant) });
  await terminal.shows("web");
  const { caller_id } = await rowOf(terminal.terminalId);
  await api.database.pool.query("UPDATE api_token SET expires_at = now() WHERE token_id = $1", [caller_id]);
  expect(await terminal.closed).toMatchObject({ code: 4403 });
});

test("a ticket of a token that was revoked meanwhile opens nothing", async () => {
  const vmId = await machine(api);
  const token = await api.createToken(api.tenant, { scopes: ["vm.write"] });
  const { body } = await ticketFor(api, vmId, { token });
  await api.database.pool.query(
    "UPDATE api_token SET revoked_at = now() WHERE token_id = (SELECT caller_id FROM terminal WHERE terminal_id = $1)",
    [body.terminal_id],
  );
  expect(await (await connect(port, body.ticket)).closed).toMatchObject({ code: 4403 });
});

test.each([
  ["stopped", "POST", "/stop"],
  ["deleted", "DELETE", ""],
] as const)("it ends when the VM is %s", async (_, method, path) => {
  const vmId = await machine(api);
  const terminal = await open(vmId);
  await terminal.shows("web");
  expect((await api.request(method, `/compute/cloud-vms/${vmId}${path}`)).status).toBe(202);
  expect(await terminal.closed).toEqual({ code: 4409, reason: expect.stringContaining("no longer running") });
});

test("an instance that stopped by itself: no terminal, in words", async () => {
  const vmId = await machine(api);
  await api.database.pool.query("UPDATE simulated.instance SET power = 'stopped' WHERE vm_id = $1", [vmId]);
  expect(await (await open(vmId)).closed).toMatchObject({ code: 4409 });
});

test("megabytes of output wait for a slow reader, and none is lost", async () => {
  const vmId = await machine(api);
  const terminal = await open(vmId);
  await terminal.shows("web");
  terminal.socket.pause();
  terminal.type("seq 1000000");
  // The reader reads nothing until another terminal of the same API and worker has answered.
  const other = await open(vmId);
  other.type("hostname");
  await other.shows(/\r\nweb\r\n/);
  terminal.socket.resume();
  await terminal.shows(/\n1000000\r\nroot@web:~# $/);
  const lines = terminal.shown().split("\r\n");
  const numbers = lines.filter((line) => /^\d+$/.test(line));
  expect(numbers).toHaveLength(1_000_000);
  expect(numbers.at(-1)).toBe("1000000");
  for (const each of [terminal, other]) each.socket.close();
});

test("an unknown message ends it", async () => {
  const terminal = await open(await machine(api));
  await terminal.shows("web");
  terminal.socket.send("resize me");
  expect(await terminal.closed).toMatchObject({ code: 4400 });
});

test("a worker that ends: the client is told; the next one brings a new terminal", async () => {
  const vmId = await machine(api);
  const terminal = await open(vmId);
  await terminal.shows("web");
  await worker.stop();
  worker = await aWorker(api);
  expect(await terminal.closed).toEqual({ code: 4503, reason: expect.stringContaining("worker") });
  const next = await open(vmId);
  await next.shows("web");
  next.socket.close();
});

test("a worker that is killed: the client is told at once", async () => {
  const vmId = await machine(api);
  await worker.stop();
  onTestFinished(async () => {
    worker = await aWorker(api);
  });
  const program = fileURLToPath(new URL("../../../worker/src/main.ts", import.meta.url));
  const killed = spawn(process.execPath, [program], {
    env: {
      ...programEnvironment(),
      FULMAR_SECRET: api.configuration.secrets[0],
      DATABASE_URL: processUrl(api.databaseUrl, "fulmar_worker"),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void killed.kill("SIGKILL"));
  await new Promise<void>((resolve) =>
    createInterface({ input: killed.stdout }).on("line", (line) => line.includes("takes operations") && resolve()),
  );
  const terminal = await open(vmId);
  await terminal.shows("web");
  killed.kill("SIGKILL");
  expect(await terminal.closed).toEqual({ code: 4503, reason: expect.stringContaining("worker") });
});

test("limits of time: idle, and in all", async () => {
  const vmId = await machine(api);
  for (const [limits, code] of [
    [{ idleMs: 1 }, 4408],
    [{ longestMs: 1 }, 4410],
  ] as const) {
    const short = await startApi(
      { DATABASE_URL: api.databaseUrl },
      { terminalLimits: { ...terminalLimits, ...limits } },
    );
    onTestFinished(() => short.close());
    const { port: at } = await short.listen();
    expect(await (await open(vmId, {}, at)).closed).toMatchObject({ code });
  }
});

test("an API that leaves tells its clients, and two APIs share the workers", async () => {
  const other = await startApi({ DATABASE_URL: api.databaseUrl });
  onTestFinished(() => other.close());
  const { port: at } = await other.listen();
  const vmId = await machine(api);
  const [here, there] = [await open(vmId), await open(vmId, {}, at)];
  await there.shows("web");
  other.leave();
  expect(await there.closed).toEqual({ code: 1012, reason: expect.stringContaining("restarts") });
  here.type("hostname");
  await here.shows(/\r\nweb\r\n/);
  here.socket.close();
});

test("a terminal whose API died is ended by a worker, and counts no longer", async () => {
  const vmId = await machine(api);
  const { body } = await ticketFor(api, vmId);
  const past = new Date(Date.now() - 60_000);
  await api.database.prisma.terminal.update({
    where: { terminal_id: body.terminal_id },
    data: { claimed_at: past, opened_at: past, seen_at: past },
  });
  await api.reconcile("end-lost-terminals");
  expect(await rowOf(body.terminal_id)).toMatchObject({ end_reason: "connection_lost" });
  expect(await auditOf(vmId)).toEqual(["vm.terminal_ended", "cloudVm.createTerminal"]);
});

test("400 for a request that is no WebSocket; one to upgrade elsewhere is answered as usual", async () => {
  const plain = await fetch(`http://127.0.0.1:${port}/v1/terminal`);
  expect(plain.status).toBe(400);
  expect(await plain.json()).toMatchObject({ code: "invalid_request", detail: expect.stringContaining("WebSocket") });
});
