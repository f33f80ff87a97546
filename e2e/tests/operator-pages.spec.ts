// Every page of operators, as each kind of person sees it.
import { expectAccessible } from "../src/accessible.ts";
import { pagesOfConsole } from "../src/console-sources.ts";
import { expect, test, uniqueName, visit } from "../src/fixtures.ts";
import { enabledButtons, enabledItems, MENUS } from "../src/offered.ts";
import { openRowMenu } from "../src/row-menu.ts";

/** The pages of operators, with what stands for the parameters of their addresses. */
const pagesFor = (parameters: Readonly<Record<string, string>>) =>
  pagesOfConsole()
    .filter((route) => route === "/operator" || route.startsWith("/operator/"))
    .map((route) => route.replace(/\[(\w+)\]/g, (_, name) => parameters[name] ?? "none"));

/** Buttons that change nothing. */
const HARMLESS = [/^Copy /, /^(Apply|Check single sign-on|Download|Next)$/, MENUS];

const REFUSAL = "Your role support reads and changes nothing; ask an operator.";

/** Every page, in parts that are looked at at the same time. */
const PARTS = [0, 1, 2] as const;

for (const part of PARTS)
  test(`support sees every page, at 390 and 1440 pixels, part ${part + 1} of ${PARTS.length}`, async ({
    api,
    newOperator,
    openPage,
    database,
    credentials,
  }) => {
    const person = await newOperator("support");
    const vmId = await api.createVm(uniqueName("vm"));
    const { rows } = await database.query("SELECT operation_id FROM operation WHERE resource_id = $1", [vmId]);
    const invoiceId = `ivc_${uniqueName("of")}`;
    await database.query(
      `INSERT INTO invoice (organization_id, invoice_id, number, month, organization_name, currency, total)
       VALUES ($1, $2, $2, '2020-01', 'Demo', 'USD', 1) ON CONFLICT DO NOTHING`,
      [credentials.organization_id, invoiceId],
    );
    const hostId = `host_${uniqueName("of")}`;
    await database.query(
      `WITH gone AS (
         INSERT INTO site (site_id, name, location, provider, position, removed_at)
         SELECT $1, $1, 'Nowhere', 'simulated:' || $1, max(position) + 1, now() FROM site RETURNING site_id
       )
       INSERT INTO site_host (host_id, site_id, name, status, moves_live, shared_disks, cpus, ram_mb, disk_gb)
       SELECT site_id, site_id, site_id, 'offline', true, true, 8, 16384, 500 FROM gone`,
      [hostId],
    );
    const parameters = {
      invoiceId,
      organizationId: credentials.organization_id,
      userId: person.user_id,
      operationId: rows[0].operation_id,
      vmId,
      address: "203.0.113.254",
      bookId: "standard",
      siteId: "site-ams-1",
      hostId,
      paymentId: "pay_00000000000000000000000000",
    };
    const page = await openPage(person.session, { colorScheme: "dark", viewport: { width: 390, height: 844 } });
    const main = page.getByRole("main");
    for (const path of pagesFor(parameters).filter((_, index) => index % PARTS.length === part)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(page, path);
      await expect(main.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" }), path).toHaveCount(0);
      await expect(main.getByRole("heading", { name: /^You (may not|do not have access)/ }), path).toHaveCount(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page);
      const others = (await enabledButtons(page)).filter((name) => !HARMLESS.some((one) => one.test(name)));
      expect(others, path).toEqual([]);
      expect(await enabledItems(page), path).toEqual([]);
    }
  });

test("buttons and menus say why they are refused to support", async ({ newOperator, openPage, credentials }) => {
  const person = await newOperator("support");
  const page = await openPage(person.session, { colorScheme: "dark", viewport: { width: 1440, height: 900 } });
  await visit(page, `/operator/organizations/${credentials.organization_id}`);
  for (const name of ["Top up", "Set credit limit", "Suspend"]) {
    await page.getByRole("button", { name }).focus();
    await expect(page.getByRole("tooltip")).toHaveText(REFUSAL);
  }
  await visit(page, "/operator/operators");
  await openRowMenu(page, person.name);
  await expect(page.getByRole("menuitem", { name: "Remove" })).toContainText(REFUSAL);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("a member who is no operator sees that, on every page, and the way back", async ({
  newMember,
  openPage,
  credentials,
}) => {
  const page = await openPage((await newMember("owner")).session);
  for (const path of pagesFor({ organizationId: credentials.organization_id })) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    const document = await response.text();
    expect(document, path).toContain("You do not have access");
    expect(document, path).toContain("Only operators of this installation may do this");
  }
  await page.goto("/operator");
  await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Operator" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to your workspace" }).click();
  await expect(page).toHaveURL(/\/workspaces\/\d+$/);
});
