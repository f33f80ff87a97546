import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { startNetwork } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
let vpcId: string;
beforeAll(async () => {
  network = await startNetwork();
  vpcId = await network.vpc("10.40.0.0/16");
});
afterAll(() => network.close());

const number = (address: string) => address.split(".").reduce((value, part) => value * 256 + Number(part), 0);

test("a /26 gives 61 different addresses to concurrent requests, then 409 subnet_full until one is freed", async () => {
  const subnetId = await network.subnet(vpcId, "10.40.0.0/26");
  const attachNew = async () => network.attach(vpcId, { vm_id: (await network.vm()).vmId, subnet_id: subnetId });
  const answers = await Promise.all(Array.from({ length: 50 }, attachNew));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));

  const more = await Promise.all(Array.from({ length: 20 }, attachNew));
  const full = more.filter(({ status }) => status !== 201);
  expect(full).toHaveLength(9);
  for (const refused of full) {
    expectError(refused, 409, "subnet_full");
    expect(refused.body.blockers).toMatchObject([{ type: "subnet", id: subnetId }]);
  }
  // 64 addresses without the network's, the gateway's and broadcast.
  const addresses = [...answers, ...more].filter(({ status }) => status === 201).map(({ body }) => body.private_ip);
  expect(addresses.toSorted((a, b) => number(a) - number(b))).toEqual(
    Array.from({ length: 61 }, (_, index) => `10.40.0.${index + 2}`),
  );

  const freed = answers[17]?.body;
  await network.remove(`/networking/vpcs/${vpcId}/nodes/${freed?.allocation_id}`);
  expect((await attachNew()).body.private_ip).toBe(freed?.private_ip);
  expectError(await attachNew(), 409, "subnet_full");
});

test("a /24 gives 253 different addresses to concurrent requests, then 409 subnet_full", async () => {
  const wide = await network.vpc("10.41.0.0/16");
  const subnetId = await network.subnet(wide, "10.41.0.0/24");
  const attachNew = async () => network.attach(wide, { vm_id: (await network.vm()).vmId, subnet_id: subnetId });
  // The server does not run more at once anyway, and on a busy machine a request that waits more than ten seconds for a
  // connection gets a 503.
  const fiftyAtOnce = () => Promise.all(Array.from({ length: 50 }, attachNew));
  const answers = [
    ...(await fiftyAtOnce()),
    ...(await fiftyAtOnce()),
    ...(await fiftyAtOnce()),
    ...(await fiftyAtOnce()),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201));
  expect(new Set(answers.map(({ body }) => body.private_ip)).size).toBe(200);
  // 256 addresses without the network's, the gateway's and broadcast.
  const rest = await Promise.all(Array.from({ length: 60 }, attachNew));
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(53);
  for (const refused of rest.filter(({ status }) => status !== 201)) expectError(refused, 409, "subnet_full");
});

test("random attaches and detaches never give the gateway's or a used address, and 409 only when full", async () => {
  const usableFor = (gateway: string) =>
    [1, 2, 3, 4, 5, 6].map((host) => `10.40.1.${host}`).filter((address) => address !== gateway);
  const path = `/networking/vpcs/${vpcId}/subnets`;
  const vms = await Promise.all(Array.from({ length: 8 }, () => network.vm()));
  const run = async (gateway: string, moves: readonly number[]) => {
    const { body: subnet } = await network.post(path, { name: "gateways", cidr: "10.40.1.0/29", gateway });
    const present = new Map<number, { allocation_id: string; private_ip: string }>();
    const detach = async (vm: number) => {
      expect((await network.remove(`/networking/vpcs/${vpcId}/nodes/${present.get(vm)?.allocation_id}`)).status).toBe(
        200,
      );
      present.delete(vm);
    };
    // Each move names a VM: an attached one leaves, any other is attached.
    for (const vm of moves) {
      if (present.has(vm)) {
        await detach(vm);
        continue;
      }
      const answer = await network.attach(vpcId, { vm_id: vms[vm]?.vmId, subnet_id: subnet.subnet_id });
      const free = usableFor(gateway).filter(
        (address) => ![...present.values()].some(({ private_ip }) => private_ip === address),
      );
      if (free.length === 0) expectError(answer, 409, "subnet_full");
      else expect(free).toContain(answer.body.private_ip);
      if (answer.status === 201) present.set(vm, answer.body);
    }
    for (const vm of [...present.keys()]) await detach(vm);
    expect((await network.remove(`${path}/${subnet.subnet_id}`)).status).toBe(200);
  };
  const gateway = fc.integer({ min: 1, max: 6 }).map((host) => `10.40.1.${host}`);
  const moves = fc.array(fc.nat({ max: 7 }), { minLength: 8, maxLength: 30 });
  await fc.assert(fc.asyncProperty(gateway, moves, run), { numRuns: 20 });
});

test("database constraints refuse reserved, duplicate and foreign addresses of nodes", async () => {
  const subnetId = await network.subnet(vpcId, "10.40.2.0/28");
  const [one, two] = [await network.vm(), await network.vm()];
  const { body } = await network.attach(vpcId, { vm_id: one.vmId, subnet_id: subnetId });
  const move = (address: string) =>
    network.api.database.pool.query("UPDATE vpc_node SET private_ip = $2::inet WHERE allocation_id = $1", [
      body.allocation_id,
      address,
    ]);
  for (const address of ["10.40.2.0", "10.40.2.1", "10.40.2.15", "10.40.3.5", "10.40.2.4/28"]) {
    await expect(move(address)).rejects.toMatchObject({ constraint: "vpc_node_address_check" });
  }
  await network.attach(vpcId, { vm_id: two.vmId, subnet_id: subnetId });
  await expect(move("10.40.2.3")).rejects.toMatchObject({ constraint: "vpc_node_address_unique" });
  await expect(
    network.api.database.pool.query(
      "UPDATE subnet SET cidr = '10.41.0.0/28', gateway = '10.41.0.1' WHERE subnet_id = $1",
      [subnetId],
    ),
  ).rejects.toMatchObject({
    constraint: "subnet_cidr_check",
  });
});
