import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { lstat, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DnsZone } from "@fulmar/core/operator";
import { UsageError } from "../program.ts";
import { type Authority, isZoneFileOfOurs, nextSerial, serialOf, zoneFileOf } from "./zone-file.ts";

const SUFFIX = ".zone";
const REVERSE_ZONE_FILE = /^(\d{1,3}\.){3}in-addr\.arpa\.zone$/;

/** A zone's file after a run. */
interface WrittenZone {
  readonly zone: string;
  readonly file: string;
  /** Without SOA and NS records. */
  readonly records: number;
  readonly serial: number;
  readonly changed: boolean;
}

/**
 * Writes each zone to a file of its own. A file with the same records is not touched. A reverse zone of an earlier run
 * without any record left is written empty. No file is removed, and no file that this command did not write is
 * replaced: all files are checked before the first one is written.
 * @throws UsageError that names the file
 */
export async function writeZones(
  folder: string,
  zones: readonly DnsZone[],
  authority: Authority,
): Promise<WrittenZone[]> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`There is no folder ${folder}; create it first.`);
  const all = [...zones, ...(await endedZones(folder, zones))];
  const now = new Date();
  const planned = [];
  for (const zone of all) {
    requireServersOutside(zone, authority);
    planned.push(await plan(folder, zone, authority, now));
  }
  for (const { file, text, changed } of planned) if (changed) await replaceFile(folder, file, text);
  return planned.map(({ text: _, ...written }) => written);
}

async function plan(
  folder: string,
  zone: DnsZone,
  authority: Authority,
  now: Date,
): Promise<WrittenZone & { readonly text: string }> {
  const file = join(folder, zone.name + SUFFIX);
  const previous = await readRegularFile(file);
  const serial = previous === undefined ? undefined : serialOf(previous);
  if (previous !== undefined && !isZoneFileOfOurs(previous))
    throw new UsageError(`The file ${file} was not written by this command and is not replaced; move it away.`);
  if (previous !== undefined && serial === undefined)
    throw new UsageError(`The file ${file} has no serial any more; move it away.`);
  const answer = { zone: zone.name, file, records: zone.records.length };
  if (serial !== undefined && zoneFileOf(zone, authority, serial) === previous)
    return { ...answer, serial, text: previous, changed: false };
  const next = nextSerial(serial, now);
  return { ...answer, serial: next, text: zoneFileOf(zone, authority, next), changed: true };
}

/** The reverse zones of earlier runs that have no record any more. */
async function endedZones(folder: string, zones: readonly DnsZone[]): Promise<DnsZone[]> {
  const present = new Set(zones.map(({ name }) => name + SUFFIX));
  const ended: DnsZone[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || !REVERSE_ZONE_FILE.test(name) || present.has(name)) continue;
    if (isZoneFileOfOurs(await readFile(join(folder, name), "utf8")))
      ended.push({ name: name.slice(0, -SUFFIX.length), records: [] });
  }
  return ended;
}

/**
 * Undefined if there is no such file.
 * @throws UsageError unless it is a regular file: a link would be replaced, and reading a pipe never ends
 */
async function readRegularFile(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new UsageError(`${file} is not a regular file and is not replaced; move it away.`);
  return readFile(file, "utf8");
}

/** A name server reads the old file or the new one, and never a part of it. */
async function replaceFile(folder: string, file: string, text: string): Promise<void> {
  const partial = join(folder, `.${randomUUID()}.partial`);
  try {
    await writeFile(partial, text, { flag: "wx", flush: true });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A name server inside a zone needs an address record there, which this command does not know. */
function requireServersOutside({ name }: DnsZone, { nameServers }: Authority): void {
  const inside = nameServers.find((server) => `.${server}`.endsWith(`.${name}.`));
  if (inside !== undefined)
    throw new UsageError(
      `The name server ${inside} is in the zone ${name}, which has no address for it; give one outside the zone.`,
    );
}
