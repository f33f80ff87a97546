// Master files (RFC 1035 §5), as BIND reads and writes them, in one pass.
import { DNS_LIMITS, DNS_RECORD_TYPES, type DnsRecordType } from "@fulmar/contract";
import { quotedTexts } from "@fulmar/providers";
import type { NormalSet } from "./fit-zone.ts";
import { relativeName, wholeName } from "./names.ts";
import { normalValues, textOf } from "./normal-values.ts";
import { atLine, badLine } from "./record-problem.ts";

/** A record set of a file, and the line of its first record. */
export interface FileSet extends NormalSet {
  readonly line: number;
}

interface ZoneFile {
  readonly sets: readonly FileSet[];
  /** How many records were left out: the SOA record, and NS records of the zone's own name. */
  readonly leftOut: number;
}

interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A record or a directive, which may go over several lines in parentheses. */
interface Entry {
  readonly line: number;
  /** Whether it begins with a space, so that it has the name of the record before it. */
  readonly isIndented: boolean;
  readonly words: readonly Word[];
}

interface Place {
  /** What relative names are relative to, with a dot at its end. */
  origin: string;
  ttl: number | undefined;
  owner: string | undefined;
}

interface FileRecord {
  readonly line: number;
  readonly name: string;
  readonly type: DnsRecordType;
  readonly ttl: number;
  readonly value: string;
}

const CLASSES: ReadonlySet<string> = new Set(["IN", "CH", "HS", "CS"]);
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
/** Which words of a record are names. */
const NAMES_AT: Readonly<Partial<Record<DnsRecordType, number>>> = {
  ...{ ALIAS: 0, CNAME: 0, NS: 0, PTR: 0 },
  ...{ MX: 1, SRV: 3 },
};

/** @throws DomainError 400 that names the line */
export function readZoneFile(text: string, zone: string): ZoneFile {
  const place: Place = { origin: `${zone}.`, ttl: undefined, owner: undefined };
  const records: FileRecord[] = [];
  let leftOut = 0;
  for (const entry of entriesOf(text)) {
    if (entry.words[0]?.text.startsWith("$") === true && !entry.isIndented) follow(entry, place);
    else {
      const record = recordOf(entry, place, zone);
      if (record === undefined) leftOut++;
      else records.push(record);
    }
  }
  const sets = [...Map.groupBy(records, ({ name, type }) => `${name} ${type}`).values()].flatMap(toSet);
  return { sets, leftOut };
}

function toSet(records: readonly FileRecord[]): FileSet[] | FileSet {
  const [first] = records;
  if (first === undefined) return [];
  const { line, name, type } = first;
  if (records.length > DNS_LIMITS.values)
    throw badLine(line, `${name} has more than ${DNS_LIMITS.values} ${type} records`);
  return atLine(line, () => ({
    ...{ line, name, type },
    // RFC 2181 §5.2: records of one name and type have one time to live.
    ttl: Math.min(...records.map(({ ttl }) => ttl)),
    values: normalValues(
      type,
      records.map(({ value }) => value),
    ),
  }));
}

/** Carries out a directive. */
function follow({ line, words }: Entry, place: Place): void {
  const [directive, argument, ...more] = words.map(({ text }) => text);
  if (argument === undefined || more.length > 0) throw badLine(line, `${directive} takes one word`);
  if (directive?.toUpperCase() === "$ORIGIN") place.origin = absolute(argument, place.origin);
  else if (directive?.toUpperCase() === "$TTL") place.ttl = ttlOf(argument, line);
  else throw badLine(line, `${directive} is not known here`);
}

/** @returns undefined for a record that is left out */
function recordOf({ line, isIndented, words }: Entry, place: Place, zone: string): FileRecord | undefined {
  const rest = [...words];
  if (!isIndented) place.owner = absolute(rest.shift()?.text ?? "", place.origin);
  if (place.owner === undefined) throw badLine(line, "the first record has no name");
  let ttl = place.ttl;
  // Time to live and class stand in either order.
  for (let word = rest[0]?.text; word !== undefined; word = rest[0]?.text) {
    if (CLASSES.has(word.toUpperCase())) {
      if (word.toUpperCase() !== "IN") throw badLine(line, `the class ${word} is not known here`);
    } else if (/^\d/.test(word)) ttl = ttlOf(word, line);
    else break;
    rest.shift();
  }
  const type = rest.shift()?.text.toUpperCase();
  const name = atLine(line, () => relativeName(place.owner ?? "", zone));
  if (type === "SOA" || (type === "NS" && name === "@")) return undefined;
  if (!isKnown(type))
    throw badLine(line, type === undefined ? "the type is missing" : `the type ${type} is not known here`);
  return { line, name, type, ttl: ttl ?? DNS_LIMITS.usualTtl, value: writtenValue(type, rest, place.origin) };
}

