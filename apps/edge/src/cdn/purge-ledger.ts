import { randomUUID } from "node:crypto";
import type { EdgeDocument } from "@fulmar/edge-protocol";
import { z } from "zod";
import { readIfThere, replaceFile } from "../replace-file.ts";
import { canonicalPath } from "./canonical-path.ts";
import { LONGEST_KEPT_MS } from "./nginx-configuration.ts";

/** More than these are replaced by one purge of everything. */
const MOST_PATHS = 2_000;
const MOST_PREFIXES = 100;

const Purge = z.object({ sequence: z.number(), seen: z.number() });
const Purges = z.object({
  everything: Purge,
  paths: z.record(z.string(), Purge),
  prefixes: z.record(z.string(), Purge),
});
type Purges = z.infer<typeof Purges>;

const Ledger = z.object({
  /** Part of every key of the cache: if the ledger is lost, so is what was cached under it. */
  epoch: z.string(),
  distributions: z.record(z.string(), Purges),
});

/**
 * The purges of a distribution as nginx gets them: the sequences of the last one of everything, of paths, of prefixes.
 */
export interface PushedPurges {
  readonly everything: number;
  readonly paths: Readonly<Record<string, number>>;
  readonly prefixes: readonly (readonly [string, number])[];
}

/**
 * Remembers purges on disk for as long as an answer from before them can be in the cache, which is longer than the API
 * keeps them. A key of the cache contains the sequence of the last purge that matches the path.
 */
export class PurgeLedger {
  readonly #file: string;
  #ledger: z.infer<typeof Ledger>;

  constructor(file: string) {
    this.#file = file;
    const read = Ledger.safeParse(parsed(readIfThere(file)));
    this.#ledger = read.success ? read.data : { epoch: randomUUID().slice(0, 8), distributions: {} };
    if (!read.success) this.#write();
  }

  get epoch(): string {
    return this.#ledger.epoch;
  }

  purgesOf(distributionId: string): PushedPurges {
    const purges = this.#ledger.distributions[distributionId];
    const sequences = (table: Record<string, { sequence: number }>) =>
      Object.entries(table).map(([path, { sequence }]) => [path, sequence] as const);
    return {
      everything: purges?.everything.sequence ?? 0,
      paths: Object.fromEntries(sequences(purges?.paths ?? {})),
      prefixes: sequences(purges?.prefixes ?? {}),
    };
  }

  /**
   * Takes in purges, in any order and any number of times, and forgets old ones. What it returns is on disk.
   * @returns the distributions whose purges changed
   */
  update(documents: Iterable<EdgeDocument<"purge">>, now = Date.now()): ReadonlySet<string> {
    const changed = new Set<string>();
    for (const { sequence, body } of documents) {
      const purges = this.#ledger.distributions[body.distributionId] ?? {
        everything: { sequence: 0, seen: now },
        paths: {},
        prefixes: {},
      };
      this.#ledger.distributions[body.distributionId] = purges;
      if (record(purges, sequence, body.extent, now)) changed.add(body.distributionId);
    }
    for (const [id, purges] of Object.entries(this.#ledger.distributions)) {
      if (forget(purges, now - LONGEST_KEPT_MS) || (changed.has(id) && fold(purges, now))) changed.add(id);
      if (purges.everything.sequence === 0 && isEmpty(purges.paths) && isEmpty(purges.prefixes))
        delete this.#ledger.distributions[id];
    }
    if (changed.size > 0) this.#write();
    return changed;
  }

  #write(): void {
    replaceFile(this.#file, JSON.stringify(this.#ledger));
  }
}

const isEmpty = (table: Record<string, unknown>) => Object.keys(table).length === 0;

function record(
  purges: Purges,
  sequence: number,
  extent: EdgeDocument<"purge">["body"]["extent"],
  now: number,
): boolean {
  if (sequence <= purges.everything.sequence) return false;
  if (extent === "everything") {
    purges.everything = { sequence, seen: now };
    for (const table of [purges.paths, purges.prefixes])
      for (const [path, one] of Object.entries(table)) if (one.sequence < sequence) delete table[path];
    return true;
  }
  let changed = false;
  for (const path of extent.paths) {
    const isPrefix = path.endsWith("*");
    const table = isPrefix ? purges.prefixes : purges.paths;
    const canonical = canonicalPath(isPrefix ? path.slice(0, -1) : path);
    if (sequence <= (table[canonical]?.sequence ?? 0)) continue;
    table[canonical] = { sequence, seen: now };
    changed = true;
  }
  return changed;
}

function forget(purges: Purges, before: number): boolean {
  let changed = false;
  for (const table of [purges.paths, purges.prefixes])
    for (const [path, { seen }] of Object.entries(table)) {
      if (seen >= before) continue;
      delete table[path];
      changed = true;
    }
  return changed;
}

/** Replaces too many purges by one of everything, which takes their place in every key. */
function fold(purges: Purges, now: number): boolean {
  const all = [...Object.values(purges.paths), ...Object.values(purges.prefixes)];
  if (Object.keys(purges.paths).length <= MOST_PATHS && Object.keys(purges.prefixes).length <= MOST_PREFIXES)
    return false;
  purges.everything = {
    sequence: all.reduce((most, { sequence }) => Math.max(most, sequence), purges.everything.sequence),
    seen: now,
  };
  purges.paths = {};
  purges.prefixes = {};
  return true;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
