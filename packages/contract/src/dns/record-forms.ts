import type { DnsRecordType } from "./states.ts";

/**
 * The forms that the values of record sets are compared in, by their type: two texts whose forms are equal are one value.
 * `integrations/opentofu/internal/provider/record_form.go` has the same in Go. Of a text that the API refuses, a form is
 * any text.
 */
export const RECORD_FORMS: Readonly<Record<DnsRecordType, (text: string) => string>> = {
  A: (text) => text.trim(),
  AAAA: (text) => ipv6Form(text.trim()),
  ALIAS: (text) => hostForm(text.trim()),
  CAA: (text) => {
    const [flags = "", tag = "", ...rest] = text.trim().split(/[ \t]+/);
    return `${flags} ${tag.toLowerCase()} ${textForm(rest.join(" "))}`;
  },
  CNAME: (text) => hostForm(text.trim()),
  MX: lastIsHost,
  NS: (text) => hostForm(text.trim()),
  PTR: (text) => hostForm(text.trim()),
  SRV: lastIsHost,
  TXT: textForm,
};

/** Words, of which the last is the name of a host. */
function lastIsHost(text: string): string {
  const words = text.trim().split(/[ \t]+/);
  return [...words.slice(0, -1), hostForm(words.at(-1) ?? "")].join(" ");
}

function hostForm(name: string): string {
  const whole = name.replace(/\.$/, "");
  const isAscii = /^[\x21-\x7e]*$/.test(whole);
  const address = `https://${whole}`;
  return isAscii || !URL.canParse(address) ? whole.toLowerCase() : new URL(address).hostname;
}

/** The URL parser writes IPv6 in the form of RFC 5952. */
function ipv6Form(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

/** A text, of which one in quotes is what is between them, its parts joined (RFC 1035 §5.1). */
function textForm(text: string): string {
  if (!text.startsWith('"')) return text;
  const bytes: number[] = [];
  for (const [, part = ""] of text.matchAll(/"((?:[^"\\]|\\.)*)"/gs))
    for (const [escaped, number, letter] of part.matchAll(/\\(\d{3})|\\?(.)/gsu))
      bytes.push(...(number === undefined ? new TextEncoder().encode(letter ?? escaped) : [Number(number) % 256]));
  return new TextDecoder().decode(new Uint8Array(bytes));
}
