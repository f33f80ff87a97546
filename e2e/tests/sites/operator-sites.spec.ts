// A site in depth, which operators close and open.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, test } from "../../src/fixtures.ts";
import { SITE } from "../../src/vm.ts";

test("an operator sees a site in depth, closes it with a reason and opens it again", async ({
  database,
  newOperator,
  openPage,
}) => {
  const page = await openPage((await newOperator()).session);
  const dialog = page.getByRole("alertdialog");
  const main = page.getByRole("main");
  await page.goto("/operator/sites");
  await page.getByRole("link", { name: "Amsterdam 1" }).click();
  await expect(main.getByRole("heading", { name: "Amsterdam 1", level: 1 })).toBeVisible();
  await expect(main.getByRole("region", { name: "Capacity over 90 days" })).toBeVisible();
  try {
    await page.getByRole("button", { name: "Close" }).click();
    await dialog.getByLabel("Reason").fill("New servers");
    await dialog.getByRole("button", { name: "Close site" }).click();
    await expect(main.getByText("New servers")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open" }).click();
    await dialog.getByRole("button", { name: "Open site" }).click();
    await expect(main.getByText("New servers")).toHaveCount(0);
  } finally {
    await database.query("UPDATE site SET closed_at = NULL, closed_reason = NULL WHERE site_id = $1", [SITE]);
  }
});
