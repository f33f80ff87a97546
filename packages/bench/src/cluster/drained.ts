import { eventually, hostNamed, untilHost, untilRunning } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { type Story, sayWhere, spreadOf } from "./story.ts";
import { answering, makeWebs, print, underLoad, type Web } from "./web.ts";

/**
 * A host with ten machines that visitors ask all the time is emptied, takes machines again, and gets its share of them by a
 * balance.
 * @returns the machines
 */
export async function drained(story: Story, machines: number): Promise<Web[]> {
  const { operator, place } = story;
  const [one, two, full] = await Promise.all(["m1", "m2", "m3"].map((name) => hostNamed(story, name)));
  if (one === undefined || two === undefined || full === undefined) throw new Error("There are no three hosts.");
  const names = Array.from({ length: machines }, (_, index) => `web-${index}`);
  const webs = await timedStep(`m1 and m2 cordoned, so that ${machines} new machines are on m3`, async () => {
    for (const { host_id } of [one, two]) await operator.operatorHost.cordon({ host_id, reason: "For the drain." });
    const made = await makeWebs(story, names);
    for (const { host_id } of [one, two]) await operator.operatorHost.restore({ host_id });
    return made;
  });
  const vms = webs.map(({ vmId }) => vmId);
  const placed = await spreadOf(story, vms);
  must(placed.get("m3") === machines, "all are on m3");
  const preview = await operator.operatorHost.previewDrain({ host_id: full.host_id });
  must(preview.restarted === machines && preview.blocked === 0, "the preview has each stopped, moved and started");

  const met = await timedStep("m3 drained, while visitors ask each machine ten times a second", () =>
    underLoad(webs, async () => {
      await operator.operatorHost.drain({ host_id: full.host_id, reason: "New memory." });
      await untilHost(story, "m3", ({ state }) => state === "drained");
      await untilRunning(story, vms);
      await answering(webs);
    }),
  );
  print(met);
  must(!(await sayWhere(story, vms)).has("m3"), "no machine is on m3");

  await operator.operatorHost.restore({ host_id: full.host_id });
  const site_id = place.siteId;
  const none = await operator.operatorSite.previewBalance({ site_id });
  must(none.moves.length === 0, "running machines move only where restarts are allowed");
  const { moves } = await operator.operatorSite.previewBalance({ site_id, restarts: "allow" });
  must(moves.length > 0 && moves.every(({ to_host }) => to_host === "m3"), "the plan fills m3");
  const balanced = await timedStep(`m3 restored, and ${moves.length} machines moved back to even the hosts out`, () =>
    underLoad(webs, async () => {
      await operator.operatorSite.balance({ site_id, restarts: "allow", reason: "m3 is back." });
      await eventually(
        "the balance",
        () => operator.operatorSite.getBalance({ site_id }),
        ({ state, moving }) => state === "done" && moving === 0,
      );
      await untilRunning(story, vms);
      await answering(webs);
    }),
  );
  print(balanced);
  must((await sayWhere(story, vms)).get("m3") === moves.length, "the moves are those of the plan");
  return webs;
}
