import { instanceNotFound, ProviderError } from "../ports/provider-error.ts";
import { pathOf } from "./client/lxd-client.ts";
import { LxdRefusal } from "./client/lxd-refusal.ts";
import { labeledId, labelsOf, lxdName, MACHINE } from "./labels.ts";
import { LxdInstance, LxdState } from "./lxd-instance.ts";
import { type LxdSite, placeOf } from "./lxd-site.ts";
import { instanceProfiles } from "./network/instance-profile.ts";

export const pathOfInstance = (name: string, ...rest: readonly string[]) => pathOf("instances", name, ...rest);

/**
 * Finds an instance of ours by name.
 * @throws ProviderError `name_in_use` when an instance that is not ours has the name
 */
export async function findInstance(
  { client, siteId }: LxdSite,
  name: string,
  signal: AbortSignal,
): Promise<LxdInstance | undefined> {
  const instance = await client.find(pathOfInstance(name), LxdInstance, signal);
  if (instance === undefined || instance.config["user.fulmar.site"] === siteId) return instance;
  throw new ProviderError(
    "name_in_use",
    "The site has another object under this VM's name; its operator has to remove that object.",
    { retryable: false },
  );
}

/** The instance of a VM, under the name of its id, or under its own if it was adopted. */
export async function findMachine(site: LxdSite, vmId: string, signal: AbortSignal): Promise<LxdInstance | undefined> {
  const named = await findInstance(site, lxdName(vmId), signal);
  if (named !== undefined) return labeledId(site, "vm", named.config) === undefined ? undefined : named;
  const own = await ownInstances(site, signal);
  return own.find(({ name, config }) => labeledId(site, "vm", config) === vmId && config[MACHINE] === name);
}

/** @throws ProviderError `instance_not_found` */
export async function machineOf(site: LxdSite, vmId: string, signal: AbortSignal): Promise<LxdInstance> {
  const instance = await findMachine(site, vmId, signal);
  if (instance === undefined) throw instanceNotFound();
  return instance;
}

/**
 * The root disk as a device of its own: an adopted machine may have it from a profile. Empty while a cluster member is
 * down.
 */
export function rootOf({
  devices,
  expanded_devices,
}: Pick<LxdInstance, "devices" | "expanded_devices">): LxdInstance["devices"] {
  const root = devices.root ?? expanded_devices.root;
  return root === undefined ? {} : { root };
}

/** The limits of an instance, those of its profiles included. */
export function limitsIn({
  config,
  expanded_config,
}: Pick<LxdInstance, "config" | "expanded_config">): LxdInstance["config"] {
  return { ...expanded_config, ...config };
}

/** Under such a name a server makes an instance on the cluster member that it moves to, with all its labels. */
const MOVING = /^(?:lxd-|incus-)?move-of-/;

/**
 * All instances of this site, in every role, each once: one that moves is where it was until it has moved. On a cluster
 * member that is down, instances of VMs are recognized by name alone: `isUnknown`.
 */
export async function ownInstances(site: LxdSite, signal: AbortSignal): Promise<LxdInstance[]> {
  const all = await site.client.get("/instances", LxdInstance.array(), signal, { recursion: 1 });
  const known = all.some(isUnknown) ? await withMarks(site, all, signal) : all;
  return eachOnce(known.filter(({ config }) => config["user.fulmar.site"] === site.siteId));
}

type Labeled = Pick<LxdInstance, "name" | "config">;

/** Instances of this site without the second ones of those that move. */
export function eachOnce<Instance extends Labeled>(own: readonly Instance[]): Instance[] {
  const settled = new Set(own.filter(({ name }) => !MOVING.test(name)).map(identityOf));
  return own.filter((instance) => !MOVING.test(instance.name) || !settled.has(identityOf(instance)));
}

const identityOf = ({ config }: Labeled) => `${config["user.fulmar.role"]} ${config["user.fulmar.id"]}`;

/** Its state is unknown because its cluster member is down. */
export function isUnknown({ status }: Pick<LxdInstance, "status">): boolean {
  return status === "Error";
}

/** An instance on a member that is down still has a profile of the same name, which every member can read. */
async function withMarks(site: LxdSite, all: readonly LxdInstance[], signal: AbortSignal): Promise<LxdInstance[]> {
  const vmIds = new Map((await instanceProfiles(site, signal)).map(({ name, vmId }) => [name, vmId]));
  return all.map((instance) => {
    const vmId = vmIds.get(instance.name);
    return isUnknown(instance) && vmId !== undefined
      ? { ...instance, config: { ...instance.config, ...labelsOf(site, "vm", vmId) } }
      : instance;
  });
}

