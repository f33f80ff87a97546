import { z } from "zod";
import { isBroad } from "./broad-network.ts";

/** Where a connection without encryption leaves no machine: RFC 6761 §6.3 has names below localhost. */
const LOOPBACK = /^(127(\.[0-9]+){3}|\[::1\]|(.+\.)?localhost)$/;

/** Whether nobody on the way reads what is sent to an http(s) URL. */
export function isEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

/**
 * An environment variable. `schema` parses its text. `allowed` describes valid values, and errors repeat nothing else.
 */
function variable<T>(allowed: string, schema: z.ZodType<T>) {
  return z.string().transform((text, context): T => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    context.addIssue({ code: "custom", message: allowed });
    return z.NEVER;
  });
}

function wholeNumber(low: number, high: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(low).max(high));
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return variable(`one of ${values.join(", ")}`, z.enum(values));
}

const port = () => variable("a port number from 1 to 65535", wholeNumber(1, 65_535));

const requestsPerSecond = () =>
  variable("a whole number of requests per second from 1 to 1000000", wholeNumber(1, 1_000_000));
/** A domain below which other names are made. */
const domain = () =>
  variable(
    "the name of a domain, such as s3.example.com",
    z.hostname().transform((name) => name.toLowerCase()),
  );

const requests = () => variable("a whole number of requests from 1 to 1000000", wholeNumber(1, 1_000_000));

/** An http(s) URL without trailing slashes, so that paths can be appended. */
const webUrl = () =>
  variable(
    "an http:// or https:// URL",
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  ).optional();

/** The URL of a server that is sent credentials. */
const encryptedUrl = () => z.url({ protocol: /^https?$/ }).refine(isEncrypted);

/** Part of tokens, where it ends at an underscore, and of host names. */
const CELL_NAME = /^[a-z][a-z0-9]{0,15}$/;

const cellName = () =>
  variable("a name of at most 16 small letters and digits, such as eu1", z.string().regex(CELL_NAME));

/** Cells with their consoles. */
function cells() {
  const console = encryptedUrl().transform((url) => url.replace(/\/+$/, ""));
  return variable(
    "cells and the https:// URLs of their consoles, such as " +
      "eu1=https://console.example.com,eu2=https://console.eu2.example.com",
    z
      .string()
      .transform((text) =>
        text.split(",").map((part) => {
          const [name, ...url] = part.trim().split("=");
          return { name, consoleUrl: url.join("=") };
        }),
      )
      .pipe(z.array(z.object({ name: z.string().regex(CELL_NAME), consoleUrl: console }))),
  );
}

/** Addresses as nginx takes them. */
function addresses() {
  const address = z.string().regex(/^(\*|[0-9.]+|\[[0-9a-fA-F:.]+\]):[1-9][0-9]{0,4}$/);
  return variable(
    "addresses with ports, such as *:80 or 198.51.100.7:80, with commas between them",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(address)),
  );
}

function urlWithoutPath(allowed: string) {
  const url = z
    .url({ protocol: /^https?$/ })
    .refine((text) => new URL(text).pathname === "/")
    .transform((text) => text.replace(/\/+$/, ""));
  return variable(allowed, url).optional();
}

