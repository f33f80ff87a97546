import { randomUUID } from "node:crypto";
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContextOptions,
  test as base,
  type Page,
} from "@playwright/test";
import { ConsoleClient } from "./console-client.ts";
import { EMPTY_WORKSPACE, findWorkspace, newPerson, type Person, product, sessionFile } from "./people.ts";
import { consoleUrlOf, type DevelopmentCredentials, readCredentials } from "./product.ts";
import { allAnswered, recordUses } from "./uses.ts";

export { expect } from "@playwright/test";

/** The session of the development account, for contexts that a test creates itself. */
export const SESSION_FILE = sessionFile("owner");

/** A session that is not signed in. */
export const NOBODY = { cookies: [], origins: [] };

interface Fixtures {
  readonly credentials: DevelopmentCredentials;
  /** The id of a workspace of the development organization in which tests create nothing. */
  readonly emptyWorkspace: string;
  /** Creates a user of the test's own, who joins the development organization with this role. */
  readonly newMember: (role: string) => ReturnType<typeof newPerson>;
  /** Opens a page in a separate browser context with this session. It is closed at the end of the test. */
  readonly openPage: (
    storageState: NonNullable<BrowserContextOptions["storageState"]>,
    options?: BrowserContextOptions,
  ) => Promise<Page>;
  /** The public API, as programs use it. */
  readonly api: Api;
}

export const test = base.extend<Fixtures>({
  /** Records what the pages are used for (tests/left-out.check.ts). */
  browser: [
    async ({ browser }, use) => {
      recordUses(browser, product);
      await use(browser);
    },
    { scope: "worker" },
  ],
  page: async ({ page }, use) => {
    await awaitReadiness(page);
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  credentials: async ({}, use) => {
    await use(readCredentials(product.dataDir));
  },
  emptyWorkspace: async ({ playwright, baseURL, credentials }, use) => {
    const owner = await ConsoleClient.open(playwright, { baseURL, credentials, session: sessionFile("owner") });
    const id = await findWorkspace(owner, credentials, EMPTY_WORKSPACE);
    await owner.close();
    if (id === undefined) throw new Error(`the setup has made no workspace ${EMPTY_WORKSPACE}`);
    await use(id);
  },
  newMember: async ({ playwright, baseURL, credentials }, use, testInfo) => {
    const made: string[] = [];
    await use(async (role) => {
      const outputPath = testInfo.outputPath(`session-${made.length}.json`);
      const person = await newPerson(playwright, { baseURL, credentials, role, outputPath });
      made.push(person.user_id);
      return person;
    });
    const owner = await ConsoleClient.open(playwright, { baseURL, credentials, session: sessionFile("owner") });
    for (const user_id of made)
      await owner.mutate("member.remove", { organization_id: credentials.organization_id, user_id });
    await owner.close();
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

/** Signs the tests of a file in, as the development account, which is an owner, or as a member with a lesser role. */
export function signedIn(role: Person = "owner") {
  test.use({ storageState: sessionFile(role) });
}

/** A plan and an image that every installation offers in development. */
const SMALL = { plan_id: "plan-small", template_id: "debian-12" };

class Api {
  readonly #request: APIRequestContext;
  readonly #credentials: DevelopmentCredentials;

  constructor(request: APIRequestContext, credentials: DevelopmentCredentials) {
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

  /** The same in another workspace of the organization. */
  inWorkspace(workspace_id: string): Api {
    return new Api(this.#request, { ...this.#credentials, workspace_id });
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

/** Opens a page of the development workspace. */
export async function openWorkspacePage(page: Page, credentials: DevelopmentCredentials, path: string) {
  await page.goto(`/workspaces/${credentials.workspace_id}/${path}`);
}
