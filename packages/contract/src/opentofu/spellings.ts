import { RECORD_FORMS } from "../dns/record-forms.ts";
import { DNS_RECORD_TYPES, type DnsRecordType } from "../dns/states.ts";
import { NORMAL_FORMS, type NormalForm } from "../values/normal-form.ts";

const KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYq2kS6r0bXwVhT3nLcEoPzGfUd4iAq7sRy1tKxNe";

/**
 * Texts in spellings that mean the same, the unusual ones first. The tests of the API, of the contract and of the
 * provider send them; the provider reads them from `integrations/opentofu/spellings.json`.
 */
export const SPELLINGS: Readonly<Record<NormalForm, readonly (readonly [string, string, ...string[]])[]>> = {
  cidr: [
    ["203.0.113.7", " 203.0.113.7/32\n", "203.0.113.7/32"],
    [" 198.51.100.0/24", "198.51.100.0/24"],
    ["2001:DB8::/32", "2001:0db8:0:0::/32", "2001:db8:0:0:0:0:0:0/32", "2001:db8::/32"],
    ["2001:0DB8:0:1:0:0:0:0001", "2001:db8:0:1::1/128"],
  ],
  decimal: [
    ["01.50", " 1.500\r\n", "1.5"],
    ["10.00", "\t010\u00a0", "10"],
    ["100", "0100.00000000"],
  ],
  lower: [["WWW.Example.COM", "Www.example.com", "www.example.com"]],
  moment: [
    ["2099-06-01T02:00:00+02:00", "2099-05-31T22:30:00.000000-01:30", "2099-06-01T00:00:00Z"],
    ["2099-06-01T00:00:00.1239Z", "2099-06-01T00:00:00.123Z"],
  ],
  origin: [
    [
      "HTTPS://S3.Example.COM:443/",
      " https://s3.example.com/\r\n",
      "https://s3.example.com:0443",
      "https://s3.example.com",
    ],
    ["https://S3.BÜCHER.example", "https://s3.xn--bcher-kva.example/"],
    ["https://S3.example.com:9000/", "https://s3.example.com:09000", "https://s3.example.com:9000"],
  ],
  "ssh-key": [
    [
      `ssh-ed25519 ${KEY} ada@example.com\n`,
      `  ssh-ed25519 ${KEY} ada@example.com\r\n`,
      `ssh-ed25519\t${KEY}  ada@example.com`,
      `ssh-ed25519 ${KEY} ada@example.com`,
    ],
    [`\tssh-ed25519 ${KEY}`, `ssh-ed25519\u00a0 ${KEY} \n`],
    [`ssh-ed25519 ${KEY}   Ada  Lovelace\n`, `ssh-ed25519 ${KEY} Ada  Lovelace`],
  ],
  "time-zone": [
    ["europe/amsterdam", " EUROPE/AMSTERDAM\n", "Europe/Amsterdam"],
    ["utc", " Utc\t", "UTC"],
    ["america/port-au-PRINCE", "America/Port-au-Prince"],
  ],
  trim: [
    [" web-1\r\n", "\tweb-1", "web-1"],
    ["  two  words ", "two  words"],
    ["web-2\n", "  web-2", "web-2"],
  ],
  "vat-number": [
    [" de 136.695-976\n", "De136695976", "DE136695976"],
    ["CHE-116.281.710 MWST", "CHE116281710MWST"],
  ],
};

const HOSTS = [["Host.EXAMPLE.com.", " host.example.com", "host.example.com."]] as const;

/** Values of record sets in spellings that mean the same, by their type. */
export const RECORD_SPELLINGS: Readonly<Record<DnsRecordType, readonly (readonly [string, string, ...string[]])[]>> = {
  A: [[" 203.0.113.7", "203.0.113.7\t"]],
  AAAA: [
    ["2001:DB8::7", "2001:0db8:0:0:0:0:0:7", "2001:db8::7"],
    ["::FFFF:203.0.113.7", "::ffff:cb00:7107"],
  ],
  ALIAS: HOSTS,
  CAA: [
    ["0 ISSUE letsencrypt.org", '0  issue "letsencrypt.org"', '0 issue "lets" "encrypt.org"'],
    ["128 iodef mailto:Ada@example.com", '128 iodef "mailto:Ada@example.com"'],
  ],
  CNAME: [...HOSTS, ["B\u00dccher.example", "b\u00fccher.example.", "xn--bcher-kva.example."]],
  MX: [
    ["10 Mail.Example.ORG", "10\tmail.example.org.", " 10  mail.example.org"],
    ["0 .", "0  ."],
  ],
  NS: HOSTS,
  PTR: HOSTS,
  SRV: [["10 5 5060 SIP.example.org", "10  5 5060 sip.example.org."]],
  TXT: [
    ['"v=spf1 " "-all"', "v=spf1 -all", '"v=spf1 -all"'],
    ['"A \\"quoted\\" \\097"', '"A \\"quoted\\" a"', 'A "quoted" a'],
    ["Case", '"Case"'],
    ["case", '"case"'],
  ],
};

/**
 * The names of time zones in the letters of the IANA database, for the provider, whose runtime has no list. It reads them
 * from `integrations/opentofu/internal/provider/time_zones.json`.
 */
export function timeZones(): readonly string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted((a, b) => (a < b ? -1 : 1));
}

/** What the provider's tests read: the forms as the contract writes them. */
export function spellings(): Readonly<Record<string, readonly { normal: string; spellings: readonly string[] }[]>> {
  const written = (rows: (typeof SPELLINGS)[NormalForm], form: (text: string) => string) =>
    rows.map(([first, ...others]) => ({ normal: form(first), spellings: [first, ...others] }));
  return {
    ...Object.fromEntries(
      Object.entries(SPELLINGS).map(([form, rows]) => [form, written(rows, NORMAL_FORMS[form as NormalForm])]),
    ),
    ...Object.fromEntries(
      DNS_RECORD_TYPES.map((type) => [`record ${type}`, written(RECORD_SPELLINGS[type], RECORD_FORMS[type])]),
    ),
  };
}