export function stateOf({ client }: LxdSite, name: string, signal: AbortSignal): Promise<LxdState> {
  return client.get(pathOfInstance(name, "state"), LxdState, signal);
}

/** Changes individual keys and devices; an empty value removes a key. */
export async function patchInstance(
  { client }: LxdSite,
  name: string,
  changes: { readonly config?: Readonly<Record<string, string>>; readonly devices?: LxdInstance["devices"] },
  signal: AbortSignal,
): Promise<void> {
  await client.change("PATCH", pathOfInstance(name), changes, signal);
}

/**
 * Creates an instance, or waits for an earlier call's creation. The server continues a creation when its worker dies,
 * and removes an instance whose creation failed; then it is created again.
 * @param beside what is on the cluster member to use; without it, the cluster chooses
 */
export async function createOnce(
  site: LxdSite,
  name: string,
  body: object,
  signal: AbortSignal,
  beside?: Pick<LxdInstance, "location">,
): Promise<void> {
  const make = () => site.client.change("POST", "/instances", { ...body, name }, signal, placeOf(beside?.location));
  try {
    await make();
  } catch (error) {
    if (!(error instanceof LxdRefusal) || !ALREADY_THERE.test(String(error.cause))) throw error;
    await othersWork(site, name, signal);
    if ((await findInstance(site, name, signal)) === undefined) await make();
  }
  await requireUserIds(site, name, signal);
}

/**
 * LXD 5.0 looks for a free range of user ids beside the ranges that it has given. While another container is created,
 * that one counts as if it began at 0, so LXD gives the range after it, which belongs to the host: no container starts
 * with it. A container that got it is made again.
 */
async function requireUserIds(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  const { config } = (await findInstance(site, name, signal)) ?? {};
  if (config?.["security.idmap.isolated"] !== "true" || config["volatile.idmap.base"] !== IDS_OF_THE_HOST) return;
  await removeInstance(site, name, signal);
  throw new ProviderError("provider_unavailable", "The site could not create this yet; it is tried again.", {
    retryable: true,
  });
}

/** The first id after one range of the usual size. Ranges for containers begin at 100,000 or above (subuid(5)). */
const IDS_OF_THE_HOST = "65536";

const ALREADY_THERE = /already exists|already in use|already defined|busy running|UNIQUE constraint failed: instances/i;

/** Waits for operations that any client started on an instance. Their result shows in the instance. */
export async function othersWork({ client }: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  for (const { id, resources } of await client.runningOperations(signal)) {
    const instances = resources?.instances ?? [];
    if (!instances.some((url) => nameIn(url) === name)) continue;
    try {
      await client.wait(id, signal);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
    }
  }
}

/** `web` of `/1.0/instances/web?project=fulmar` */
export function nameIn(url: string): string {
  return decodeURIComponent(new URL(url, "http://lxd").pathname.split("/")[3] ?? "");
}

/** Removes an instance of ours, running or not. A missing one is not an error. */
export async function removeInstance(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  await othersWork(site, name, signal);
  const instance = await findInstance(site, name, signal);
  if (instance === undefined) return;
  try {
    if (isOn(instance)) await powerOff(site, name, signal);
    await site.client.remove(pathOfInstance(name), signal);
  } catch (error) {
    throw triedAgain(error);
  }
}

/** A failed operation has the same status whatever the reason, so removals are retried until their deadline. */
function triedAgain(error: unknown): unknown {
  if (!(error instanceof LxdRefusal && error.code === "provider_refused")) return error;
  return new ProviderError("provider_unavailable", "The site could not remove this yet; it is tried again.", {
    retryable: true,
    cause: error,
  });
}

/** A frozen instance still has its memory and processes. */
export function isOn({ status }: Pick<LxdInstance, "status">): boolean {
  return status !== "Stopped";
}

export type PowerAction = "start" | "stop" | "restart" | "freeze" | "unfreeze";

/** @param timeoutSeconds how long the instance may take to shut down; without it, the switch is forced */
export async function switchPower(
  { client }: LxdSite,
  name: string,
  action: PowerAction,
  timeoutSeconds: number | null,
  signal: AbortSignal,
): Promise<void> {
  const how = timeoutSeconds === null ? { force: true } : { force: false, timeout: timeoutSeconds };
  try {
    await client.change("PUT", pathOfInstance(name, "state"), { action, ...how }, signal);
  } catch (error) {
    if (!(error instanceof LxdRefusal && ALREADY_SO.test(String(error.cause)))) throw error;
  }
}

const ALREADY_SO = /already (running|stopped|frozen)|is not (running|frozen)/i;

function powerOff(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  return switchPower(site, name, "stop", null, signal);
}
