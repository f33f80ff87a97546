import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { carriedOut, deleteAll } from "../hosts.ts";
import { must } from "../story.ts";
import { makeMachines, type Story } from "./story.ts";

const TIMES = 3;
const TARGET = 1.3;
/** Outside and inside: the site was given other addresses, or gives them seldom. */
const BY_HAND = ["192.0.2.40", "10.96.255.200"] as const;

/**
 * Measures from the 202 of a create to the first word of the machine's SSH server at its public address, alternating with
 * the same by the servers' own clients: virsh, qemu-img and ovn-nbctl.
 * @returns whether the ratio of the medians is within the target
 */
export async function timed(story: Story): Promise<boolean> {
  const { place, hosts } = story;
  const [host] = hosts;
  const pattern = await patternOn(story);
  const [ours, byHand]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TIMES; turn++) {
    byHand.push(await makeByHand(host, pattern, turn));
    const wanted = { ...place.small, name: `timed-${turn}`, public_ip: true };
    const accepted = await place.rest.ask("cloudVm.create", wanted);
    const begun = performance.now();
    const { public_ip } = await place.rest.ask("cloudVm.get", { vm_id: accepted.vm_id });
    must(public_ip !== null, "a VM has its public address with the answer");
    await untilSsh(host, public_ip);
    ours.push(performance.now() - begun);
    await carriedOut(story, [accepted]);
    await deleteAll(story, [accepted.vm_id]);
  }
  await deleteAll(story, [pattern.vmId]);
  const ratio = median(ours) / median(byHand);
  const seconds = (values: readonly number[]) => values.map((value) => (value / 1000).toFixed(2)).join(" ");
  console.log(
    `          by REST, s:  ${seconds(ours)}\n          by hand, s:  ${seconds(byHand)}\n` +
      `          ratio of the medians ${ratio.toFixed(2)}, target ${TARGET}`,
  );
  return ratio <= TARGET;
}

/** A machine of the site whose definition and port the others by hand have. It is off while they are timed. */
interface Pattern {
  readonly vmId: string;
  readonly definition: string;
  readonly image: string;
}

async function patternOn(story: Story): Promise<Pattern> {
  const { hosts, place } = story;
  const [machine] = await makeMachines(story, ["pattern"]);
  const vmId = machine?.vmId ?? "";
  await carriedOut(story, [await place.rest.ask("cloudVm.stop", { vm_id: vmId })]);
  for (const host of hosts) {
    const names = await host.run("virsh", "list", "--all", "--name");
    if (!names.includes(vmId)) continue;
    const definition = await host.run("virsh", "dumpxml", "--inactive", vmId);
    const [, disk = ""] = /<source file='([^']+root-[^']+)'/.exec(definition) ?? [];
    const { "backing-filename": image } = JSON.parse(await host.run("qemu-img", "info", "--output", "json", disk)) as {
      readonly "backing-filename": string;
    };
    return { vmId, definition, image };
  }
  throw new Error("The pattern is on no host.");
}

async function makeByHand(host: LibvirtHost, { vmId, definition, image }: Pattern, turn: number): Promise<number> {
  const [name, port] = [`by-hand-${turn}`, randomUUID()];
  const mac = `52:54:00:${(randomBytes(3).toString("hex").match(/../g) ?? []).join(":")}`;
  const [disk, file] = [join(host.folder, `${name}.qcow2`), join(host.folder, `${name}.xml`)];
  const own = definition
    .replace(/<metadata>.*<\/metadata>/s, "")
    .replace(`<name>${vmId}</name>`, `<name>${name}</name>`)
    .replace(/<uuid>.*?<\/uuid>/, `<uuid>${randomUUID()}</uuid>`)
    .replace(/<source file='[^']+root-[^']+'/, `<source file='${disk}'`)
    .replace(/<log file='[^']+'/, `<log file='${join(host.folder, `${name}.log`)}'`)
    .replace(/<mac address='[^']+'/, `<mac address='${mac}'`)
    .replace(/interfaceid='[^']+'/, `interfaceid='${port}'`);
  await writeFile(file, own);
  const [outside, inside] = BY_HAND;
  const shell = (script: string) => host.run("bash", "-ec", script);
  const pattern = /interfaceid='([^']+)'/.exec(definition)?.[1] ?? "";
  const begun = performance.now();
  await shell(`
row=$(ovn-nbctl --bare --columns=_uuid find Logical_Switch_Port name=${pattern})
switch=$(ovn-nbctl --bare --columns=_uuid find Logical_Switch ports{'>='}$row)
dhcp=$(ovn-nbctl get Logical_Switch_Port $row dhcpv4_options)
router=$(ovn-nbctl --bare --columns=name list Logical_Router)
ovn-nbctl lsp-add $switch ${port} -- lsp-set-addresses ${port} "${mac} ${inside}" \\
  -- set Logical_Switch_Port ${port} dhcpv4_options=$dhcp -- lr-nat-add $router dnat_and_snat ${outside} ${inside}
qemu-img create -q -f qcow2 -F qcow2 -b ${image} ${disk} 20G
virsh -q define ${file}
virsh -q start ${name}`);
  await untilSsh(host, outside);
  const took = performance.now() - begun;
  await shell(`
virsh -q destroy ${name}; virsh -q undefine ${name}
ovn-nbctl lsp-del ${port} -- lr-nat-del $(ovn-nbctl --bare --columns=name list Logical_Router) dnat_and_snat ${outside}`);
  return took;
}

/** Waits until a server at port 22 says that it speaks SSH. */
async function untilSsh(host: LibvirtHost, address: string): Promise<void> {
  const greeting = `exec 3<>/dev/tcp/${address}/22 && head -c 4 <&3`;
  await host.run(
    "bash",
    "-c",
    `until [ "$(timeout 1 bash -c '${greeting}' 2>/dev/null)" = SSH- ]; do sleep 0.05; done`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
