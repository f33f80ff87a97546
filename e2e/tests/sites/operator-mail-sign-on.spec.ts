// Mail server and single sign-on are those of everybody, so the test takes them back.
import { randomUUID } from "node:crypto";
import { expectAccessible } from "../../src/accessible.ts";
import { expect, NOBODY, test } from "../../src/fixtures.ts";
import { consoleUrlOf, productUnderTest } from "../../src/product.ts";
import { startSignInProvider } from "../../src/sign-in-provider.ts";

test.afterEach(async ({ database }) => {
  await database.query("DELETE FROM installation_mail");
  await database.query("DELETE FROM installation_single_sign_on");
});

test("an operator sets, tries and removes the mail server and single sign-on", async ({ newOperator, openPage }) => {
  const person = await newOperator();
  const page = await openPage(person.session);
  const dialog = page.getByRole("alertdialog");
  const main = page.getByRole("main");
  await page.goto("/operator/settings");
  await expect(main).toContainText("Mails are written to files");

  await page.getByRole("button", { name: "Set mail server" }).click();
  await dialog.getByLabel("Server").fill("smtp://127.0.0.1");
  await dialog.getByLabel("Port").fill("9");
  await dialog.getByLabel("Encryption").selectOption("none");
  await dialog.getByLabel("User name").fill("fulmar");
  await dialog.getByLabel("Password").fill("the-password-of-the-server");
  await dialog.getByLabel("Sender").fill("Cloud <cloud@example.com>");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/name or address of a server alone/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Server").fill("127.0.0.1");
  await dialog.getByRole("button", { name: "Try it" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "ECONNREFUSED" })).toBeVisible();
  // Nothing is set by a try. The page has no roles while the dialog covers it.
  await expect(page.locator("main")).toContainText("Mails are written to files");
  await dialog.getByRole("button", { name: "Save" }).click();
  const server = main.getByRole("region", { name: "Mail server" });
  await expect(server).toContainText("127.0.0.1 at port 9");
  await expect(server).toContainText("fulmar, with a password");
  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(main.getByRole("status").filter({ hasText: "ECONNREFUSED" })).toBeVisible();
  await page.getByRole("button", { name: "Remove mail server" }).click();
  await dialog.getByRole("button", { name: "Remove mail server" }).click();
  await expect(main).toContainText("Mails are written to files");

  const provider = await startSignInProvider([consoleUrlOf(productUnderTest())], `${randomUUID()}@example.com`);
  try {
    await page.getByRole("button", { name: "Set single sign-on" }).click();
    await dialog.getByLabel("Issuer").fill(String(provider.env.FULMAR_SSO_ISSUER));
    await dialog.getByLabel("Client id").fill(String(provider.env.FULMAR_SSO_CLIENT_ID));
    await dialog.getByLabel("Client secret").fill("not this");
    await dialog.getByRole("button", { name: "Try it" }).click();
    await expect(
      dialog.getByRole("status").filter({ hasText: "refuses the client id or the client secret" }),
    ).toBeVisible();
    await dialog.getByLabel("Client secret").fill(String(provider.env.FULMAR_SSO_CLIENT_SECRET));
    await dialog.getByRole("button", { name: "Try it" }).click();
    await expect(dialog.getByRole("status").filter({ hasText: "shows only a sign-in" })).toBeVisible();
    await dialog.getByLabel("Name").fill("Example");
    await dialog.getByLabel("Domains").fill("example.com");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(main.getByRole("region", { name: "Sign-in provider" })).toContainText("taken too");
    await page.getByRole("button", { name: "Check single sign-on" }).click();
    await expect(main.getByRole("status").filter({ hasText: "answers as single sign-on needs it" })).toBeVisible();
    await expectAccessible(page);

    const visitor = await openPage(NOBODY);
    await visitor.goto("/sign-in");
    await visitor.getByRole("button", { name: "Sign in with Example" }).click();
    await expect(visitor.getByRole("button", { name: "Account of Ada" })).toBeVisible();

    await page.getByRole("button", { name: "Remove single sign-on" }).click();
    await dialog.getByRole("button", { name: "Remove single sign-on" }).click();
    await expect(main).toContainText("There is no provider, so people sign in by password.");
  } finally {
    provider.stop();
  }
  const visitor = await openPage(NOBODY);
  await visitor.goto("/sign-in");
  await expect(visitor.getByLabel("Password")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Sign in with Example" })).toHaveCount(0);
});
