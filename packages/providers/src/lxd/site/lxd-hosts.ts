// The members of a cluster, or the single server.
import { z } from "zod";
import {
  type Firmware,
  type Host,
  type HostCapacity,
  type HostGpu,
  type HostPort,
  hostAnswers,
  type Move,
} from "../../ports/host-port.ts";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import { machineOf, othersWork, ownInstances, pathOfInstance } from "../instances.ts";
import { labeledId } from "../labels.ts";
import { isCluster, type LxdSite, type Member, membersOf, type Place, unlessSilent } from "../lxd-site.ts";
import { gpusOfCard, inspectGpus } from "./host-gpus.ts";
import { isShared, resourcesOf, spaceOf } from "./lxd-site-port.ts";
import { type MigSlices, readMigSlices } from "./mig-slices.ts";

const Alone = z.object({
  environment: z.object({ server_name: z.string(), kernel_architecture: z.string().optional() }),
});

/** What a server says that its instances can be of. */
const Runs = z.object({
  api_extensions: z.string().array(),
  environment: z.object({ architectures: z.string().array().optional() }),
});

export function lxdHosts(site: LxdSite): HostPort {
  return {
    listHosts: (signal) => listHosts(site, signal),
    inspectGpus: (signal) => inspectGpus(site, signal),
    moveInstance: (...call) => moveInstance(site, ...call),
    recoverInstance: (...call) => recoverInstance(site, ...call),
  };
}

async function listHosts(site: LxdSite, signal: AbortSignal): Promise<Host[]> {
  const { client } = site;
  const sharedDisks = await isShared(site, signal);
  const migOfHost = await readMigSlices(site, signal);
  // Containers do not run on while they move, and virtual machines only with shared disks and a state that is kept.
  const can = { movesLive: false, sharedDisks };
  if (!(await isCluster(client, signal))) {
    const { environment } = await client.get("", Alone, signal);
    const { server_name: name, kernel_architecture: architecture = null } = environment;
    return [{ ...can, name, online: true, architecture, ...(await contentsOf(site, {}, migOfHost(name), signal)) }];
  }
  const hostOf = async (member: Member): Promise<Host> => {
    const { server_name: name, status, architecture = null } = member;
    const told = (limited: AbortSignal) => contentsOf(site, { target: name }, migOfHost(name), limited);
    const contents = status === "Online" ? await unlessSilent(told, signal) : undefined;
    return { ...can, name, online: contents !== undefined, architecture, ...(contents ?? NOTHING) };
  };
  return Promise.all((await membersOf(site.client, signal)).map(hostOf));
}

/** What a host tells that is down, or that the cluster has not noticed to be down. */
const NOTHING = { architectures: null, firmware: null, capacity: null, gpus: null };

const [MEBIBYTE, GIBIBYTE] = [2 ** 20, 2 ** 30];

/** What a host has: the machines that it runs, its capacity, and its GPUs. */
async function contentsOf(
  site: LxdSite,
  place: Place,
  mig: MigSlices,
  signal: AbortSignal,
): Promise<Pick<Host, "architectures" | "firmware"> & { capacity: HostCapacity; gpus: readonly HostGpu[] }> {
  const { cpu, memory, gpu } = await resourcesOf(site, place, signal);
  const { total, used } = await spaceOf(site, place, signal);
  const capacity = {
    cpus: cpu.total,
    ramMb: Math.floor(memory.total / MEBIBYTE),
    freeRamMb: Math.floor(Math.max(0, memory.total - memory.used) / MEBIBYTE),
    diskGb: Math.floor(total / GIBIBYTE),
    freeDiskGb: Math.floor((total - used) / GIBIBYTE),
  };
  const gpus = gpu.cards.flatMap((card) => gpusOfCard(site, card, mig));
  return { ...(await machinesOf(site, place, signal)), capacity, gpus };
}

/**
 * The architectures and the firmware of a member's instances. A machine is booted by UEFI; servers with the API extension
 * `security_csm` also boot one by BIOS, which QEMU has for x86 alone.
 */
async function machinesOf(
  { client, instanceType }: LxdSite,
  place: Place,
  signal: AbortSignal,
): Promise<Pick<Host, "architectures" | "firmware">> {
  const { environment, api_extensions: known } = await client.get("", Runs, signal, place);
  const { architectures = null } = environment;
  if (instanceType === "container") return { architectures, firmware: [] };
  const hasBios = known.includes("security_csm") && architectures?.includes("x86_64") === true;
  const firmware: Firmware[] = hasBios ? ["bios", "uefi"] : ["uefi"];
  return { architectures, firmware };
}

/** A worker that died may have begun the move: the server goes on with it. */
async function moveInstance(site: LxdSite, vmId: string, { host, live }: Move, signal: AbortSignal): Promise<void> {
  if (!(await isCluster(site.client, signal)))
    throw unsupported("This site has a single host, so the VM cannot be moved; add a host to the site first.");
  if (live) throw unsupported("This site moves only VMs that are stopped; stop the VM first.");
  const { name } = await machineOf(site, vmId, signal);
  await othersWork(site, name, signal);
  if ((await machineOf(site, vmId, signal)).location === host) return;
  await site.client.change("POST", pathOfInstance(name), { name, migration: true, live: false }, signal, {
    target: host,
  });
}

/**
 * The list of machines also has those of members that are down, which do not answer for a single one. The server moves
 * such a machine in its database alone, where the pool is shared.
 */
async function recoverInstance(site: LxdSite, vmId: string, host: string, signal: AbortSignal): Promise<void> {
  if (!(await isCluster(site.client, signal)) || !(await isShared(site, signal)))
    throw unsupported("The hosts of this site share no disks, so the VM waits for its own; restore a backup instead.");
  const find = async () =>
    (await ownInstances(site, signal)).find(({ config }) => labeledId(site, "vm", config) === vmId);
  const machine = await find();
  if (machine === undefined) throw instanceNotFound();
  const { name } = machine;
  await othersWork(site, name, signal);
  const location = (await find())?.location;
  if (location === host) return;
  const members = await membersOf(site.client, signal);
  if (members.some(({ server_name, status }) => server_name === location && status !== "Offline")) throw hostAnswers();
  await site.client.change("POST", pathOfInstance(name), { name, migration: true, live: false }, signal, {
    target: host,
  });
}

function unsupported(sentence: string): ProviderError {
  return new ProviderError("unsupported_by_site", sentence, { retryable: false });
}
