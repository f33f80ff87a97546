import { carriedOut, deleteAll } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import { nameOf } from "./cluster.ts";
import { type Story, sayWhere, spreadOf } from "./story.ts";

/** VMs created at once are on all hosts, and a strict group of machines has a host for each. */
export async function spread(story: Story, machines: number): Promise<void> {
  const { rest, small } = story.place;
  const names = Array.from({ length: machines }, (_, index) => `spread-${index}`);
  const made = await timedStep(`${machines} machines by as many creates at once`, async () => {
    const accepted = await Promise.all(names.map((name) => rest.ask("cloudVm.create", { ...small, name })));
    await carriedOut(story, accepted);
    return accepted.map(({ vm_id }) => vm_id);
  });
  const counts = [...(await sayWhere(story, made)).values()];
  // Whoever chooses passes over a host that another create chooses at the moment, so the shares are not quite equal.
  must(counts.length === 3 && Math.min(...counts) >= machines / 6, "each host has its share of the machines");
  await timedStep("those deleted", () => deleteAll(story, made));
  await timedStep("a strict group: three machines on three hosts, a fourth refused", () => strictGroup(story));
}

async function strictGroup(story: Story): Promise<void> {
  const { rest, small } = story.place;
  const { placement_group_id } = await rest.ask("placementGroup.create", {
    name: nameOf("apart"),
    strategy: "spread",
    over: "hosts",
    strict: true,
  });
  const one = (name: string) => ({ ...small, name, placement_group_id });
  const made = await Promise.all(["a", "b", "c"].map((name) => rest.ask("cloudVm.create", one(name))));
  await carriedOut(story, made);
  const vms = made.map(({ vm_id }) => vm_id);
  must((await spreadOf(story, vms)).size === 3, "each has a host of its own");
  must((await rest.status("cloudVm.create", one("d"))) === 409, "there is no fourth host");
  await deleteAll(story, vms);
  await rest.ask("placementGroup.delete", { placement_group_id });
}
