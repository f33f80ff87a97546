// The installation's plans and images, which the organizations of all tests share.
import { expect, test, uniqueName } from "../../src/fixtures.ts";
import { chooseInRow } from "../../src/row-menu.ts";
import { made, runningVm, settled } from "../../src/vm.ts";

test("an operator makes a plan, edits it, chooses its sites, retires it and an image, and offers both again", async ({
  api,
  credentials,
  newOperator,
  openPage,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const [id, renamed] = [uniqueName("plan"), uniqueName("Large")];
  const dialog = page.getByRole("alertdialog");
  const row = page.getByRole("region", { name: "All plans" }).getByRole("row").filter({ hasText: id });
  const sold = async () => {
    const plans = await (await api.send("GET", "/compute/plans?limit=100")).json();
    return plans.find(({ plan_id }: { plan_id: string }) => plan_id === id);
  };

  await page.goto("/operator/catalog");
  await page.getByRole("button", { name: "New plan" }).click();
  await dialog.getByLabel("Id").fill(id);
  await dialog.getByLabel("Name").fill(id);
  await dialog.getByLabel("Family").selectOption("GPU");
  await dialog.getByLabel("vCPUs").fill("8");
  await dialog.getByLabel("Memory in GB").fill("31.5");
  await dialog.getByLabel("Disk in GB").fill("200");
  await dialog.getByLabel("GPU model").fill("NVIDIA L4");
  await dialog.getByLabel("GPUs").fill("2");
  await dialog.getByLabel("Price of an hour").fill("a lot");
  await dialog.getByRole("button", { name: "Create plan" }).click();
  await expect(dialog).toContainText("Price of an hour must be an amount");
  await dialog.getByLabel("Price of an hour").fill("1.25");
  await dialog.getByRole("checkbox", { name: /site-ams-1/ }).check();
  await dialog.getByRole("button", { name: "Create plan" }).click();
  await expect(row).toContainText("2 × NVIDIA L4");
  expect(await sold()).toMatchObject({ type: "gpu", ram_mb: 32_256, hourly_price: "1.25", site_ids: ["site-ams-1"] });

  await chooseInRow(page, id, "Edit");
  await dialog.getByLabel("Name").fill(renamed);
  await dialog.getByLabel("Place in the list").fill("1");
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText(/position: \d+ → 1/);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "All plans" }).getByRole("row").nth(1)).toContainText(renamed);
  await expect(row).toContainText("$1.25");

  await chooseInRow(page, renamed, "Edit");
  await dialog.getByLabel("All organizations").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Choose at least one organization.")).toBeVisible();
  await dialog.getByLabel("Find organizations").fill(person.email);
  await dialog.getByRole("checkbox", { name: `Demo ${credentials.organization_id}` }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("to 1 organization alone");
  await chooseInRow(page, renamed, "Edit");
  await dialog.getByLabel("All organizations").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).not.toContainText("alone");
  await chooseInRow(page, renamed, "Choose sites");
  await dialog.getByRole("checkbox", { name: /site-fra-1/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("site-ams-1, site-fra-1");

  await chooseInRow(page, renamed, "Retire");
  await dialog.getByRole("button", { name: "Retire" }).click();
  await expect(row).toContainText("retired");
  expect(await sold()).toBeUndefined();
  await chooseInRow(page, renamed, "Offer again");
  await dialog.getByRole("button", { name: "Offer again" }).click();
  await expect(row).toContainText("offered");

  const image = page.getByRole("region", { name: "All images" }).getByRole("row").filter({ hasText: "Alpine" });
  await chooseInRow(page, "Alpine 3.22", "Retire");
  await dialog.getByRole("button", { name: "Retire" }).click();
  await expect(image).toContainText("retired");
  await chooseInRow(page, "Alpine 3.22", "Offer again");
  await dialog.getByRole("button", { name: "Offer again" }).click();
  await expect(image).toContainText("offered");
});

test("an operator publishes a customer's image by its id, and then no longer", async ({
  api,
  newOperator,
  openPage,
}) => {
  const name = uniqueName("published");
  const vmId = await runningVm(api, name);
  const { image_id } = await made(api, "/compute/images", { name, vm_id: vmId });
  await settled(api, vmId);
  const page = await openPage((await newOperator()).session);
  const dialog = page.getByRole("alertdialog");
  const row = page.getByRole("region", { name: "All images" }).getByRole("row").filter({ hasText: image_id });
  await page.goto("/operator/catalog");
  await page.getByRole("button", { name: "Publish an image" }).click();
  await dialog.getByLabel("Image id").fill("img_none");
  await dialog.getByRole("button", { name: "Publish image" }).click();
  await expect(dialog).toContainText("There is no such image");
  await dialog.getByLabel("Image id").fill(image_id);
  await dialog.getByRole("button", { name: "Publish image" }).click();
  await expect(row).toContainText("published");
  await chooseInRow(page, name, "Unpublish");
  await dialog.getByRole("button", { name: "Unpublish" }).click();
  await expect(row).toHaveCount(0);
});

test("an operator imports a catalog: a file whose errors name their places, and then the starter catalog", async ({
  newOperator,
  openPage,
}) => {
  const page = await openPage((await newOperator()).session);
  const dialog = page.getByRole("alertdialog");
  const id = uniqueName("filed");
  const plan = { plan_id: id, name: id, cpu: 1, ram_mb: 1024, disk_gb: 20, hourly_price: "0.01", sites: "none" };
  const choose = (content: object) =>
    dialog.getByLabel("File", { exact: true }).setInputFiles({
      name: "catalog.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ format: 1, currency: "USD", ...content })),
    });
  const shows = dialog.getByRole("region", { name: "What this does" });

  await page.goto("/operator/catalog");
  await page.getByRole("button", { name: "Import a catalog" }).click();
  await dialog.getByLabel("Catalog", { exact: true }).selectOption("a file");
  await choose({ plans: [{ ...plan, hourly_price: "1e-3" }] });
  await expect(dialog.getByRole("alert")).toContainText("plans.0.hourly_price must be an amount");
  await expect(shows).toHaveCount(0);
  await choose({ currency: "XTS", plans: [plan] });
  await expect(shows).toContainText("currency must be USD");
  await choose({ plans: [plan] });
  await expect(shows).toContainText(id);
  await dialog.getByRole("button", { name: "Import catalog" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole("region", { name: "All plans" }).getByRole("row").filter({ hasText: id });
  await expect(row).toContainText("$0.01");

  // The download is a file that says nothing new.
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^catalog-\d{4}-\d\d-\d\d\.json$/);
  await page.getByRole("button", { name: "Import a catalog" }).click();
  await dialog.getByLabel("Catalog", { exact: true }).selectOption("a file");
  await dialog.getByLabel("File", { exact: true }).setInputFiles(await download.path());
  await expect(shows).toContainText("Nothing that you can see changes");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // What stands stays as it is, and the plan says so.
  await page.getByRole("button", { name: "Import a catalog" }).click();
  await dialog.getByLabel("Catalog", { exact: true }).selectOption("a file");
  await choose({ plans: [{ ...plan, hourly_price: "0.02" }] });
  await expect(shows).toContainText("hourly_price 0.01, not 0.02");
  await dialog.getByLabel("Catalog", { exact: true }).selectOption("the starter catalog of this release");
  await dialog.getByRole("button", { name: "Import catalog" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("$0.01");
});
