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

/**
 * The names of time zones in the letters of the IANA database, for the provider, whose runtime has no list. It reads them
 * from `integrations/opentofu/internal/provider/time_zones.json`.
 */
export function timeZones(): readonly string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted((a, b) => (a < b ? -1 : 1));
}

/** What the provider's tests read: the forms as the contract writes them. */
export function spellings(): Readonly<Record<string, readonly { normal: string; spellings: readonly string[] }[]>> {
  return Object.fromEntries(
    Object.entries(SPELLINGS).map(([form, rows]) => [
      form,
      rows.map(([first, ...others]) => ({
        normal: NORMAL_FORMS[form as NormalForm](first),
        spellings: [first, ...others],
      })),
    ]),
  );
}
