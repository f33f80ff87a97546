import { type Browser, chromium } from "@playwright/test";
import { chooseInRow } from "../../../../e2e/src/row-menu.ts";
import { totpCode } from "../../../../e2e/src/totp.ts";
import type { Product } from "../product.ts";
import { fulmar, must, timedStep } from "../story.ts";
import { Console, expect } from "./console.ts";
import { type OperatorsServer, prepareServer } from "./operators-server.ts";
import { Pictures } from "./pictures.ts";
import {
  BOUGHT,
  type CustomerName,
  emptyProduction,
  euros,
  invoiceMonth,
  monthAfter,
  owedBy,
  PERCENT_OFF,
  PRICES,
  RAISED,
  SELLER,
  SIZE,
  TAX_PERCENT,
} from "./sale.ts";
import { PUBLIC_RANGE, type SiteServer } from "./server.ts";

const PROJECT = "sale-by-pages";
const PASSWORD = "an-analytical-engine";
const CUSTOMERS = ["Acme", "Partner"] as const;
/** A customer's owner in the console, and the workspace. */
interface Customer {
  readonly name: CustomerName;
  readonly console: Console;
  readonly workspace: string;
}

/**
 * An empty production installation is made one that sells, by the pages of the console, as an operator and customers
 * see them. Commands begin it on the host: the setup token, and the first operator. The invoices on the pages are
 * compared with a calculation by hand.
 * @param folder gets a picture of each station
 */
export async function soldByPages(server: SiteServer, folder: string): Promise<void> {
  const product = await emptyProduction();
  const prepared = await prepareServer(server, PROJECT);
  const executablePath = process.env.FULMAR_CHROMIUM;
  const browser = await chromium.launch({
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    ...(executablePath && { executablePath }),
  });
  const pictures = new Pictures(folder);
  try {
    const url = await timedStep("the console of an empty production installation", () => product.startConsole());
    const operator = await Console.open(browser, url);
    await timedStep("the first user, with an authenticator, becomes an operator", () =>
      begun(product, operator, pictures),
    );
    await timedStep("currency, seller and tax", () => settled(operator, pictures));
    product.startTalkingWorker();
    const siteId = await timedStep("a site, its addresses and an image from a URL", () =>
      makeSite(operator, prepared, pictures),
    );
    const [acme, partner] = await timedStep("two customers, who are invited", async () => [
      await invited(operator, browser, url, "Acme"),
      await invited(operator, browser, url, "Partner"),
    ]);
    const nextMonth = monthAfter(new Date());
    await timedStep("plans, prices, a price that rises next month, and a discount", () =>
      priced(operator, siteId, nextMonth, pictures),
    );
    await timedStep("five machines, of which one has a plan that is retired then", async () => {
      for (const customer of [acme, partner]) await buy(customer, pictures);
      await retired(operator, pictures);
    });
    await timedStep("the invoices of next month are those of a calculation by hand", async () => {
      await invoiceMonth(product, nextMonth);
      for (const customer of [acme, partner]) await invoiced(customer, nextMonth, pictures);
      await operator.visit("/operator/invoices");
      for (const name of CUSTOMERS)
        await expect(
          operator.page
            .getByRole("row")
            .filter({ hasText: name })
            .filter({ hasText: nameOf(nextMonth) }),
        ).toContainText("Paid");
      await pictures.take(operator.page, "all-invoices");
    });
    await timedStep("all of it deleted", async () => {
      for (const customer of [acme, partner]) await deleted(customer);
    });
    console.log(`          pictures: ${folder}`);
  } catch (error) {
    for (const [index, page] of browser
      .contexts()
      .flatMap((context) => context.pages())
      .entries())
      await pictures
        .take(page, `failed-${index}`)
        .catch((untaken: unknown) => console.log(`          no picture of a page: ${String(untaken).split("\n")[0]}`));
    throw error;
  } finally {
    await browser.close();
    await product.stop();
    await prepared.close();
  }
}

