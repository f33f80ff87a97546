import { parseArgs } from "node:util";
import { createOperatorClient } from "@fulmar/sdk";
import { Cluster, reachable } from "./cluster/cluster.ts";
import { drained } from "./cluster/drained.ts";
import { lost } from "./cluster/lost.ts";
import { spread } from "./cluster/spread.ts";
import { deleteAll, untilHosts } from "./hosts.ts";
import { operatorToken } from "./operator-token.ts";
import { Product } from "./product.ts";
import { addSite } from "./site/add-site.ts";
import { SiteInside } from "./site/server.ts";
import { timedStep } from "./story.ts";

/**
 * Sells the three hosts of the cluster that FULMAR_LXD names: spreads machines over them, empties one under load, evens them
 * out, and loses one.
 *
 * npm run cluster-site
 * npm run cluster-site -- --machines 30 --webs 10    how many are spread, and how many are on the host that is emptied
 */
const { values: flags } = parseArgs({
  options: { machines: { type: "string", default: "12" }, webs: { type: "string", default: "10" } },
});
const PROJECT = "cluster";

const cluster = Cluster.parse(JSON.parse(process.env.FULMAR_LXD ?? "{}"));
const product = await Product.install();
const inside = new SiteInside({ url: `unix://${cluster.hosts[0].socket}` }, PROJECT);
try {
  const server = await reachable(cluster);
  const place = await timedStep("the cluster is added as a site, with an image and public addresses", () =>
    addSite(product, server, PROJECT),
  );
  product.startTalkingWorker();
  const token = await operatorToken(product.database, "development");
  const operator = createOperatorClient({ baseUrl: place.url, token });
  const story = { product, place, operator, inside, cluster };
  await timedStep("its three hosts", () => untilHosts(story, 3));
  await spread(story, Number(flags.machines));
  const webs = await drained(story, Number(flags.webs));
  await lost(story, webs);
  await timedStep("everything deleted", () =>
    deleteAll(
      story,
      webs.map(({ vmId }) => vmId),
    ),
  );
} finally {
  await inside.close();
  await product.stop();
}
