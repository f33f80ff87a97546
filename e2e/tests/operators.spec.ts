// Who runs the installation, and their tokens.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";
import { expectGone } from "../src/gone.ts";
import { chooseInRow } from "../src/row-menu.ts";

test("an operator adds somebody, changes their role and removes them", async ({ newOperator, newMember, openPage }) => {
  const [person, colleague] = [await newOperator(), await newMember("viewer")];
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

test("an operator's token works until it is revoked, and its value is shown once", async ({
  newOperator,
  openPage,
  request,
  credentials,
}) => {
  const person = await newOperator();
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
