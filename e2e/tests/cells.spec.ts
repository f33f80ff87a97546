import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../src/fixtures.ts";
import {
  consoleUrlOf,
  type DevelopmentCredentials,
  environmentOf,
  inDatabase,
  newProduct,
  type Product,
  readCredentials,
} from "../src/product.ts";

const RUN = join(import.meta.dirname, "../../scripts/run.mjs");
/** The user of the second cell, whom the first one does not know. */
const GRACE = "grace@example.com";

interface Cell {
  readonly product: Product;
  readonly installation: ChildProcess;
}

let cells: Cell[];
let first: string;
let second: string;
let grace: DevelopmentCredentials;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(240_000);
  const products = [await newProduct(), await newProduct()] as const;
  [first, second] = [consoleUrlOf(products[0]), consoleUrlOf(products[1])];
  cells = products.map((product, index) => {
    const settings = {
      FULMAR_CELL: `eu${index + 1}`,
      FULMAR_CELLS: `eu1=${first},eu2=${second}`,
      FULMAR_CELLS_KEY: "the key of the cells of the tests",
    };
    const env = { ...process.env, ...environmentOf(product), ...settings };
    return { product, installation: spawn(process.execPath, [RUN, "start"], { env, stdio: "inherit" }) };
  });
  const request = await playwright.request.newContext();
  for (const { product } of cells) {
    const answers = () =>
      request.get(`${consoleUrlOf(product)}/sign-in`).then(
        (response) => response.status(),
        () => 0, // the server does not listen yet
      );
    await expect.poll(answers, { timeout: 200_000 }).toBe(200);
  }
  await request.dispose();
  const { dataDir } = products[1];
  grace = readCredentials(dataDir);
  await inDatabase(dataDir, (database) =>
    database.query(`UPDATE "user" SET email = $1 WHERE email = $2`, [GRACE, grace.email]),
  );
});

test.afterAll(async () => {
  for (const { product, installation } of cells) {
    const ended = once(installation, "exit");
    installation.kill("SIGTERM");
    await ended;
    rmSync(product.dataDir, { recursive: true });
  }
});

test("who signs in at the wrong cell is led to the right one, with the address filled in", async ({ page }) => {
  await page.goto(`${first}/sign-in`);
  await page.getByLabel("E-mail").fill(GRACE);
  await page.getByLabel("Password").fill(grace.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${second}/sign-in`));
  await expect(page.getByLabel("E-mail")).toHaveValue(GRACE);
  await page.getByLabel("Password").fill(grace.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${second}/workspaces/`));
});

test("a forgotten password is asked for at the right cell, and the other cells have links", async ({ page }) => {
  await page.goto(`${first}/forgot-password`);
  await page.getByLabel("E-mail").fill(GRACE);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page).toHaveURL(new RegExp(`^${second}/forgot-password`));
  await expect(page.getByLabel("E-mail")).toHaveValue(GRACE);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status")).toContainText(GRACE);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await page.getByRole("link", { name: "eu1" }).click();
  await expect(page).toHaveURL(`${first}/sign-in`);
  await page.goto(`${first}/sign-in?error=cell_eu2`);
  await page.getByRole("link", { name: "Sign in there" }).click();
  await expect(page).toHaveURL(`${second}/sign-in`);
});
