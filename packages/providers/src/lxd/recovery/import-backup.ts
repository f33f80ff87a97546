import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { RefusedFile } from "@fulmar/image-files";
import { z } from "zod";
import { ProviderError } from "../../ports/provider-error.ts";
import type { BackupFile } from "../../ports/recovery-port.ts";
import { writtenAnew } from "../archive/foreign-archive.ts";
import { findInstance, othersWork, patchInstance, removeInstance } from "../instances.ts";
import { labelsOf, lxdName, recordLabels } from "../labels.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { gibibytes } from "../sizes.ts";
import { CONTENT, pathOfVolumes } from "../volumes/stored-volume.ts";
import { importedLabels, importedName, removeImportedVolumes } from "./imported-volumes.ts";

const GIBIBYTE = 1_073_741_824;
const REMOVE_TIMEOUT_MS = 60_000;
const Server = z.object({ environment: z.object({ kernel_architecture: z.string() }) });
const ROLE = "user.fulmar.role";

/** Where the server has the disk of an instance in an archive, and what else it has there. */
const ROOTS = {
  container: {
    ...{ tree: "backup/container/rootfs", folder: "backup/container" },
    other: { path: "backup/virtual-machine", sentence: "It is of a virtual machine; choose a site that has those." },
  },
  "virtual-machine": {
    ...{ file: "backup/virtual-machine.img", folder: "backup/virtual-machine" },
    other: { path: "backup/container", sentence: "It is of a container; choose a site that has those." },
  },
} as const;
const INDEX = "backup/index.yaml";

/**
 * Brings the files of an export to the site. The server takes the configuration of an instance or a volume from its
 * archive, which is a stranger's: each archive is written anew, with a configuration of ours alone
 * (docs/adr/0163-lxd-takes-copies-back.md). Until all of them are there, the instance has another
 * role, so that what a crash leaves is no backup.
 */
export async function importBackup(
  site: LxdSite,
  vmId: string,
  backupId: string,
  files: AsyncIterable<BackupFile>,
  signal: AbortSignal,
): Promise<void> {
  const name = lxdName(backupId);
  await othersWork(site, name, signal);
  if ((await findInstance(site, name, signal))?.config[ROLE] === "backup") return;
  await removeImport(site, backupId, signal);
  try {
    let cloudInit = false;
    for await (const file of files) {
      if (file.role === "root") cloudInit = await importRoot(site, vmId, backupId, file, signal);
      else await importVolume(site, backupId, file, signal);
    }
    const config = { [ROLE]: "backup", "image.fulmar.cloud_init": String(cloudInit) };
    await patchInstance(site, name, { config }, signal);
  } catch (error) {
    await removeImport(site, backupId, AbortSignal.timeout(REMOVE_TIMEOUT_MS));
    throw error instanceof RefusedFile ? unsuitable(error) : error;
  }
}

async function removeImport(site: LxdSite, backupId: string, signal: AbortSignal): Promise<void> {
  await removeImportedVolumes(site, backupId, signal);
  await removeInstance(site, lxdName(backupId), signal);
}

/** @returns whether the disk has cloud-init */
async function importRoot(
  site: LxdSite,
  vmId: string,
  backupId: string,
  file: BackupFile,
  signal: AbortSignal,
): Promise<boolean> {
  requireFormat(file, "lxd-instance");
  const { folder, ...disk } = ROOTS[site.instanceType];
  const name = lxdName(backupId);
  const { environment } = await site.client.get("", Server, signal);
  const architecture = environment.kernel_architecture;
  const config = {
    ...labelsOf(site, "import", backupId),
    "user.fulmar.vm": vmId,
    ...recordLabels(null),
  };
  const devices = { root: { type: "disk", path: "/", pool: site.pool, size: gibibytes(file.sizeGb) } };
  const instance = {
    ...{ name, architecture, config, devices, expanded_config: config, expanded_devices: devices, profiles: [] },
    ...{ ephemeral: false, stateful: false, description: "", created_at: new Date(), last_used_at: new Date(0) },
    ...{ status: "Stopped", status_code: 102, location: "none", type: site.instanceType, project: site.client.project },
  };
  const configuration = { container: instance, profiles: [], ...ofVolume(site, name, site.instanceType, {}) };
  let cloudInit = site.instanceType === "virtual-machine";
  const archive = writtenAnew(file.content, {
    ...disk,
    leftOut: [INDEX, folder],
    index: INDEX,
    instead: {
      [INDEX]: JSON.stringify(indexOf(site, name, site.instanceType, configuration)),
      [`${folder}/backup.yaml`]: JSON.stringify(configuration),
      ...metadataOf(folder, architecture),
    },
    mostBytes: file.sizeGb * GIBIBYTE,
    onFile: (path) => {
      if (path === "usr/bin/cloud-init") cloudInit = true;
    },
  });
  await send(site, "/instances", archive, { "X-LXD-name": name, "X-LXD-pool": site.pool }, signal);
  const made = await findInstance(site, name, signal);
  if (made === undefined || !isOurs(made, config, devices))
    throw new Error(`the server made ${name} otherwise than it was told to`);
  return cloudInit;
}

