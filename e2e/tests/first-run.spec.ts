import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../src/fixtures.ts";
import { environmentOf, newProduct } from "../src/product.ts";
import { type SignInProvider, startSignInProvider } from "../src/sign-in-provider.ts";

const RUN = join(import.meta.dirname, "../../scripts/run.mjs");

let installation: ChildProcess;
let consoleUrl: string;
let dataDir: string;
let env: Record<string, string | undefined>;
let provider: SignInProvider;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000);
  const product = await newProduct();
  dataDir = product.dataDir;
  consoleUrl = `http://127.0.0.1:${product.consolePort}`;
  const secrets = { FULMAR_SECRET: "0123456789abcdef0123456789abcdef", FULMAR_MASTER_KEY: "0".repeat(64) };
  provider = await startSignInProvider(consoleUrl, "ada@example.com");
  const settings = { ...environmentOf(product), ...secrets, ...provider.env };
  env = { ...process.env, ...settings, FULMAR_ENVIRONMENT: "production" };
  installation = spawn(process.execPath, [RUN, "start"], { env, stdio: "inherit" });
  const request = await playwright.request.newContext();
  const answers = () =>
    request.get(`${consoleUrl}/welcome`).then(
      (response) => response.status(),
      () => 0, // the server does not listen yet
    );
  await expect.poll(answers, { timeout: 150_000 }).toBe(200);
  await request.dispose();
});

test.afterAll(async () => {
  const ended = once(installation, "exit");
  installation.kill("SIGTERM");
  await ended;
  provider.stop();
  rmSync(dataDir, { recursive: true });
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
  const made = execFileSync(process.execPath, [RUN, "fulmar", "admin", "setup-token", "--json"], { env });
  await page.getByLabel("Setup token").fill(JSON.parse(String(made)).setup_token);
  await page.getByRole("button", { name: "Set up Fulmar" }).click();
  await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Switch workspace/ })).toContainText("Difference");

  // The balance is still zero: the page says what cannot be bought, nothing is created, and the page shows how to
  // change it.
  await page.getByRole("link", { name: "Create a VM" }).click();
  await expect(page.getByRole("heading", { name: "New VM" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("unpaid");
  await page.getByRole("radio", { name: /^Cloud small/ }).check();
  await page.getByRole("radio", { name: /^Debian 12/ }).check();
  await page.getByRole("button", { name: "Create VM" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText(/funds|balance|credit/i);

  await page.getByRole("link", { name: "Open billing" }).click();
  await expect(page.getByText(/admin wallet top-up --organization org_\w+ --amount/)).toBeVisible();

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
