import type { OperatorRole } from "@fulmar/contract";
import type { Client } from "pg";
import { expectAccessible } from "../src/accessible.ts";
import { pagesOfConsole } from "../src/console-sources.ts";
import { type Api, expect, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { enabledButtons, enabledItems, MENUS } from "../src/offered.ts";
import type { Person } from "../src/people.ts";
import { chooseInRow, openRowMenu } from "../src/row-menu.ts";

/** Makes a person an operator, as the command on the host does. */
async function makeOperator(database: Client, { user_id }: Person, role: OperatorRole = "operator") {
  await database.query("INSERT INTO operator (user_id, role) VALUES ($1, $2)", [user_id, role]);
}

/** The pages of operators, with an organization, a person, an operation, a VM and the standard price book. */
const pagesFor = (organizationId: string, userId = "nobody", operationId = "none", vmId = "none") =>
  pagesOfConsole()
    .filter((route) => route === "/operator" || route.startsWith("/operator/"))
    .map((route) =>
      route
        .replace("[organizationId]", organizationId)
        .replace("[userId]", userId)
        .replace("[operationId]", operationId)
        .replace("[bookId]", "standard")
        .replace("[vmId]", vmId),
    );

/** An operation of a VM that is made for it, and the VM. */
async function anOperation(api: Api, database: Client): Promise<readonly [operationId: string, vmId: string]> {
  const vmId = await api.createVm(uniqueName("vm"));
  const { rows } = await database.query("SELECT operation_id FROM operation WHERE resource_id = $1", [vmId]);
  return [rows[0].operation_id, vmId];
}

const REFUSAL = "Your role support reads and changes nothing; ask an operator.";

test("the overview says what is left to set up, until it is done", async ({ newMember, openPage, database }) => {
  const person = await newMember("developer");
  await makeOperator(database, person);
  const page = await openPage(person.session);
  const product = uniqueName("new.product");
  await database.query(
    "INSERT INTO sku (sku_code, family, name, unit, currency) VALUES ($1, 'cdn', 'New', 'request', 'USD')",
    [product],
  );
  await page.goto("/operator");
  const steps = page.getByRole("region", { name: "Set up", exact: true });
  const prices = steps.getByRole("listitem").filter({ hasText: "Set the prices of products" });
  await expect(prices).toContainText(product);
  await expectAccessible(page);
  await database.query("DELETE FROM sku WHERE sku_code = $1", [product]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(page.getByText(product)).toHaveCount(0);
});

test("an operator finds an organization, tops it up, limits its credit, suspends it and resumes it", async ({
  newMember,
  openPage,
  database,
  credentials,
}) => {
  const person = await newMember("developer");
  await makeOperator(database, person);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const plan = dialog.getByRole("region", { name: "What this does" });
  await page.goto("/");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Operator" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  const numbers = page.getByRole("main").getByRole("listitem");
  await expect(numbers.filter({ hasText: "Organizations" })).toContainText(/\d/);
  await expect(numbers.filter({ hasText: "Income this month" })).toContainText(/\$\d+\.\d\d/);
  await expect(page.getByRole("region", { name: "Sites", exact: true })).toContainText("open");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Organizations" }).click();
  await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(person.email);
  const rows = page.getByRole("region", { name: "Organizations" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "State" }).selectOption("Suspended");
  await expect(page.getByText("No organization matches")).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption("Active");
  await rows.getByRole("link", { name: "Demo" }).click();
  await expect(page.getByRole("heading", { name: "Demo", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Workspaces", exact: true })).toContainText("Main");
  const facts = page.getByRole("region", { name: "Organization", exact: true });
  await expect(facts).toContainText(credentials.organization_id);
  await expect(page.getByText("No operator acted on it yet.")).toBeVisible();

  const reference = uniqueName("Transfer");
  await page.getByRole("button", { name: "Top up" }).click();
  await dialog.getByLabel("Amount, in USD").fill("a lot");
  await dialog.getByRole("button", { name: "Top up" }).click();
  await expect(dialog.getByText(/must be an amount above 0/)).toBeVisible();
  await dialog.getByLabel("Amount, in USD").fill("250.5");
  await dialog.getByLabel("Reference").fill(reference);
  await expect(plan).toContainText("balance: 1000000 → 1000250.5");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Top up" }).click();
  await expect(page.getByText("Added $250.50 to the balance of Demo")).toBeVisible();
  await expect(facts).toContainText("$1,000,250.50");
  const events = page.getByRole("region", { name: "Events", exact: true });
  await expect(events).toContainText(`amount: $250.50, reference: ${reference}`);

  await page.getByRole("button", { name: "Set credit limit" }).click();
  await dialog.getByLabel("Credit limit, in USD").fill("75");
  await expect(plan).toContainText("credit limit: 0 → 75");
  await dialog.getByRole("button", { name: "Set credit limit" }).click();
  await expect(page.getByText("The credit limit of Demo is $75.00 now")).toBeVisible();
  await expect(facts).toContainText("$75.00");

  await page.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByLabel("Reason").fill("The invoice is not paid.");
  await expect(plan).toContainText("Changes the organization");
  await dialog.getByRole("button", { name: "Suspend organization" }).click();
  await expect(page.getByText("Suspended Demo")).toBeVisible();
  await expect(facts).toContainText("The invoice is not paid.");
  await expect(facts).toContainText("an operator");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(plan).toContainText("Changes the organization");
  await dialog.getByRole("button", { name: "Resume organization" }).click();
  await expect(page.getByText("Resumed Demo")).toBeVisible();
  await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();

  await expect(events).toContainText("Resumed an organization");
  await expect(events).toContainText("Reason: The invoice is not paid.");
  await expectAccessible(page);
});

test("an operator adds somebody, changes their role and removes them", async ({ newMember, openPage, database }) => {
  const [person, colleague] = [await newMember("developer"), await newMember("viewer")];
  await makeOperator(database, person);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/operators");
  await page.getByRole("button", { name: "Add operator" }).click();
  await dialog.getByLabel("E-mail").fill(`${uniqueName("nobody")}@example.com`);
  await dialog.getByRole("button", { name: "Add operator" }).click();
  await expect(dialog.getByRole("alert")).toContainText("have them sign up first");
  await dialog.getByLabel("E-mail").fill(colleague.email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add operator" }).click();
  await expect(page.getByText(`Added ${colleague.name}`)).toBeVisible();
  const row = page.getByRole("row", { name: colleague.email });
  await expect(row).toContainText("Support");

  await chooseInRow(page, colleague.name, "Change the role");
  await dialog.getByRole("radio", { name: /^Operator/ }).check();
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("support → operator");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(`Changed the role of ${colleague.name}`)).toBeVisible();
  await expect(row).toContainText("Operator");

  await chooseInRow(page, colleague.name, "Remove");
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("Deletes the operator");
  await dialog.getByRole("button", { name: "Remove operator" }).click();
  await expect(page.getByText(`${colleague.name} does not run the installation any more`)).toBeVisible();
  await expectGone(row);

  await chooseInRow(page, person.name, "Remove");
  await dialog.getByRole("button", { name: "Remove operator" }).click();
  await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
});

test("an operator finds a person, signs them out and resets their second factor", async ({
  newMember,
  openPage,
  database,
}) => {
  const [operator, person] = [await newMember("developer"), await newMember("viewer")];
  await makeOperator(database, operator);
  await database.query('UPDATE "user" SET two_factor_enabled = true WHERE id = $1', [person.user_id]);
  const page = await openPage(operator.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto("/operator/people");
  await page.getByRole("searchbox", { name: "Search by name or e-mail" }).fill(person.email);
  const rows = page.getByRole("region", { name: "People" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await rows.getByRole("link", { name: person.name }).click();
  const facts = page.getByRole("region", { name: "Person", exact: true });
  await expect(facts).toContainText("Signed-in browsers1");
  await expect(page.getByRole("region", { name: "Memberships" })).toContainText("viewer");

  await page.getByRole("button", { name: "End sessions" }).click();
  await dialog.getByRole("button", { name: "End sessions" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The laptop was stolen.");
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("sessions: 1 → 0");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByText(`Signed ${person.name} out`)).toBeVisible();
  await expect(facts).toContainText("Signed-in browsers0");

  await page.getByRole("button", { name: "Reset second factor" }).click();
  await dialog.getByLabel("Reason").fill("Lost phone");
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await expect(facts).toContainText("Second factoroff");
  await page.getByRole("button", { name: "Reset second factor" }).focus();
  await expect(page.getByRole("tooltip")).toContainText("nothing to reset");

  await page.getByRole("button", { name: "Lock", exact: true }).click();
  await dialog.getByLabel("Reason").fill("The account was taken over.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Lock person" }).click();
  await expect(page.getByText(`Locked ${person.name}`)).toBeVisible();
  await expect(facts).toContainText("The account was taken over.");
  await page.getByRole("button", { name: "Unlock" }).click();
  await dialog.getByLabel("Reason").fill("The owner has it back.");
  await dialog.getByRole("button", { name: "Unlock person" }).click();
  await expect(page.getByText(`Unlocked ${person.name}`)).toBeVisible();
});

test("an operator finds a VM and stops it, and its owner sees why, until it is released", async ({
  api,
  credentials,
  newMember,
  openPage,
  database,
}) => {
  const [operator, owner] = [await newMember("developer"), await newMember("owner")];
  await makeOperator(database, operator);
  const name = uniqueName("vm");
  const vmId = await api.createVm(name);
  const page = await openPage(operator.session);
  const dialog = page.getByRole("alertdialog");
  await page.goto(`/operator/find?q=${vmId}`);
  await page.getByRole("region", { name: "Found" }).getByRole("link", { name }).click();
  const facts = page.getByRole("region", { name: "VM", exact: true });
  await expect(facts).toContainText("Demo");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await dialog.getByRole("button", { name: "Stop VM" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It sends spam.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stop VM" }).click();
  await expect(page.getByText(`Stopped ${name}`)).toBeVisible();
  await expect(facts).toContainText("It sends spam.");
  await expectAccessible(page);

  const theirs = await openPage(owner.session);
  await theirs.goto(`/workspaces/${credentials.workspace_id}/cloud-vms/${vmId}`);
  await expect(theirs.getByRole("main")).toContainText("An operator of this cloud stopped the VM: It sends spam.");
  await expectAccessible(theirs);

  await page.getByRole("button", { name: "Release" }).click();
  await dialog.getByRole("button", { name: "Release VM" }).click();
  await expect(page.getByText(`Released ${name}`)).toBeVisible();
});

test("an operator's token works until it is revoked, and its value is shown once", async ({
  newMember,
  openPage,
  database,
  request,
  credentials,
}) => {
  const person = await newMember("developer");
  await makeOperator(database, person);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const name = uniqueName("export");
  await page.goto("/operator/tokens");
  await page.getByRole("button", { name: "New token" }).click();
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Name must not be empty.")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("radio", { name: /^Read and change/ }).check();
  await dialog.getByLabel("Expiry").selectOption("7 days");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByRole("button", { name: "Copy Token" })).toBeVisible();
  await expectAccessible(page);
  const token = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("read and change");
  await expect(row).toContainText(person.name);

  const self = () =>
    request.get(`${credentials.api_url}/operator/self`, { headers: { authorization: `Bearer ${token}` } });
  expect((await self()).status()).toBe(200);
  await chooseInRow(page, name, "Revoke");
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("Deletes the operator token");
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText(`Revoked ${name}`)).toBeVisible();
  await expectGone(row);
  expect((await self()).status()).toBe(401);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Activity" }).click();
  await page.getByLabel("Who").fill(person.name);
  await page.getByRole("button", { name: "Apply" }).click();
  const rows = page.getByRole("region", { name: "Events of operators" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Revoked a token");
  await expect(rows.nth(1)).toContainText("done · 200");
  await expect(rows.nth(2)).toContainText("planned only");
  await expect(rows.last()).toContainText(`name: ${name}`);
  await page.getByLabel("Organization").fill(credentials.organization_id);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No event matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await expect(rows.nth(1)).toBeVisible();
});

/** Buttons that change nothing. */
const HARMLESS = [/^Copy /, /^(Apply|Next)$/, MENUS];

test("an operator follows an operation of a customer to its course, and sees what a site has sold", async ({
  api,
  credentials,
  newMember,
  openPage,
  database,
}) => {
  const person = await newMember("developer");
  await makeOperator(database, person);
  const [operationId] = await anOperation(api, database);
  const page = await openPage(person.session);
  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  await expect(page.getByRole("region", { name: "Operations of the organization" })).toContainText(operationId);
  await page.goto("/operator/operations");
  const row = page.getByRole("region", { name: "Operations" }).getByRole("row").filter({ hasText: operationId });
  await expect(row).toContainText("create of cloud vm");
  await expect(row).toContainText("Demo, Main");
  await row.getByRole("link", { name: "create of cloud vm" }).click();
  await expect(page.getByRole("region", { name: "Course" })).toContainText("asked for create of cloud_vm");
  await page.goto("/operator/operations?state=failed");
  await expect(page.getByRole("main")).not.toContainText(operationId);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sites" }).click();
  await expect(page.getByRole("region", { name: "Sites" })).toContainText(/site-ams-1open/);
});

test("support sees every page, and its buttons say why they are refused", async ({
  api,
  newMember,
  openPage,
  database,
  credentials,
}) => {
  const person = await newMember("developer");
  await makeOperator(database, person, "support");
  const page = await openPage(person.session);
  const main = page.getByRole("main");
  for (const path of pagesFor(credentials.organization_id, person.user_id, ...(await anOperation(api, database)))) {
    await page.goto(path);
    await expect(main.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" }), path).toHaveCount(0);
    await expect(main.getByRole("heading", { name: /^You (may not|do not have access)/ }), path).toHaveCount(0);
    const others = (await enabledButtons(page)).filter((name) => !HARMLESS.some((one) => one.test(name)));
    expect(others, path).toEqual([]);
    expect(await enabledItems(page), path).toEqual([]);
  }
  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  for (const name of ["Top up", "Set credit limit", "Suspend"]) {
    await page.getByRole("button", { name }).focus();
    await expect(page.getByRole("tooltip")).toHaveText(REFUSAL);
  }
  await page.goto("/operator/operators");
  await openRowMenu(page, person.name);
  await expect(page.getByRole("menuitem", { name: "Remove" })).toContainText(REFUSAL);
});

test("a member who is no operator sees that, on every page, and the way back", async ({
  newMember,
  openPage,
  credentials,
}) => {
  const page = await openPage((await newMember("owner")).session);
  for (const path of pagesFor(credentials.organization_id)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You do not have access" }), path).toBeVisible();
    await expect(page.getByRole("main"), path).toContainText("Only operators of this installation may do this");
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Operator" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Back to your workspace" }).click();
  await expect(page).toHaveURL(/\/workspaces\/\d+$/);
});

test("the pages of operators are accessible at 390 and 1440 pixels", async ({
  api,
  newMember,
  openPage,
  database,
  credentials,
}) => {
  const person = await newMember("developer");
  await makeOperator(database, person);
  const page = await openPage(person.session, { colorScheme: "dark", viewport: { width: 390, height: 844 } });
  for (const path of pagesFor(credentials.organization_id, person.user_id, ...(await anOperation(api, database)))) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" }), path).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});
