import { deleteAll, eventually, untilHost, untilRunning } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { comeBack, lose } from "./cluster.ts";
import type { Story } from "./story.ts";
import { answering, print, underLoad, type Web } from "./web.ts";

/** A host dies without a word: what is on it is in error, what is on others goes on. Then it comes back. */
export async function lost(story: Story, webs: readonly Web[]): Promise<void> {
  const { operator, place, inside, cluster } = story;
  const [, , third] = cluster.hosts;
  const places = new Map(await Promise.all(webs.map(async (web) => [web, await inside.locationOf(web.vmId)] as const)));
  const gone = webs.filter((web) => places.get(web) === third.name);
  const staying = webs.filter((web) => places.get(web) !== third.name);
  const states = () =>
    Promise.all(gone.map(async ({ vmId }) => (await place.rest.ask("cloudVm.get", { vm_id: vmId })).status));

  const met = await timedStep(`m3 lost with ${gone.length} machines, offline for the site`, () =>
    underLoad(staying, async () => {
      await lose(third);
      await untilHost(story, third.name, ({ status }) => status === "offline");
    }),
  );
  console.log("          the machines on the other hosts meanwhile:");
  print(met);
  await timedStep("its machines in error", () =>
    eventually("the machines to be in error", states, (all) => all.every((status) => status === "error")),
  );

  const { host_id } = await untilHost(story, third.name, ({ status }) => status === "offline");
  const preview = await operator.operatorHost.previewLoss({ host_id });
  console.log(
    `          the preview: fence ${preview.fence}, ${preview.starts_elsewhere} start elsewhere, ${preview.error} stay`,
  );
  must(preview.fence === "not_needed" && preview.starts_elsewhere === 0, "local disks are lost with their host");
  await timedStep("m3 declared lost: its machines wait for it, and their owners read why", async () => {
    await operator.operatorHost.declareLost({ host_id, reason: "Its power supply burnt." });
    for (const { vmId } of gone) console.log(`          ${await reasonOf(story, vmId)}`);
  });
  await timedStep("a new machine meanwhile, on another host", async () => {
    const { vm_id } = await place.rest.ask("cloudVm.create", { ...place.small, name: "meanwhile" });
    await untilRunning(story, [vm_id]);
    must((await inside.locationOf(vm_id)) !== third.name, "it is on a host that answers");
    await deleteAll(story, [vm_id]);
  });

  await timedStep("m3 back: its machines run on as they were", async () => {
    await comeBack(third);
    await untilHost(story, third.name, ({ status }) => status === "online");
    await untilRunning(
      story,
      gone.map(({ vmId }) => vmId),
    );
    await answering(gone);
    await operator.operatorHost.restore({ host_id });
  });
}

/** The sentence of the operation that put a VM into error. */
async function reasonOf({ place: { rest } }: Story, vm_id: string): Promise<string> {
  const latest = () => rest.ask("operation.list", { vm_id, limit: 1 });
  const [operation] = await eventually("why the VM waits", latest, ([newest]) => newest?.status === "failed");
  return `${operation?.action} of ${vm_id}: ${operation?.error_code}: ${operation?.error_message}`;
}
