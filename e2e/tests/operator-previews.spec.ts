// What operators find out before they change something: bills of a discount and of another price book, and whether the
// sign-in provider answers.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";

test("a discount and another price book say first what they do to this month's bills", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const person = await newOperator();
  const [id, name] = [uniqueName("book"), uniqueName("Friends")];
  await database.query("INSERT INTO price_book (book_id, name) VALUES ($1, $2)", [id, name]);
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const bills = dialog.getByRole("region", { name: "This month's bills" });
  await page.goto(`/operator/prices/${id}`);
  await page.getByRole("button", { name: "Set discount" }).click();
  await expect(bills).toContainText("With a percentage");
  await dialog.getByLabel("Percent").fill("120");
  await expect(bills).toContainText("With a percentage");
  await dialog.getByLabel("Percent").fill("20");
  await expect(bills).toContainText("No bill of this month would change.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/operator/organizations/${credentials.organization_id}`);
  await page.getByRole("button", { name: "Set price book" }).click();
  await dialog.getByLabel("Price book").selectOption(name);
  await expect(bills).toContainText("No bill of this month would change.");
  await expectAccessible(page);
});

test("single sign-on is checked on the page, by support too", async ({ newOperator, openPage }) => {
  const page = await openPage((await newOperator("support")).session);
  await page.goto("/operator/settings");
  await page.getByRole("button", { name: "Check single sign-on" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText("No provider is configured");
  await expectAccessible(page);
});
