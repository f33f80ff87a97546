import { randomUUID } from "node:crypto";
import type { OperatorRole, Role } from "@fulmar/contract";
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import type { Client } from "pg";
import type { ConsoleClient } from "./console-client.ts";
import { newPerson, type Person } from "./people.ts";
import { type Credentials, consoleUrlOf, openDatabase, productUnderTest } from "./product.ts";
import { Team } from "./team.ts";
import { allAnswered, recordUses } from "./uses.ts";

/** The other workspace of an organization. */
export const EMPTY_WORKSPACE = "Empty";

export { expect } from "@playwright/test";

/** A session that is not signed in. */
export const NOBODY = { cookies: [], origins: [] };

const product = productUnderTest();

interface Fixtures {
  /** The test's own organization, Demo, and its workspace Main. What it has there, no other test sees or changes. */
  readonly credentials: Credentials;
  /** The owner of the test's own organization, as a client of the console. */
  readonly owner: ConsoleClient;
  /** The id of another workspace of the organization, Empty, in which nothing is. */
  readonly emptyWorkspace: string;
  /** A user who has this role in the organization. A test that changes the user or the role needs a new member. */
  readonly member: (role: Role) => Promise<Person>;
  /** Creates a user who joins the organization with this role. */
  readonly newMember: (role: Role) => Promise<Person>;
  /** Creates a member whom the installation has made an operator, as the command on the host does. */
  readonly newOperator: (role?: OperatorRole, memberRole?: Role) => Promise<Person>;
  /** Opens a page in a separate browser context with this session. It is closed at the end of the test. */
  readonly openPage: (
    storageState: NonNullable<BrowserContextOptions["storageState"]>,
    options?: BrowserContextOptions,
  ) => Promise<Page>;
  /** The public API, as programs use it. */
  readonly api: Api;
}

interface WorkerFixtures {
  readonly team: Team;
  /** The database of the installation, for setups that no request can arrange. */
  readonly database: Client;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Records what the pages are used for (tests/left-out.check.ts). */
  browser: [
    async ({ browser }, use) => {
      recordUses(browser, product);
      await use(browser);
    },
    { scope: "worker" },
  ],
  team: [
    async ({ playwright, database }, use) => {
      const team = await Team.gather(playwright, { product, database });
      await use(team);
      await team.close();
    },
    { scope: "worker" },
  ],
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const database = await openDatabase(product);
      await use(database);
      await database.end();
    },
    { scope: "worker" },
  ],
  credentials: async ({ team }, use) => use(await team.found()),
  // The owner has nothing to change before the organization exists.
  owner: ({ team, credentials: _ }, use) => use(team.client),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) await awaitReadiness(page);
    await use(page);
    await allAnswered();
  },
  openPage: async ({ browser }, use) => {
    const opened: Page[] = [];
    await use(async (storageState, options = {}) => {
      const context = await browser.newContext({ baseURL: consoleUrlOf(product), storageState, ...options });
      const page = await context.newPage();
      if (options.javaScriptEnabled !== false) await awaitReadiness(page);
      opened.push(page);
      return page;
    });
    await allAnswered();
    for (const page of opened) await page.context().close();
  },
  emptyWorkspace: async ({ owner, credentials }, use) => {
    const { workspace_id } = credentials;
    const empty = await owner.mutate<{ workspace_id: string }>("workspace.create", {
      workspace_id,
      name: EMPTY_WORKSPACE,
    });
    await use(empty.workspace_id);
  },
  member: async ({ team, credentials }, use) => {
    await use(async (role) => (role === "owner" ? team.owner : team.join(credentials.organization_id, role)));
  },
  newMember: async ({ owner, credentials }, use) => {
    const { organization_id } = credentials;
    await use((role) => newPerson(owner, { organization_id, role }));
  },
  newOperator: async ({ newMember, database }, use) => {
    await use(async (role = "operator", memberRole = "developer") => {
      const person = await newMember(memberRole);
      await database.query("INSERT INTO operator (user_id, role) VALUES ($1, $2)", [person.user_id, role]);
      return person;
    });
  },
  api: async ({ playwright, credentials }, use) => {
    const request = await playwright.request.newContext();
    await use(new Api(request, credentials));
    await request.dispose();
  },
});

