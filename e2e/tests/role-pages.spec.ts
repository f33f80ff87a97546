import {
  FOUND_TYPES,
  isScope,
  MANAGER_ROLES,
  RESOURCES,
  ROLES,
  type Role,
  rolesWith,
  SECRET_READER_ROLES,
  SITE_READER_ROLES,
  WALLET_READER_ROLES,
} from "@fulmar/contract";
import type { Page, Request, Response } from "@playwright/test";
import { pagesOfConsole } from "../src/console-sources.ts";
import { type Api, expect, test } from "../src/fixtures.ts";
import { oneOfEach, SECRET_VALUE } from "../src/one-of-each.ts";
import { sessionFile } from "../src/people.ts";

/** The pages of a workspace, below it. */
const PAGES = pagesOfConsole()
  .filter((route) => route.startsWith("/workspaces/[workspaceId]"))
  .map((route) => route.slice("/workspaces/[workspaceId]/".length));

/** The pages that belong to no family of resources, where not every role may see them. */
const READERS: Readonly<Record<string, readonly Role[]>> = {
  alerts: rolesWith("alert.read"),
  "api-tokens": MANAGER_ROLES,
  "api-tokens/[tokenId]": MANAGER_ROLES,
  "api-tokens/new": MANAGER_ROLES,
  billing: WALLET_READER_ROLES,
  "billing/budgets": WALLET_READER_ROLES,
  "billing/invoices": WALLET_READER_ROLES,
  "billing/invoices/[invoiceId]": WALLET_READER_ROLES,
  "billing/ledger": WALLET_READER_ROLES,
  "settings/activity": MANAGER_ROLES,
  "settings/sites": SITE_READER_ROLES,
};

/** What roles that change no resources may change all the same. */
const CHANGES: Readonly<Record<string, readonly Role[]>> = { "billing/budgets": rolesWith("billing.write") };

/** The scope that reads each list, by its folder. */
const SCOPES = new Map(
  FOUND_TYPES.map((type) => [RESOURCES[type].page.split("/", 1)[0], RESOURCES[type].scope] as const),
);

/** The roles that may see a page: those that may read what it shows, or create what its form creates. */
function rolesOf(page: string): readonly Role[] {
  const scope = SCOPES.get(page.split("/", 1)[0]);
  if (READERS[page] !== undefined) return READERS[page];
  if (scope === undefined || scope === null) return ROLES;
  const needed = page.endsWith("/new") ? scope.replace(".read", ".write") : scope;
  if (!isScope(needed)) throw new Error(`${needed} is not a scope`);
  return rolesWith(needed);
}

/** Buttons that change nothing, or only what is the member's own: their membership and organizations of their own. */
const HARMLESS = [
  /^Copy /,
  /^Details of /,
  /^(allowed|denied)$/,
  // Filters, with what is chosen of them.
  /^(Action|Kind|Region|Site|Status|Tag)(:|$)/,
  /^(Apply|Ask|Choose columns|Download|Download as CSV|List|Next|Picture|Refresh|Show as a table)$/,
  /^Show VMs /,
  /^(New organization|Leave Demo)$/,
];
/** On a secret's page, its value is read to be shown or copied. Elsewhere, what is shown is copied. */
const READS_VALUE = /^(Reveal|Copy)$/;
const COPIES = /^Copy$/;
const MENUS = /^Actions for /;
/** Items of such menus that only read. */
const HARMLESS_ITEMS = ["Download", "Share link"];

/** @returns the enabled buttons of a page, without those that sort a list. They are read at once, because some vanish. */
function enabledButtons(page: Page): Promise<readonly string[]> {
  const enabled = page.getByRole("main").locator("button:not(th button):not([aria-disabled=true]):enabled:visible");
  return enabled.evaluateAll((buttons) =>
    buttons.map((button) => (button.getAttribute("aria-label") ?? button.textContent ?? "").trim()),
  );
}

/** @returns the enabled items of a page's menu that change something */
async function enabledItems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  // The rows of a list have the same menu.
  const [menu] = await page.getByRole("main").getByRole("button", { name: MENUS }).all();
  if (menu !== undefined) {
    await menu.click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    for (const item of await page.getByRole("menuitem").all()) {
      const words = (await item.textContent()) ?? "";
      if ((await item.getAttribute("aria-disabled")) !== "true" && !HARMLESS_ITEMS.includes(words)) found.push(words);
    }
    await page.keyboard.press("Escape");
  }
  return found;
}

