import { randomUUID } from "node:crypto";
import type { APIRequestContext, APIResponse, PlaywrightWorkerArgs } from "@playwright/test";

type Playwright = PlaywrightWorkerArgs["playwright"];

/** The cookies of a session, as contexts of browsers take them. */
export type Session = Awaited<ReturnType<APIRequestContext["storageState"]>>;

/** Sends the console's own requests, as its pages do, to set up what a test is not about. */
export class ConsoleClient {
  readonly #playwright: Playwright;
  readonly #consoleUrl: string;
  readonly #request: APIRequestContext;

  private constructor(playwright: Playwright, consoleUrl: string, request: APIRequestContext) {
    this.#playwright = playwright;
    this.#consoleUrl = consoleUrl;
    this.#request = request;
  }

  /** @param session a session that has begun already. Without one, the client is not signed in */
  static async open(playwright: Playwright, consoleUrl: string, session?: Session): Promise<ConsoleClient> {
    const request = await playwright.request.newContext({
      baseURL: consoleUrl,
      extraHTTPHeaders: { origin: consoleUrl },
      ...(session !== undefined && { storageState: session }),
    });
    return new ConsoleClient(playwright, consoleUrl, request);
  }

  /** Opens a client of the same console for somebody else. */
  openAnother(session?: Session): Promise<ConsoleClient> {
    return ConsoleClient.open(this.#playwright, this.#consoleUrl, session);
  }

  async query<Data>(procedure: string, input?: unknown): Promise<Data> {
    const params = input === undefined ? {} : { input: JSON.stringify(input) };
    return dataOf(await this.#request.get(`/api/trpc/${procedure}`, { params }));
  }

  async mutate<Data>(procedure: string, input: unknown): Promise<Data> {
    return dataOf(
      await this.#request.post(`/api/trpc/${procedure}`, {
        data: input,
        headers: { "x-idempotency-key": randomUUID() },
      }),
    );
  }

  /** Sends one of the requests that set cookies. */
  async send(path: `/api/${string}`, data: unknown): Promise<void> {
    await accepted(await this.#request.post(path, { data }));
  }

  async signOut(): Promise<void> {
    await this.#request.delete("/api/session");
  }

  session(): Promise<Session> {
    return this.#request.storageState();
  }

  close(): Promise<void> {
    return this.#request.dispose();
  }
}

async function dataOf<Data>(response: APIResponse): Promise<Data> {
  return (await (await accepted(response)).json()).result.data;
}

async function accepted(response: APIResponse): Promise<APIResponse> {
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
  return response;
}
