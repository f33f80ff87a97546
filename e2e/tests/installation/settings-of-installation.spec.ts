// Name, look and rules are those of everybody, so the test puts them back.
import { expectAccessible } from "../../src/accessible.ts";
import { expect, NOBODY, test } from "../../src/fixtures.ts";
import { issueInvoice } from "../../src/invoices.ts";

/** A blue PNG of one pixel. */
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test.afterEach(async ({ database }) => {
  await database.query("DELETE FROM installation_settings");
  await database.query("INSERT INTO installation_settings DEFAULT VALUES");
});

test("an operator names the cloud, gives it a colour and a logo, and says whom to ask and who may sign up", async ({
  newOperator,
  openPage,
}) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const main = page.getByRole("main");
  await page.goto("/operator/settings");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Edit name and colour" }).click();
  await dialog.getByLabel("Name").fill("Northern Cloud");
  await dialog.getByLabel("Colour").fill("#ffee00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/must be darker/)).toBeVisible();
  const preview = dialog.getByRole("region", { name: "Preview of the colour" });
  await expect(preview).toHaveCount(0);
  await dialog.getByLabel("Colour").fill("#0B6E4F");
  await expect(preview).toContainText("Dark");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  const look = page.getByRole("region", { name: "Name, colour and logo" });
  await expect(look).toContainText("#0b6e4f");
  await expect(page.getByRole("complementary").getByText("Northern Cloud")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Choose logo" }).click();
  const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(65_537) };
  await dialog.getByLabel("File").setInputFiles(large);
  await expect(dialog.getByText(/must be of at most 64 KiB/)).toBeVisible();
  await dialog.getByLabel("File").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: LOGO });
  await expect(dialog.getByRole("img", { name: "The logo that is chosen" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set logo" }).click();
  await expect(main.getByRole("img", { name: "Logo of Northern Cloud" })).toBeVisible();
  await page.getByRole("button", { name: "Remove logo" }).click();
  await dialog.getByRole("button", { name: "Remove logo" }).click();
  await expect(main.getByRole("img", { name: "Logo of Northern Cloud" })).toHaveCount(0);

  await page.getByRole("button", { name: "Edit help" }).click();
  await dialog.getByLabel("Support e-mail").fill("help@example.com");
  await dialog.getByLabel("Terms of service").fill("https://example.com/terms");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText("https://example.com/terms");

  await page.getByRole("button", { name: "Edit sign-up" }).click();
  await dialog.getByLabel("An account is for").selectOption("domains");
  await dialog.getByLabel("Domains").fill("Example.COM");
  await dialog.getByLabel("Organizations are made by").selectOption("operators");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Who may sign up" })).toContainText("example.com");

  // Something is charged for in every installation of these tests.
  await expect(main).toContainText("so the currency stays USD");
  await page.getByRole("button", { name: "Change currency" }).focus();
  await expect(page.getByRole("tooltip")).toContainText("so the currency stays USD");

  await page.getByRole("button", { name: `Account of ${person.name}` }).click();
  await expect(page.getByRole("menuitem", { name: "Help" })).toHaveAttribute("href", "mailto:help@example.com");
  await expect(page.getByRole("menuitem", { name: "Terms of service" })).toHaveAttribute(
    "href",
    "https://example.com/terms",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(main.getByRole("status").filter({ hasText: person.email })).toBeVisible();

  const visitor = await openPage(NOBODY);
  await visitor.goto("/sign-in");
  await expect(visitor.getByRole("link", { name: "Terms of service" })).toHaveAttribute(
    "href",
    "https://example.com/terms",
  );
  await expect(visitor.getByRole("link", { name: "Help" })).toHaveAttribute("href", "mailto:help@example.com");
  await expectAccessible(visitor);
});

test("an operator lifts a suspension by dunning, which postpones what is overdue", async ({
  newOperator,
  openPage,
  database,
  credentials,
}) => {
  const { organization_id, workspace_id } = credentials;
  await database.query("UPDATE installation_settings SET reminder_days = '{}', dunning_suspension_days = 1");
  await issueInvoice(database, workspace_id, "2020-0007", "7");
  await database.query(
    `UPDATE wallet SET suspended_at = now(), suspended_by = 'dunning', suspended_reason = 'Unpaid.'
      WHERE organization_id = $1`,
    [organization_id],
  );
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const main = page.getByRole("main");
  await page.goto(`/operator/organizations/${organization_id}`);
  await expect(main).toContainText("dunning, for an unpaid invoice");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(dialog).toContainText("all its overdue invoices are postponed");
  await dialog.getByLabel("New due date").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Resume organization" }).click();
  await expect(dialog.getByText("New due date must be later than now.")).toBeVisible();
  await dialog.getByLabel("New due date").fill("2099-04-01");
  await dialog.getByLabel("Reason").fill("They pay in April.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Resume organization" }).click();
  await expect(page.getByRole("button", { name: "Suspend" })).toBeVisible();
  await expect(main).not.toContainText("dunning");
  await main.getByRole("link", { name: /Invoices/ }).click();
  await main.getByRole("link", { name: "2020-0007" }).click();
  await expect(page.getByRole("region", { name: "Invoice", exact: true })).toContainText("They pay in April.");
});
