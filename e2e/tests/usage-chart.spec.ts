import { expectAccessible } from "../src/accessible.ts";
import { expect, signedIn, test } from "../src/fixtures.ts";
import { pressAt, tabTo } from "../src/keyboard.ts";
import { writeUsage } from "../src/usage.ts";

signedIn();

const DAY_MS = 24 * 3600 * 1000;

interface UsageOfDay {
  readonly day: string;
  readonly sku_code: string;
  readonly amount: string;
}

test("the usage chart shows the API's amounts as bars, by keyboard, as text and as a table", async ({
  page,
  owner,
  credentials,
  database,
}) => {
  const { workspace_id } = credentials;
  const now = Date.now();
  const day = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const noon = (daysAgo: number) => `${day(daysAgo)}T12:00:00Z`;
  await writeUsage(database, workspace_id, [
    { sku: "vm.small", hour: noon(3), amount: "1.5" },
    { sku: "nat.gateway", hour: noon(3), amount: "0.75" },
    { sku: "vm.small", hour: noon(2), amount: "2.25" },
  ]);
  const [three, two] = [day(3), day(2)];
  const days = await owner.query<{ items: UsageOfDay[] }>("usage.list", {
    workspace_id,
    from: `${day(6)}T00:00:00Z`,
    group_by: "day",
  });
  const costOf = (date: string, sku: string) =>
    Number(days.items.find((item) => item.day === date && item.sku_code === sku)?.amount ?? "0").toFixed(2);
  expect([costOf(three, "vm.small"), costOf(three, "nat.gateway"), costOf(two, "vm.small")]).toEqual([
    "1.50",
    "0.75",
    "2.25",
  ]);
  const inFull = (date: string) => new Date(date).toLocaleDateString("en", { timeZone: "UTC", dateStyle: "medium" });

  await page.goto(`/workspaces/${workspace_id}/billing/usage?period=7-days`);
  const chart = page.getByRole("slider", { name: "Cost by day" });
  await tabTo(page, chart);
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute(
    "aria-valuetext",
    /^[^:]+: vm\.small \$0\.00, nat\.gateway \$0\.00, total \$0\.00$/,
  );
  // The first of seven days. Another day may have begun since the usage was written.
  const first = ((await chart.getAttribute("aria-valuetext")) ?? "").split(":", 1)[0];
  expect([inFull(day(6)), inFull(day(5))]).toContain(first);
  const steps = first === inFull(day(6)) ? 3 : 2;
  for (let step = 0; step < steps; step++) await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute(
    "aria-valuetext",
    `${inFull(three)}: vm.small $${costOf(three, "vm.small")}, nat.gateway $${costOf(three, "nat.gateway")}, total $2.25`,
  );
  // The text that screen readers announce is also shown beside the bar.
  await expect(page.getByText(inFull(three), { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(inFull(three), { exact: true })).toBeHidden();

  await pressAt(page, page.getByText("As a table"));
  const table = page.getByRole("region", { name: "Cost by day, as a table" });
  await expect(table.getByRole("row")).toHaveCount(8);
  const row = table.getByRole("row", { name: inFull(two) });
  await expect(row.getByRole("cell")).toHaveText([`$${costOf(two, "vm.small")}`, "$0.00"]);
  await expect(
    page.getByRole("region", { name: "Usage by product" }).getByRole("row", { name: /vm\.small/ }),
  ).toContainText("$3.7500");
  await page.getByLabel("Listed by").selectOption("By tag");
  const byTag = page.getByRole("region", { name: "Usage by tag" });
  await expect(byTag.getByRole("row", { name: /No tag.*vm\.small/ })).toContainText("$3.7500");
  await expectAccessible(page);
});
