// `npm run film`: a new user's way from the sign-in page to a VM with a firewall and a volume, as pictures, with the
// clicks counted. It needs an installation that `npm start` runs, and an empty workspace.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { Camera, FRAME } from "./camera.ts";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPYKk9/wlWfVWzS1c7ZYV9ogaTd2XeFdg6uyyR4x+ZJU you@laptop";

const [dataDir = ".fulmar"] = process.argv.slice(2);
await film(join(dataDir, "film"));

/** Writes the pictures into the folder and prints the totals. */
async function film(folder: string): Promise<void> {
  const { console_url, email, password } = credentials();
  const executablePath = process.env.FULMAR_CHROMIUM;
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: FRAME, reducedMotion: "reduce" });
    await page.goto(console_url);
    await page.waitForSelector("html[data-ready]");
    const camera = new Camera(page, folder);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const dialog = page.getByRole("alertdialog");

    await camera.paste(email, page.getByLabel("E-mail"));
    await camera.paste(password, page.getByLabel("Password", { exact: true }));
    await camera.click(button("Sign in"), "Sign in");
    await camera.click(page.getByRole("link", { name: "Create a VM" }), "The overview of an empty workspace");
    await page.getByRole("heading", { name: "New VM" }).waitFor();
    await camera.click(button("New firewall group"), "Name, plan, image and site are chosen");
    await camera.click(
      dialog.getByRole("button", { name: "Create firewall group" }),
      "A firewall group that allows SSH",
    );
    await dialog.waitFor({ state: "detached" });
    await camera.click(button("New volume"), "The VM gets the group");
    await camera.click(dialog.getByRole("button", { name: "Create volume" }), "A volume");
    await dialog.waitFor({ state: "detached" });
    await camera.paste(KEY, page.getByLabel("Other SSH public keys"));
    await camera.click(button("Create VM"), "The VM gets the volume, and a key");
    // A VM that runs can be stopped.
    await page.locator("button:not([aria-disabled])", { hasText: /^Stop$/ }).waitFor();
    await camera.show("The VM runs, with its firewall and its volume");
    console.log(`${await camera.develop(browser, "The first VM")}: ${join(folder, "strip.png")}`);
  } finally {
    await browser.close();
  }
}

function credentials(): { console_url: string; email: string; password: string } {
  try {
    return JSON.parse(readFileSync(join(dataDir, "dev-credentials.json"), "utf8"));
  } catch {
    throw new Error(`There is no installation in ${dataDir}: run npm start first, and leave it running.`);
  }
}
