import { z } from "zod";
import type { Firmware } from "../../ports/host-port.ts";
import { instanceNotFound, ProviderError } from "../../ports/provider-error.ts";
import {
  createOnce,
  findInstance,
  isOn,
  ownInstances,
  patchInstance,
  pathOfInstance,
  removeInstance,
  rootOf,
} from "../instances.ts";
import { CREATED, labelsOf, lxdName, MACHINE, PLAN, RECORD } from "../labels.ts";
import { LxdDevice, type LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { anotherBoot } from "./firmware.ts";

/**
 * The source of a root disk. Version 5.0 of the server cannot rebuild an instance, and its restore also reverts the
 * configuration. So a root disk is changed by replacing the instance.
 */
export interface RootSource {
  /** The request under which the previous instance is kept. */
  readonly requestId: string;
  /** The source of the new root disk, as the server's API takes it: an image or another instance of ours. */
  readonly source: Readonly<Record<string, unknown>>;
  readonly templateId: string | null;
  /** What boots the image. Absent of another instance, whose firmware the machine gets. */
  readonly firmware?: Firmware | null;
}

interface Names {
  readonly machine: string;
  readonly next: string;
  readonly former: string;
}

/** The name of a VM's previous instance on the server. */
export function formerOf(vmId: string): string {
  return `${lxdName(vmId)}-former`;
}

/** The names of a VM's instances on the server. An adopted machine keeps its own, also while it is being replaced. */
async function namesOf(site: LxdSite, vmId: string, signal: AbortSignal): Promise<Names> {
  const named = lxdName(vmId);
  const names = { machine: named, next: `${named}-next`, former: formerOf(vmId) };
  if ((await findInstance(site, named, signal)) !== undefined) return names;
  const own = await ownInstances(site, signal);
  const kept = own.find(({ config }) => config["user.fulmar.id"] === vmId && config[MACHINE] !== undefined);
  return { ...names, machine: kept?.config[MACHINE] || named };
}

/** Clears keys that the instance lacks, so that it does not take them from the copy. */
const NO_RECORD = { [RECORD]: "", [PLAN]: "", [CREATED]: "" };

const SavedDevices = z.record(z.string(), LxdDevice);
/**
 * Keys that are not carried over: the server's own, the image's, and our labels on an instance that was set aside or
 * swapped in.
 */
const OWN = /^(volatile|image)\.|^user\.fulmar\.(request|since|devices|profiles|replaced)$/;

/**
 * Puts another root disk into a stopped instance. The next instance is created beside it, the present one becomes the
 * former, and the next takes over its name, limits and devices. A swap that an earlier call left unfinished is finished
 * first.
 * @throws ProviderError `instance_not_stopped`
 */
export async function swapRoot(site: LxdSite, vmId: string, root: RootSource, signal: AbortSignal): Promise<void> {
  const names = await namesOf(site, vmId, signal);
  await finishSwap(site, vmId, names, signal);
  const machine = await findInstance(site, names.machine, signal);
  if (machine === undefined) throw instanceNotFound();
  if (isOn(machine))
    throw new ProviderError(
      "instance_not_stopped",
      "The VM was started while its root disk was being changed; try again.",
      { retryable: false },
    );
  await refuseForeignSnapshots(site, machine, signal);
  await removeInstance(site, names.next, signal);
  const config = {
    ...NO_RECORD,
    ...carriedOver(machine.config),
    ...(root.firmware === undefined ? {} : anotherBoot(machine.config, root.firmware)),
    ...labelsOf(site, "next", vmId),
    "user.fulmar.request": root.requestId,
  };
  const template = root.templateId === null ? {} : { "user.fulmar.template": root.templateId };
  const devices = { ...without(machine.devices), ...rootOf(machine) };
  const next = {
    type: site.instanceType,
    architecture: machine.architecture,
    profiles: [],
    source: root.source,
    config: { ...config, ...template },
    devices,
  };
  await createOnce(site, names.next, next, signal, machine);
  await removeInstance(site, names.former, signal);
  await setAside(site, vmId, machine, root.requestId, signal);
  await finishSwap(site, vmId, names, signal);
}

/**
 * Snapshots that an adopted machine had of its server would be removed with the instance that is replaced.
 * @throws ProviderError `snapshots_at_site`
 */
async function refuseForeignSnapshots(
  { client }: LxdSite,
  { name, config }: LxdInstance,
  signal: AbortSignal,
): Promise<void> {
  if (config[MACHINE] === undefined) return;
  const snapshots = await client.get(pathOfInstance(name, "snapshots"), z.string().array(), signal);
  if (snapshots.length === 0) return;
  throw new ProviderError(
    "snapshots_at_site",
    "The VM was adopted with snapshots that its site keeps, and they would be lost with its disk; " +
      "the operator has to remove them there first.",
    { retryable: false },
  );
}

/** Continues an unfinished swap, if there is one. */
async function finishSwap(
  site: LxdSite,
  vmId: string,
  { machine, next, former }: Names,
  signal: AbortSignal,
): Promise<void> {
  const present = await findInstance(site, machine, signal);
  if (present?.config["user.fulmar.role"] === "former") await rename(site, machine, former, signal);
  else if (present !== undefined) return;
  const [aside, coming] = [await findInstance(site, former, signal), await findInstance(site, next, signal)];
  if (aside === undefined || coming === undefined) return;
  const { "user.fulmar.request": requestId = "", ...config } = coming.config;
  const labels = { ...labelsOf(site, "vm", vmId), "user.fulmar.replaced": requestId };
  const devices = { ...savedDevices(aside), ...rootOf(coming) };
  await put(
    site,
    coming,
    { config: { ...asBefore(config, aside.config), ...labels }, devices, profiles: savedProfiles(aside) },
    signal,
  );
  await rename(site, next, machine, signal);
}

/**
 * Keeps the identity of a guest that was copied back: the server must not treat it as new, and cloud-init must not run
 * again.
 */
function asBefore(config: LxdInstance["config"], former: LxdInstance["config"]): LxdInstance["config"] {
  const { "volatile.apply_template": template, ...rest } = config;
  if (template !== "copy") return config;
  const { [INSTANCE_ID]: instanceId } = former;
  return instanceId === undefined ? rest : { ...rest, [INSTANCE_ID]: instanceId };
}

const INSTANCE_ID = "volatile.cloud-init.instance-id";

/** Sets the present instance aside without its NICs and volumes, which go to the next one. */
async function setAside(
  site: LxdSite,
  vmId: string,
  machine: LxdInstance,
  requestId: string,
  signal: AbortSignal,
): Promise<void> {
  const config = {
    ...machine.config,
    ...labelsOf(site, "former", vmId),
    "user.fulmar.request": requestId,
    "user.fulmar.since": String(Date.now()),
    "user.fulmar.devices": JSON.stringify(machine.devices),
    "user.fulmar.profiles": JSON.stringify(machine.profiles ?? []),
  };
  await put(site, machine, { config, devices: rootOf(machine), profiles: [] }, signal);
}

/** Reverts the swap of a request, if there was one. */
export async function swapBack(site: LxdSite, vmId: string, requestId: string, signal: AbortSignal): Promise<void> {
  const names = await namesOf(site, vmId, signal);
  const present = await findInstance(site, names.machine, signal);
  const aside = await findInstance(site, names.former, signal);
  const isSetAside =
    present?.config["user.fulmar.role"] === "former" && present.config["user.fulmar.request"] === requestId;
  if (!isSetAside) {
    if (aside?.config["user.fulmar.request"] !== requestId) return removeNext(site, names.next, requestId, signal);
    if (present !== undefined) await removeInstance(site, names.machine, signal);
    await rename(site, names.former, names.machine, signal);
  }
  const machine = await findInstance(site, names.machine, signal);
  if (machine === undefined) return;
  const restored = {
    config: { ...withoutSaved(machine.config), ...labelsOf(site, "vm", vmId) },
    devices: savedDevices(machine),
    profiles: savedProfiles(machine),
  };
  await put(site, machine, restored, signal);
  await removeNext(site, names.next, requestId, signal);
}

async function removeNext(site: LxdSite, next: string, requestId: string, signal: AbortSignal): Promise<void> {
  const coming = await findInstance(site, next, signal);
  if (coming?.config["user.fulmar.request"] === requestId) await removeInstance(site, next, signal);
}

/** Whether the present instance was made by this request. */
export async function isReplacedBy(
  site: LxdSite,
  vmId: string,
  requestId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { machine } = await namesOf(site, vmId, signal);
  return (await findInstance(site, machine, signal))?.config["user.fulmar.replaced"] === requestId;
}

/** Drops the previous disk after a restore, which cannot be reverted. */
export async function dropFormer(site: LxdSite, vmId: string, requestId: string, signal: AbortSignal): Promise<void> {
  const { machine, former } = await namesOf(site, vmId, signal);
  const aside = await findInstance(site, former, signal);
  if (aside?.config["user.fulmar.request"] === requestId) await removeInstance(site, former, signal);
  await patchInstance(site, machine, { config: { "user.fulmar.replaced": "" } }, signal);
}

async function rename({ client }: LxdSite, from: string, to: string, signal: AbortSignal): Promise<void> {
  await client.change("POST", pathOfInstance(from), { name: to }, signal);
}

async function put(
  { client }: LxdSite,
  { name }: LxdInstance,
  changed: Pick<LxdInstance, "config" | "devices" | "profiles">,
  signal: AbortSignal,
): Promise<void> {
  await client.change("PUT", pathOfInstance(name), { architecture: "", ephemeral: false, ...changed }, signal);
}

function carriedOver(config: LxdInstance["config"]): LxdInstance["config"] {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !OWN.test(key)));
}

function withoutSaved(config: LxdInstance["config"]): LxdInstance["config"] {
  return Object.fromEntries(
    Object.entries(config).filter(([key]) => !/^user\.fulmar\.(request|since|devices|profiles)$/.test(key)),
  );
}

/** Removes devices from a copy: a copy inherits its source's devices, except those that the request sets to none. */
export function without(devices: LxdInstance["devices"]): LxdInstance["devices"] {
  return Object.fromEntries(Object.keys(devices).map((name) => [name, { type: "none" }]));
}

function savedDevices({ config }: Pick<LxdInstance, "config">): LxdInstance["devices"] {
  return SavedDevices.parse(JSON.parse(config["user.fulmar.devices"] ?? "{}"));
}

function savedProfiles({ config }: Pick<LxdInstance, "config">): string[] {
  return z.array(z.string()).parse(JSON.parse(config["user.fulmar.profiles"] ?? "[]"));
}
