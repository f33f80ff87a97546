import { absoluteDomainName, type DnsZone } from "@fulmar/core/operator";

/** The first words of every file of this command. A file that begins differently is never replaced. */
const MARK = "; Written by fulmar admin dns zones";
export const TTL_SECONDS = 300;
/** The timers of secondaries (RFC 1035, 3.3.13). */
const REFRESH_SECONDS = 3_600;
const RETRY_SECONDS = 600;
const EXPIRE_SECONDS = 1_209_600;
/** These follow the serial in a zone's SOA record. */
export const TIMERS = [REFRESH_SECONDS, RETRY_SECONDS, EXPIRE_SECONDS, TTL_SECONDS] as const;
const SERIALS = 2 ** 32;

/** The name servers and the mailbox of the zones. All names are absolute. */
export interface Authority {
  /** The first one is the primary. */
  readonly nameServers: readonly string[];
  /** By default the mailbox `hostmaster` of each zone. */
  readonly hostmaster: string | undefined;
}

/** A zone as a master file (RFC 1035, 5). Equal zones have equal texts. */
export function zoneFileOf({ name, records }: DnsZone, { nameServers, hostmaster }: Authority, serial: number): string {
  return [
    `${MARK}, which replaces it: put nothing of your own here.`,
    `$ORIGIN ${name}.`,
    `$TTL ${TTL_SECONDS}`,
    `@ IN SOA ${nameServers[0]} ${hostmaster ?? `hostmaster.${name}.`} ${serial} ${TIMERS.join(" ")}`,
    ...nameServers.map((server) => `@ IN NS ${server}`),
    ...records.map(({ owner, type, value }) => `${owner} IN ${type} ${value}`),
    "",
  ].join("\n");
}

/** Whether this command wrote the file. */
export function isZoneFileOfOurs(text: string): boolean {
  return text.startsWith(MARK);
}

/** The serial in a file of this command, or undefined if it was removed. */
export function serialOf(text: string): number | undefined {
  const [, digits] = /^@ IN SOA \S+ \S+ (\d+) /m.exec(text) ?? [];
  return digits !== undefined && Number(digits) < SERIALS ? Number(digits) : undefined;
}

/**
 * The serial of a changed zone: the day's first one, such as 2026030400, or the previous one plus one where that is
 * later by serial number arithmetic (RFC 1982). Never 0, because some servers read it as no serial.
 */
export function nextSerial(previous: number | undefined, now: Date): number {
  const first = Number(now.toISOString().slice(0, 10).replaceAll("-", "")) * 100;
  if (previous === undefined) return first;
  const ahead = (first - previous + SERIALS) % SERIALS;
  return ahead > 0 && ahead < SERIALS / 2 ? first : (previous + 1) % SERIALS || 1;
}

/**
 * A mailbox as an absolute name (RFC 1035, 8): the part before the `@` becomes one label with escaped dots. Takes a
 * mail address, or such a name without escapes. Undefined for anything else.
 */
export function mailboxName(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const domain = absoluteDomainName(text.slice(at + 1));
  const label = text.slice(0, Math.max(at, 0));
  if (at === -1 || domain === undefined) return domain;
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]{1,63}$/.test(label) || label.length + domain.length > 254) return undefined;
  return `${label.replaceAll(/[^\w-]/g, String.raw`\$&`)}.${domain}`;
}