/** The holder of the setup token makes the first account, protects it, and becomes an operator by a command. */
async function begun(product: Product, user: Console, pictures: Pictures): Promise<void> {
  const { page, dialog } = user;
  const { setup_token } = (await fulmar(product, "admin", "setup-token")) as { setup_token: string };
  await user.visit("/welcome");
  const answers = { "Setup token": setup_token, "Your name": "Ada Lovelace", "E-mail": "ada@example.com" };
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Organization").fill(SELLER.legal_name);
  await page.getByLabel("First workspace").fill("Main");
  await pictures.take(page, "first-account");
  await user.button("Set up Fulmar").click();
  await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  await fulmar(product, "admin", "operator", "add", "--email", "ada@example.com");

  await user.visit("/account/security");
  await user.button("Set up").click();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const key = (await page.getByRole("button", { name: /^Copy secret/ }).textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(totpCode(key));
  await user.button("Turn on").click();
  await page.getByLabel("I have saved the codes").check();
  await user.button("Done").click();
  await user.visit("/operator");
  const steps = page.getByRole("region", { name: "Set up" }).getByRole("listitem");
  await expect(steps.first()).toContainText("Add a site");
  await expect(steps.last()).toContainText("Say who invoices are from");
  await pictures.take(page, "what-is-left");
}

async function settled(operator: Console, pictures: Pictures): Promise<void> {
  const { page, dialog } = operator;
  await operator.visit("/operator/settings");
  await operator.button("Change currency").click();
  await operator.fill({ Currency: "EUR" });
  await operator.done("Save");
  await operator.button("Edit sign-up").click();
  await dialog.getByLabel("Organizations are made by").selectOption("operators");
  await operator.done("Save");

  await operator.visit("/operator/tax");
  await operator.button("Edit seller").click();
  const { legal_name, address_lines, postal_code, city, vat_number } = SELLER;
  await operator.fill({ "Legal name": legal_name, Address: address_lines.join("\n"), "Postal code": postal_code });
  await operator.fill({ City: city, "VAT number": vat_number });
  await dialog.getByLabel("Country").selectOption(SELLER.country);
  await operator.done("Save");
  await operator.button("Add rate").click();
  await dialog.getByRole("combobox", { name: "Country" }).selectOption(SELLER.country);
  await operator.fill({ Name: "MwSt.", Percent: String(TAX_PERCENT) });
  await operator.fill({ "From, UTC": new Date().toISOString().slice(0, 10) });
  await operator.done("Add rate");
  await expect(page.getByRole("region", { name: "Tax rates" })).toContainText(`MwSt. ${TAX_PERCENT} %`);
  await pictures.take(page, "seller-and-tax");
}

/** Adds the site with its certificates, which a worker connects, and has the image brought to it. @returns its id */
async function makeSite(operator: Console, { site, image }: OperatorsServer, pictures: Pictures): Promise<string> {
  const { page, dialog } = operator;
  await operator.visit("/operator/sites");
  await operator.button("Add site").click();
  const { name, endpoint, client_cert, server_cert, client_key, project, storage_pool } = site;
  await operator.fill({ "Server certificate": server_cert, Project: project, "Storage pool": storage_pool });
  await operator.fill({ Name: name, Endpoint: endpoint, "Client certificate": client_cert });
  await dialog.evaluate((element) => element.scrollTo(0, 0));
  await pictures.take(page, "add-a-site");
  await operator.fill({ "Client key": client_key });
  await operator.done("Add site");
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await carriedOut(operator, "Add the site");
  await operator.button("Add addresses").click();
  await operator.fill({ Range: PUBLIC_RANGE });
  await operator.done("Add addresses");
  const path = new URL(page.url()).pathname;
  const siteId = path.split("/").at(-1) ?? "";

  await operator.visit("/operator/catalog");
  await operator.button("Import an image").click();
  await operator.fill({ "Image id": image.template_id, URL: image.url, "SHA-256": image.sha256 });
  await operator.fill({ Version: image.version, "Smallest disk, in GB": String(image.min_disk_gb) });
  await operator.fill({ Distribution: image.os_distro });
  await dialog.getByRole("textbox", { name: "Name" }).fill(image.name);
  await dialog.getByLabel("Site").selectOption(siteId);
  await dialog.getByLabel("Format").selectOption(image.format);
  await pictures.take(page, "image-from-a-url");
  await operator.done("Import image");
  await operator.visit(path);
  await carriedOut(operator, "Import image");
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await pictures.take(page, "site-with-an-image");
  return siteId;
}

/** Waits until the page of a site says that a worker has done so. */
async function carriedOut({ page }: Console, decision: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: decision });
  await expect(row).toContainText(/done|failed/);
  must((await row.textContent())?.includes("done") === true, `${decision}: ${await row.textContent()}`);
}

