// Two simulated sites in one database: what is at one is not at the other, and one may be silent.
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import type { Provider } from "../ports/provider.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let here: Provider;
let there: Provider;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  here = simulatedProvider(testDatabase.database.sql, "simulated:here");
  there = simulatedProvider(testDatabase.database.sql, "simulated:there");
});
afterAll(() => testDatabase.drop());

const { signal } = new AbortController();
const page = { after: "", limit: 10 };

test("instances, volumes, networks and strangers are at one site", async () => {
  const record = sampleRecord("vm", "inner");
  const size = { cpu: 1, ramMb: 1_024, diskGb: 10, gpuModel: null, gpuCount: 0, gpus: [], tags: [] };
  await here.compute.createInstance(
    "vm_1",
    { ...size, name: "inner", templateId: "debian-13", planId: "p", record },
    signal,
  );
  await here.volumes.createVolume("vol_1", { name: "data", sizeGb: 1, type: "ssd", source: null, record }, signal);
  const subnet = {
    revision: 1,
    vpcId: "vpc_1",
    cidr: "10.0.0.0/24",
    gateway: "10.0.0.1",
    ipv6Cidr: null,
    dns: [],
    peers: [],
    record,
  };
  await here.networks.applySubnet("sub_1", subnet, signal);
  await testDatabase.database.pool.query(
    "INSERT INTO simulated.stranger (name, provider) VALUES ('by-hand', 'simulated:here')",
  );
  const seenAt = async ({ compute, volumes, networks, adoption, inventory }: Provider) => ({
    instances:
      (await compute.listInstances(page, signal)).length + (await compute.findInstances(["vm_1"], signal)).length,
    volumes: (await volumes.listVolumes(page, signal)).length + (await volumes.findVolumes(["vol_1"], signal)).length,
    networks:
      (await networks.list("subnet", page, signal)).length + (await networks.find("subnet", ["sub_1"], signal)).length,
    strangers: (await adoption.findStrangers(new Set(), signal)).machines.length,
    described: [
      await inventory.describe("vm", "vm_1", signal),
      await inventory.describe("volume", "vol_1", signal),
      await inventory.describe("subnet", "sub_1", signal),
    ].filter((found) => found !== undefined).length,
  });
  expect(await seenAt(here)).toEqual({ instances: 2, volumes: 2, networks: 2, strangers: 1, described: 3 });
  expect(await seenAt(there)).toEqual({ instances: 0, volumes: 0, networks: 0, strangers: 0, described: 0 });
});

test("each site has its ownership record", async () => {
  const ownership = { installationId: "ins_1", epoch: 1, token: "t" };
  await here.inventory.writeOwnership(ownership, signal);
  expect(await here.inventory.readOwnership(signal)).toEqual(ownership);
  expect(await there.inventory.readOwnership(signal)).toBeNull();
  expect(await simulatedProvider(testDatabase.database.sql).inventory.readOwnership(signal)).toBeNull();
});

test("a silent site answers nothing until its caller gives up, and another site answers", async () => {
  await testDatabase.database.pool.query(
    "INSERT INTO simulated.site (provider, silent) VALUES ('simulated:silent', true)",
  );
  const silent = simulatedProvider(testDatabase.database.sql, "simulated:silent");
  const caller = new AbortController();
  const asked = silent.compute.listInstances(page, caller.signal);
  expect(await there.compute.listInstances(page, signal)).toEqual([]);
  caller.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
});
