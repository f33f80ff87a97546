import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page, Request, Response } from "@playwright/test";
import { type Product, productUnderTest } from "./product.ts";

/**
 * The paths that a run's pages visited and the changes that they sent. Requests that tests send for setup do not count.
 */
export interface Uses {
  /** Paths from the address bar. */
  readonly pages: ReadonlySet<string>;
  /** Procedures by name and other requests as `POST /api/session`, if the server carried them out. */
  readonly actions: ReadonlySet<string>;
}

const PROCEDURES = "/api/trpc/";

/** All workers add lines to one file, which lasts as long as the installation. */
function usesFile({ dataDir }: Product): string {
  return join(dataDir, "e2e-uses.jsonl");
}

/** Changes that pages have sent and that the server has not answered yet. */
const unanswered = new Set<Request>();

/**
 * Waits for all answers. A page may show a change's result before its request is answered, and closing the page then
 * would leave the change out of the record.
 */
export async function allAnswered(): Promise<void> {
  await Promise.all([...unanswered].map((request) => request.response()));
}

/** Records what every page of this browser is used for, including pages in contexts that tests open themselves. */
export function recordUses(browser: Browser, product: Product): void {
  const known = new Set<string>();
  const file = usesFile(product);
  const note = (kind: keyof Uses, name: string) => {
    const line = `${JSON.stringify([kind, name])}\n`;
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, line);
  };
  const onPage = (page: Page) => {
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame() && URL.canParse(frame.url())) note("pages", new URL(frame.url()).pathname);
    });
    // Tests that close a page themselves do not wait for answers.
    page.on("close", () => {
      for (const request of unanswered) if (request.frame().page() === page) unanswered.delete(request);
    });
  };
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url());
    // Pages that only redirect count too, although the frame never stays there.
    if (response.request().isNavigationRequest() && response.status() < 400) note("pages", pathname);
    if (!response.ok() || !isChange(response.request())) return;
    const procedures = pathname.startsWith(PROCEDURES)
      ? pathname.slice(PROCEDURES.length).split(",")
      : [`${response.request().method()} ${pathname}`];
    for (const procedure of procedures) note("actions", procedure);
  };
  const onRequest = (request: Request) => isChange(request) && unanswered.add(request);
  const onEnd = (request: Request) => unanswered.delete(request);
  browser.on("context", (context: BrowserContext) =>
    context
      .on("page", onPage)
      .on("request", onRequest)
      .on("response", onResponse)
      .on("requestfinished", onEnd)
      .on("requestfailed", onEnd),
  );
}

function isChange(request: Request): boolean {
  return request.method() !== "GET" && new URL(request.url()).pathname.startsWith("/api/");
}

/** Playwright calls this before all tests: the record of an earlier run says nothing of this one. */
export default function forgetUses(): void {
  rmSync(usesFile(productUnderTest()), { force: true });
}

/** The records of all workers. */
export function usesOfRun(): Uses {
  const uses = { pages: new Set<string>(), actions: new Set<string>() };
  for (const line of readFileSync(usesFile(productUnderTest()), "utf8").trim().split("\n")) {
    const [kind, name]: [keyof Uses, string] = JSON.parse(line);
    uses[kind].add(name);
  }
  return uses;
}
