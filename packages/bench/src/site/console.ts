import { type Browser, type Locator, expect as now, type Page } from "@playwright/test";

/** Pages of a busy machine, and VMs that are made. */
export const expect = now.configure({ timeout: 60_000 });

/** A page of a console, and its dialog. */
export class Console {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  /** Begins a session of its own. */
  static async open(browser: Browser, url: string): Promise<Console> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    // Clicks and input before a page is interactive are lost.
    const ready = () => page.locator("html[data-ready]").waitFor({ state: "attached" });
    await page.addLocatorHandler(page.locator("html:not([data-ready])"), ready);
    return new Console(page, url);
  }

  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
  }

  /** @param path of the console, or a link to it */
  async visit(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#url).href);
    await this.page.locator("html[data-ready]").waitFor({ state: "attached" });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Fills the fields of the dialog, by their labels. */
  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.dialog.getByLabel(label).first().fill(value);
  }

  /** Presses a button of the dialog, which closes it. */
  async done(action: string): Promise<void> {
    await this.dialog.getByRole("button", { name: action, exact: true }).click();
    await expect(this.dialog).toHaveCount(0);
  }
}
