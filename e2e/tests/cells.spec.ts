import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/accessible.ts";
import { accountIn, type Cell, type Cells, inviteTo, NEWCOMER, STRANGER, startCells } from "../src/cells.ts";
import { expect, test } from "../src/fixtures.ts";
import { passwordLinks } from "../src/mails.ts";

// They share two installations, and the last test stops one.
test.describe.configure({ mode: "default" });

let cells: Cells;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  cells = await startCells();
});
test.afterAll(() => cells.stop());

async function signIn(page: Page, at: Cell, { email, password }: { email: string; password: string }) {
  await page.goto(`${at.consoleUrl}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function askForLink(page: Page, at: Cell, email: string) {
  await page.goto(`${at.consoleUrl}/forgot-password`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
}

/** The console of a cell, at a page or below it. */
const pageOf = ({ consoleUrl }: Cell, path = "/") => new RegExp(`^${consoleUrl}${path}`);
const expectSignedIn = (page: Page) => expect(page.getByRole("button", { name: /^Account of/ })).toBeVisible();

/** The text of a page, without the address that it is about. */
async function wordsOf(page: Page, email: string): Promise<string> {
  return ((await page.getByRole("main").textContent()) ?? "").replaceAll(email, "the address");
}

test("who signs in at the wrong cell is led to the right one, which says why and leads back", async ({
  page,
  playwright,
}) => {
  const { eu1, eu2 } = cells;
  const person = await accountIn(eu2, playwright);
  await page.goto(`${eu1.consoleUrl}/sign-in`);
  await expect(page.getByText("This is the cell eu1. Other cells: eu2")).toBeVisible();
  await expectAccessible(page);
  await signIn(page, eu1, person);
  await expect(page).toHaveURL(pageOf(eu2, "/sign-in"));
  await expect(page.getByRole("status")).toHaveText(
    `${person.email} signs in here, at the cell eu2, not at eu1. Type your password again. Back to eu1`,
  );
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expectSignedIn(page);
  await expect(page).toHaveURL(pageOf(eu2));

  // The session is of eu2 alone.
  await page.goto(eu1.consoleUrl);
  await expect(page).toHaveURL(pageOf(eu1, "/sign-in$"));
  await page.context().clearCookies();
  await signIn(page, eu1, person);
  await page.getByRole("link", { name: "Back to eu1" }).click();
  await expect(page).toHaveURL(pageOf(eu1, "/sign-in$"));
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("who asks the wrong cell for a new password gets the link from the right one", async ({ page, playwright }) => {
  const { eu1, eu2 } = cells;
  const { email } = await accountIn(eu2, playwright);
  await askForLink(page, eu1, email);
  await expect(page).toHaveURL(pageOf(eu2, "/forgot-password"));
  await expect(page.getByRole("status")).toHaveText(
    `Links for ${email} are sent from here, the cell eu2, not from eu1. Back to eu1`,
  );
  await expect(page.getByText("This is the cell eu2. Other cells: eu1")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "we have sent a link to it" })).toBeVisible();
  await expect.poll(() => passwordLinks(eu2.product, email).length, { timeout: 30_000 }).toBe(1);
  expect(passwordLinks(eu1.product, email)).toEqual([]);
});

test("no page says whether there is an account: an address that no cell knows is led the same way", async ({
  page,
  playwright,
}) => {
  const { eu1, eu2 } = cells;
  const { email } = await accountIn(eu2, playwright);
  const said = [];
  for (const address of [email, STRANGER]) {
    const words = [];
    await signIn(page, eu1, { email: address, password: "not this one" });
    await expect(page.getByRole("status")).toBeVisible();
    words.push(await wordsOf(page, address));
    await page.getByLabel("Password").fill("not this one");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
    await askForLink(page, eu1, address);
    await expect(page.getByRole("status")).toBeVisible();
    words.push(await wordsOf(page, address));
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status").filter({ hasText: "belongs to an account" })).toBeVisible();
    words.push(await wordsOf(page, address));
    // The right cell answers without leading on.
    await signIn(page, eu2, { email: address, password: "not this one" });
    await expect(page.getByRole("alert").filter({ hasText: "E-mail or password is wrong" })).toBeVisible();
    words.push(page.url());
    said.push(words);
  }
  expect(said[1]).toEqual(said[0]);
});

test("a cell that is closed sends a new user of single sign-on to the open one, which makes the account", async ({
  page,
}) => {
  const { eu1, eu2 } = cells;
  await page.goto(`${eu1.consoleUrl}/sign-in`);
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(page.getByRole("status")).toHaveText("You sign in at the cell eu2, not here at eu1. Sign in at eu2");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in at eu2" }).click();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expectSignedIn(page);
  await expect(page).toHaveURL(pageOf(eu2));

  // Its address leads to eu2 now, where the browser has a session.
  await signIn(page, eu1, { email: NEWCOMER, password: "not this one" });
  await expect(page).toHaveURL(pageOf(eu2, "/"));
});

test("an invitation to a closed cell is followed there", async ({ page, playwright }) => {
  const { eu1, eu2 } = cells;
  const person = { email: "invited@example.com", password: "correct-battery-staple-7" };
  const path = await inviteTo(eu1, { email: person.email, playwright });
  await page.goto(`${eu1.consoleUrl}${path}`);
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create account and join" }).click();
  await expectSignedIn(page);
  await expect(page).toHaveURL(pageOf(eu1));
  await signIn(page, eu2, person);
  await expect(page).toHaveURL(pageOf(eu1, "/"));
});

test("while a cell is away, the other signs its own users in, and names it to those whom it does not know", async ({
  page,
  playwright,
}) => {
  const { eu1, eu2 } = cells;
  const here = await accountIn(eu1, playwright);
  const there = await accountIn(eu2, playwright);
  await eu2.installation.stop();
  const away = page
    .getByRole("alert")
    .filter({ hasText: "No cell that answers knows this address, and eu2 does not answer" });
  await signIn(page, eu1, there);
  await expect(away).toBeVisible();
  await askForLink(page, eu1, there.email);
  await expect(away).toBeVisible();
  await expectAccessible(page);
  await signIn(page, eu1, here);
  await expectSignedIn(page);
});
