import { ErrorBody, type OperationId } from "@fulmar/contract";
import type { OperatorClient } from "@fulmar/sdk";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { type Answer, type Input, until } from "@fulmar/testkit/stack";
import { carriedOut, deleteAll, eventually, hostNamed } from "../hosts.ts";
import { must, timedStep } from "../story.ts";
import {
  bootOf,
  bootsOnceUp,
  inGuest,
  type Machine,
  PAUSE_SECONDS,
  type Story,
  summarized,
  underPings,
} from "./story.ts";

type Restart = readonly [host: 0 | 1, ...program: Parameters<LibvirtHost["restart"]>];

/** As packages restart what they upgrade, and the controller as one that crashes. The first host has the databases. */
const RESTARTS: readonly Restart[] = [
  [0, "northd", "TERM"],
  [0, "nb", "TERM"],
  [0, "sb", "TERM"],
  [1, "controller", "KILL"],
  [1, "controller", "TERM"],
  [1, "switch", "TERM"],
  [1, "vswitchd", "TERM"],
];

/**
 * Each program of OVN is restarted while two machines of a VPC, on two hosts, ping each other, and all others are pinged
 * from outside. Then what the API says while the networks, or a host's libvirtd, do not answer.
 */
export async function restarted(story: Story, machines: readonly Machine[]): Promise<void> {
  const { hosts } = story;
  const pair = await timedStep("two machines in a VPC, one on each host", () => makePair(story));
  const all = [...machines.map(({ vmId }) => vmId), ...pair.vms];
  const boots = () => Promise.all(all.map((vmId) => bootOf(hosts, vmId)));
  const before = await bootsOnceUp(hosts, all);
  for (const [number, program, signal] of RESTARTS) {
    const host = hosts[number];
    const [outside, between] = await timedStep(`${program} on ${host.name} ended by ${signal} and started again`, () =>
      whilePinging(story, pair, machines, () => host.restart(program, signal)),
    );
    console.log(`          between the two machines: ${between}\n          from outside, the worst:  ${outside}`);
  }
  must(JSON.stringify(await boots()) === JSON.stringify(before), "all run on in the boot that they were in");
  await askedMeanwhile(story, pair);
  await deleteAll(story, pair.vms);
  const { vpc_id, subnet_id } = pair;
  await story.place.rest.ask("subnet.delete", { vpc_id, subnet_id });
  await story.place.rest.ask("vpc.delete", { vpc_id });
}

interface Pair {
  readonly vpc_id: string;
  readonly subnet_id: string;
  readonly vms: readonly [string, string];
  /** The address of the second machine in the VPC. */
  readonly address: string;
}

async function makePair(story: Story): Promise<Pair> {
  const { operator, hosts, place } = story;
  const { rest, siteId: site_id, small } = place;
  const { vpc_id } = await rest.ask("vpc.create", { name: "pair", site_id, cidr: "10.77.0.0/16" });
  const { subnet_id } = await rest.ask("subnet.create", { vpc_id, name: "pair", cidr: "10.77.1.0/24" });
  await until(
    "the subnet",
    () => rest.ask("subnet.get", { vpc_id, subnet_id }),
    ({ status }) => status === "available",
  );
  const makeOn = async (wanted: LibvirtHost, name: string) => {
    const others = hosts.filter((host) => host !== wanted);
    const closed = await Promise.all(others.map((host) => hostNamed(story, host.name)));
    for (const { host_id } of closed) await operator.operatorHost.cordon({ host_id, reason: "For one of each." });
    const made = await rest.ask("cloudVm.create", { ...small, name, vpc_id, subnet_id });
    await carriedOut(story, [made]);
    for (const { host_id } of closed) await operator.operatorHost.restore({ host_id });
    return made.vm_id;
  };
  const first = await makeOn(hosts[0], "pair-0");
  const second = await makeOn(hosts[1], "pair-1");
  const { private_ip: address } = await rest.ask("cloudVm.get", { vm_id: second });
  if (address === null) throw new Error("A machine of a VPC has no address there.");
  return { vpc_id, subnet_id, vms: [first, second], address };
}

