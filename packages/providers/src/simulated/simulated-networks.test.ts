// Tests of the network port on the simulated provider. They make every call twice, and also late calls and calls for
// missing networks.
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import type { NetworkPort } from "../ports/network-port.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let networks: NetworkPort;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ networks } = simulatedProvider(testDatabase.database.sql));
});
afterAll(() => testDatabase.drop());

const { signal } = new AbortController();
const record = sampleRecord("subnet", "inner");
const subnet = (revision: number, dns: string) => ({
  revision,
  vpcId: "vpc_1",
  cidr: "10.0.0.0/24",
  gateway: "10.0.0.1",
  ipv6Cidr: null,
  dns: [dns],
  peers: [],
  record,
});
const applied = async (id: string) =>
  (
    await testDatabase.database.pool.query(
      "SELECT kind, revision, configuration FROM simulated.network_configuration WHERE id = $1",
      [id],
    )
  ).rows;

test("the newest revision stays despite late and repeated calls, and remove is repeatable", async () => {
  for (const [revision, dns] of [
    [2, "1.1.1.1"],
    [2, "1.1.1.1"],
    [1, "8.8.8.8"],
  ] as const) {
    await networks.applySubnet("sub_1", subnet(revision, dns), signal);
  }
  expect(await applied("sub_1")).toEqual([
    {
      kind: "subnet",
      revision: 2,
      configuration: {
        ...{ vpcId: "vpc_1", cidr: "10.0.0.0/24", gateway: "10.0.0.1", ipv6Cidr: null, dns: ["1.1.1.1"], peers: [] },
      },
    },
  ]);
  await networks.remove("subnet", "sub_1", signal);
  await networks.remove("subnet", "sub_1", signal);
  expect(await applied("sub_1")).toEqual([]);
});

test("kinds are found and listed separately, in pages", async () => {
  for (const id of ["vm_c", "vm_a", "vm_b"])
    await networks.applyInstance(
      id,
      { revision: 1, nics: [], publicAddress: null, firewall: null, sets: [], record },
      signal,
    );
  await networks.applyGateway(
    "nat_a",
    { revision: 4, subnetIds: [], publicAddress: null, forwards: [], record },
    signal,
  );
  expect(await networks.list("vm", { after: "", limit: 2 }, signal)).toEqual([
    { id: "vm_a", revision: 1 },
    { id: "vm_b", revision: 1 },
  ]);
  expect(await networks.list("vm", { after: "vm_b", limit: 2 }, signal)).toEqual([{ id: "vm_c", revision: 1 }]);
  expect(await networks.find("nat_gateway", ["nat_a", "vm_a"], signal)).toEqual([{ id: "nat_a", revision: 4 }]);
});
