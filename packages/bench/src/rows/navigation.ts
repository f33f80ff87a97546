import { randomUUID } from "node:crypto";
import { createUserWithPassword } from "@fulmar/core/identity";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { fill } from "../crowd.ts";
import { median, type Row, round } from "../measure.ts";
import { Product } from "../product.ts";

const VMS = 1_000;
const ROUNDS = 7;
const MOST_MS = 150;
/** As long as somebody points at a link before pressing it, and reads a list before changing it. */
const LOOKING_MS = 1_000;
/** What lists show on a page by themselves, and at the most. */
const PAGE = 50;
const LONGEST_PAGE = 200;

/** From the overview to a list of 1,000 VMs in Chromium, until the rows are painted: the usual page, and the longest one that the list offers. */
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
    const taken = { usual: [] as number[], longest: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      taken.usual.push(await openList(page, product.workspaceId));
      taken.longest.push(await lengthenPage(page));
    }
    return [
      rowOf(`Console: overview to the list of ${VMS} VMs, ${PAGE} rows painted`, taken.usual),
      rowOf(`Console: the same list with ${LONGEST_PAGE} rows on a page, the first ones painted`, taken.longest),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

function rowOf(row: string, taken: readonly number[]): Row {
  const figure = median(taken);
  return { row, reference: null, figure: round(figure, 0), unit: "ms", ratio: null, target: `<= ${MOST_MS}`, holds: figure <= MOST_MS };
}

async function signIn({ request }: BrowserContext, { database, organizationId }: Product, origin: string) {
  const person = { email: "bench@example.com", name: "Bench", password: randomUUID() };
  const user_id = await createUserWithPassword(database, person);
  await database.prisma.member.create({ data: { organization_id: organizationId, user_id, role: "owner" } });
  const answer = await request.post("/api/session", { headers: { origin }, data: { email: person.email, password: person.password } });
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`);
}

async function openList(page: Page, workspaceId: string): Promise<number> {
  await page.goto(`/workspaces/${workspaceId}`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cloud VMs" });
  await link.hover();
  await page.waitForTimeout(LOOKING_MS);
  return untilPainted(page, { event: "click", from: 0, act: () => link.click() });
}

async function lengthenPage(page: Page): Promise<number> {
  const size = page.getByLabel("Rows on a page");
  await page.waitForTimeout(LOOKING_MS);
  const taken = await untilPainted(page, { event: "change", from: PAGE, act: async () => void (await size.selectOption(String(LONGEST_PAGE))) });
  await page.getByRole("main").getByRole("row").nth(LONGEST_PAGE).waitFor();
  return taken;
}

/** Milliseconds, by the page's own clock, from an event until a table with more rows than `from` has been painted. */
async function untilPainted(page: Page, { event, from, act }: { event: string; from: number; act: () => Promise<void> }): Promise<number> {
  const painted = await page.evaluateHandle(
    ([type, before]) => {
      const rows = () => document.querySelectorAll("main tbody tr").length;
      const taken = new Promise<number>((done) => {
        const begin = () => {
          const begun = performance.now();
          const look = () => (rows() > before ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))) : requestAnimationFrame(look));
          look();
        };
        document.addEventListener(type, begin, { capture: true, once: true });
      });
      return { taken };
    },
    [event, from] as const,
  );
  await act();
  return painted.evaluate(({ taken }) => taken);
}
