import type { z } from "zod";
import type { LibvirtSite } from "../libvirt-site.ts";
import { deleteVolumes, findVolume, readFile, volumesIn, writeFile } from "./pool.ts";

// libvirt keeps nothing beside a disk, so records are files in the pool. A record is replaced by one of the next number,
// and the last that can be read counts: what was interrupted is no JSON.

const NAME = /^(.+)\.record-(\d+)\.json$/;

/** What a file of the pool is the record of; undefined for other files. */
export function recordOf(file: string): string | undefined {
  return NAME.exec(file)?.[1];
}

/** Records by their subject in a list of files, each with its numbers, the last first. */
function numbersOf(files: readonly string[], subject: string): number[] {
  return files
    .flatMap((file) => {
      const [, of, number] = NAME.exec(file) ?? [];
      return of === subject ? [Number(number)] : [];
    })
    .toSorted((a, b) => b - a);
}

const fileOf = (subject: string, number: number) => `${subject}.record-${number}.json`;

/** The record of a subject; undefined where there is none that can be read. */
export async function readRecord<Schema extends z.ZodType>(
  site: LibvirtSite,
  subject: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema> | undefined> {
  const files = (await volumesIn(site, signal)).map(({ name }) => name);
  for (const number of numbersOf(files, subject)) {
    const volume = await findVolume(site, fileOf(subject, number), signal);
    if (volume === undefined) continue;
    const parsed = schema.safeParse(jsonOf((await readFile(site, volume, 0n, signal)).toString()));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** Writes the record of a subject, and then deletes the former ones. */
export async function writeRecord(
  site: LibvirtSite,
  subject: string,
  record: object,
  signal: AbortSignal,
): Promise<void> {
  const files = (await volumesIn(site, signal)).map(({ name }) => name);
  const numbers = numbersOf(files, subject);
  await writeFile(site, fileOf(subject, (numbers[0] ?? 0) + 1), Buffer.from(JSON.stringify(record)), signal);
  await deleteVolumes(
    site,
    numbers.map((number) => fileOf(subject, number)),
    signal,
  );
}

/** Deletes the record of a subject, if there is one. */
export async function removeRecord(site: LibvirtSite, subject: string, signal: AbortSignal): Promise<void> {
  const files = (await volumesIn(site, signal)).map(({ name }) => name);
  await deleteVolumes(
    site,
    files.filter((file) => recordOf(file) === subject),
    signal,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
