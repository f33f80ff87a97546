// Edges and regions of object storage are added, changed and removed on the operators' pages.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, test, uniqueName } from "../../src/fixtures.ts";
import { makeSite, removeSite, WORKER_MS } from "../../src/own-site.ts";
import { chooseInRow } from "../../src/row-menu.ts";

test("an operator adds an edge, gives it a new token and a faster line, and removes it", async ({
  database,
  newOperator,
  openPage,
}) => {
  const siteId = uniqueName("site");
  const name = uniqueName("edge");
  await makeSite(database, siteId);
  try {
    const page = await openPage((await newOperator()).session);
    const main = page.locator("main");
    const dialog = page.getByRole("alertdialog");
    await page.goto("/operator/edges");
    await main.getByRole("button", { name: "Add edge" }).click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Site", { exact: true }).selectOption(siteId);
    await dialog.getByLabel("Line, in Gbit/s").fill("0");
    await dialog.getByRole("button", { name: "Add edge" }).click();
    await expect(dialog.getByLabel("Line, in Gbit/s")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Line, in Gbit/s").fill("40");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add edge" }).click();
    await expect(dialog).toContainText(`The token of ${name}`);
    const first = await dialog.getByText(/^fet_/).textContent();
    expect(first).toMatch(/^fet_[\w-]{43}$/);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "I have saved it" }).click();

    const row = main.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("waiting");
    await expect(row).toContainText("40 Gbit/s");
    await expect(main).not.toContainText("fet_");
    await expectAccessible(page);

    await chooseInRow(page, name, "New token");
    await dialog.getByRole("button", { name: "Make token" }).click();
    const second = dialog.getByText(/^fet_/);
    await expect(second).toBeVisible();
    expect(await second.textContent()).not.toBe(first);
    await dialog.getByRole("button", { name: "I have saved it" }).click();

    await chooseInRow(page, name, "Line rate");
    await dialog.getByLabel("Line, in Gbit/s").fill("400");
    await dialog.getByRole("button", { name: "Set line rate" }).click();
    await expect(row).toContainText("400 Gbit/s");

    await chooseInRow(page, name, "Remove");
    await dialog.getByLabel("Reason").fill("A trial");
    await dialog.getByLabel(`Type ${name}`).fill(name);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove edge" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toHaveCount(0);
  } finally {
    await database.query("UPDATE edge SET removed_at = now(), enrollment_hash = NULL WHERE name = $1", [name]);
    await removeSite(database, siteId);
  }
});

test("an operator adds a region whose server does not answer, has it checked, and removes it", async ({
  newOperator,
  openPage,
}) => {
  test.slow();
  const id = uniqueName("region").toLowerCase();
  const name = `Region ${id}`;
  const page = await openPage((await newOperator()).session);
  const main = page.locator("main");
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/regions");
  await expect(main.getByRole("row").filter({ hasText: "eu-central-1" })).toContainText("connected");
  await main.getByRole("button", { name: "Add region" }).click();
  await dialog.getByLabel("Id", { exact: true }).fill(id);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Endpoint", { exact: true }).fill("http://127.0.0.1:1/path");
  await dialog.getByLabel("Access key").fill("AK");
  await dialog.getByLabel("Secret key").fill("a-secret");
  await dialog.getByRole("button", { name: "Add region" }).click();
  await expect(dialog).toContainText("a host, without a login and a path");
  await dialog.getByLabel("Endpoint", { exact: true }).fill("http://127.0.0.1:1");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add region" }).click();
  const row = main.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("not connected");
  await expect(row).toContainText("does not answer right now", { timeout: WORKER_MS });
  await expectAccessible(page);

  const asked = row.getByRole("time");
  await expect(asked).toBeVisible();
  const before = await asked.getAttribute("datetime");
  await chooseInRow(page, name, "Check");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Check region" }).click();
  await expect(asked).not.toHaveAttribute("datetime", before ?? "", { timeout: WORKER_MS });

  await chooseInRow(page, name, "Remove");
  await dialog.getByLabel("Reason").fill("A trial");
  await dialog.getByLabel(`Type ${name}`).fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove region" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