const isKnown = (type: string | undefined): type is DnsRecordType =>
  (DNS_RECORD_TYPES as readonly (string | undefined)[]).includes(type);

function writtenValue(type: DnsRecordType, words: readonly Word[], origin: string): string {
  const at = NAMES_AT[type];
  return words
    .map(({ text, isQuoted }, index) => {
      if (type === "TXT" || isQuoted) return `"${text}"`;
      return index === at ? absolute(text, origin) : text;
    })
    .join(" ");
}

/** A name with a dot at its end. */
function absolute(name: string, origin: string): string {
  if (name === "@") return origin;
  return name.endsWith(".") ? name : `${name}.${origin}`;
}

/** Seconds, or `1h30m`. */
function ttlOf(text: string, line: number): number {
  const parts = /^\d{1,10}$/.test(text)
    ? [text]
    : (/^(?:\d{1,10}[smhdw])+$/i.test(text) && text.match(/\d+[a-z]/gi)) || [];
  const seconds = parts.reduce(
    (sum, part) => sum + Number.parseInt(part, 10) * (UNITS[part.at(-1)?.toLowerCase() ?? ""] ?? 1),
    0,
  );
  if (parts.length === 0 || seconds < DNS_LIMITS.shortestTtl || seconds > DNS_LIMITS.longestTtl)
    throw badLine(line, `the time to live must be from ${DNS_LIMITS.shortestTtl} to ${DNS_LIMITS.longestTtl} seconds`);
  return seconds;
}

/** Splits a file into its entries. Each character is looked at once. */
function* entriesOf(text: string): Generator<Entry> {
  let line = 1;
  let words: Word[] = [];
  let began = { line: 1, isIndented: false };
  let depth = 0;
  let atStart = true;
  let at = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (atStart) {
      began = { line, isIndented: letter === " " || letter === "\t" };
      atStart = false;
    }
    if (letter === "\n") {
      if (depth === 0) {
        if (words.length > 0) yield { ...began, words };
        words = [];
        atStart = true;
      }
      line++;
      at++;
    } else if (letter === ";") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (letter === "(" || letter === ")") {
      depth += letter === "(" ? 1 : -1;
      if (depth < 0) throw badLine(line, "its parentheses do not match");
      at++;
    } else if (letter === " " || letter === "\t" || letter === "\r") {
      at++;
    } else {
      const isQuoted = letter === '"';
      const end = isQuoted ? endOfQuotes(text, at + 1, line) : endOfWord(text, at);
      words.push({ text: text.slice(isQuoted ? at + 1 : at, end), isQuoted });
      at = isQuoted ? end + 1 : end;
    }
  }
  if (depth > 0) throw badLine(began.line, "its parentheses do not match");
  if (words.length > 0) yield { ...began, words };
}

function endOfQuotes(text: string, start: number, line: number): number {
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "\\") at++;
    else if (letter === '"') return at;
    else if (letter === "\n") break;
  }
  throw badLine(line, "its quotes do not match");
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s;()"]/.test(text.charAt(at))) at += text.charAt(at) === "\\" ? 2 : 1;
  return Math.min(at, text.length);
}

/** Writes a zone with its own NS records, in the order of names. */
export function writeZoneFile(zone: string, nameServers: readonly string[], sets: readonly NormalSet[]): string {
  const lines = sets.flatMap(({ name, type, ttl, values }) =>
    values.map((value) => `${name}\t${ttl}\tIN\t${type}\t${type === "TXT" ? quotedTexts(textOf(value)) : value}`),
  );
  return [
    `; ${zone}`,
    `$ORIGIN ${wholeName("@", zone)}`,
    `$TTL ${DNS_LIMITS.usualTtl}`,
    ...nameServers.map((server) => `@\t${DNS_LIMITS.usualTtl}\tIN\tNS\t${server}.`),
    ...lines,
    "",
  ].join("\n");
}