/** @returns what the worst of the pings from outside met, and those between the two machines */
async function whilePinging(
  story: Story,
  pair: Pair,
  machines: readonly Machine[],
  work: () => Promise<void>,
): Promise<readonly [string, string]> {
  const { hosts } = story;
  const [first] = pair.vms;
  const shell = (command: string) => inGuest(hosts[0], first, command);
  const answered = `until ping -c 1 -W 1 ${pair.address} > /dev/null; do :; done`;
  await shell(answered);
  const pid = (await shell(`ping -i ${PAUSE_SECONDS} ${pair.address} > /run/pings 2>&1 & echo $!`)).trim();
  const outside = await underPings(story, machines, async () => {
    await work();
    // Returns once every controller has done what the databases say.
    await hosts[0].untilNetworksApplied();
    await shell(answered);
    await hosts[0].run(
      "bash",
      "-c",
      machines.map(({ address }) => `until ping -c 1 -W 1 ${address}; do :; done`).join("\n"),
    );
  });
  const said = await shell(`kill ${pid}; cat /run/pings`);
  const numbers = Array.from(said.matchAll(/seq=(\d+) /g), ([, number]) => Number(number));
  const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? number));
  const lost = (numbers.at(-1) ?? 0) + 1 - new Set(numbers).size;
  const worst = outside.toSorted((a, b) => b.lost - a.lost)[0];
  const between = { sent: numbers.length + lost, lost, silentSeconds: Math.max(0, ...gaps) * PAUSE_SECONDS };
  return [worst === undefined ? "nobody" : summarized(worst), summarized(between)];
}

/** What tenants and operators are told while a part of the site is away. What they change is done once it is back. */
async function askedMeanwhile(story: Story, { vpc_id, subnet_id, vms: [, second] }: Pair): Promise<void> {
  const { hosts, operator, place } = story;
  const { rest, siteId: site_id, small } = place;
  const told = async <Id extends OperationId>(id: Id, input: Input<Id>) => {
    const { status, body } = await rest.answer(id, input);
    const { data } = ErrorBody.safeParse(body);
    console.log(`          ${id}: ${status}${data === undefined ? "" : ` ${data.code}: ${data.detail}`}`);
    return { status, code: data?.code };
  };
  const changed = async <Id extends "cloudVm.create" | "cloudVm.reboot">(id: Id, input: Input<Id>) => {
    const answer = await rest.ask(id, input);
    console.log(`          ${id}: accepted`);
    return answer;
  };
  const readable = async () => {
    for (const answer of [await told("cloudVm.list", {}), await told("cloudVm.get", { vm_id: second })])
      must(answer.status === 200, "what the database knows is told");
  };

  const made = await timedStep("OVN's northbound database away", async () => {
    const waiting: Answer<"cloudVm.create">[] = [];
    await hosts[0].restart("nb", "TERM", async () => {
      await readable();
      must((await told("cloudVm.consoleLog", { vm_id: second })).status === 200, "machines are reached");
      waiting.push(await changed("cloudVm.create", { ...small, name: "pair-2", vpc_id, subnet_id }));
      await failedCheck(operator, site_id);
    });
    return waiting;
  });
  await timedStep("the machine made that was asked for meanwhile", () => carriedOut(story, made));
  await deleteAll(
    story,
    made.map(({ vm_id }) => vm_id),
  );

  const pid = (await hosts[1].run("cat", "/run/libvirt/libvirtd.pid")).trim();
  const reboot = await timedStep(`libvirtd on ${hosts[1].name} halted`, async () => {
    await hosts[1].run("kill", "-STOP", pid);
    try {
      await readable();
      const log = await told("cloudVm.consoleLog", { vm_id: second });
      must(
        log.status === 503 && log.code === "site_unavailable",
        "what only the host knows is refused with a sentence",
      );
      return await changed("cloudVm.reboot", { vm_id: second });
    } finally {
      await hosts[1].run("kill", "-CONT", pid);
    }
  });
  await timedStep("the machine rebooted that was to meanwhile", () => carriedOut(story, [reboot]));
}

/** Has a worker look at the site, and prints why it is not as it should be. */
async function failedCheck(operator: OperatorClient, site_id: string): Promise<void> {
  const { decision_id } = await operator.operatorSite.check({ site_id });
  const { state, outcome } = await eventually(
    "the check of the site",
    () => operator.operatorSiteDecision.get({ decision_id }),
    ({ state }) => state !== "waiting",
  );
  must(state === "failed", "a check of the site fails");
  console.log(`          operatorSite.check: ${outcome}`);
}
