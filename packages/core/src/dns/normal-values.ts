import { isIPv6 } from "node:net";
import { DNS_LIMITS, type DnsRecordType, parseIpv4 } from "@fulmar/contract";
import { targetName } from "./names.ts";
import { RecordProblem } from "./record-problem.ts";

/** Where one value stands in the request. */
type Field = string;

const HOST = { isHost: true } as const;
const ANY_NAME = { isHost: false } as const;
/** RFC 8659 §4.1: an unknown property with the critical flag, 128, keeps every authority from issuing. */
const CAA_FLAGS: ReadonlySet<string> = new Set(["0", "128"]);
const CAA_TAG = /^[a-z0-9]{1,15}$/;
const PRINTABLE = /^[\x20-\x7e]*$/;

const NORMAL: Readonly<Record<DnsRecordType, (text: string, field: Field) => string>> = {
  A(text, field) {
    if (parseIpv4(text) === undefined)
      throw new RecordProblem(field, "must be an IPv4 address, such as 203.0.113.7, without leading zeros");
    return text;
  },
  AAAA(text, field) {
    if (!isIPv6(text) || text.includes("%"))
      throw new RecordProblem(field, "must be an IPv6 address, such as 2001:db8::7");
    // The URL parser writes it in the form of RFC 5952.
    return new URL(`http://[${text}]`).hostname.slice(1, -1);
  },
  ALIAS: (text, field) => targetName(text, field, HOST),
  CAA(text, field) {
    const [flags, tag, ...rest] = wordsOf(text, 3);
    const value = rest[0] === undefined ? undefined : unquoted(rest[0], field);
    if (flags === undefined || tag === undefined || value === undefined || !PRINTABLE.test(value))
      throw new RecordProblem(field, 'must be flags, a tag and a value, such as 0 issue "letsencrypt.org"');
    if (!CAA_FLAGS.has(flags)) throw new RecordProblem(field, "must have the flags 0 or 128");
    if (!CAA_TAG.test(tag.toLowerCase())) throw new RecordProblem(field, "must have a tag such as issue");
    return `${flags} ${tag.toLowerCase()} ${quoted(value)}`;
  },
  CNAME: (text, field) => targetName(text, field, ANY_NAME),
  MX(text, field) {
    const [preference, target, ...more] = wordsOf(text);
    if (preference === undefined || target === undefined || more.length > 0)
      throw new RecordProblem(field, "must be a preference and a name, such as 10 mail.example.com");
    // RFC 7505: the domain takes no mail.
    if (target === ".") return `${numberOf(preference, field)} .`;
    return `${numberOf(preference, field)} ${targetName(target, field, HOST)}`;
  },
  NS: (text, field) => targetName(text, field, HOST),
  PTR: (text, field) => targetName(text, field, ANY_NAME),
  SRV(text, field) {
    const [priority, weight, port, target, ...more] = wordsOf(text);
    if (priority === undefined || weight === undefined || port === undefined || target === undefined || more.length > 0)
      throw new RecordProblem(
        field,
        "must be a priority, a weight, a port and a name, such as 10 5 443 host.example.com",
      );
    const numbers = [priority, weight, port].map((number) => numberOf(number, field)).join(" ");
    return target === "." ? `${numbers} .` : `${numbers} ${targetName(target, field, HOST)}`;
  },
  TXT(text, field) {
    const plain = unquoted(text, field);
    return plain === "" || plain.startsWith('"') ? quoted(plain) : plain;
  },
};

/** Types whose record sets have one value. */
const SINGLE: ReadonlySet<DnsRecordType> = new Set(["ALIAS", "CNAME"]);

/**
 * The values of a record set in their normal form. A value that occurs twice is kept once.
 * @throws RecordProblem of a field of `values`
 */
export function normalValues(type: DnsRecordType, values: readonly string[]): readonly string[] {
  const normal = values.map((text, index) => {
    const field = `values.${index}`;
    const value = NORMAL[type](type === "TXT" ? text : text.trim(), field);
    if (type === "TXT") checkText(value, field);
    return value;
  });
  const unique = [...new Set(normal)];
  if (SINGLE.has(type) && unique.length > 1)
    throw new RecordProblem("values", `must have one item: a name has one ${type} record`);
  if (unique.reduce((sum, value) => sum + Buffer.byteLength(value), 0) > DNS_LIMITS.bytes)
    throw new RecordProblem("values", `must have at most ${DNS_LIMITS.bytes} bytes together`);
  return unique;
}

/** The text of the value of a TXT record, which is in quotes where it would be taken for a text in quotes. */
export function textOf(value: string): string {
  return unquoted(value, "values");
}

/** The names that the values of a record set lead to. */
export function targetsOf(type: DnsRecordType, values: readonly string[]): readonly string[] {
  if (type === "MX" || type === "SRV") return values.map((value) => value.slice(value.lastIndexOf(" ") + 1));
  return type === "NS" || type === "CNAME" || type === "ALIAS" ? values : [];
}

function checkText(text: string, field: Field): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new RecordProblem(field, "must be a text without control characters");
  if (!text.isWellFormed()) throw new RecordProblem(field, "must be a text in Unicode");
}

/** @param most the last word takes the rest */
function wordsOf(text: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const words = text.split(/[ \t]+/);
  return words.length <= most ? words : [...words.slice(0, most - 1), words.slice(most - 1).join(" ")];
}

function numberOf(text: string, field: Field): number {
  if (!/^(0|[1-9]\d{0,4})$/.test(text) || Number(text) > 65_535)
    throw new RecordProblem(field, "must have whole numbers from 0 to 65535");
  return Number(text);
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

function unquoted(text: string, field: Field): string {
  return text.startsWith('"') ? joinedTexts(text, field) : text;
}

/**
 * The texts in quotes of a record, joined: `"v=spf1 " "-all"`. A backslash takes the next character as it is, or is
 * followed by the number of a byte (RFC 1035 §5.1).
 * @throws RecordProblem if there is anything besides
 */
function joinedTexts(text: string, field: Field): string {
  const wrong = () =>
    new RecordProblem(field, "must be texts in quotes with spaces between them, or a text that begins with none");
  const bytes: Buffer[] = [];
  let isOpen = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '"') isOpen = !isOpen;
    else if (!isOpen && letter !== " " && letter !== "\t") throw wrong();
    else if (isOpen && letter === "\\") {
      const number = /^\d{3}$/.test(text.slice(at + 1, at + 4)) ? Number(text.slice(at + 1, at + 4)) : undefined;
      if (at + 1 >= text.length || (number !== undefined && number > 255)) throw wrong();
      bytes.push(number === undefined ? Buffer.from(text.charAt(at + 1)) : Buffer.from([number]));
      at += number === undefined ? 1 : 3;
    } else if (isOpen) {
      const whole = String.fromCodePoint(text.codePointAt(at) ?? 0);
      bytes.push(Buffer.from(whole));
      at += whole.length - 1;
    }
  }
  if (isOpen) throw wrong();
  return Buffer.concat(bytes).toString("utf8");
}
