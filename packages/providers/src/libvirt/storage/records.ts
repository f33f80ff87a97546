import type { z } from "zod";
import type { LibvirtSite } from "../libvirt-site.ts";
import { deleteFiles, filesIn, findFile, readFile, writeFile } from "./pool.ts";

// libvirt keeps nothing beside a disk, so records are files in the pool. A record is replaced by one of the next number,
// and the last that can be read counts: what was interrupted is no JSON.

const NAME = /^(.+)\.record-(\d+)\.json$/;

/** What a file of the pool is the record of; undefined for other files. */
export function recordOf(file: string): string | undefined {
  return NAME.exec(file)?.[1];
}

/** The numbers of records by their subject in a list of files, the last first. */
export function numberedRecords(files: readonly string[]): Map<string, readonly number[]> {
  const records = new Map<string, number[]>();
  for (const file of files) {
    const [, subject, number] = NAME.exec(file) ?? [];
    if (subject === undefined) continue;
    const numbers = records.get(subject) ?? [];
    numbers.push(Number(number));
    records.set(subject, numbers);
  }
  for (const numbers of records.values()) numbers.sort((a, b) => b - a);
  return records;
}

const numbersOf = (files: readonly string[], subject: string) => numberedRecords(files).get(subject) ?? [];

export const fileOfRecord = (subject: string, number: number) => `${subject}.record-${number}.json`;

/** The record of a subject; undefined where there is none that can be read. */
export async function readRecord<Schema extends z.ZodType>(
  site: LibvirtSite,
  subject: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema> | undefined> {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  for (const number of numbersOf(files, subject)) {
    const record = await readRecordFile(site, fileOfRecord(subject, number), schema, signal);
    if (record !== undefined) return record;
  }
  return undefined;
}

/** What the file of a record says; undefined where it is gone or cannot be read. */
export async function readRecordFile<Schema extends z.ZodType>(
  site: LibvirtSite,
  file: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema> | undefined> {
  const volume = await findFile(site, file, signal);
  if (volume === undefined) return undefined;
  return schema.safeParse(jsonOf((await readFile(site, volume, 0n, signal)).toString())).data;
}

/** Writes the record of a subject, and then deletes the former ones. */
export async function writeRecord(
  site: LibvirtSite,
  subject: string,
  record: object,
  signal: AbortSignal,
): Promise<void> {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  const numbers = numbersOf(files, subject);
  await writeFile(site, fileOfRecord(subject, (numbers[0] ?? 0) + 1), Buffer.from(JSON.stringify(record)), signal);
  await deleteFiles(
    site,
    numbers.map((number) => fileOfRecord(subject, number)),
    signal,
  );
}

/** Deletes the record of a subject, if there is one. */
export async function removeRecord(site: LibvirtSite, subject: string, signal: AbortSignal): Promise<void> {
  const files = (await filesIn(site, signal)).map(({ name }) => name);
  await deleteFiles(
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