/**
 * After each document load, waits until the page is interactive: clicks and input before that are lost. This includes
 * navigations that a page starts itself, such as after signing out.
 */
async function awaitReadiness(page: Page): Promise<void> {
  const ready = () => page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.addLocatorHandler(page.locator("html:not([data-ready])"), ready);
  // Key presses do not wait for elements.
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (...call) => {
    const response = await goto(...call);
    await ready();
    return response;
  };
  page.reload = async (...call) => {
    const response = await reload(...call);
    await ready();
    return response;
  };
}

/** Signs the tests of a file in, as the owner of the test's own organization or as a member with a lesser role. */
export function signedIn(role: Role = "owner") {
  test.use({ storageState: async ({ member }, use) => use((await member(role)).session) });
}

/** A plan and an image that every installation offers in development. */
const SMALL = { plan_id: "plan-small", template_id: "debian-12" };

class Api {
  readonly #request: APIRequestContext;
  readonly #credentials: Credentials;

  constructor(request: APIRequestContext, credentials: Credentials) {
    this.#request = request;
    this.#credentials = credentials;
  }

  send(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    { token = this.#credentials.token, data }: { token?: string; data?: unknown } = {},
  ): Promise<APIResponse> {
    const { api_url, workspace_id } = this.#credentials;
    return this.#request.fetch(`${api_url}${path}`, {
      method,
      params: { workspace_id },
      headers: { authorization: `Bearer ${token}`, ...(method !== "GET" && { "x-idempotency-key": randomUUID() }) },
      ...(data !== undefined && { data }),
    });
  }

  /**
   * Creates a small VM without waiting for it.
   * @returns its id
   */
  async createVm(name: string, options: { token?: string } = {}): Promise<string> {
    const response = await this.send("POST", "/compute/cloud-vms", { ...options, data: { name, ...SMALL } });
    if (response.status() !== 202) throw new Error(`${response.status()} ${await response.text()}`);
    const { vm_id } = await response.json();
    return vm_id;
  }

  async statusOf(vmId: string): Promise<string> {
    return (await (await this.send("GET", `/compute/cloud-vms/${vmId}`)).json()).status;
  }
}

export type { Api };

/** A name that no other test uses. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

/** Opens a page of the test's own workspace. */
export async function openWorkspacePage(page: Page, { workspace_id }: Credentials, path: string) {
  await visit(page, `/workspaces/${workspace_id}${path && `/${path}`}`);
}

/**
 * Goes to a page of the console: by a load, or by a navigation within it, as links do, where the page shows another of
 * the same workspace or of operators. That costs a third.
 */
export async function visit(page: Page, path: string) {
  const target = new URL(path, consoleUrlOf(product));
  const here = new URL(page.url());
  const isInside = here.origin === target.origin && frameOf(here) !== undefined && frameOf(here) === frameOf(target);
  if (!isInside || here.href === target.href) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => (window as unknown as WithRouter).next.router.push(to), path);
  await page.waitForURL(target.href);
}

/** Chooses values of a filter in its open box. The box is ticked when the address has the value. */
export async function tick(page: Page, ...values: readonly string[]): Promise<void> {
  for (const value of values) {
    const box = page.getByRole("checkbox", { name: value, exact: true });
    await box.click();
    await expect(box).toBeChecked();
  }
}

/** Next's router in a page, by which its links navigate. */
interface WithRouter {
  readonly next: { readonly router: { push(path: string): void } };
}

/** What pages share a frame: those of a workspace, and those of operators. */
const frameOf = ({ pathname }: URL) => /^\/workspaces\/\d+|^\/operator(?=\/|$)/.exec(pathname)?.[0];
