// `npm run dashboards`: draws the dashboards of deploy/monitoring over an installation under load.
import { ensureBrowser } from "./browser.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/** Returns the exit code. */
export async function dashboards(args) {
  const browser = await ensureBrowser();
  const env = browser === undefined ? {} : { FULMAR_CHROMIUM: browser };
  return withThrowawayDatabase("packages/bench/src/dashboards.ts", args, env);
}