/** Every variable that the product reads. Errors never repeat values, because some are secrets. */
export const variables = {
  API_PORT: port().default(4000),
  CONSOLE_PORT: port().default(3000),
  OBJECT_STORE_PORT: port().default(4001),
  FULMAR_OBJECT_PORT_SHARED: oneOf(["true", "false"]).default("false"),
  API_METRICS_PORT: port().optional(),
  WORKER_METRICS_PORT: port().optional(),
  DATABASE_URL: variable("a postgresql:// URL", z.url({ protocol: /^postgres(ql)?$/ })).optional(),
  FULMAR_OWNER_URL: variable("a postgresql:// URL", z.url({ protocol: /^postgres(ql)?$/ })).optional(),
  FULMAR_WORKER_URL: variable("a postgresql:// URL", z.url({ protocol: /^postgres(ql)?$/ })).optional(),
  FULMAR_LISTEN_URL: variable("a postgresql:// URL", z.url({ protocol: /^postgres(ql)?$/ })).optional(),
  FULMAR_PREPARED_STATEMENTS: oneOf(["on", "off"]).default("on"),
  FULMAR_POSTGRES_BIN: variable("the absolute path of a folder", z.string().regex(/^\/[^\0\n]*$/)).optional(),
  FULMAR_SIMULATED_SITE_URL: variable("a postgresql:// URL", z.url({ protocol: /^postgres(ql)?$/ })).optional(),
  FULMAR_ENVIRONMENT: oneOf(["development", "production"]).default("development"),
  FULMAR_HOST: variable("an IP address or host name to listen on", z.union([z.ipv4(), z.ipv6(), z.hostname()])).default(
    "127.0.0.1",
  ),
  FULMAR_METRICS_HOST: variable(
    "an IP address or host name to listen on",
    z.union([z.ipv4(), z.ipv6(), z.hostname()]),
  ).default("127.0.0.1"),
  FULMAR_TERMINAL_HOST: variable(
    "an IP address or host name of this machine",
    z.union([z.ipv4(), z.ipv6(), z.hostname()]),
  ).default("127.0.0.1"),
  API_TERMINAL_PORT: port().optional(),
  FULMAR_METADATA_SITE: variable(
    "the id of a site, or of several on one server, separated by commas",
    z
      .string()
      .transform((text) => [...new Set(text.split(",").map((id) => id.trim()))])
      .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)).max(64)),
  ).optional(),
  FULMAR_METADATA_PORT: variable("a port number from 1024 to 65534", wholeNumber(1_024, 65_534)).default(8_169),
  FULMAR_SMTP_URL: variable("an smtp:// or smtps:// URL", z.url({ protocol: /^smtps?$/ })).optional(),
  FULMAR_MAIL_FROM: variable(
    "an e-mail address, with or without a name, such as `Fulmar <fulmar@example.com>`",
    z.string().regex(/^([^<>@\r\n"]+ <[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/),
  ).optional(),
  FULMAR_ACME_DIRECTORY: variable(
    "the https:// URL of an ACME authority's directory, or http:// on this machine",
    encryptedUrl(),
  ).optional(),
  FULMAR_ACME_EMAIL: variable("an e-mail address", z.email()).optional(),
  FULMAR_ACME_DNS_HOOK: variable("the absolute path of a program", z.string().regex(/^\/[^\0\n]+$/)).optional(),
  FULMAR_FENCE_HOOK: variable("the absolute path of a program", z.string().regex(/^\/[^\0\n]+$/)).optional(),
  FULMAR_HOST_LOST_MINUTES: variable("a whole number of minutes from 1 to 1440", wholeNumber(1, 1_440)).optional(),
  FULMAR_ACME_KEY_ID: variable("the key id that the authority gave", z.string().max(500)).optional(),
  FULMAR_ACME_HMAC_KEY: variable(
    "the HMAC key that the authority gave, in base64url",
    z.string().regex(/^[\w+/=-]{16,1000}$/),
  ).optional(),
  FULMAR_DNS_NAME_SERVERS: variable(
    "the names of two or more name servers with commas between them, such as ns1.example.net,ns2.example.net",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim().toLowerCase().replace(/\.$/, "")))
      .pipe(z.array(z.hostname()).min(2).max(6)),
  ).default([]),
  FULMAR_DNS_SERVERS: variable(
    "http:// or https:// URLs of the APIs of PowerDNS with commas between them, without paths",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim().replace(/\/+$/, "")))
      .pipe(z.array(z.url({ protocol: /^https?$/ }).refine((text) => new URL(text).pathname === "/")).max(16)),
  ).default([]),
  FULMAR_DNS_API_KEY: variable("the API key of PowerDNS", z.string().min(8).max(500)).optional(),
  FULMAR_SSO_ISSUER: variable(
    "the https:// URL of an OpenID Connect provider, or http:// on this machine",
    encryptedUrl(),
  ).optional(),
  FULMAR_SSO_CLIENT_ID: variable("the client id that the provider gave", z.string().max(500)).optional(),
  FULMAR_SSO_CLIENT_SECRET: variable("the client secret that the provider gave", z.string().max(2000)).optional(),
  FULMAR_SSO_NAME: variable("a name of at most 40 characters", z.string().max(40)).default("single sign-on"),
  FULMAR_SSO_DOMAINS: variable(
    "domains of e-mail addresses with commas between them, such as example.com",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.hostname())),
  ).default([]),
  FULMAR_SSO_ORGANIZATION: variable("the id of an organization", z.string().regex(/^org_[0-9a-z]{26}$/)).optional(),
  FULMAR_SSO_ROLE: oneOf(["viewer", "secret_reader", "billing", "developer", "admin"]).default("viewer"),
  FULMAR_SSO_ONLY: oneOf(["true", "false"]).optional(),
  FULMAR_CELL: cellName().optional(),
  FULMAR_CELLS: cells().default([]),
  FULMAR_CELLS_KEY: variable(
    "at least 32 characters, for example from `openssl rand -hex 32`",
    z.string().min(32),
  ).optional(),
  FULMAR_OPEN_CELLS: variable(
    "names of cells with commas between them",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(z.string().regex(CELL_NAME))),
  ).default([]),
  FULMAR_DATA_DIR: variable("the path of a folder", z.string().regex(/^[^\0\n]+$/)).default(".fulmar"),
  FULMAR_SECRET: variable(
    "at least 32 characters, for example from `openssl rand -hex 32`",
    z.string().min(32),
  ).optional(),
  FULMAR_OTHER_SECRET: variable(
    "at least 32 characters, for example from `openssl rand -hex 32`",
    z.string().min(32),
  ).optional(),
  FULMAR_MASTER_KEY: variable(
    "one or more keys of 64 hexadecimal digits with commas between them, the primary first, for example from " +
      "`openssl rand -hex 32`",
    z.string().regex(/^\s*[0-9A-Fa-f]{64}(\s*,\s*[0-9A-Fa-f]{64})*\s*$/),
  ).optional(),
  FULMAR_MASTER_KEY_FILE: variable("the path of a file", z.string().regex(/^[^\0\n]+$/)).optional(),
  FULMAR_BILLING_URL: webUrl(),
  FULMAR_BILLING_TIMEOUT_MS: variable("a whole number of milliseconds from 1 to 60000", wholeNumber(1, 60_000)).default(
    2000,
  ),
  FULMAR_FUNDS_HORIZON_HOURS: variable("a whole number of hours from 1 to 8760", wholeNumber(1, 8_760)).default(24),
  FULMAR_SUSPENSION_POLICY: oneOf(["stop", "keep"]).default("stop"),
  FULMAR_SUSPENSION_GRACE_HOURS: variable("a whole number of hours from 0 to 8760", wholeNumber(0, 8_760)).default(168),
  FULMAR_PAYMENTS: oneOf(["transfer", "stripe"]).default("transfer"),
  FULMAR_TRANSFER_ACCOUNT: variable("a text of at most 500 characters", z.string().max(500)).optional(),
  FULMAR_STRIPE_SECRET_KEY: variable(
    "a secret or restricted key of Stripe, such as sk_live_…",
    z.string().regex(/^(sk|rk)_\w{4,500}$/),
  ).optional(),
  FULMAR_STRIPE_WEBHOOK_SECRET: variable(
    "the signing secret of a webhook endpoint at Stripe, such as whsec_…",
    z.string().regex(/^whsec_[\w+/=-]{4,500}$/),
  ).optional(),
  FULMAR_STRIPE_API_URL: variable(
    "the https:// URL of Stripe's API, or http:// on this machine",
    encryptedUrl(),
  ).default("https://api.stripe.com"),
  FULMAR_WEBHOOK_PRIVATE_TARGETS: oneOf(["refuse", "allow"]).default("refuse"),
  FULMAR_RATE_LIMIT: requestsPerSecond().default(100),
  FULMAR_RATE_BURST: requests().default(200),
  FULMAR_OBJECT_RATE_LIMIT: requestsPerSecond().default(500),
  FULMAR_OBJECT_RATE_BURST: requests().default(1000),
  FULMAR_OBJECT_SCRUB_MEGABYTES: variable(
    "a whole number of megabytes per second from 0 to 10000",
    wholeNumber(0, 10_000),
  ).default(20),
  FULMAR_S3_DOMAIN: domain().default("s3.localhost"),
  FULMAR_WEBSITE_DOMAIN: domain().default("s3-website.localhost"),
  FULMAR_FAILURE_LIMIT: requestsPerSecond().default(10),
  FULMAR_FAILURE_BURST: requests().default(500),
  FULMAR_SESSION_HOURS: variable("a whole number of hours from 1 to 8760", wholeNumber(1, 8760)).default(720),
  FULMAR_DEPENDENTS_WAIT_MS: variable("a whole number of milliseconds from 0 to 60000", wholeNumber(0, 60_000)).default(
    5000,
  ),
  FULMAR_DRAIN_MS: variable("a whole number of milliseconds from 0 to 60000", wholeNumber(0, 60_000)).optional(),
  FULMAR_TRUSTED_PROXIES: variable(
    "IP addresses or networks such as 10.0.0.0/8 with commas between them, none wider than /8 (IPv4) or /16 (IPv6), " +
      "because whoever is in one names any client",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((network) => !isBroad(network)))),
  ).default([]),
  FULMAR_EDGE_API_URL: webUrl(),
  FULMAR_EDGE_TOKEN: variable(
    "a one-time token of `fulmar operator edge create`, which begins with fet_",
    z.string().regex(/^fet_[A-Za-z0-9_-]{43}$/),
  ).optional(),
  FULMAR_EDGE_DIR: variable("the path of a folder", z.string().regex(/^[^\0\n]+$/)).default(".fulmar/edge"),
  FULMAR_EDGE_ADDRESSES: oneOf(["public", "loopback"]).default("public"),
  FULMAR_EDGE_CDN_HTTP: addresses().optional(),
  FULMAR_EDGE_CDN_HTTPS: addresses().optional(),
  FULMAR_EDGE_CDN_CERTIFICATE: variable("the path of a file", z.string().regex(/^[^\0\n]+$/)).optional(),
  FULMAR_EDGE_CDN_KEY: variable("the path of a file", z.string().regex(/^[^\0\n]+$/)).optional(),
  FULMAR_EDGE_CDN_CACHE_GB: variable("a whole number of gigabytes from 1 to 100000", wholeNumber(1, 100_000)).default(
    10,
  ),
  FULMAR_EDGE_VRRP_INTERFACE: variable("the name of a network device", z.string().regex(/^[\w.-]{1,15}$/)).optional(),
  FULMAR_EDGE_VRRP_PEERS: variable(
    "IPv4 addresses with commas between them",
    z
      .string()
      .transform((text) => text.split(",").map((part) => part.trim()))
      .pipe(z.array(z.ipv4())),
  ).default([]),
  FULMAR_EDGE_VRRP_PRIORITY: variable("a whole number from 1 to 254", wholeNumber(1, 254)).default(100),
  FULMAR_EDGE_VRRP_ROUTER_ID: variable("a whole number from 1 to 255", wholeNumber(1, 255)).default(51),
  FULMAR_EDGE_METRICS_PORT: port().optional(),
  FULMAR_LAPTOP_EDGE: oneOf(["on", "off"]).default("on"),
  FULMAR_TRACES_URL: webUrl(),
  FULMAR_TRACES_RATIO: variable("a number from 0 to 1", z.coerce.number().min(0).max(1)).default(1),
  FULMAR_LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  FULMAR_PUBLIC_API_URL: webUrl(),
  FULMAR_PUBLIC_CONSOLE_URL: webUrl(),
  FULMAR_PUBLIC_OBJECT_STORE_URL: urlWithoutPath("an http:// or https:// URL without a path, as S3 clients sign it"),
  FULMAR_PUBLIC_CDN_URL: urlWithoutPath("an http:// or https:// URL without a path, by the CDN's domain"),
};
