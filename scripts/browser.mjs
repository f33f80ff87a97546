// Finds a Chromium for the end-to-end tests, or installs one.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { command } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

// The build without windows uses a quarter less CPU for the same work.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const packages = ["chromium-headless-shell", "chromium"];
const macApplications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of the browser's program, or undefined for the one that Playwright manages. Throws one sentence when
 * there is none.
 */
export async function ensureBrowser() {
  const present = installedBrowser();
  if (present !== undefined) return present;
  const failures = [];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await install(failures, "apt-get", ["update", "-q"]);
    for (const name of packages) {
      await install(failures, "apt-get", ["install", "-qy", "--no-install-recommends", name]);
      const fresh = installedBrowser();
      if (fresh !== undefined) return fresh;
    }
  }
  if (await install(failures, inProject("e2e/node_modules/.bin/playwright"), ["install", "chromium"])) return undefined;
  throw new Error(
    "The end-to-end tests need a browser and none could be installed: install Chromium or Chrome, then run npm " +
      `test again.\n${failures.join("\n")}`,
  );
}

function installedBrowser() {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...macApplications].find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function install(failures, program, args) {
  try {
    await command(program, args, { cwd: inProject("e2e"), env: environment({ DEBIAN_FRONTEND: "noninteractive" }) });
    return true;
  } catch (error) {
    failures.push(error.message);
    return false;
  }
}
