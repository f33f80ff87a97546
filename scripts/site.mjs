// `npm run site`: a real LXD server for the time being, and the life of real machines on it.
import { debianImage } from "./debian-image.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { phase } from "./progress.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/** Returns the exit code; 0 also where LXD cannot be had, with the reason in a line. */
export async function site(args) {
  const reason = await whyNoLxd();
  if (reason !== undefined) {
    process.stderr.write(`  – Skipped: the tests on a real LXD server. ${reason}\n`);
    return 0;
  }
  const image = await phase("Debian image", debianImage);
  const lxd = await phase("LXD server", startLxd);
  try {
    const FULMAR_LXD = JSON.stringify({ url: lxd.url, pool: lxd.pool, image: image.rootfs });
    return await withThrowawayDatabase("packages/bench/src/site.ts", args, { FULMAR_LXD });
  } finally {
    await phase("LXD server stopped", lxd.stop);
  }
}
