import { randomUUID } from "node:crypto";
import { type APIRequestContext, type APIResponse, test as base, type Page } from "@playwright/test";
import { type DevelopmentCredentials, type Product, readCredentials } from "./product.ts";

export { expect } from "@playwright/test";

/** Where the setup keeps the session that tests begin with. */
export const SESSION_FILE = "test-results/session.json";

interface Fixtures {
  readonly credentials: DevelopmentCredentials;
  /** The public API as a program sees it. */
  readonly api: Api;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  credentials: async ({}, use) => {
    const product: Product = JSON.parse(process.env.FULMAR_E2E ?? "");
    await use(readCredentials(product.dataDir));
  },
  api: async ({ playwright, credentials }, use) => {
    const request = await playwright.request.newContext();
    await use(new Api(request, credentials));
    await request.dispose();
  },
});

/** Begins a file's tests signed in. */
export function signedIn() {
  test.use({ storageState: SESSION_FILE });
}

/** A VM's plan and image that every installation in development offers. */
const SMALL = { plan_id: "plan-small", template_id: "debian-12" };

class Api {
  readonly #request: APIRequestContext;
  readonly #credentials: DevelopmentCredentials;

  constructor(request: APIRequestContext, credentials: DevelopmentCredentials) {
    this.#request = request;
    this.#credentials = credentials;
  }

  send(
    method: "GET" | "POST" | "DELETE",
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

  /** Creates a small VM and does not wait for it. @returns its id */
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

/** A name that no other test uses. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

/** Opens a page of the development workspace. */
export async function openWorkspacePage(page: Page, credentials: DevelopmentCredentials, path: string) {
  await page.goto(`/workspaces/${credentials.workspace_id}/${path}`);
}
