import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Takes a picture at each station of a story, in a folder, numbered in their order. */
export class Pictures {
  readonly #folder: string;
  #taken = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** @param station names the file, after its number */
  async take(page: Page, station: string): Promise<void> {
    this.#taken += 1;
    const file = `${String(this.#taken).padStart(2, "0")}-${station}.png`;
    await page.screenshot({ path: join(this.#folder, file), animations: "disabled" });
  }
}
