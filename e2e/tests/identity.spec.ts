import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { expect, test } from "../src/fixtures.ts";
import { chooseInRow } from "../src/row-menu.ts";
import { totpCode } from "../src/totp.ts";

interface Person {
  readonly email: string;
  readonly password: string;
}

async function signIn(page: Page, { email, password }: Person, origin = "") {
  await page.context().clearCookies();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The open dialog. */
const question = (page: Page) => page.getByRole("alertdialog");

/** Checks that the user is signed in: every first page of the console has their menu. */
const expectSignedIn = (page: Page) => expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();

test("a user enables an authenticator app, signs in by code and once per recovery code, and disables it", async ({
  page,
  newMember,
}) => {
  const person = await newMember("viewer");
  await signIn(page, person);
  await expectSignedIn(page);
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Set up" }).click();
  await question(page).getByLabel("Password").fill("not this one");
  await question(page).getByRole("button", { name: "Continue" }).click();
  await expect(question(page).getByText("Password is wrong.")).toBeVisible();
  await question(page).getByLabel("Password").fill(person.password);
  await question(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "The secret as a QR code" })).toBeVisible();
  const secret = (await page.getByRole("button", { name: /^Copy secret/ }).textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Code is wrong or was used already")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = ((await page.locator("code").textContent()) ?? "").split("\n");
  expect(codes).toHaveLength(10);
  await page.getByLabel("I have saved the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Authenticator app" }).getByText("on", { exact: true })).toBeVisible();

  await signIn(page, person);
  await page.getByRole("textbox", { name: "Code" }).fill("123");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Code must be the 6 digits that the app shows.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectSignedIn(page);

  for (const outcome of ["in", "refused"]) {
    await signIn(page, person);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    if (outcome === "in") await expectSignedIn(page);
    else
      await expect(page.getByText("Recovery code is wrong or was used already; each code works once.")).toBeVisible();
  }
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectSignedIn(page);

  await page.goto("/account/security");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await question(page).getByLabel("Password").fill(person.password);
  await question(page).getByRole("button", { name: "Generate new codes" }).click();
  await expect(page.locator("code")).not.toContainText(codes[2] ?? "");
  await page.getByLabel("I have saved the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await question(page).getByLabel("Password").fill(person.password);
  await question(page).getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The authenticator app is off")).toBeVisible();
  await signIn(page, person);
  await expectSignedIn(page);
});

test("a user adds and renames a passkey, signs in with it, and cannot after removing it", async ({
  page,
  baseURL,
  newMember,
}) => {
  const person = await newMember("viewer");
  await signIn(page, person);
  await expectSignedIn(page);
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("A passkey belongs to a host name")).toBeVisible();

  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  // Browsers accept passkeys only for host names, so the test uses localhost.
  const origin = (baseURL ?? "").replace("127.0.0.1", "localhost");
  const security = `${origin}/account/security`;
  await signIn(page, person, origin);
  await expectSignedIn(page);
  await page.goto(security);
  await expect(page.getByRole("heading", { name: "No passkeys yet" })).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await question(page).getByLabel("Name", { exact: true }).fill("Laptop");
  await question(page).getByLabel("Password").fill(person.password);
  await question(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("row", { name: "Laptop" })).toBeVisible();
  await chooseInRow(page, "Laptop", "Rename");
  await question(page).getByLabel("Name", { exact: true }).fill("Old laptop");
  await question(page).getByRole("button", { name: "Rename passkey" }).click();
  await expect(page.getByRole("row", { name: "Old laptop" })).toBeVisible();
  await expectAccessible(page);

  const byPasskey = async () => {
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  };
  await byPasskey();
  await expectSignedIn(page);
  await page.goto(security);
  await chooseInRow(page, "Old laptop", "Remove");
  await question(page).getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("heading", { name: "No passkeys yet" })).toBeVisible();
  await byPasskey();
  await expect(page.getByRole("alert").filter({ hasText: "This passkey is not registered here" })).toBeVisible();
});

test("a user ends sessions of other browsers, and changing the password ends them too", async ({
  page,
  openPage,
  baseURL,
  newMember,
}) => {
  const person = await newMember("viewer");
  const there = await openPage(person.session, {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await signIn(there, person);
  await expectSignedIn(there);
  await signIn(page, person);
  await expectSignedIn(page);

  // The request must not be able to set its own source address.
  await page.request.post("/api/trpc/account.rename", {
    data: { name: "Ada" },
    headers: { origin: baseURL ?? "", "x-forwarded-for": "198.51.100.7" },
  });
  await page.goto("/account/security");
  const events = page.getByRole("region", { name: "Recent events of your account" }).getByRole("row");
  await expect(events.nth(1)).toContainText("Changed your name");
  await expect(events.nth(1)).toContainText("127.0.0.1");
  await expect(events.nth(2)).toContainText("Signed in");
  await expect(page.getByRole("row").filter({ hasText: "this browser" })).toHaveCount(1);
  await page
    .getByRole("row")
    .filter({ hasText: "this browser" })
    .getByRole("button", { name: /^Actions for / })
    .click();
  await expect(page.getByRole("menuitem", { name: /^End/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await chooseInRow(page, "the session of Firefox on Linux", "End");
  await expect(page.getByText("Ended the session", { exact: true })).toBeVisible();
  await there.reload();
  await expect(there).toHaveURL(/\/sign-in\?next=/);

  await signIn(there, person);
  await expectSignedIn(there);
  await page.reload();
  await page.getByRole("button", { name: "End all others" }).click();
  await question(page).getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText(/^Ended \d sessions?$/)).toBeVisible();
  await there.reload();
  await expect(there).toHaveURL(/\/sign-in\?next=/);

  await signIn(there, person);
  await expectSignedIn(there);
  await page.goto("/account");
  await page.getByRole("textbox", { name: "Name" }).fill("Grace");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(page.getByRole("button", { name: "Account of Grace" })).toBeVisible();
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New password must have at least 10 characters.")).toBeVisible();
  await page.getByLabel("New password").fill("another-long-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Current password is wrong.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Changed your password")).toBeVisible();
  await there.reload();
  await expect(there).toHaveURL(/\/sign-in\?next=/);
});
