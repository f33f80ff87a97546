import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { APIRequestContext, APIResponse, PlaywrightWorkerArgs } from "@playwright/test";
import type { DevelopmentCredentials } from "./product.ts";

/** The address of a console and, optionally, an initial session. */
interface Opening {
  readonly baseURL: string | undefined;
  readonly credentials: Pick<DevelopmentCredentials, "console_url">;
  readonly session?: string;
}

/** Sends the console's own requests, as its pages do, to set up what a test is not about. */
export class ConsoleClient {
  readonly #request: APIRequestContext;

  private constructor(request: APIRequestContext) {
    this.#request = request;
  }

  static async open(
    playwright: PlaywrightWorkerArgs["playwright"],
    { baseURL, credentials, session }: Opening,
  ): Promise<ConsoleClient> {
    const request = await playwright.request.newContext({
      baseURL: baseURL ?? credentials.console_url,
      extraHTTPHeaders: { origin: credentials.console_url },
      ...(session !== undefined && existsSync(session) && { storageState: session }),
    });
    return new ConsoleClient(request);
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.#request.get("/api/trpc/session.me")).ok();
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
  send(path: `/api/${string}`, data: unknown): Promise<APIResponse> {
    return this.#request.post(path, { data });
  }

  async signOut(): Promise<void> {
    await this.#request.delete("/api/session");
  }

  async keep(sessionFile: string): Promise<void> {
    await this.#request.storageState({ path: sessionFile });
  }

  close(): Promise<void> {
    return this.#request.dispose();
  }
}

async function dataOf<Data>(response: APIResponse): Promise<Data> {
  if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
  return (await response.json()).result.data;
}
