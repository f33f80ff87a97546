import { loadConfiguration } from "@fulmar/config";
import { createTestDatabase, type LxdDouble, startLxdDouble, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { guardSites, inspectSites } from "../../src/site/index.ts";
import type { WorkerServices } from "../../src/work/worker-services.ts";
import { createWorkerServices } from "../../src/worker.ts";

let testDatabase: TestDatabase;
let server: LxdDouble;
let services: WorkerServices & { close(): Promise<void> };
let siteId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  server = await startLxdDouble("lxc");
  const configuration = loadConfiguration({ DATABASE_URL: testDatabase.url, FULMAR_SECRET: "s".repeat(32) });
  services = createWorkerServices(testDatabase.database, configuration);
  ({ siteId } = await addSite(testDatabase.database, configuration, {
    ...{ name: "Own", location: "Own", provider: "lxd", endpoint: server.endpoint, project: "fulmar" },
    ...{ storage_pool: "default", network: undefined, uplink: undefined, instance_type: undefined },
    ...{ client_cert: undefined, client_key: undefined, server_cert: undefined },
  }));
});
afterAll(async () => {
  await services.close();
  await server.close();
  await testDatabase.drop();
});

const work = async () => {
  for (const reconciler of [guardSites, inspectSites]) await reconciler.run(services, new AbortController().signal);
};

/** The addresses that guests outside VPCs cannot reach. */
function dropped(): string {
  const acls = [...server.stored].filter(([path]) => path.startsWith("network-acls/"));
  return JSON.stringify(acls.map(([, acl]) => acl.egress));
}

test("a new address of the host is kept from guests at the next look", async () => {
  expect(dropped()).toContain("198.51.100.10/32");
  server.addresses.push({ address: "203.0.113.5", netmask: "30" });
  await work();
  for (const address of ["198.51.100.10/32", "203.0.113.5/32", "203.0.113.7/32", "169.254.0.0/16"])
    expect(dropped()).toContain(address);
  server.addresses.shift();
  await work();
  expect(dropped()).not.toContain("198.51.100.10");
});

test("the site's instance type and warnings are kept for the list of sites, and end with their reason", async () => {
  const { prisma } = testDatabase.database;
  const seen = () => prisma.siteCapacity.findUniqueOrThrow({ where: { site_id: siteId } });
  server.stored.set("projects/fulmar", { name: "fulmar", config: {} });
  await work();
  expect(await seen()).toMatchObject({
    instance_type: "container",
    warnings: [expect.stringContaining("is not restricted"), expect.stringContaining("share the host's kernel")],
  });
});
