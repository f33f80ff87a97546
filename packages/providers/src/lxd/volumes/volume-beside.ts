import { z } from "zod";
import { ProviderError, volumeNotFound } from "../../ports/provider-error.ts";
import { jsonOf } from "../client/lxd-answer.ts";
import { patchInstance } from "../instances.ts";
import { CREATED, lxdName, NAME, RECORD } from "../labels.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { isNew, type LxdVolume, newVolume, pathOfVolumes, requireVolume } from "./stored-volume.ts";

/**
 * Returns a volume on the cluster member of its instance: a pool of local disks serves only its member's instances. A
 * new, empty volume is created again there. A used one stays, because servers do not move volumes between members
 * reliably. The instance stores size and record until this is done, so that a repetition can finish.
 * @throws ProviderError `volume_not_found`, `volume_elsewhere`
 */
export async function volumeBeside(
  site: LxdSite,
  machine: LxdInstance,
  volumeId: string,
  present: LxdVolume | undefined,
  signal: AbortSignal,
): Promise<LxdVolume> {
  const key = `user.fulmar.making.${lxdName(volumeId)}`;
  const wanted = machine.config[key] === undefined ? wantedOf(present) : Wanted.parse(jsonOf(machine.config[key]));
  if (wanted === undefined) throw volumeNotFound();
  if (present === undefined || !isWith(present, machine)) {
    if (present !== undefined)
      await giveUp(
        site,
        present,
        () => patchInstance(site, machine.name, { config: { [key]: JSON.stringify(wanted) } }, signal),
        signal,
      );
    await site.client.change(
      "POST",
      pathOfVolumes(site),
      newVolume(site, volumeId, wanted.size, wanted.kept),
      signal,
      placeOf(machine.location),
    );
    await patchInstance(site, machine.name, { config: { [key]: "" } }, signal);
  } else if (machine.config[key] !== undefined) {
    await patchInstance(site, machine.name, { config: { [key]: "" } }, signal);
  }
  return requireVolume(site, volumeId, signal);
}

/** Earlier versions of the worker stored only the size. */
const Wanted = z.union([
  z.object({ size: z.string(), kept: z.record(z.string(), z.string()) }),
  z.string().transform((size) => ({ size, kept: {} })),
]);
type Wanted = z.infer<typeof Wanted>;

function wantedOf(present: LxdVolume | undefined): Wanted | undefined {
  if (present?.config.size === undefined) return undefined;
  const kept = Object.entries(present.config).filter(([key]) => [RECORD, CREATED, NAME].includes(key));
  return { size: present.config.size, kept: Object.fromEntries(kept) };
}

/** Removes an empty volume after its data has been stored. */
async function giveUp(
  site: LxdSite,
  volume: LxdVolume,
  remember: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!isNew(volume) || (await hasSnapshots(site, volume, signal))) throw elsewhere();
  await remember();
  await site.client.remove(pathOfVolumes(site, volume.name), signal);
}

function isWith({ location }: LxdVolume, machine: LxdInstance): boolean {
  const { target } = placeOf(location);
  return target === undefined || target === placeOf(machine.location).target;
}

async function hasSnapshots(site: LxdSite, { name }: LxdVolume, signal: AbortSignal): Promise<boolean> {
  const snapshots = await site.client.get(pathOfVolumes(site, name, "snapshots"), z.array(z.string()), signal);
  return snapshots.length > 0;
}

function elsewhere(): ProviderError {
  return new ProviderError(
    "volume_elsewhere",
    "The volume is on another server of the site than this VM; attach it to a VM that it was attached to before.",
    {
      retryable: false,
    },
  );
}