/** An operator makes an organization with funds, and invites its owner. */
async function invited(operator: Console, browser: Browser, url: string, name: CustomerName): Promise<Customer> {
  const { page, dialog } = operator;
  await operator.visit("/");
  await page.waitForURL(/\/workspaces\/\d+/);
  await operator.visit(`${new URL(page.url()).pathname.split("/").slice(0, 3).join("/")}/settings`);
  await operator.button("New organization").click();
  await operator.fill({ Name: name, "First workspace": "Main" });
  await dialog.getByRole("button", { name: "Create organization" }).click();
  await expect(operator.button(`Leave ${name}`)).toBeVisible();
  const [, workspace = ""] = /\/workspaces\/(\d+)/.exec(page.url()) ?? [];
  await operator.visit(`/workspaces/${workspace}/settings/members`);
  await operator.button("Invite").click();
  await operator.fill({ "E-mail": `owner@${name.toLowerCase()}.example` });
  await dialog.getByRole("radio", { name: /^Owner/i }).check();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await operator.done("Done");

  const theirs = await Console.open(browser, url);
  await theirs.visit(link);
  await theirs.page.getByLabel("Your name").fill(`Owner of ${name}`);
  await theirs.page.getByLabel("Password").fill(PASSWORD);
  await theirs.button("Create account and join").click();
  await expect(theirs.page.getByRole("button", { name: `Account of Owner of ${name}` })).toBeVisible();
  await theirs.visit(`/workspaces/${workspace}/billing`);
  await theirs.button("Edit billing details").click();
  await theirs.fill({ "Legal name": `${name} GmbH`, Address: "Markt 1", "Postal code": "10115", City: "Berlin" });
  await theirs.dialog.getByRole("combobox", { name: "Country" }).selectOption("DE");
  await theirs.done("Save");

  await operator.visit("/operator/organizations");
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await operator.button("Top up").click();
  await operator.fill({ Amount: "500", Reference: `Transfer of ${name}` });
  await operator.done("Top up");
  return { name, console: theirs, workspace };
}

/** Plans, prices, a book for the second customer, until nothing is left to set up. */
async function priced(operator: Console, siteId: string, nextMonth: Date, pictures: Pictures): Promise<void> {
  const { page, dialog } = operator;
  await operator.visit("/operator/catalog");
  for (const [id, price] of Object.entries(PRICES)) {
    await operator.button("New plan").click();
    await operator.fill({ Id: id, Name: id, vCPUs: String(SIZE.cpu), "Memory in GB": String(SIZE.ram_mb / 1024) });
    await operator.fill({ "Disk in GB": String(SIZE.disk_gb), "Price of an hour": euros(price) });
    await dialog.getByRole("checkbox", { name: siteId }).check();
    if (id === "sale-own") {
      await dialog.getByLabel("All organizations").uncheck();
      await dialog.getByRole("checkbox", { name: /^Partner/ }).check();
      await pictures.take(page, "plan-for-one-customer");
    }
    await operator.done("Create plan");
  }
  await expect(page.getByRole("row").filter({ hasText: "sale-own" })).toContainText("to 1 organization alone");
  await pictures.take(page, "catalog");

  await operator.visit("/operator/prices/standard");
  const product = dialog.getByLabel("Product");
  await operator.button("Set price").click();
  const option = product.getByRole("option", { name: /sale-small/ }).first();
  await product.selectOption(await option.getAttribute("value"));
  await operator.fill({ "Price of ": euros(RAISED), "From, UTC": nextMonth.toISOString().slice(0, 16) });
  await expect(dialog.getByRole("region", { name: "This month's bills" })).toContainText("No bill of this month");
  await pictures.take(page, "price-from-next-month");
  await operator.done("Set price");
  await operator.visit("/operator");
  const left = page.getByRole("region", { name: "Set up" }).getByRole("listitem");
  await expect(left).toHaveCount(1);
  await expect(left).toContainText("Set the prices of products");
  await pictures.take(page, "products-are-left");
  const ids = (await left.locator("p").last().textContent())?.split(", ") ?? [];
  await importPrices(operator, ids, pictures);

  await operator.visit("/operator/prices");
  await operator.button("New price book").click();
  await operator.fill({ Id: "partners", Name: "Partners" });
  await operator.done("Create price book");
  await operator.button("Set discount").click();
  await operator.fill({ Percent: String(PERCENT_OFF) });
  await operator.done("Set discount");
  await expect(page.getByRole("region", { name: "Discounts of the book" })).toContainText(`${PERCENT_OFF} %`);
  await operator.visit("/operator/organizations");
  await page.getByRole("main").getByRole("link", { name: "Partner", exact: true }).click();
  await operator.button("Set price book").click();
  await dialog.getByLabel("Price book").selectOption("partners");
  await operator.done("Set price book");
  await expect(page.getByRole("region", { name: "Price books of the organization" })).toContainText("Partners");
  await pictures.take(page, "customer-with-a-book");

  await operator.visit("/operator");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("1 site.");
  await expect(page.getByRole("region", { name: "Set up" })).toHaveCount(0);
  await pictures.take(page, "nothing-is-left");
}

