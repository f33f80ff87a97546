import { afterEach, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm } from "./compute-fixture.ts";

let api: Api;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

/** The names and monthly prices of the list by price. */
async function byPrice(): Promise<[string, string][]> {
  const { body } = await api.request("GET", "/compute/cloud-vms", {
    query: { sort: "monthly_price", include: "monthly_price" },
  });
  return body.map(({ name, monthly_price }: { name: string; monthly_price: string }) => [name, monthly_price]);
}

const setPrice = (sku_code: string, hourly_price: string) =>
  api.database.prisma.sku.update({ where: { sku_code }, data: { hourly_price } });

test("VMs cost their plan and what their disks have beyond it, and the list by price follows the price list", async () => {
  await setPrice("disk.root", "0.001");
  const plans = await api.request("GET", "/compute/plans", { query: { type: "cloud" } });
  const priceOf = (plan: string) =>
    Number(plans.body.find(({ plan_id }: { plan_id: string }) => plan_id === plan).monthly_price);
  const small = await makeVm(api, { name: "small", plan_id: "plan-small" });
  await makeVm(api, { name: "nano", plan_id: "plan-nano" });
  await makeVm(api, { name: "nano-with-disk", plan_id: "plan-nano", disk_gb: 120 });
  const nano = priceOf("plan-nano");
  const prices = new Map(await byPrice());
  expect(Number(prices.get("nano"))).toBe(nano);
  expect(Number(prices.get("nano-with-disk"))).toBeCloseTo(nano + 100 * 0.001 * 730, 6);
  expect(Number(prices.get("small"))).toBe(priceOf("plan-small"));

  await setPrice("disk.root", "9");
  expect((await byPrice()).map(([name]) => name)).toEqual(["nano", "small", "nano-with-disk"]);
  await setPrice("disk.root", "0");
  expect((await byPrice()).map(([name]) => name)).toEqual(["nano", "nano-with-disk", "small"]);
  const { sku_code } = await api.database.prisma.plan.findUniqueOrThrow({ where: { plan_id: "plan-small" } });
  await setPrice(sku_code, "0.00000001");
  expect((await byPrice()).map(([name]) => name)).toEqual(["small", "nano", "nano-with-disk"]);
  expect((await api.request("GET", `/compute/cloud-vms/${small}`)).body.monthly_price).toBe("0.0000073");
});

test("a price that is as high as the price list allows can be set", async () => {
  await makeVm(api, { name: "nano-with-disk", plan_id: "plan-nano", disk_gb: 120 });
  await setPrice("disk.root", "9999999999.99999999");
  expect(await byPrice()).toHaveLength(1);
});