/** What the server itself adds begins with `volatile.`. */
function isOurs(made: LxdInstance, config: Readonly<Record<string, string>>, devices: LxdInstance["devices"]): boolean {
  const others = Object.keys(made.config).filter((key) => !key.startsWith("volatile.") && !(key in config));
  const names = Object.keys(made.devices);
  return others.length === 0 && names.length === 1 && made.devices.root?.pool === devices.root?.pool;
}

async function importVolume(site: LxdSite, backupId: string, file: BackupFile, signal: AbortSignal): Promise<void> {
  requireFormat(file, "lxd-volume");
  const name = importedName(backupId, file.volumeId);
  const config = { ...importedLabels(site, backupId, file.volumeId), size: gibibytes(file.sizeGb) };
  const isFiles = site.instanceType === "container";
  const archive = writtenAnew(file.content, {
    ...(isFiles ? { tree: "backup/volume" } : { file: "backup/volume.img" }),
    leftOut: [INDEX],
    index: INDEX,
    instead: { [INDEX]: JSON.stringify(indexOf(site, name, "custom", ofVolume(site, name, "custom", config))) },
    mostBytes: file.sizeGb * GIBIBYTE,
  });
  await send(site, pathOfVolumes(site), archive, { "X-LXD-name": name }, signal);
}

/** JSON is YAML. The server asks for what it would have written itself. */
function indexOf({ pool }: LxdSite, name: string, type: string, config: object): object {
  return { name, backend: "dir", pool, optimized: false, optimized_header: false, type, config };
}

function ofVolume(site: LxdSite, name: string, type: string, config: Readonly<Record<string, string>>) {
  const volume = { name, type, config, description: "", location: "none", content_type: CONTENT[site.instanceType] };
  return { volume: { ...volume, project: site.client.project, created_at: new Date(0) } };
}

const SEED = "/var/lib/cloud/seed/nocloud-net";
/** The files by which cloud-init learns which instance it is in, as images for LXD have them (datasource NoCloud). */
const TEMPLATES = {
  "meta-data": `instance-id: {{ container.name }}\nlocal-hostname: {{ container.name }}\n{{ config_get("user.meta-data", "") }}\n`,
  "user-data": `{{ config_get("cloud-init.user-data", config_get("user.user-data", "#cloud-config\\n{}")) }}\n`,
  "vendor-data": `{{ config_get("cloud-init.vendor-data", config_get("user.vendor-data", "#cloud-config\\n{}")) }}\n`,
};

function metadataOf(folder: string, architecture: string): Record<string, string> {
  const names = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[];
  const templates = names.map((name) => [`${SEED}/${name}`, { when: ["create", "copy"], template: `${name}.tpl` }]);
  const metadata = { architecture, creation_date: 0, properties: {}, templates: Object.fromEntries(templates) };
  return {
    [`${folder}/metadata.yaml`]: JSON.stringify(metadata),
    ...Object.fromEntries(names.map((name) => [`${folder}/templates/${name}.tpl`, TEMPLATES[name]])),
  };
}

/** @throws what reading the archive throws, which the connection alone would tell as its own end */
async function send(
  site: LxdSite,
  path: string,
  archive: AsyncIterable<Buffer>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  let broken: { readonly error: unknown } | undefined;
  async function* source() {
    try {
      yield* archive;
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  const read = Readable.from(source(), { objectMode: false });
  const packed = createGzip({ level: 1 });
  read.on("error", (error) => packed.destroy(error));
  packed.on("close", () => read.destroy());
  const kind = { "content-type": "application/octet-stream" };
  try {
    await site.client.upload(path, read.pipe(packed), { ...headers, ...kind }, signal);
  } catch (error) {
    throw broken === undefined ? error : broken.error;
  }
}

function requireFormat({ format, role }: BackupFile, wanted: string): void {
  if (format !== wanted) throw new RefusedFile(`The ${role} disk has the format ${format} instead of ${wanted}.`);
}

function unsuitable(cause: RefusedFile): ProviderError {
  const message = `The site does not take a file of the copy. ${cause.message}`;
  return new ProviderError("copy_unsuitable", message, { retryable: false, cause });
}
