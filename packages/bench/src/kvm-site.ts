import { join } from "node:path";
import { parseArgs } from "node:util";
import { createOperatorClient } from "@fulmar/sdk";
import { startTwoLibvirtHosts } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { deleteAll, untilHosts } from "./hosts.ts";
import { addSite, SHARED } from "./kvm/add-site.ts";
import { drained } from "./kvm/drained.ts";
import { killed } from "./kvm/killed.ts";
import { fenceHook, lost } from "./kvm/lost.ts";
import { restarted } from "./kvm/restarted.ts";
import { requireNothingLeft } from "./kvm/story.ts";
import { timed } from "./kvm/timed.ts";
import { operatorToken } from "./operator-token.ts";
import { Product } from "./product.ts";
import { must, timedStep } from "./story.ts";

/**
 * Sells two hosts with libvirt that share a folder: empties one while its machines run, kills libvirtd,
 * restarts OVN, and loses a host.
 *
 * npm run kvm-site
 * npm run kvm-site -- --machines 10    how many machines are on the host that is emptied
 * npm run kvm-site -- --time           also compares a create with virsh
 */
const { values: flags } = parseArgs({
  options: { machines: { type: "string", default: "6" }, time: { type: "boolean", default: false } },
});

const hosts = await timedStep("two hosts with libvirt, joined by OVN", startTwoLibvirtHosts);
const product = await Product.install({ variables: { FULMAR_FENCE_HOOK: await fenceHook(hosts[1]) } });
try {
  const image = await tinyImage();
  const place = await timedStep("the first one added as a site, with an image and public addresses", () =>
    addSite(product, hosts, image),
  );
  product.startTalkingWorker();
  const operator = createOperatorClient({
    baseUrl: place.url,
    token: await operatorToken(product.database, "development"),
  });
  const story = { product, place, operator, hosts };
  await timedStep("the second one added to it", async () => {
    const { host, port } = hosts[1].tls;
    await operator.operatorHost.add({ site_id: place.siteId, endpoint: `tls://${host}:${port}` });
    await untilHosts(story, 2);
  });
  if (flags.time)
    must(await timedStep("creates timed", () => timed(story)), "a create is not much slower than by hand");
  const machines = await drained(story, Number(flags.machines));
  await killed(story, machines);
  await restarted(story, machines);
  await lost(story, machines);
  await timedStep("everything deleted", async () => {
    await deleteAll(
      story,
      machines.map(({ vmId }) => vmId),
    );
    await requireNothingLeft(story, join(hosts[0].folder, SHARED));
  });
} finally {
  await product.stop();
  for (const host of hosts) await host.stop();
}
