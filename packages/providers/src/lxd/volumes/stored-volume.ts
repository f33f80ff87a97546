import { z } from "zod";
import { ProviderError, volumeNotFound } from "../../ports/provider-error.ts";
import { pathOf } from "../client/lxd-client.ts";
import { labeledId, labelsOf, lxdName } from "../labels.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";

/** A custom volume as the server describes it; a snapshot has the name `volume/snapshot`. */
export const LxdVolume = z.object({
  name: z.string(),
  config: z.record(z.string(), z.string()),
  content_type: z.string(),
  description: z.string().optional(),
  /** The cluster member that has it; empty for volumes that all members share. */
  location: z.string().optional(),
  /** Only newer servers send it. */
  created_at: z.string().optional(),
  used_by: z.array(z.string()).nullish(),
});
export type LxdVolume = z.infer<typeof LxdVolume>;

export function pathOfVolumes({ pool }: LxdSite, ...rest: readonly string[]): string {
  return pathOf("storage-pools", pool, "volumes", "custom", ...rest);
}

const State = z.object({ usage: z.object({ used: z.int() }).nullish() });

/**
 * The bytes that a volume occupies; null where nobody measures it. In a cluster only its own member does, and LXD 5.0 does
 * not pass the question on: it answers that there is no such volume.
 */
export async function usedBytesOf(
  site: LxdSite,
  { name, location }: Pick<LxdVolume, "name" | "location">,
  signal: AbortSignal,
): Promise<bigint | null> {
  const state = await site.client.find(pathOfVolumes(site, name, "state"), State, signal, placeOf(location));
  return state?.usage ? BigInt(state.usage.used) : null;
}

/** The volume under the name of its id. @throws ProviderError `name_in_use` when one that is not ours has the name */
export async function findNamedVolume(
  site: LxdSite,
  volumeId: string,
  signal: AbortSignal,
): Promise<LxdVolume | undefined> {
  const volume = await site.client.find(pathOfVolumes(site, lxdName(volumeId)), LxdVolume, signal);
  if (volume === undefined || labeledId(site, "volume", volume.config) === volumeId) return volume;
  throw new ProviderError(
    "name_in_use",
    "The site has another object under this volume's name; its operator has to remove that object.",
    { retryable: false },
  );
}

/** A volume under the name of its id, or under its own if it was adopted. @throws ProviderError `name_in_use` */
export async function findVolume(site: LxdSite, volumeId: string, signal: AbortSignal): Promise<LxdVolume | undefined> {
  const named = await findNamedVolume(site, volumeId, signal);
  if (named !== undefined) return named;
  const all = await site.client.get(pathOfVolumes(site), LxdVolume.array(), signal, { recursion: 1 });
  // Snapshots inherit the labels of their volume.
  return all.find(({ name, config }) => !name.includes("/") && labeledId(site, "volume", config) === volumeId);
}

/** @throws ProviderError `volume_not_found` */
export async function requireVolume(site: LxdSite, volumeId: string, signal: AbortSignal): Promise<LxdVolume> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined) throw volumeNotFound();
  return volume;
}

/** Containers mount a file system, virtual machines get a block device. */
export const CONTENT = { container: "filesystem", "virtual-machine": "block" } as const;

/** Set while a volume has never been attached and so is empty. */
const NEW = "user.fulmar.new";
/** Set explicitly, because a copy would otherwise inherit its source's value. */
export const USED = { [NEW]: "false" };

const OWNERS = "volatile.idmap.last";

/**
 * A configuration with the ids of the host by which the files of another volume are owned. The server shifts them to
 * those of the machine that gets the volume, but tells neither a copy nor a restored volume which they are; the
 * machine's root could not change its own files then.
 */
export function ownedAs(
  { config }: Pick<LxdVolume, "config">,
  { [OWNERS]: _, ...others }: LxdVolume["config"],
): LxdVolume["config"] {
  const owners = config[OWNERS];
  return owners === undefined ? others : { ...others, [OWNERS]: owners };
}

/** The request that creates an empty volume. @param kept further configuration keys */
export function newVolume(site: LxdSite, volumeId: string, size: string, kept: Readonly<Record<string, string>>) {
  const config = { ...kept, ...labelsOf(site, "volume", volumeId), size, [NEW]: "true" };
  return { name: lxdName(volumeId), type: "custom", content_type: CONTENT[site.instanceType], config };
}

export function isNew({ config }: Pick<LxdVolume, "config">): boolean {
  return config[NEW] === "true";
}

export async function markUsed(site: LxdSite, { name }: LxdVolume, signal: AbortSignal): Promise<void> {
  await site.client.change("PATCH", pathOfVolumes(site, name), { config: USED }, signal);
}
