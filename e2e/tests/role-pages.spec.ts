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
import type { Page, Response } from "@playwright/test";
import { pagesOfConsole } from "../src/console-sources.ts";
import { expect, openWorkspacePage, test } from "../src/fixtures.ts";
import { enabledButtons, enabledItems, MENUS } from "../src/offered.ts";
import { oneOfEach, SECRET_VALUE } from "../src/one-of-each.ts";
import type { Credentials } from "../src/product.ts";

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
  backups: rolesWith("vm.read"),
  "backups/copies": rolesWith("vm.read"),
  "backups/destinations": rolesWith("vm.read"),
  "backups/destinations/[destinationId]": rolesWith("vm.read"),
  billing: WALLET_READER_ROLES,
  "billing/budgets": WALLET_READER_ROLES,
  "billing/invoices": WALLET_READER_ROLES,
  "billing/invoices/[invoiceId]": WALLET_READER_ROLES,
  "billing/ledger": WALLET_READER_ROLES,
  "billing/payments": WALLET_READER_ROLES,
  "billing/payments/[paymentId]": WALLET_READER_ROLES,
  "settings/activity": MANAGER_ROLES,
  "settings/sites": SITE_READER_ROLES,
  snapshots: rolesWith("vm.read"),
};

/** The roles that may change something on a page although they change no resources. */
const CHANGES: Readonly<Record<string, readonly Role[]>> = {
  billing: rolesWith("billing.write"),
  "billing/budgets": rolesWith("billing.write"),
  "billing/payments": rolesWith("billing.write"),
  "settings/quotas": rolesWith("billing.write"),
};

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
  /^(Action|Kind|Region|Site|Status|Tag|Type)(:|$)/,
  /^(Apply|Check|Choose columns|Download|Download as CSV|Export|List|Next|Picture|Refresh|Show as a table|Test)$/,
  /^Show VMs /,
  /^(New organization|Leave Demo)$/,
];
/** On a secret's page, its value is read to be shown or copied. Elsewhere, what is shown is copied. */
const READS_VALUE = /^(Reveal|Copy)$/;
const COPIES = /^Copy$/;
/** Items of rows' menus that only read. */
const HARMLESS_ITEMS = ["Copies", "Download", "Share link"];

interface Answers {
  /** The questions that the server refused for the role. */
  readonly refused: readonly string[];
  /** Everything that the server sent as text, for pages and for questions. */
  readonly texts: readonly string[];
}

/** Collects what the server answers to a page. `take` returns the answers to what the current page asked. */
function answersOf(page: Page): { take: () => Promise<Answers> } {
  const answers: { readonly response: Response; readonly text: Promise<string> }[] = [];
  page.on("response", (response) => {
    if (!TEXT.test(response.headers()["content-type"] ?? "")) return;
    // An answer that a page no longer waited for when it was left cannot be read.
    answers.push({ response, text: response.text().catch(() => "") });
  });
  return {
    async take() {
      const taken = answers.splice(0);
      const texts = await Promise.all(taken.map(({ text }) => text));
      const refused = taken.flatMap(({ response }, index) =>
        (response.request().headers().referer ?? page.url()) === page.url()
          ? refusedIn(response, texts[index] ?? "")
          : [],
      );
      return { refused, texts };
    },
  };
}

/** Pages, their parts and answers to questions. A stream of changes never ends. */
const TEXT = /^(text\/(html|x-component)|application\/json)/;
const PROCEDURES = "/api/trpc/";

function refusedIn(response: Response, text: string): readonly string[] {
  if (!response.url().includes(PROCEDURES) || ![207, 403].includes(response.status()) || text === "") return [];
  const names = new URL(response.url()).pathname.slice(PROCEDURES.length).split(",");
  const body: unknown = JSON.parse(text);
  const results = Array.isArray(body) ? body : [body];
  return names.filter((_, index) => results[index]?.error?.data?.httpStatus === 403);
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

/**
 * The pages that each role visits. The tabs of a GPU VM are those of a cloud VM; roles.spec.ts visits the forms. The
 * roles of a test share one organization.
 */
const VISITS = [
  { viewer: (page) => !isForm(page) && !page.startsWith("gpu-vms/[vmId]/") },
  {
    billing: (page) => (!isForm(page) && !ofOneResource(page)) || page === "cloud-vms/[vmId]",
    secret_reader: (page) => page === "" || ofSecrets(page),
    developer: (page) => page === "" || ofSecrets(page) || ofOrganization(page),
    admin: (page) => page === "" || ofOrganization(page),
  },
] as const satisfies readonly Readonly<Partial<Record<Role, (page: string) => boolean>>>[];

for (const visitsByRole of VISITS)
  test(`each page shows what the role may see, and offers only what it may do: ${Object.keys(visitsByRole).join(", ")}`, async ({
    openPage,
    credentials,
    api,
    member,
  }) => {
    test.setTimeout(300_000);
    const ids = await oneOfEach(api);
    for (const role of ROLES) {
      const visits = (visitsByRole as Readonly<Partial<Record<Role, (page: string) => boolean>>>)[role];
      if (visits === undefined) continue;
      const page = await openPage((await member(role)).session);
      await test.step(role, () => visitPages(page, { role, credentials, ids, pages: PAGES.filter(visits) }));
    }
  });

/** Visits pages as a member with a role. */
async function visitPages(
  page: Page,
  {
    role,
    credentials,
    ids,
    pages,
  }: {
    readonly role: Role;
    readonly credentials: Credentials;
    readonly ids: Readonly<Record<string, string>>;
    readonly pages: readonly string[];
  },
) {
  const reads = !rolesWith("vm.write").some((each) => each === role);
  const answers = answersOf(page);
  const main = page.getByRole("main");
  for (const each of pages) {
    const where = `${role}: ${each}`;
    await openWorkspacePage(page, credentials, pathOf(each, ids));
    await expect(main.getByRole("heading").first(), where).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" }), where).toHaveCount(0);
    const may = rolesOf(each).includes(role);
    const refusal = main.getByRole("heading", { name: /^You (may not|do not have access)/ });
    if (may) await expect(refusal, where).toHaveCount(0);
    else await expect(refusal, where).toBeVisible();
    const { refused, texts } = await answers.take();
    if (may) expect(refused, where).toEqual([]);
    for (const text of [await page.content(), ...texts]) expect(text, where).not.toContain(SECRET_VALUE);
    if (!reads || CHANGES[each]?.includes(role)) continue;
    const copies = ofSecrets(each) ? (SECRET_READER_ROLES.includes(role) ? [READS_VALUE] : []) : [COPIES];
    const allowed = [...HARMLESS, ...copies, MENUS];
    const others = (await enabledButtons(page)).filter((name) => !allowed.some((one) => one.test(name)));
    expect(others, where).toEqual([]);
    expect(await enabledItems(page, HARMLESS_ITEMS), where).toEqual([]);
    // A form that cannot be sent takes no input either, and says why.
    if ((await main.locator("fieldset:disabled").count()) > 0)
      await expect(main.getByRole("note").first(), where).toContainText(/does not allow this|may do this/);
  }
}
