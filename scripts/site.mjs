// `npm run site`: starts a temporary LXD server and runs real VMs on it.
import { ensureBrowser } from "./browser.mjs";
import { debianImage } from "./debian-image.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { foreground, phase } from "./progress.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/** The exit code of a program that finds that the machine cannot run a site. */
const unable = 77;

/**
 * Prepares the slow parts of a site: LXD and an image. Returns the reason why there is none as a sentence, or the
 * image.
 */
export async function prepareSite() {
  const reason = await whyNoLxd();
  if (reason !== undefined) return { reason };
  try {
    return { image: await phase("Debian image", debianImage) };
  } catch (error) {
    return { reason: `The image could not be made: ${error.message}` };
  }
}

/** Returns the exit code; undefined when LXD is unavailable, after printing the reason. */
export async function site(args, { prepared = prepareSite(), start = foreground } = {}) {
  const { reason, image } = await prepared;
  if (reason !== undefined) return skip(reason);
  const lxd = await phase("LXD server", startLxd).catch((error) => ({ reason: error.message }));
  if (lxd.reason !== undefined) return skip(lxd.reason);
  try {
    const browser = args.includes("--sell-by-pages") ? await ensureBrowser() : undefined;
    const FULMAR_LXD = JSON.stringify({ url: lxd.url, pool: lxd.pool, image: image.rootfs });
    const code = await withThrowawayDatabase(
      "packages/bench/src/site.ts",
      args,
      { FULMAR_LXD, ...(browser && { FULMAR_CHROMIUM: browser }) },
      start,
    );
    return code === unable ? skip("This machine cannot run containers: see above.") : code;
  } finally {
    await phase("LXD server stopped", lxd.stop);
  }
}

function skip(reason) {
  process.stderr.write(`  – Skipped: the tests on a real LXD server. ${reason}\n`);
  return undefined;
}
