import { randomBytes } from "node:crypto";
import { expect, test } from "../src/fixtures.ts";
import { OwnInstallation } from "../src/own-installation.ts";
import { consoleUrlOf, newProduct } from "../src/product.ts";
import { type SignInProvider, startSignInProvider } from "../src/sign-in-provider.ts";

// They share an installation, which the first test sets up.
test.describe.configure({ mode: "serial" });

let installation: OwnInstallation;
let consoleUrl: string;
let provider: SignInProvider;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const product = await newProduct();
  consoleUrl = consoleUrlOf(product);
  const secret = () => randomBytes(32).toString("hex");
  const secrets = { FULMAR_SECRET: secret(), FULMAR_MASTER_KEY: secret() };
  provider = await startSignInProvider([consoleUrl], "ada@example.com");
  installation = await OwnInstallation.start(product, {
    settings: { ...secrets, ...provider.env, FULMAR_ENVIRONMENT: "production" },
    page: "/welcome",
  });
});

test.afterAll(async () => {
  await installation.remove();
  provider.stop();
});

test("a production installation is set up by the holder of its setup token, who cannot create VMs without funds", async ({
  page,
}) => {
  await page.goto(consoleUrl);
  await expect(page.getByRole("heading", { name: "Set up Fulmar" })).toBeVisible();
  await page.getByRole("button", { name: "Set up Fulmar" }).click();
  await expect(page.getByText("Password must have at least 10 characters.")).toBeVisible();
  await page.getByLabel("Setup token").fill("a-guess");
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill("an-analytical-engine");
  await page.getByLabel("Organization").fill("Engines");
  await page.getByLabel("First workspace").fill("Difference");
  await page.getByRole("button", { name: "Set up Fulmar" }).click();
  await expect(page.getByText("Setup token is wrong or has expired")).toBeVisible();
  const { setup_token } = installation.admin<{ setup_token: string }>("setup-token");
  await page.getByLabel("Setup token").fill(setup_token);
  await page.getByRole("button", { name: "Set up Fulmar" }).click();
  await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Switch workspace/ })).toContainText("Difference");

  // Production has no site, plan, image or price but those that an operator asks for.
  await page.getByRole("link", { name: "Create a VM" }).click();
  await expect(page.getByText("There is no site for this yet")).toBeVisible();
  await expect(page.getByText("There is no plan yet")).toBeVisible();
  installation.admin("catalog", "import");
  installation.admin("site", "add", "--name", "Trial", "--provider", "simulated", "--simulated");
  await page.reload();

  // The balance is still zero: the page says what cannot be bought, nothing is created, and the page shows how to
  // change it.
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("unpaid");
  await page.getByRole("radio", { name: /^Cloud small/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText(/funds|balance|credit/i);

  await page.getByRole("link", { name: "Open billing" }).click();
  await expect(
    page.getByText("Nothing can be bought now. Add funds, or ask an operator of Fulmar for a higher credit limit."),
  ).toBeVisible();

  // The setup form is closed permanently.
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/welcome`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the first user signs in by single sign-on, and an installation without e-mail says so", async ({ page }) => {
  await page.goto(`${consoleUrl}/sign-in`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByText("This installation sends no e-mail.")).toBeVisible();
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(page.getByRole("button", { name: "Account of Ada Lovelace" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/api/sso/callback/oidc?code=made-up&state=made-up`);
  await expect(page.getByRole("alert").filter({ hasText: "could not be checked" })).toBeVisible();
});
