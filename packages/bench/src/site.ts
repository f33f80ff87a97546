import { isDeepStrictEqual, parseArgs } from "node:util";
import { freePort } from "@fulmar/prisma/server";
import { until } from "@fulmar/testkit/stack";
import { Product } from "./product.ts";
import { siteOnAbleHost, Unable } from "./site/able.ts";
import { adopted } from "./site/adopted.ts";
import { prepareCdn } from "./site/cdn.ts";
import { killed } from "./site/killed.ts";
import { restored } from "./site/restored.ts";
import { SiteInside, SiteServer } from "./site/server.ts";
import { sold } from "./site/sold.ts";
import { soldByPages } from "./site/sold-by-pages.ts";
import { timed } from "./site/timed.ts";
import { Visitor } from "./site/visitor.ts";
import { walk } from "./site/walk.ts";
import { withGpu } from "./site/with-gpu.ts";
import { timedStep } from "./story.ts";

/**
 * Runs real VMs by REST alone: makes a site of the LXD server that FULMAR_LXD names, runs the life of two VMs there,
 * and checks that the server is afterwards as it was before. Exit code 1 when anything deviates, 77 when this machine
 * cannot run such a server.
 *
 * npm run site                 the walk, a machine made by hand that is adopted and released, then a database restored
 *                              from an earlier backup
 * npm run site -- --adopt      that machine alone
 * npm run site -- --gpu        a machine with the only GPU of the site alone
 * npm run site -- --sell       an empty production installation that is made to sell, and its invoices
 * npm run site -- --sell-by-pages FOLDER
 *                              the same by the pages of the console, with a picture of each station in the folder
 * npm run site -- --kill       kills the worker with SIGKILL in each step of a create and of a delete
 * npm run site -- --time       the walk with a limit for firewall rules and purges, then from the 202 to the first
 * answered ping
 *                              against the server's own client, five times
 */
const flag = { type: "boolean", default: false } as const;
const { values: flags } = parseArgs({
  options: { adopt: flag, gpu: flag, kill: flag, sell: flag, time: flag, "sell-by-pages": { type: "string" } },
});
const pictures = flags["sell-by-pages"];
const isWhole = !(flags.adopt || flags.gpu || flags.kill || flags.sell || flags.time || pictures !== undefined);
const server = SiteServer.parse(JSON.parse(process.env.FULMAR_LXD ?? "{}"));
const PROJECT = "walk";
/** A rule takes effect on running VMs within a second (providers: rule changes), and a purge for visitors. */
const LIMIT_MS = 1_000;

const visitor = await Visitor.arrive();
const cdn = await prepareCdn(visitor.host);
const storePort = await freePort();
const FULMAR_PUBLIC_OBJECT_STORE_URL = `http://127.0.0.1:${storePort}`;
const product = await Product.install({ variables: { ...cdn?.environment, FULMAR_PUBLIC_OBJECT_STORE_URL } });
const inside = new SiteInside(server, PROJECT);
try {
  const place = await timedStep("the site is added, with an image and public addresses", () =>
    siteOnAbleHost(product, inside, server, PROJECT),
  );
  const before = await inside.inventory();
  if (flags.kill) await killed(product, place, inside);
  product.startTalkingWorker();
  const strangers = () =>
    timedStep("machines change hands, by hand and back, and run on", () =>
      adopted({ product, place, inside, server, project: PROJECT }),
    );
  if (flags.adopt) await strangers();
  if (flags.gpu) await timedStep("a machine with the only GPU of the site", () => withGpu(place, product, inside));
  if (isWhole) {
    await walk(product, place, inside, { visitor, cdn, server, storePort });
    await strangers();
    await product.endProcesses();
    await restored(product, place, inside, visitor);
  }
  if (flags.time) {
    await walk(product, place, inside, { visitor, cdn, server, storePort, limitMs: LIMIT_MS });
    if (!(await timed(place, inside, server))) process.exitCode = 1;
  }
  const isAsBefore = (now: typeof before) => isDeepStrictEqual(now, before);
  await timedStep("nothing is left on the server", () =>
    until("the server to be as it was before", () => inside.inventory(), isAsBefore),
  );
  // Its site keeps its project, its image and its network.
  if (flags.sell || isWhole) await sold(server);
  if (pictures !== undefined) await soldByPages(server, pictures);
} catch (error) {
  if (!(error instanceof Unable)) throw error;
  console.error(error.message);
  process.exitCode = 77;
} finally {
  await visitor.leave();
  await inside.close();
  await product.stop();
  await cdn?.authority.stop();
}