/** Collects the questions that the server refused for the role. `take` returns those that the current page asked. */
function refusedQuestions(page: Page): { take: () => Promise<readonly string[]> } {
  const pathname = () => new URL(page.url()).pathname;
  const askedBy = new WeakMap<Request, string>();
  const refusals: { readonly asker: string | undefined; readonly names: Promise<readonly string[]> }[] = [];
  page.on("request", (request) => askedBy.set(request, pathname()));
  page.on("response", (response) => {
    if (response.url().includes(PROCEDURES) && [207, 403].includes(response.status()))
      // An answer that a page no longer waited for when it was left cannot be read.
      refusals.push({ asker: askedBy.get(response.request()), names: refusedIn(response).catch(() => []) });
  });
  const ofCurrentPage = () => refusals.splice(0).filter(({ asker }) => asker === pathname());
  return { take: async () => (await Promise.all(ofCurrentPage().map(({ names }) => names))).flat() };
}

const PROCEDURES = "/api/trpc/";

async function refusedIn(response: Response): Promise<readonly string[]> {
  const names = new URL(response.url()).pathname.slice(PROCEDURES.length).split(",");
  const body: unknown = await response.json();
  const results = Array.isArray(body) ? body : [body];
  return names.filter((_, index) => results[index]?.error?.data?.httpStatus === 403);
}

let places: Readonly<Record<string, string>> | undefined;
async function placesIn(api: Api) {
  places ??= await oneOfEach(api);
  return places;
}

/** The path of a page with the ids of the resources. */
function pathOf(page: string, ids: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
    const id = page.startsWith("gpu-vms/") && name === "vmId" ? ids.gpuVmId : ids[name];
    return id ?? "none";
  });
}

const ofOneResource = (page: string) => page.includes("[");
const ofSecrets = (page: string) => page.startsWith("secret-stores");
const ofOrganization = (page: string) => /^(api-tokens|approvals|audit|billing|settings)/.test(page);

const isForm = (page: string) => page.endsWith("/new");

/** The pages that each role visits. The tabs of a GPU VM are those of a cloud VM; roles.spec.ts visits the forms. */
const VISITS = [
  ["viewer", (page) => !isForm(page) && !page.startsWith("gpu-vms/[vmId]/")],
  ["billing", (page) => (!isForm(page) && !ofOneResource(page)) || page === "cloud-vms/[vmId]"],
  ["secret_reader", (page) => page === "" || ofSecrets(page)],
  ["developer", (page) => page === "" || ofSecrets(page) || ofOrganization(page)],
  ["admin", (page) => page === "" || ofOrganization(page)],
] as const satisfies readonly (readonly [Role, (page: string) => boolean])[];

for (const [role, visits] of VISITS) {
  const reads = !rolesWith("vm.write").some((each) => each === role);
  test(`${role}: each page shows what the role may see, and offers only what it may do`, async ({
    openPage,
    credentials,
    api,
  }) => {
    test.setTimeout(300_000);
    const ids = await placesIn(api);
    const page = await openPage(sessionFile(role));
    const refused = refusedQuestions(page);
    const main = page.getByRole("main");
    for (const each of PAGES.filter(visits)) {
      await page.goto(`/workspaces/${credentials.workspace_id}/${pathOf(each, ids)}`);
      await expect(main.getByRole("heading").first(), each).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" }), each).toHaveCount(0);
      const may = rolesOf(each).includes(role);
      const refusal = main.getByRole("heading", { name: /^You (may not|do not have access)/ });
      if (may) await expect(refusal, each).toHaveCount(0);
      else await expect(refusal, each).toBeVisible();
      if (may) expect(await refused.take(), each).toEqual([]);
      expect(await page.content(), each).not.toContain(SECRET_VALUE);
      if (!reads || CHANGES[each]?.includes(role)) continue;
      const copies = ofSecrets(each) ? (SECRET_READER_ROLES.includes(role) ? [READS_VALUE] : []) : [COPIES];
      const allowed = [...HARMLESS, ...copies, MENUS];
      const others = (await enabledButtons(page)).filter((name) => !allowed.some((one) => one.test(name)));
      expect(others, each).toEqual([]);
      expect(await enabledItems(page), each).toEqual([]);
      // What a form cannot send it does not take either, and says why.
      if ((await main.locator("fieldset:disabled").count()) > 0)
        await expect(main.getByRole("note").first(), each).toContainText(/does not allow this|may do this/);
    }
  });
}
