import { carriedOut } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { bootOf, type Machine, print, type Story, underPings } from "./story.ts";

/** libvirtd is killed on both hosts, one after the other: machines run on, and the site has them again. */
export async function killed(story: Story, machines: readonly Machine[]): Promise<void> {
  const { hosts, place } = story;
  const boots = () => Promise.all(machines.map(({ vmId }) => bootOf(hosts, vmId)));
  const before = await boots();
  const met = await timedStep("libvirtd killed on each host", () =>
    underPings(story, machines, async () => {
      for (const host of hosts) await host.killDaemon();
    }),
  );
  print(met);
  must(
    met.every(({ lost }) => lost <= 1),
    "no machine needs libvirtd to answer",
  );
  must(JSON.stringify(await boots()) === JSON.stringify(before), "all run on in the boot that they were in");
  const [first] = machines;
  if (first === undefined) return;
  await timedStep("a machine rebooted by the API after it", async () =>
    carriedOut(story, [await place.rest.ask("cloudVm.reboot", { vm_id: first.vmId })]),
  );
}
