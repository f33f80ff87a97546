// `npm run site`: a real LXD server for the time being, and the life of real machines on it.
import { debianImage } from "./debian-image.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { phase } from "./progress.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/** The exit code of a program that finds the machine unable. */
const unable = 77;

/** What a site takes long to get: LXD installed, and an image. Returns why there is none, in words, or the image. */
export async function prepareSite() {
  const reason = await whyNoLxd();
  if (reason !== undefined) return { reason };
  try {
    return { image: await phase("Debian image", debianImage) };
  } catch (error) {
    return { reason: `The image could not be made: ${error.message}` };
  }
}

/** Returns the exit code; undefined where LXD cannot be had, with the reason in a line. */
export async function site(args, prepared = prepareSite()) {
  const { reason, image } = await prepared;
  if (reason !== undefined) return skip(reason);
  const lxd = await phase("LXD server", startLxd).catch((error) => ({ reason: error.message }));
  if (lxd.reason !== undefined) return skip(lxd.reason);
  try {
    const FULMAR_LXD = JSON.stringify({ url: lxd.url, pool: lxd.pool, image: image.rootfs });
    const code = await withThrowawayDatabase("packages/bench/src/site.ts", args, { FULMAR_LXD });
    return code === unable ? skip("This machine cannot run containers: see above.") : code;
  } finally {
    await phase("LXD server stopped", lxd.stop);
  }
}

function skip(reason) {
  process.stderr.write(`  – Skipped: the tests on a real LXD server. ${reason}\n`);
  return undefined;
}
