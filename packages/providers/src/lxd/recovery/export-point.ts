import { recoveryPointNotFound } from "../../ports/provider-error.ts";
import type { BackupFile, CaptureVolume, ExportedPoint } from "../../ports/recovery-port.ts";
import { findInstance, pathOfInstance } from "../instances.ts";
import { labelsOf, lxdName } from "../labels.ts";
import { type LxdSite, placeOf } from "../lxd-site.ts";
import { findVolume, LxdVolume, ownedAs, pathOfVolumes } from "../volumes/stored-volume.ts";

/** The name of the archive on the server, below the exported object. */
const EXPORT = "export";
/** The server removes the archive after this time if the process dies. */
const KEPT_MS = 86_400_000;
const REMOVE_TIMEOUT_MS = 60_000;

/**
 * Exports a snapshot or a backup. The server writes an archive of each volume, which is downloaded and removed.
 * `lxc import` and `lxc storage volume import` read them.
 */
export async function* exportPoint(
  site: LxdSite,
  vmId: string,
  point: ExportedPoint,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  for (const volume of volumes) {
    if (volume.role === "root") yield* exportRoot(site, vmId, point, volume, signal);
    else yield* exportVolume(site, point, volume, signal);
  }
}

async function* exportRoot(
  site: LxdSite,
  vmId: string,
  { kind, id, plain = false }: ExportedPoint,
  { volumeId, sizeGb }: CaptureVolume,
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  const copy = await findInstance(site, lxdName(id), signal);
  if (copy === undefined || copy.config["user.fulmar.vm"] !== vmId) throw recoveryPointNotFound(kind);
  const file = { name: `root.${suffixOf(plain)}`, volumeId, sizeGb, role: "root", format: "lxd-instance" } as const;
  yield* archiveOf(
    site,
    pathOfInstance(copy.name, "backups"),
    { instance_only: true, container_only: true, ...compression(plain) },
    file,
    signal,
  );
}

/** Exports a pool's snapshot through a temporary volume copied from it. */
async function* exportVolume(
  site: LxdSite,
  { kind, id, plain = false }: ExportedPoint,
  { volumeId, sizeGb }: CaptureVolume,
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  const { client, pool } = site;
  const snapshot = lxdName(id);
  const found = await findVolume(site, volumeId, signal);
  if (found === undefined) throw recoveryPointNotFound(kind);
  const { name: volume, location } = found;
  const taken = await client.find(pathOfVolumes(site, volume, "snapshots", snapshot), LxdVolume, signal);
  if (taken === undefined) throw recoveryPointNotFound(kind);
  const name = `${snapshot}-${lxdName(volumeId)}`;
  const path = pathOfVolumes(site, name);
  await client.remove(path, signal);
  const source = { type: "copy", pool, name: `${volume}/${snapshot}`, project: client.project, volume_only: true };
  const config = ownedAs(taken, labelsOf(site, "export", volumeId));
  await client.change(
    "POST",
    pathOfVolumes(site),
    { name, type: "custom", content_type: taken.content_type, config, source },
    signal,
    placeOf(location),
  );
  try {
    const file = {
      name: `${volumeId}.${suffixOf(plain)}`,
      volumeId,
      sizeGb,
      role: "data",
      format: "lxd-volume",
    } as const;
    yield* archiveOf(
      site,
      pathOfVolumes(site, name, "backups"),
      { volume_only: true, ...compression(plain) },
      file,
      signal,
    );
  } finally {
    await client.remove(path, AbortSignal.timeout(REMOVE_TIMEOUT_MS));
  }
}

const suffixOf = (plain: boolean) => (plain ? "tar" : "tar.gz");
const compression = (plain: boolean) => ({ compression_algorithm: plain ? "none" : "gzip" });

async function* archiveOf(
  { client }: LxdSite,
  path: string,
  scope: object,
  file: Omit<BackupFile, "sizeBytes" | "content">,
  signal: AbortSignal,
): AsyncGenerator<BackupFile> {
  const archive = `${path}/${EXPORT}`;
  await client.remove(archive, signal);
  const request = {
    ...scope,
    name: EXPORT,
    optimized_storage: false,
    expires_at: new Date(Date.now() + KEPT_MS),
  };
  await client.change("POST", path, request, signal);
  try {
    yield { ...file, ...(await client.stream(`${archive}/export`, signal)) };
  } finally {
    await client.remove(archive, AbortSignal.timeout(REMOVE_TIMEOUT_MS));
  }
}
