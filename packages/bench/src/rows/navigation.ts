import { randomUUID } from "node:crypto";
import { createUserWithPassword } from "@fulmar/core/identity";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { fill } from "../crowd.ts";
import { median, type Row, round } from "../measure.ts";
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

/**
 * Navigation in Chromium: from the overview to a list of 1,000 VMs, until a screenful of rows is painted. From there to
 * another order and to the longest page, until the first new row is painted.
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
    await signIn(context, product, baseURL);
    const page = await context.newPage();
    const taken = { opened: [] as number[], reordered: [] as number[], lengthened: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      taken.opened.push(await openList(page, product.workspaceId));
      taken.reordered.push(await reorder(page));
      taken.lengthened.push(await lengthenPage(page));
    }
    return [
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

async function signIn({ request }: BrowserContext, { database, organizationId }: Product, origin: string) {
  const person = { email: "bench@example.com", name: "Bench", password: randomUUID() };
  const user_id = await createUserWithPassword(database, person);
  await database.prisma.member.create({ data: { organization_id: organizationId, user_id, role: "owner" } });
  const answer = await request.post("/api/session", {
    headers: { origin },
    data: { email: person.email, password: person.password },
  });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
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
