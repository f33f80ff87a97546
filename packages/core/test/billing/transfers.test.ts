// Sent bytes become usage and ledger entries. apps/object-store/test/transfers.test.ts counts it.
import { expect, test } from "vitest";
import { meterUsage } from "../../src/billing/meter-usage.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const HOUR_MS = 3_600_000;
const MEGABYTE = 1_048_576n;

const prisma = () => fixture.world.database.prisma;
const workspace = () => fixture.world.entry.workspace;
const meterOf = () => ({ where: { organization_id: workspace().organizationId } });

function send(resource_id: string, bytes: bigint, hour: Date) {
  const data = { workspace_id: workspace().id, resource_type: "bucket", resource_id, sku_code: "object.transfer" };
  return prisma().transfer.create({ data: { ...data, hour, bytes } });
}

const meter = (now: number) => meterUsage(fixture.world.database, { now: new Date(now) });
const balance = async () => (await prisma().wallet.findUniqueOrThrow(meterOf())).balance;
const usage = async (since: Date) => {
  const where = { workspace_id: workspace().id, sku_code: "object.transfer", hour: { gte: since } };
  const lines = await prisma().usageRecord.findMany({
    where,
    orderBy: [{ hour: "asc" }, { resource_id: "asc" }, { quantity: "asc" }],
  });
  return lines.map(({ resource_id, quantity, amount }) => [resource_id, quantity, amount.toFixed()]);
};

test("transfer is charged once by the begun megabyte, after the hour in which it was counted", async () => {
  const hour = (await prisma().meter.findUniqueOrThrow(meterOf())).metered_until.getTime();
  const here = new Date(hour);
  await send("films", 1n, new Date(hour));
  await send("photos", 5n * MEGABYTE + 1n, new Date(hour));
  await send("photos", MEGABYTE, new Date(hour + HOUR_MS));
  const before = await balance();
  const first = [
    ["films", 1, "0.00001"],
    ["photos", 6, "0.00006"],
  ];
  for (let run = 0; run < 2; run++) {
    await meter(hour + HOUR_MS + 120_000);
    expect(await usage(here)).toEqual(first);
    expect(before.minus(await balance()).toFixed()).toBe("0.00007");
  }
  await meter(hour + 2 * HOUR_MS + 120_000);
  expect(await usage(here)).toEqual([...first, ["photos", 1, "0.00001"]]);
});

test("every megabyte of an hour is charged, also beyond the largest quantity of a record", async () => {
  const hour = (await prisma().meter.findUniqueOrThrow(meterOf())).metered_until.getTime();
  await send("stars", (2n ** 33n + 1n) * MEGABYTE, new Date(hour));
  const before = await balance();
  await meter(hour + HOUR_MS + 120_000);
  const records = (await usage(new Date(hour))).filter(([resource]) => resource === "stars");
  expect(records.map(([, quantity]) => quantity)).toEqual([5, ...Array(4).fill(2 ** 31 - 1)]);
  expect(before.minus(await balance()).toFixed()).toBe("85899.34593");
  const span = { from: new Date(hour).toISOString(), to: new Date(hour + HOUR_MS).toISOString() };
  for (const group_by of ["sku", "resource", "day"]) {
    const query = { ...span, group_by, resource_id: "stars" };
    const lines = await fixture.send<object[]>("usage.list", {}, {}, query);
    expect(lines).toMatchObject([{ quantity_hours: String(2 ** 33 + 1), amount: "85899.34593" }]);
  }
});

test("transfer is forgotten a week after it was metered, and never before it is", async () => {
  const [week, metered_until] = [7 * 24 * HOUR_MS, (await prisma().meter.findUniqueOrThrow(meterOf())).metered_until];
  const old = new Date(metered_until.getTime() - week - 4 * HOUR_MS);
  await prisma().transfer.deleteMany({});
  await send("old", 1n, old);
  await send("new", 1n, new Date(metered_until.getTime() - 4 * HOUR_MS));
  const left = async () => (await prisma().transfer.findMany({})).map(({ resource_id }) => resource_id).sort();
  await prisma().meter.update({ ...meterOf(), data: { metered_until: old } });
  await fixture.reconcile("forget-transfers");
  expect(await left()).toEqual(["new", "old"]);
  await prisma().meter.update({ ...meterOf(), data: { metered_until } });
  await fixture.reconcile("forget-transfers");
  expect(await left()).toEqual(["new"]);
});
