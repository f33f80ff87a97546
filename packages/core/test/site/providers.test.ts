import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { defineProviderSaga } from "../../src/work/provider-saga.ts";
import { SiteProviders } from "../../src/work/site-providers.ts";
import { createWorkerServices } from "../../src/worker.ts";

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.prisma.site.create({
    data: {
      ...{ site_id: "site_a", name: "A", location: "A", provider: "lxd:site_a", position: 1, unsupported: [] },
      site_connection: {
        create: {
          endpoint: "unix:///nowhere",
          project: "fulmar",
          storage_pool: "default",
          network: "br0",
          instance_type: "container",
        },
      },
    },
  });
});
afterAll(() => testDatabase.drop());

function providers() {
  const all = new SiteProviders(testDatabase.database, {
    secrets: ["a secret of the installation"],
    simulatedSiteUrl: undefined,
  });
  onTestFinished(() => all.close());
  return all;
}

test("concurrent callers get the same provider for a site", async () => {
  const all = providers();
  const [one, other] = await Promise.all([all.get("lxd:site_a"), all.get("lxd:site_a")]);
  expect(one).toBe(other);
  expect(await all.get("lxd:site_a")).toBe(one);
});

test("an unknown site has no provider, however often it is asked for", async () => {
  const all = providers();
  for (const _ of [1, 2]) await expect(all.get("lxd:site_b")).rejects.toThrow('No site is driven by "lxd:site_b".');
});

test("a removed site loses its provider once the sites are listed again", async () => {
  const { prisma } = testDatabase.database;
  await prisma.site.create({
    data: {
      ...{ site_id: "site_c", name: "C", location: "C", provider: "lxd:site_c", position: 3, unsupported: [] },
      site_connection: {
        create: {
          endpoint: "unix:///nowhere",
          project: "fulmar",
          storage_pool: "default",
          network: "br0",
          instance_type: "container",
        },
      },
    },
  });
  const all = providers();
  const known = await all.get("lxd:site_c");
  expect(await all.names()).toContain("lxd:site_c");
  expect(await all.get("lxd:site_c")).toBe(known);
  await prisma.site.update({ where: { site_id: "site_c" }, data: { removed_at: new Date() } });
  expect(await all.names()).not.toContain("lxd:site_c");
  await expect(all.get("lxd:site_c")).rejects.toThrow('No site is driven by "lxd:site_c".');
});

test("what is open to a site that was renewed closes with the providers", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const folder = mkdtempSync(join(tmpdir(), "fulmar-providers-"));
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const options = { cpu_model: "EPYC", northbound: "unix:/nowhere" };
  const { prisma } = testDatabase.database;
  await prisma.site.create({
    data: {
      ...{ site_id: "site_d", name: "D", location: "D", provider: "libvirt:site_d", position: 4, unsupported: [] },
      site_connection: { create: { endpoint: `unix://${join(folder, "socket")}`, options } },
    },
  });
  const all = providers();
  const former = await all.get("libvirt:site_d");
  const connected = once(server, "connection");
  const silent = expect(former.site.inspect(new AbortController().signal)).rejects.toThrow();
  const [socket] = (await connected) as [Socket];
  await prisma.siteConnection.update({ where: { site_id: "site_d" }, data: { revision: { increment: 1 } } });
  vi.advanceTimersByTime(60_000);
  expect(await all.get("libvirt:site_d")).not.toBe(former);
  const closed = once(socket.resume(), "close");
  await all.close();
  await Promise.all([closed, silent]);
});

test("a step at a site that does not answer fails with the retryable error of its provider", async () => {
  const services = createWorkerServices(
    testDatabase.database,
    loadConfiguration({ DATABASE_URL: testDatabase.url, FULMAR_ENVIRONMENT: "development" }),
  );
  onTestFinished(() => services.close());
  const { steps } = defineProviderSaga({
    name: "look",
    steps: [{ name: "look", do: async ({ site, signal }) => void (await site.inspect(signal)) }],
    settle: async () => undefined,
  });
  const context = {
    operationId: "op_1",
    workspaceId: 1n,
    resourceId: "vm_1",
    resourceType: "vm",
    outputs: {},
    attempt: 1,
    services,
  };
  const signal = new AbortController().signal;
  const asked = async () => steps[0]?.do({ ...context, signal, input: { name: "web", provider: "lxd:site_a" } });
  await expect(asked()).rejects.toMatchObject({ name: "ProviderError", code: "provider_unavailable", retryable: true });
});
