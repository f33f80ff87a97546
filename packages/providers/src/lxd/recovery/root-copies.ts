import type { SiteRecord } from "../../ports/inventory-port.ts";
import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import { firmwareOf } from "../compute/firmware.ts";
import { dropFormer, swapRoot } from "../compute/swap-root.ts";
import { createOnce, findInstance, machineOf, rootOf, stateOf } from "../instances.ts";
import { labelsOf, lxdName, recordLabels } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";

export interface PointLabels {
  readonly vmId: string;
  readonly pointId: string;
  readonly kind: "snapshot" | "backup";
  /** The parent of an incremental backup; null for others. */
  readonly parentId: string | null;
  /** Null for a copy that a restore keeps while it runs. */
  readonly record: SiteRecord | null;
}

/** A copy needs no user ids of its own, of which a host has a limited number. */
const NEVER_STARTS = { "security.idmap.isolated": "" };

/**
 * Keeps a copy of an instance's root disk as an instance that never starts. It survives a rebuild, and on a
 * copy-on-write pool it only costs what has changed. An existing copy stays.
 * @returns the bytes that it occupies; null where the pool does not know
 */
export async function copyRoot(
  site: LxdSite,
  { vmId, pointId, kind, parentId, record }: PointLabels,
  signal: AbortSignal,
): Promise<bigint | null> {
  const name = lxdName(pointId);
  if ((await findInstance(site, name, signal)) === undefined) {
    const machine = await machineOf(site, vmId, signal);
    const parent = parentId === null ? {} : { "user.fulmar.parent": parentId };
    // The copy inherits all keys that are not set here, including the source's record.
    const config = {
      ...labelsOf(site, kind, pointId),
      "user.fulmar.vm": vmId,
      ...recordLabels(record),
      ...NEVER_STARTS,
      ...parent,
    };
    const devices = Object.fromEntries(Object.keys(machine.devices).map((device) => [device, { type: "none" }]));
    const source = {
      type: "copy",
      source: machine.name,
      instance_only: true,
      container_only: true,
      allow_inconsistent: true,
    };
    const copy = {
      type: site.instanceType,
      architecture: machine.architecture,
      profiles: [],
      config,
      devices: { ...devices, ...rootOf(machine) },
      source,
    };
    await createOnce(site, name, copy, signal, machine);
  }
  const { disk } = await stateOf(site, name, signal);
  const usage = disk?.root?.usage;
  return usage === undefined ? null : BigInt(usage);
}

/** Overwrites the root disk of a stopped instance. The previous content is not kept. */
export async function restoreRoot(
  site: LxdSite,
  vmId: string,
  pointId: string,
  kind: "snapshot" | "backup",
  signal: AbortSignal,
): Promise<void> {
  const copy = await findInstance(site, lxdName(pointId), signal);
  if (copy === undefined || copy.config["user.fulmar.vm"] !== vmId) throw recoveryPointNotFound(kind);
  const requestId = `restore-${pointId}`;
  const source = { type: "copy", source: copy.name, instance_only: true, container_only: true };
  await swapRoot(site, vmId, { requestId, templateId: null, source, ...firmwareOf(copy.config) }, signal);
  await dropFormer(site, vmId, requestId, signal);
}
