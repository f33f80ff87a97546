import type { z } from "zod";
import { normalSshKey } from "../compute/ssh-public-key.ts";

/** Where the description of a text says in which form the API keeps it. OpenAPI has it under this name, too. */
const NORMAL = "x-fulmar-normal";

/**
 * The forms that the API keeps texts in. Two texts whose forms are equal mean the same, so a client that compares what
 * it wants with what is there compares these. `integrations/opentofu/internal/provider/normal_form.go` has the same in
 * Go. Of a text that the API refuses, a form is any text.
 */
export const NORMAL_FORMS = {
  /** Addresses: a single one is a range, IPv6 is that of RFC 5952. */
  cidr: (text) => {
    const [address = "", length] = text.trim().toLowerCase().split("/");
    return `${ipv6Of(address) ?? address}/${length ?? (address.includes(":") ? 128 : 32)}`;
  },
  /** Decimals without spaces around them and zeros that say nothing. */
  decimal: (text) =>
    text.trim().replace(/^0*(\d+)(?:\.(\d*?)0*)?$/, (_, whole, part) => (part ? `${whole}.${part}` : whole)),
  lower: (text) => text.toLowerCase(),
  /** Moments in UTC, with milliseconds. */
  moment: (text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) ? text : new Date(at).toISOString();
  },
  /** The origin of a URL (RFC 6454): scheme and host in small letters, and a port that is not the scheme's own. */
  origin: (text) => {
    const url = text.trim();
    return URL.canParse(url) ? new URL(url).origin : url;
  },
  "ssh-key": normalSshKey,
  /** Names of time zones in the letters of the IANA database. Another name of a zone stays another name. */
  "time-zone": (text) => {
    const name = text.trim();
    const known = timeZoneOf(name);
    return known?.toLowerCase() === name.toLowerCase() ? known : name;
  },
  trim: (text) => text.trim(),
  /** VAT numbers in capitals, without what people write between their parts. */
  "vat-number": (text) => text.replaceAll(/[\s.-]/g, "").toUpperCase(),
} as const satisfies Readonly<Record<string, (text: string) => string>>;
export type NormalForm = keyof typeof NORMAL_FORMS;

/** Says in the description of a text in which form the API keeps it. */
export function keptAs<Schema extends z.ZodType>(form: NormalForm, schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), [NORMAL]: form });
}

/** The form that a description states. */
export function normalForm(description: Readonly<Record<string, unknown>>): NormalForm | undefined {
  const form = description[NORMAL];
  return typeof form === "string" && form in NORMAL_FORMS ? (form as NormalForm) : undefined;
}

/** The name that the runtime has for a time zone. Undefined for what is none. */
export function timeZoneOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The URL parser writes IPv6 in the form of RFC 5952. */
function ipv6Of(address: string): string | undefined {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined;
}