/** Imports a file by which products cost nothing. */
async function importPrices(operator: Console, ids: readonly string[], pictures: Pictures): Promise<void> {
  const { page, dialog } = operator;
  const file = { format: 1, currency: "EUR", products: ids.map((sku_code) => ({ sku_code, hourly_price: "0" })) };
  await operator.visit("/operator/catalog");
  await operator.button("Import a catalog").click();
  await dialog.getByLabel("Catalog", { exact: true }).selectOption("a file");
  const buffer = Buffer.from(JSON.stringify(file));
  const chosen = { name: "prices.json", mimeType: "application/json", buffer };
  await dialog.getByLabel("File", { exact: true }).setInputFiles(chosen);
  await expect(dialog.getByRole("region", { name: "What this does" })).toContainText("Changes the price book standard");
  await pictures.take(page, "prices-of-a-file");
  await operator.done("Import catalog");
}

/** A customer makes a VM of each plan, by the form. */
async function buy(customer: Customer, pictures: Pictures): Promise<void> {
  const { name, workspace, console: theirs } = customer;
  const { page } = theirs;
  for (const plan of BOUGHT[name]) {
    await theirs.visit(`/workspaces/${workspace}/cloud-vms/new`);
    await page.getByLabel("Name", { exact: true }).fill(plan);
    await page.getByRole("radio", { name: new RegExp(`^${plan}`) }).check();
    await page.getByRole("radio", { name: /^Debian 12/ }).check();
    await expect(page.getByRole("radio", { name: /^sale-own/ })).toHaveCount(name === "Partner" ? 1 : 0);
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("billed while it exists");
    if (plan === BOUGHT[name][0]) await pictures.take(page, `${name.toLowerCase()}-buys`);
    await theirs.button("Create VM").click();
    await expect(page.getByRole("heading", { name: plan, level: 1 })).toBeVisible();
  }
  await theirs.visit(`/workspaces/${workspace}/cloud-vms`);
  for (const plan of BOUGHT[name])
    await expect(page.getByRole("row").filter({ hasText: plan }).first()).toContainText("running");
}

async function retired(operator: Console, pictures: Pictures): Promise<void> {
  const { page } = operator;
  await operator.visit("/operator/catalog");
  await chooseInRow(page, "sale-medium", "Retire");
  await operator.done("Retire");
  await expect(page.getByRole("row").filter({ hasText: "sale-medium" })).toContainText("retired");
  await pictures.take(page, "retired-plan");
}

/** Compares the invoice on the customer's page. */
async function invoiced(customer: Customer, month: Date, pictures: Pictures): Promise<void> {
  const { name, workspace, console: theirs } = customer;
  const { page } = theirs;
  await theirs.visit(`/workspaces/${workspace}/billing/invoices`);
  const row = page
    .getByRole("region", { name: "Invoices" })
    .getByRole("row")
    .filter({ hasText: nameOf(month) });
  await row.getByRole("link", { name: nameOf(month) }).click();
  await expect(page.getByRole("heading", { name: `Invoice of ${nameOf(month)}` })).toBeVisible();
  const facts = (await page.getByRole("region", { name: "Invoice", exact: true }).textContent()) ?? "";
  await pictures.take(page, `invoice-of-${name.toLowerCase()}`);
  const { hours, net, tax } = owedBy(name, month);
  const [, exact] = /Exact total([\d.]+) EUR/.exec(facts) ?? [];
  const [, taxed] = new RegExp(`MwSt\\. ${TAX_PERCENT} % \\(DE\\)€([\\d.,]+)`).exec(facts) ?? [];
  console.log(`          ${name}: ${hours} hours, ${taxed} of tax, ${exact} EUR`);
  must(Number(taxed) === tax / 100_000, `${name} owes ${euros(tax)} of tax: ${facts}`);
  must(Number(exact) === (net + tax) / 100_000, `${name} owes ${euros(net + tax)}: ${facts}`);
  for (const party of [SELLER.legal_name, SELLER.vat_number, `${name} GmbH`])
    must(facts.includes(party), `the invoice names ${party}: ${facts}`);
}

async function deleted({ name, workspace, console: theirs }: Customer): Promise<void> {
  const { page } = theirs;
  for (const plan of BOUGHT[name]) {
    await theirs.visit(`/workspaces/${workspace}/cloud-vms`);
    await page.getByRole("main").getByRole("link", { name: plan, exact: true }).click();
    await theirs.button("Delete").click();
    await page.getByLabel(`Type ${plan} to confirm`).fill(plan);
    await theirs.button("Delete VM").click();
    await expect(page.getByRole("main").getByText("deleted", { exact: true }).first()).toBeVisible();
  }
}

const nameOf = (month: Date) =>
  new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(month);
