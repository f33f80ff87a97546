import { operationsEnded, type Rest, until } from "@fulmar/testkit/stack";
import { removeAll } from "../machines-in-network.ts";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import type { Known, NewResources } from "../restore/new-resources.ts";
import { restoredStory, type SiteItself } from "../restore/restored-story.ts";
import { must, timedStep } from "../story.ts";
import type { SiteInside } from "./server.ts";
import type { Visitor } from "./visitor.ts";

const PAGE = "a page that was there before the restore";
const NOTES = "notes";
/** A file in the VM's memory, which a restart removes. */
const SUMS = "/root/sums";

/**
 * The story of a restored database with real VMs, which keep running with their data and stay reachable from outside.
 * Leaves nothing behind.
 */
export async function restored(
  product: Product,
  where: Pick<Place, "siteId" | "small">,
  inside: SiteInside,
  visitor: Visitor,
): Promise<void> {
  const { place, known, created, found } = await restoredStory(product, where, realSite(inside, visitor));
  console.log(`          ${found}`);
  await timedStep("all of it deleted through the API", () => removeEverything(place.rest, known, created));
}

function realSite(inside: SiteInside, visitor: Visitor): SiteItself {
  /** The state of the site that its users can observe. */
  const lasting = async ({ network, web, db }: NewResources, mounts: Mounts) => ({
    page: await visitor.visit(`http://${network.address}:8080/`),
    machines: await Promise.all([runOf(inside, web), runOf(inside, db)]),
    sums: await sumsOf(inside, db, mounts),
  });
  let mounts: Mounts = [];
  return {
    async write({ rest }, { network, web, db, data, spare }) {
      mounts = ["/root", await mountOf(rest, data), await mountOf(rest, spare)];
      await shell(inside, web, `mkdir -p /srv && printf '${PAGE}' > /srv/index.html && busybox httpd -p 80 -h /srv`);
      for (const folder of mounts) await shell(inside, db, `head -c 1000000 /dev/urandom > ${folder}/${NOTES} && sync`);
      await until(
        "the page to be seen",
        () => visitor.visit(`http://${network.address}:8080/`),
        (text) => text === PAGE,
      );
    },
    whole: async (created) => ({ ...(await lasting(created, mounts)), inventory: await inside.inventory() }),
    lasting: (created) => lasting(created, mounts),
  };
}

type Mounts = readonly string[];

async function mountOf(rest: Rest, volume_id: string): Promise<string> {
  const { device_path } = await rest.ask("volume.get", { volume_id });
  return `/mnt/${device_path?.split("/").at(-1)}`;
}

/** Identifies a run of a VM: its first process and its kernel's boot id. */
async function runOf(inside: SiteInside, vmId: string): Promise<string> {
  await shell(
    inside,
    vmId,
    "cat /proc/sys/kernel/random/boot_id > /root/boot && cut -d ' ' -f 22 /proc/1/stat >> /root/boot",
  );
  return (await inside.file(vmId, "/root/boot")) ?? "no file";
}

async function sumsOf(inside: SiteInside, vmId: string, folders: Mounts): Promise<string> {
  await shell(inside, vmId, `sha256sum ${folders.map((folder) => `${folder}/${NOTES}`).join(" ")} > ${SUMS}`);
  return (await inside.file(vmId, SUMS)) ?? "no file";
}

async function shell(inside: SiteInside, vmId: string, command: string): Promise<void> {
  must((await inside.run(vmId, "sh", "-c", command)) === 0, `the machine ${vmId} runs: ${command}`);
}

async function removeEverything(
  rest: Rest,
  { kept, gone }: Known,
  { network, web, db, data, spare }: NewResources,
): Promise<void> {
  const { snapshots } = await rest.ask("snapshot.list", { vm_id: db });
  for (const { snapshot_set_id } of snapshots) await rest.ask("snapshot.delete", { vm_id: db, snapshot_set_id });
  for (const volume_id of [data, spare]) {
    await operationsEnded(rest, [await rest.ask("cloudVm.detachVolume", { vm_id: db, volume_id })]);
    await rest.ask("volume.delete", { volume_id });
  }
  await removeAll(rest, network, [web, db, kept, gone]);
}
