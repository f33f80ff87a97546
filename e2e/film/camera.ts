// Takes a picture at each step of a journey through the console, and counts what the user's hand does.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";

/** The size of a frame in CSS pixels. */
export const FRAME = { width: 1280, height: 800 };

interface Frame {
  readonly caption: string;
  readonly seconds: number;
  readonly file: string;
}

/** Counts clicks, typed characters and pastes. A click that shows a page also counts as a page. */
export class Camera {
  readonly #page: Page;
  readonly #folder: string;
  readonly #frames: Frame[] = [];
  readonly #started = performance.now();
  clicks = 0;
  characters = 0;
  pastes = 0;

  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Clicks the element with a mark on it, after a picture of the page as the user sees it then. */
  async click(target: Locator, caption?: string): Promise<void> {
    this.clicks += 1;
    await target.waitFor();
    if (caption !== undefined) await this.#mark(target, caption);
    await target.click();
  }

  /** Types into the field that has the focus or into the given one, which costs a click. */
  async type(text: string, field?: Locator): Promise<void> {
    if (field !== undefined) await this.click(field);
    this.characters += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Pastes into a field: a click and a paste. */
  async paste(text: string, field: Locator): Promise<void> {
    await this.click(field);
    this.pastes += 1;
    await this.#page.keyboard.insertText(text);
  }

  /** Chooses an entry of a list: two clicks. */
  async choose(field: Locator, label: string | RegExp): Promise<void> {
    this.clicks += 2;
    const value = await field.getByRole("option", { name: label }).first().getAttribute("value");
    await field.selectOption(value);
  }

  /** Takes a picture of the page as it is. */
  async show(caption: string): Promise<void> {
    const file = `${String(this.#frames.length + 1).padStart(2, "0")}.png`;
    await this.#page.screenshot({ path: join(this.#folder, file), animations: "disabled" });
    this.#frames.push({ caption, seconds: (performance.now() - this.#started) / 1000, file });
  }

  /** Writes all frames into one picture, `strip.png`, and returns the totals as a sentence. */
  async develop(browser: Browser, title: string): Promise<string> {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    const totals =
      `${this.clicks} clicks, ${this.characters} characters typed, ${this.pastes} pastes, ${this.#frames.length} ` +
      `pictures, ${seconds} s`;
    const figures = this.#frames.map(
      ({ caption, file, seconds: at }, index) =>
        `<figure><img src="${file}">` +
        `<figcaption>${index + 1}. ${caption} <small>${at.toFixed(0)} s</small></figcaption></figure>`,
    );
    const page = await browser.newPage({ viewport: { width: 1680, height: 600 } });
    const html = join(this.#folder, "strip.html");
    writeFileSync(
      html,
      `<!doctype html><meta charset="utf-8"><style>
       body { margin: 20px; font: 15px system-ui; background: #fff; color: #18181b }
       h1 { font-size: 20px } main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px }
       figure { margin: 0 } img { width: 100%; border: 1px solid #d4d4d8 } small { color: #71717a }
       </style><h1>${title}: ${totals}</h1><main>${figures.join("")}</main>`,
    );
    await page.goto(`file://${html}`);
    await page.screenshot({ path: join(this.#folder, "strip.png"), fullPage: true });
    await page.close();
    return totals;
  }

  async #mark(target: Locator, caption: string): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error(`Nothing can be clicked for “${caption}”.`);
    await this.#page.evaluate(
      ({ x, y }) => {
        const mark = document.createElement("div");
        mark.id = "film-mark";
        mark.style.cssText =
          `position:fixed;left:${x - 16}px;top:${y - 16}px;width:32px;height:32px;border-radius:50%;border:4px ` +
          "solid #e11d48;z-index:9999;pointer-events:none";
        document.body.append(mark);
      },
      { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    );
    await this.show(caption);
    await this.#page.evaluate(() => document.querySelector("#film-mark")?.remove());
  }
}
