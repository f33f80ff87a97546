import { eventually, hostNamed, untilHost } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { bootOf, bootsOnceUp, type Machine, makeMachines, print, runningOn, type Story, underPings } from "./story.ts";

/**
 * A host whose machines are pinged all the time is emptied: they run on elsewhere. Then it gets its share of them back.
 * @returns the machines
 */
export async function drained(story: Story, count: number): Promise<Machine[]> {
  const { operator, hosts, place } = story;
  const [first, second] = hosts;
  const [one, two] = await Promise.all(hosts.map(({ name }) => hostNamed(story, name)));
  if (one === undefined || two === undefined) throw new Error("There are no two hosts.");
  const names = Array.from({ length: count }, (_, index) => `web-${index}`);
  const machines = await timedStep(
    `${first.name} cordoned, so that ${count} new machines are on ${second.name}`,
    async () => {
      await operator.operatorHost.cordon({ host_id: one.host_id, reason: "For the drain." });
      const made = await makeMachines(story, names);
      await operator.operatorHost.restore({ host_id: one.host_id });
      return made;
    },
  );
  must((await runningOn(second)).length === count, `all are on ${second.name}`);
  const boots = () => Promise.all(machines.map(({ vmId }) => bootOf(hosts, vmId)));
  const before = await bootsOnceUp(
    hosts,
    machines.map(({ vmId }) => vmId),
  );
  const preview = await operator.operatorHost.previewDrain({ host_id: two.host_id });
  must(preview.live === count && preview.blocked === 0, "the preview has each moved while it runs");

  const met = await timedStep(`${second.name} drained, while each machine is pinged ten times a second`, () =>
    underPings(story, machines, async () => {
      await operator.operatorHost.drain({ host_id: two.host_id, reason: "New memory." });
      await untilHost(story, second.name, ({ state }) => state === "drained");
    }),
  );
  print(met);
  must((await runningOn(first)).length === count, `all are on ${first.name}`);
  must(JSON.stringify(await boots()) === JSON.stringify(before), "all run on in the boot that they were in");

  await operator.operatorHost.restore({ host_id: two.host_id });
  const site_id = place.siteId;
  const { moves } = await operator.operatorSite.previewBalance({ site_id });
  must(moves.length > 0 && moves.every(({ to_host }) => to_host === second.name), `the plan fills ${second.name}`);
  const balanced = await timedStep(`${second.name} restored, and ${moves.length} machines moved back`, () =>
    underPings(story, machines, async () => {
      await operator.operatorSite.balance({ site_id, reason: "The memory is in." });
      await eventually(
        "the balance",
        () => operator.operatorSite.getBalance({ site_id }),
        ({ state, moving }) => state === "done" && moving === 0,
      );
    }),
  );
  print(balanced);
  must((await runningOn(second)).length === moves.length, "the moves are those of the plan");
  must(JSON.stringify(await boots()) === JSON.stringify(before), "no machine was started again");
  return machines;
}
