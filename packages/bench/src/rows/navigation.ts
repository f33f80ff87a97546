import { randomBytes, randomUUID, scrypt } from "node:crypto";
import { createUserWithPassword } from "@fulmar/core/identity";
import { type APIRequestContext, type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { fill } from "../crowd.ts";
import { alternate, median, type Row, round } from "../measure.ts";
import { Product } from "../product.ts";

const VMS = 1_000;
const ROUNDS = 7;
const MOST_MS = 150;
/** As long as a user hovers over a link before clicking it, and reads a list before changing it. */
const LOOKING_MS = 1_000;
/** The longest wait for a paint. */
const WAIT_MS = 10_000;
/** The largest page size of lists. */
const LONGEST_PAGE = 200;

/** The parameters of better-auth, in the units of Node. */
const PASSWORD_HASH = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 };
const HASH_BYTES = 64;

/**
 * The console in Chromium, from sign-in to navigation: from the overview to a list of 1,000 VMs, until a screenful of
 * rows is painted. From there to another order and to the longest page, until the first new row is painted.
 */
export async function navigationRows(): Promise<Row[]> {
  const product = await Product.install();
  const browser = await chromium.launch({
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    ...(process.env.FULMAR_CHROMIUM !== undefined && { executablePath: process.env.FULMAR_CHROMIUM }),
  });
  try {
    await fill(product, await product.startApi(), { vms: VMS, operations: VMS });
    const baseURL = await product.startConsole();
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
    const person = await createOwner(product);
    const signingIn = await alternate(hashPassword, () => signIn(context.request, person, baseURL));
    const firstPaints = await firstVisits(browser, context, `${baseURL}/workspaces/${product.workspaceId}/cloud-vms`);
    const page = await context.newPage();
    const taken = { opened: [] as number[], reordered: [] as number[], lengthened: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      taken.opened.push(await openList(page, product.workspaceId));
      taken.reordered.push(await reorder(page));
      taken.lengthened.push(await lengthenPage(page));
    }
    return [
      {
        row: "Console: sign-in, beside the hash of the password alone",
        reference: round(signingIn.reference, 0),
        figure: round(signingIn.figure, 0),
        unit: "ms",
        ratio: round(signingIn.reference / signingIn.figure),
        target: "none",
        holds: true,
      },
      rowOf(`Console: first visit of the list of ${VMS} VMs, first contentful paint`, firstPaints.painted),
      rowOf("Console: the same, until the page answers clicks", firstPaints.ready),
      rowOf(`Console: overview to the list of ${VMS} VMs, a screenful of rows painted`, taken.opened, MOST_MS),
      rowOf("Console: the list in another order", taken.reordered),
      rowOf(`Console: the list with ${LONGEST_PAGE} rows on a page, the first ones more painted`, taken.lengthened),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** @param most the target; absent for a figure that is only monitored */
function rowOf(row: string, taken: readonly number[], most = Number.POSITIVE_INFINITY): Row {
  const figure = median(taken);
  const target = Number.isFinite(most) ? `<= ${most}` : "none";
  return { row, reference: null, figure: round(figure, 0), unit: "ms", ratio: null, target, holds: figure <= most };
}

interface Person {
  readonly email: string;
  readonly password: string;
}

async function createOwner({ database, organizationId }: Product): Promise<Person> {
  const person = { email: "bench@example.com", name: "Bench", password: randomUUID() };
  const user_id = await createUserWithPassword(database, person);
  await database.prisma.member.create({ data: { organization_id: organizationId, user_id, role: "owner" } });
  return person;
}

/** Milliseconds until the session is there. */
async function signIn(request: APIRequestContext, { email, password }: Person, origin: string): Promise<number> {
  const begun = performance.now();
  const answer = await request.post("/api/session", { headers: { origin }, data: { email, password } });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
  return performance.now() - begun;
}

function hashPassword(): Promise<number> {
  const begun = performance.now();
  return new Promise((done, failed) => {
    scrypt(randomUUID(), randomBytes(16), HASH_BYTES, PASSWORD_HASH, (error) =>
      error === null ? done(performance.now() - begun) : failed(error),
    );
  });
}

/** Visits a page with nothing cached, as many times as there are rounds, in milliseconds of the page's own clock. */
async function firstVisits(browser: Browser, signedIn: BrowserContext, url: string) {
  const storageState = await signedIn.storageState();
  const taken = { painted: [] as number[], ready: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    const [painted, ready] = await page.evaluate(
      () =>
        [
          performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
          performance.now(),
        ] as const,
    );
    taken.painted.push(painted);
    taken.ready.push(ready);
    await context.close();
  }
  return taken;
}

async function openList(page: Page, workspaceId: string): Promise<number> {
  await page.goto(`/workspaces/${workspaceId}`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cloud VMs" });
  await link.hover();
  await page.waitForTimeout(LOOKING_MS);
  return untilPainted(page, { event: "click", act: () => link.click() });
}

async function reorder(page: Page): Promise<number> {
  await page.waitForTimeout(LOOKING_MS);
  return untilPainted(page, {
    event: "click",
    act: () => page.getByRole("main").getByRole("button", { name: "Created", exact: true }).click(),
  });
}

async function lengthenPage(page: Page): Promise<number> {
  const size = page.getByLabel("Rows on a page");
  await page.waitForTimeout(LOOKING_MS);
  const taken = await untilPainted(page, {
    event: "change",
    act: async () => void (await size.selectOption(String(LONGEST_PAGE))),
  });
  await page.getByRole("main").getByRole("row").nth(LONGEST_PAGE).waitFor();
  return taken;
}

/** The globals of the page that the function below uses. */
declare const document: {
  querySelectorAll(selector: string): ArrayLike<{ readonly textContent: string | null }>;
  addEventListener(type: string, listener: () => void, options: { capture: boolean; once: boolean }): void;
};
declare function requestAnimationFrame(callback: () => void): number;

/**
 * Milliseconds, by the page's own clock, from an event until a table has been painted whose first row or length has
 * changed.
 */
async function untilPainted(page: Page, { event, act }: { event: string; act: () => Promise<void> }): Promise<number> {
  const painted = await page.evaluateHandle(
    ([type, mostMs]) => {
      const look = () => {
        const rows = document.querySelectorAll("main tbody tr");
        return rows.length === 0 ? "" : `${rows.length} ${rows[0]?.textContent}`;
      };
      const taken = new Promise<number>((done) => {
        const begin = () => {
          const begun = performance.now();
          const before = look();
          const again = () => {
            const now = look();
            if (performance.now() - begun > mostMs) done(Number.POSITIVE_INFINITY);
            else if (now === "" || now === before) requestAnimationFrame(again);
            else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
          };
          again();
        };
        document.addEventListener(type, begin, { capture: true, once: true });
      });
      return { taken };
    },
    [event, WAIT_MS] as const,
  );
  await act();
  return painted.evaluate(({ taken }) => taken);
}
