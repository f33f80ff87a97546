import { z } from "zod";
import type { InstanceConfiguration } from "../../ports/compute-port.ts";
import { recordOfImage } from "../images/stored-image.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefineAs } from "../machine/change-machine.ts";
import { setSeed } from "../machine/definition.ts";
import { machineOf } from "../machine/machines.ts";
import { seedFile } from "../storage/names.ts";
import { findFile, folderOf, readFile, writeFile } from "../storage/pool.ts";
import { type CdFile, cdOf, filesOn } from "./iso9660.ts";

/** By which cloud-init knows the CD, and the files with what is not the user's. */
const [LABEL, META_DATA, VENDOR_DATA] = ["cidata", "meta-data", "vendor-data"];

/** Configures a machine's first boot by a CD that cloud-init reads (its data source NoCloud). */
export async function configureInstance(
  site: LibvirtSite,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { definition, labels } = machine;
  const isCopy = labels.copied || (await recordOfImage(site, labels.templateId, signal)) !== undefined;
  const folder = await folderOf(site, signal);
  await writeFile(site, seedFile(vmId), seedOf(vmId, configuration, { isCopy }), signal);
  setSeed(definition, `${folder}/${seedFile(vmId)}`);
  await redefineAs(site, machine, signal);
}

/**
 * Gives a copy of a machine's disk a machine id of its own (machine-id(5)), once, whatever its user data says. cloud-init
 * makes its host keys anew by itself, because the instance's id is another.
 */
const FORGET = `#cloud-boothook
#!/bin/sh
cloud-init-per instance fulmar-machine-id sh -c '
rm -f /etc/machine-id /var/lib/dbus/machine-id /var/lib/systemd/random-seed
systemd-machine-id-setup || dbus-uuidgen --ensure=/etc/machine-id'
`;

/**
 * The CD. Keys and host name are metadata, so that they hold next to any user data. Each entry of the metadata is one
 * line with a JSON value, which is valid YAML. The instance's id says when a boot is the first.
 * @param options.isCopy whether the disk is that of another machine
 */
export function seedOf(
  vmId: string,
  { hostname, sshKeys, userData }: InstanceConfiguration,
  { isCopy }: { readonly isCopy: boolean },
): Buffer {
  const metaData = [`instance-id: ${vmId}`, `local-hostname: ${JSON.stringify(hostname)}`, keysLine(sshKeys), ""].join(
    "\n",
  );
  return cdOf(LABEL, [
    { name: META_DATA, content: Buffer.from(metaData) },
    { name: "user-data", content: Buffer.from(userData ?? "") },
    ...(isCopy ? [{ name: VENDOR_DATA, content: Buffer.from(FORGET) }] : []),
  ]);
}

const keysLine = (sshKeys: readonly string[]) => `public-keys: ${JSON.stringify(sshKeys)}`;
const KEYS = /^public-keys: (.*)$/m;

/** What a seed says about access: its keys, which rescue mode boots by, and its vendor data. */
export const SeedAccess = z.object({ sshKeys: z.array(z.string()), vendorData: z.string().optional() });
export type SeedAccess = z.infer<typeof SeedAccess>;

/** Null for a machine without a seed. */
export async function seedAccessOf(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<SeedAccess | null> {
  const files = await filesOfSeed(site, vmId, signal);
  if (files === null) return null;
  const sshKeys = SeedAccess.shape.sshKeys.parse(JSON.parse(KEYS.exec(metaDataIn(files))?.[1] ?? "[]"));
  const vendorData = files.find(({ name }) => name === VENDOR_DATA)?.content.toString();
  return { sshKeys, ...(vendorData !== undefined && { vendorData }) };
}

/** Replaces what the seed says about access, if there is one. A running machine has it from its next start. */
export async function setSeedAccess(
  site: LibvirtSite,
  vmId: string,
  { sshKeys, vendorData }: SeedAccess,
  signal: AbortSignal,
): Promise<void> {
  const files = await filesOfSeed(site, vmId, signal);
  if (files === null) return;
  const content = Buffer.from(metaDataIn(files).replace(KEYS, () => keysLine(sshKeys)));
  const changed = [
    ...files
      .filter(({ name }) => name !== VENDOR_DATA)
      .map((file) => (file.name === META_DATA ? { ...file, content } : file)),
    ...(vendorData === undefined ? [] : [{ name: VENDOR_DATA, content: Buffer.from(vendorData) }]),
  ];
  await writeFile(site, seedFile(vmId), cdOf(LABEL, changed), signal);
}

async function filesOfSeed(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<CdFile[] | null> {
  const seed = await findFile(site, seedFile(vmId), signal);
  return seed === undefined ? null : filesOn(await readFile(site, seed, 0n, signal));
}

function metaDataIn(files: readonly CdFile[]): string {
  return files.find(({ name }) => name === META_DATA)?.content.toString() ?? "";
}
