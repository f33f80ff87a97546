// A site is added, checked and removed on the operators' pages, and an image and addresses come to it.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, test, uniqueName } from "../../src/fixtures.ts";

const WORKER_MS = 45_000;

test("an operator adds a simulated site, gives it addresses and an image, and removes it", async ({
  newOperator,
  openPage,
}) => {
  test.slow();
  const name = uniqueName("site");
  const page = await openPage((await newOperator()).session);
  const main = page.getByRole("main");
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/sites");
  await main.getByRole("button", { name: "Add site" }).click();
  await dialog.getByLabel("Name").fill(name);
  const kind = dialog.getByLabel("Its machines run on");
  await dialog.getByLabel("Project").fill("of LXD alone");
  await kind.selectOption("libvirt");
  await expect(dialog.getByLabel("Project")).toHaveCount(0);
  for (const label of ["Uplink's gateway", "Addresses of routers", "Hosts that lead out", "Northbound database"])
    await expect(dialog.getByLabel(label)).toBeVisible();
  await dialog.getByLabel("CPU model").fill("of libvirt alone");
  await expectAccessible(page);
  await kind.selectOption("simulated");
  await expect(dialog.getByLabel("Endpoint")).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add site" }).click();
  const row = main.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row).toContainText("open");
  await row.getByRole("link", { name }).click();
  await expect(main.getByRole("heading", { name, level: 1 })).toBeVisible();

  await main.getByRole("button", { name: "Add addresses" }).click();
  await dialog.getByLabel("Range").fill(`10.213.${Math.floor(Math.random() * 256)}.0/30`);
  await dialog.getByRole("button", { name: "Add addresses" }).click();
  await expect(main.getByRole("region", { name: "Site", exact: true })).toContainText("0 of 2 used");

  await page.goto("/operator/catalog");
  await main.getByRole("button", { name: "Import an image" }).click();
  await dialog.getByLabel("Image id").fill("debian-13");
  await dialog.getByLabel("Site", { exact: true }).selectOption({ label: name });
  await dialog.getByLabel("URL").fill("https://images.example.com/debian-13.qcow2");
  await dialog.getByLabel("SHA-256").fill("ab".repeat(32));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import image" }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto("/operator/sites");
  await main.getByRole("link", { name }).click();
  const decisions = main.getByRole("region", { name: "Decisions", exact: true });
  await expect(decisions.getByRole("row", { name: /^Import/ })).toContainText("done", { timeout: WORKER_MS });

  await main.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByLabel("Reason").fill("A trial");
  await dialog.getByLabel(`Type ${name}`).fill(name);
  await dialog.getByRole("button", { name: "Remove site" }).click();
  // Leaving the page sooner would cancel the request.
  await expect(dialog).toHaveCount(0);
  await expect(async () => {
    await page.goto("/operator/sites");
    await expect(main.getByRole("heading", { name: "Sites", level: 1 })).toBeVisible();
    await expect(main.getByRole("link", { name })).toHaveCount(0);
  }).toPass({ timeout: WORKER_MS });
});

test("a site whose server does not answer says why, is checked again, and renewed", async ({
  newOperator,
  openPage,
}) => {
  test.slow();
  const name = uniqueName("silent");
  const page = await openPage((await newOperator()).session);
  const main = page.getByRole("main");
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/sites");
  await main.getByRole("button", { name: "Add site" }).click();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Endpoint").fill("unix:///nowhere/unix.socket");
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(main.getByRole("row", { name: new RegExp(`^${name}`) })).toContainText("not connected");
  await main.getByRole("link", { name }).click();
  const told = main.getByRole("status").filter({ hasText: "The site did not answer" });
  await expect(told).toContainText("check it again, renew its certificates", { timeout: WORKER_MS });
  await expectAccessible(page);

  await main.getByRole("button", { name: "Check" }).click();
  await dialog.getByRole("button", { name: "Check site" }).click();
  const decisions = main.getByRole("region", { name: "Decisions", exact: true });
  await expect(decisions.getByRole("row", { name: /^Check the site/ })).toContainText("failed", { timeout: WORKER_MS });

  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
  await main.getByRole("button", { name: "Renew certificates" }).click();
  await dialog.getByLabel("Client certificate").fill(certificate);
  await dialog.getByLabel("Client key").fill(certificate);
  await dialog.getByRole("button", { name: "Renew certificates" }).click();
  await expect(decisions.getByRole("row", { name: /^Renew/ })).toContainText("reached by a socket", {
    timeout: WORKER_MS,
  });

  await main.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByLabel("Reason").fill("A trial");
  await dialog.getByLabel(`Type ${name}`).fill(name);
  await dialog.getByRole("button", { name: "Remove site" }).click();
  // Leaving the page sooner would cancel the request.
  await expect(dialog).toHaveCount(0);
  await expect(async () => {
    await page.goto("/operator/sites");
    await expect(main.getByRole("heading", { name: "Sites", level: 1 })).toBeVisible();
    await expect(main.getByRole("link", { name })).toHaveCount(0);
  }).toPass({ timeout: WORKER_MS });
});
