// `npm run film`: films a user's first VM on the installation that `npm start` runs (e2e/film).
import { ensureBrowser } from "./browser.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** Returns the exit code. */
export async function film() {
  const browser = await ensureBrowser();
  return foreground("node", [inProject("e2e/film/first-vm.ts"), process.env.FULMAR_DATA_DIR ?? inProject(".fulmar")], {
    cwd: inProject("e2e"),
    env: environment(browser === undefined ? {} : { FULMAR_CHROMIUM: browser }),
  });
}
