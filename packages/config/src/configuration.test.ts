import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigurationError, loadConfiguration, loadStartConfiguration } from "./index.ts";

const projectRoot = join(import.meta.dirname, "../../..");
const databaseUrl = "postgresql://someone:hidden@127.0.0.1:5432/fulmar";
const [secret, masterKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fulmar-config-"));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test("an empty environment gives the documented defaults", () => {
  expect(loadStartConfiguration({})).toEqual({
    environment: "development",
    host: "127.0.0.1",
    apiPort: 4000,
    consolePort: 3000,
    objectStorePort: 4001,
    objectPortShared: false,
    metricsHost: "127.0.0.1",
    apiMetricsPort: 14000,
    workerMetricsPort: undefined,
    dataDir: join(projectRoot, ".fulmar"),
    databaseUrl: undefined,
    ownerUrl: undefined,
    workerUrl: undefined,
    connecting: { listenUrl: undefined, prepares: true },
    postgresBin: undefined,
    secret: undefined,
    masterKey: undefined,
    masterKeyFile: join(projectRoot, ".fulmar/master-key"),
    billingUrl: undefined,
    billingTimeoutMs: 2000,
    fundsHorizonHours: 24,
    suspensionPolicy: "stop",
    suspensionGraceHours: 168,
    laptopEdge: true,
    webhookPrivateTargets: false,
    rateLimit: 100,
    rateBurst: 200,
    objectRateLimit: 500,
    objectRateBurst: 1000,
    objectScrubMegabytes: 20,
    s3Domain: "s3.localhost",
    websiteDomain: "s3-website.localhost",
    failureLimit: 10,
    failureBurst: 500,
    sessionHours: 720,
    dependentsWaitMs: 5000,
    drainMs: 0,
    terminalHost: "127.0.0.1",
    trustedProxies: [],
    acme: undefined,
    dns: { nameServers: ["ns1.fulmar.test", "ns2.fulmar.test"], servers: [], apiKey: "" },
    lostHosts: { fenceHook: undefined, lostMinutes: undefined },
    payments: { provider: "transfer", account: undefined },
    mail: { delivery: "files", folder: join(projectRoot, ".fulmar/mail"), from: "Fulmar <fulmar@localhost>" },
    sso: undefined,
    passwordsOn: false,
    cell: undefined,
    cells: undefined,
    tracing: { url: undefined, ratio: 1 },
    logLevel: "info",
    publicApiUrl: "http://127.0.0.1:4000",
    publicConsoleUrl: "http://127.0.0.1:3000",
    publicObjectStoreUrl: "http://127.0.0.1:4001",
    publicCdnUrl: "http://cdn.localhost:8088",
  });
});

test("an empty variable counts as not set", () => {
  expect(loadStartConfiguration({ API_PORT: "", DATABASE_URL: "" })).toEqual(loadStartConfiguration({}));
});

test("a relative data folder is resolved from the project root, and an absolute one is kept", () => {
  expect(loadStartConfiguration({ FULMAR_DATA_DIR: "var/data" }).dataDir).toBe(join(projectRoot, "var/data"));
  expect(loadStartConfiguration({ FULMAR_DATA_DIR: "/srv/fulmar" }).dataDir).toBe("/srv/fulmar");
});

test("a process drains for a second in production unless FULMAR_DRAIN_MS is set", () => {
  const production = { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret, FULMAR_MASTER_KEY: masterKey };
  expect(loadStartConfiguration(production).drainMs).toBe(1000);
  expect(loadStartConfiguration({ ...production, FULMAR_DRAIN_MS: "0" }).drainMs).toBe(0);
  expect(loadStartConfiguration({ FULMAR_DRAIN_MS: "5000" }).drainMs).toBe(5000);
});

test("the metrics' port follows the API's", () => {
  expect(loadStartConfiguration({ API_PORT: "4100" }).apiMetricsPort).toBe(14_100);
  expect(loadStartConfiguration({ API_PORT: "60000" }).apiMetricsPort).toBe(50_000);
  expect(loadStartConfiguration({ API_METRICS_PORT: "9100" }).apiMetricsPort).toBe(9100);
});

test("certificates come from an ACME authority, whose variables go together", () => {
  const directory = { FULMAR_ACME_DIRECTORY: "https://acme.example/directory" };
  const account = { FULMAR_ACME_KEY_ID: "kid-1", FULMAR_ACME_HMAC_KEY: "c2VjcmV0LXNlY3JldA" };
  expect(loadStartConfiguration({ ...directory, ...account, FULMAR_ACME_EMAIL: "ops@example.com" }).acme).toEqual({
    directoryUrl: directory.FULMAR_ACME_DIRECTORY,
    dnsHook: undefined,
    email: "ops@example.com",
    externalAccount: { keyId: account.FULMAR_ACME_KEY_ID, hmacKey: account.FULMAR_ACME_HMAC_KEY },
  });
  expect(() => loadStartConfiguration({ ...directory, FULMAR_ACME_KEY_ID: "kid-1" })).toThrow(
    "FULMAR_ACME_KEY_ID and FULMAR_ACME_HMAC_KEY must be set together.",
  );
  expect(() => loadStartConfiguration({ FULMAR_ACME_EMAIL: "ops@example.com" })).toThrow(
    /^FULMAR_ACME_DIRECTORY must be set/,
  );
});

test("name servers of tenants' zones have their APIs and the key of these, or there are none", () => {
  const names = { FULMAR_DNS_NAME_SERVERS: "NS1.example.net., ns2.example.net" };
  const access = {
    FULMAR_DNS_SERVERS: "http://10.0.0.2:8081/,https://ns2.example.net",
    FULMAR_DNS_API_KEY: "a-key-of-the-api",
  };
  expect(loadStartConfiguration({ ...names, ...access }).dns).toEqual({
    nameServers: ["ns1.example.net", "ns2.example.net"],
    servers: ["http://10.0.0.2:8081", "https://ns2.example.net"],
    apiKey: access.FULMAR_DNS_API_KEY,
  });
  const production = { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret, FULMAR_MASTER_KEY: masterKey };
  expect(loadStartConfiguration(production).dns).toBeUndefined();
  for (const part of [access, { ...names, FULMAR_DNS_API_KEY: access.FULMAR_DNS_API_KEY }, { ...production, ...names }])
    expect(() => loadStartConfiguration(part)).toThrow(/^FULMAR_DNS_NAME_SERVERS, FULMAR_DNS_SERVERS and/);
  expect(() => loadStartConfiguration({ FULMAR_DNS_NAME_SERVERS: "ns1.example.net" })).toThrow(/two or more/);
});

test("mails go to an SMTP server, or to files in development, or nowhere", () => {
  const smtp = {
    FULMAR_SMTP_URL: "smtps://user:hidden@mail.example.com",
    FULMAR_MAIL_FROM: "Cloud <cloud@example.com>",
  };
  const delivered = { delivery: "smtp", smtpUrl: smtp.FULMAR_SMTP_URL, from: smtp.FULMAR_MAIL_FROM };
  expect(loadStartConfiguration(smtp).mail).toEqual(delivered);
  const production = { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret, FULMAR_MASTER_KEY: masterKey };
  expect(loadStartConfiguration(production).mail).toEqual({ delivery: "none" });
  expect(loadStartConfiguration({ ...production, ...smtp }).mail).toEqual(delivered);
  expect(() => loadStartConfiguration({ ...production, FULMAR_SMTP_URL: smtp.FULMAR_SMTP_URL })).toThrow(
    /^FULMAR_MAIL_FROM must be set with FULMAR_SMTP_URL/,
  );
});

test("single sign-on needs issuer, client id and client secret", () => {
  const provider = {
    ...{ FULMAR_SSO_ISSUER: "https://id.example.com", FULMAR_SSO_CLIENT_ID: "fulmar" },
    FULMAR_SSO_CLIENT_SECRET: "hidden",
  };
  expect(loadStartConfiguration(provider).sso).toEqual({
    ...{ issuer: "https://id.example.com", clientId: "fulmar", clientSecret: "hidden", name: "single sign-on" },
    ...{ domains: [], organizationId: undefined, role: "viewer", only: false },
  });
  const more = {
    FULMAR_SSO_DOMAINS: "Example.com, example.org",
    FULMAR_SSO_ONLY: "true",
    FULMAR_SSO_ROLE: "developer",
  };
  expect(loadStartConfiguration({ ...provider, ...more }).sso).toMatchObject({
    ...{ domains: ["example.com", "example.org"], only: true, role: "developer" },
  });
  const missing = /^FULMAR_SSO_ISSUER, FULMAR_SSO_CLIENT_ID and FULMAR_SSO_CLIENT_SECRET must be set together/;
  expect(() => loadStartConfiguration({ ...provider, FULMAR_SSO_CLIENT_SECRET: "" })).toThrow(missing);
  expect(() => loadStartConfiguration({ FULMAR_SSO_ONLY: "true" })).toThrow(missing);
  // The way back in, whatever operators have set.
  expect(loadStartConfiguration({ FULMAR_SSO_ONLY: "false" })).toMatchObject({ sso: undefined, passwordsOn: true });
});

describe("cells", () => {
  const two = {
    FULMAR_CELL: "eu2",
    FULMAR_CELLS: "eu1=https://console.example.com/, eu2=https://console.eu2.example.com",
    FULMAR_CELLS_KEY: "k".repeat(32),
    FULMAR_PUBLIC_CONSOLE_URL: "https://console.eu2.example.com",
  };

  test("each has a name and a console; all are open unless some are named", () => {
    const all = [
      { name: "eu1", consoleUrl: "https://console.example.com" },
      { name: "eu2", consoleUrl: "https://console.eu2.example.com" },
    ];
    expect(loadStartConfiguration(two)).toMatchObject({
      cell: "eu2",
      cells: { own: "eu2", all, open: ["eu1", "eu2"], key: "k".repeat(32) },
    });
    expect(loadStartConfiguration({ ...two, FULMAR_OPEN_CELLS: "eu2" }).cells?.open).toEqual(["eu2"]);
    expect(loadStartConfiguration({ FULMAR_CELL: "eu1" })).toMatchObject({ cell: "eu1", cells: undefined });
  });

  test.each([
    [{ FULMAR_CELLS: "" }, "FULMAR_CELLS must be set with FULMAR_CELLS_KEY"],
    [{ FULMAR_CELLS_KEY: "" }, "FULMAR_CELL and FULMAR_CELLS_KEY must be set with FULMAR_CELLS"],
    [{ FULMAR_CELL: "" }, "FULMAR_CELL and FULMAR_CELLS_KEY must be set with FULMAR_CELLS"],
    [{ FULMAR_CELL: "eu3" }, "FULMAR_CELLS must have eu3"],
    [{ FULMAR_CELL: "EU" }, "FULMAR_CELL must be a name of at most 16 small letters and digits"],
    [{ FULMAR_PUBLIC_CONSOLE_URL: "https://console.example.com" }, "FULMAR_CELLS must have eu2"],
    [{ FULMAR_CELLS: `${two.FULMAR_CELLS},eu1=https://other.example.com` }, "FULMAR_CELLS must name each cell once"],
    [{ FULMAR_CELLS: "eu2=http://console.eu2.example.com" }, "FULMAR_CELLS must be cells and the https:// URLs"],
    [{ FULMAR_OPEN_CELLS: "eu3" }, "FULMAR_OPEN_CELLS must be names of FULMAR_CELLS"],
  ])("%j is refused", (change, sentence) => {
    expect(() => loadStartConfiguration({ ...two, ...change })).toThrow(sentence);
  });
});

test("trusted proxies can be addresses and networks", () => {
  expect(loadStartConfiguration({ FULMAR_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1" }).trustedProxies).toEqual([
    "10.0.0.0/8",
    "2001:db8::1",
  ]);
});

test("public URLs lose their trailing slash and default to host and port", () => {
  expect(loadStartConfiguration({ FULMAR_PUBLIC_API_URL: "https://api.example.com/" }).publicApiUrl).toBe(
    "https://api.example.com",
  );
  expect(loadStartConfiguration({ FULMAR_HOST: "::", API_PORT: "81" }).publicApiUrl).toBe("http://127.0.0.1:81");
  expect(loadStartConfiguration({ FULMAR_HOST: "::1" }).publicConsoleUrl).toBe("http://[::1]:3000");
});

test.each([
  ["site_a", ["site_a"]],
  [" site_a , site_b ", ["site_a", "site_b"]],
  ["site_a,site_a", ["site_a"]],
])("the sites with metadata are ids with commas: %j", (text, siteIds) => {
  expect(loadStartConfiguration({ FULMAR_METADATA_SITE: text }).metadata).toEqual({ siteIds, port: 8_169 });
});

test.each(["site_a,", "site_a;site_b", "site a", ","])("%j names no sites with metadata", (text) => {
  expect(() => loadStartConfiguration({ FULMAR_METADATA_SITE: text })).toThrow("FULMAR_METADATA_SITE");
});

describe("a wrong value is refused with the variable's name and what is allowed", () => {
  test.each([
    ["API_PORT", "abc", "API_PORT must be a port number from 1 to 65535."],
    ["API_PORT", "0", "API_PORT must be a port number from 1 to 65535."],
    [
      "FULMAR_PUBLIC_OBJECT_STORE_URL",
      "https://s3.example.com/path",
      "FULMAR_PUBLIC_OBJECT_STORE_URL must be an http:// or https:// URL without a path, as S3 clients sign it.",
    ],
    ["CONSOLE_PORT", "65536", "CONSOLE_PORT must be a port number from 1 to 65535."],
    ["CONSOLE_PORT", "1e3", "CONSOLE_PORT must be a port number from 1 to 65535."],
    ["DATABASE_URL", "mysql://secret@host/db", "DATABASE_URL must be a postgresql:// URL."],
    ["FULMAR_LISTEN_URL", "https://db", "FULMAR_LISTEN_URL must be a postgresql:// URL."],
    ["FULMAR_PREPARED_STATEMENTS", "no", "FULMAR_PREPARED_STATEMENTS must be one of on, off."],
    ["FULMAR_ENVIRONMENT", "staging", "FULMAR_ENVIRONMENT must be one of development, production."],
    ["FULMAR_HOST", "not a host", "FULMAR_HOST must be an IP address or host name to listen on."],
    [
      "FULMAR_SECRET",
      "short",
      "FULMAR_SECRET must be at least 32 characters, for example from `openssl rand -hex 32`.",
    ],
    [
      "FULMAR_MASTER_KEY",
      "short",
      "FULMAR_MASTER_KEY must be one or more keys of 64 hexadecimal digits with commas between them, the primary " +
        "first, for example from `openssl rand -hex 32`.",
    ],
    ["FULMAR_BILLING_URL", "ftp://host", "FULMAR_BILLING_URL must be an http:// or https:// URL."],
    [
      "FULMAR_BILLING_TIMEOUT_MS",
      "0",
      "FULMAR_BILLING_TIMEOUT_MS must be a whole number of milliseconds from 1 to 60000.",
    ],
    ["FULMAR_RATE_LIMIT", "1.5", "FULMAR_RATE_LIMIT must be a whole number of requests per second from 1 to 1000000."],
    ["FULMAR_RATE_BURST", "-1", "FULMAR_RATE_BURST must be a whole number of requests from 1 to 1000000."],
    [
      "FULMAR_OBJECT_RATE_LIMIT",
      "0",
      "FULMAR_OBJECT_RATE_LIMIT must be a whole number of requests per second from 1 to 1000000.",
    ],
    ["FULMAR_FAILURE_BURST", "x", "FULMAR_FAILURE_BURST must be a whole number of requests from 1 to 1000000."],
    ["FULMAR_METRICS_HOST", "not a host", "FULMAR_METRICS_HOST must be an IP address or host name to listen on."],
    ["API_METRICS_PORT", "0", "API_METRICS_PORT must be a port number from 1 to 65535."],
    ["FULMAR_SESSION_HOURS", "0", "FULMAR_SESSION_HOURS must be a whole number of hours from 1 to 8760."],
    [
      "FULMAR_DEPENDENTS_WAIT_MS",
      "60001",
      "FULMAR_DEPENDENTS_WAIT_MS must be a whole number of milliseconds from 0 to 60000.",
    ],
    ["FULMAR_DRAIN_MS", "60001", "FULMAR_DRAIN_MS must be a whole number of milliseconds from 0 to 60000."],
    [
      "FULMAR_TRUSTED_PROXIES",
      "10.0.0.0/8,proxy",
      "FULMAR_TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8 with commas between them, none " +
        "wider than /8 (IPv4) or /16 (IPv6), because whoever is in one names any client.",
    ],
    ["FULMAR_LOG_LEVEL", "loud", "FULMAR_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
    [
      "FULMAR_SSO_ISSUER",
      "http://id.example.com",
      "FULMAR_SSO_ISSUER must be the https:// URL of an OpenID Connect provider, or http:// on this machine.",
    ],
    ["FULMAR_SSO_ROLE", "owner", "FULMAR_SSO_ROLE must be one of viewer, secret_reader, billing, developer, admin."],
    [
      "FULMAR_ACME_DIRECTORY",
      "http://acme.example/directory",
      "FULMAR_ACME_DIRECTORY must be the https:// URL of an ACME authority's directory, or http:// on this machine.",
    ],
    ["FULMAR_ACME_EMAIL", "ops", "FULMAR_ACME_EMAIL must be an e-mail address."],
    ["FULMAR_SMTP_URL", "mail.example.com", "FULMAR_SMTP_URL must be an smtp:// or smtps:// URL."],
    [
      "FULMAR_MAIL_FROM",
      "nobody",
      "FULMAR_MAIL_FROM must be an e-mail address, with or without a name, such as `Fulmar <fulmar@example.com>`.",
    ],
    ["FULMAR_PUBLIC_API_URL", "api.example.com", "FULMAR_PUBLIC_API_URL must be an http:// or https:// URL."],
    ["FULMAR_PUBLIC_CONSOLE_URL", "/", "FULMAR_PUBLIC_CONSOLE_URL must be an http:// or https:// URL."],
  ])("%s=%s", (name, value, message) => {
    expect(() => loadStartConfiguration({ [name]: value })).toThrow(new ConfigurationError([message]));
  });

  test("reports several wrong values, one sentence each", () => {
    expect(() => loadStartConfiguration({ API_PORT: "x", FULMAR_LOG_LEVEL: "x" })).toThrow(
      /^API_PORT must be .*\.\nFULMAR_LOG_LEVEL must be .*\.$/,
    );
  });

  test("refuses one port for two processes", () => {
    expect(() => loadStartConfiguration({ API_PORT: "80", CONSOLE_PORT: "80" })).toThrow(
      "API_PORT and CONSOLE_PORT must differ: both are 80.",
    );
    expect(() => loadStartConfiguration({ API_PORT: "4001" })).toThrow(
      "API_PORT and OBJECT_STORE_PORT must differ: both are 4001.",
    );
    expect(() => loadStartConfiguration({ API_METRICS_PORT: "3000" })).toThrow(
      "CONSOLE_PORT and API_METRICS_PORT must differ: both are 3000.",
    );
  });
});

describe("a proxy that is everybody", () => {
  test.each([
    ...["0.0.0.0/0", "1.2.3.4/0", "0.0.0.0/1", "128.0.0.0/1", "64.0.0.0/2", "10.0.0.0/7"],
    ...["::/0", "0::0/0", "0000:0000:0000:0000:0000:0000:0000:0000/0", "::0.0.0.0/0", "::/1", "8000::/1", "2000::/3"],
    ...["2600::/12", "fc00::/6", "fe80::/9"],
    // IPv4, as sockets for both report it.
    ...["::ffff:0:0/96", "::ffff:0.0.0.0/96", "::FFFF:128.0.0.0/97", "::ffff:0:0/103", "::/80", "0:0:0:0::/64"],
    ...["10.0.0.0/8,0.0.0.0/0", "::1, ::/0", "0.0.0.0/1,128.0.0.0/1"],
  ])("is refused in either environment: %s", (proxies) => {
    for (const env of [{}, { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret, FULMAR_MASTER_KEY: masterKey }])
      expect(() => loadStartConfiguration({ ...env, FULMAR_TRUSTED_PROXIES: proxies })).toThrow(
        /^FULMAR_TRUSTED_PROXIES must be IP addresses or networks .*, none wider than \/8 \(IPv4\) or \/16 \(IPv6\)/,
      );
  });

  test.each([
    ...["127.0.0.1", "0.0.0.0", "::", "::1", "10.0.0.0/8", "172.16.0.0/12", "104.16.0.0/13", "203.0.113.7/32"],
    ...[
      "2400:cb00::/32",
      "2600::/16",
      "fc00::/7",
      "fd00::/8",
      "fe80::/10",
      "::ffff:10.0.0.0/104",
      "::1/128",
      "::ffff:7f00:1",
    ],
  ])("and a network that has an owner is not: %s", (network) => {
    expect(loadStartConfiguration({ FULMAR_TRUSTED_PROXIES: network }).trustedProxies).toEqual([network]);
  });
});

describe("a secret that can be guessed", () => {
  const production = { FULMAR_ENVIRONMENT: "production", FULMAR_SECRET: secret, FULMAR_MASTER_KEY: masterKey };
  const cells = {
    FULMAR_CELL: "eu1",
    FULMAR_CELLS: "eu1=https://console.example.com",
    FULMAR_PUBLIC_CONSOLE_URL: "https://console.example.com",
  };

  test.each([
    ...["a", "ab", "abc1", "deadbeef", "0123456789abcdef", "changeme-", "password1", "FULMAR_SECRET "].map((text) =>
      text.repeat(32).slice(0, 36),
    ),
    ...[
      "0123456789abcdefghijklmnopqrstuvwxyz",
      "zyxwvutsrqponmlkjihgfedcba9876543210",
      "qwertyuiopasdfghjklzxcvbnm1234567890",
    ],
    ...["my-super-secret-production-key-123", "please-change-this-secret-in-production", `${"x".repeat(31)}y`],
    ...["aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb", "abcabcabdabcabcabeabcabcabfabcab", "1111111122222222333333334444444455"],
  ])("is refused in production, and named: %s", (weak) => {
    const refused = (variables: Readonly<Record<string, string>>) => {
      expect(() => loadStartConfiguration({ ...production, ...cells, FULMAR_CELLS_KEY: secret, ...variables })).toThrow(
        new RegExp(`^${Object.keys(variables)[0]} must .*guessed.*\\.$`),
      );
    };
    refused({ FULMAR_SECRET: weak });
    refused({ FULMAR_CELLS_KEY: weak });
    expect(loadStartConfiguration({ FULMAR_SECRET: weak }).secret).toBe(weak);
    // The way out: the former secret opens what it has sealed, until it is sealed anew.
    expect(loadStartConfiguration({ ...production, FULMAR_OTHER_SECRET: weak }).otherSecret).toBe(weak);
  });

  test.each(["0", "a", "0f", "deadbeef", "0123456789abcdef", "0123456789ABCDEF"])(
    "a master key of %s is refused, unless a random one comes before it",
    (part) => {
      const weak = part.repeat(64).slice(0, 64);
      for (const keys of [weak, ` ${weak}`, `${weak},${masterKey}`])
        expect(() => loadStartConfiguration({ ...production, FULMAR_MASTER_KEY: keys })).toThrow(
          /^FULMAR_MASTER_KEY must begin with a random key .*guessed.*rotate`\.$/,
        );
      expect(loadStartConfiguration({ ...production, FULMAR_MASTER_KEY: `${masterKey}, ${weak}` }).masterKey).toContain(
        weak,
      );
    },
  );

  test("random ones are taken, however they are written", () => {
    for (let count = 0; count < 300; count += 1) {
      const texts = [
        ...[16, 24, 32, 48].map((size) => randomBytes(size).toString("hex")),
        ...[24, 33, 64].map((size) => randomBytes(size).toString("base64")),
        ...["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"].map((letters) =>
          Array.from(randomBytes(32), (byte) => letters[byte % letters.length]).join(""),
        ),
      ];
      for (const text of texts)
        expect(loadStartConfiguration({ ...production, FULMAR_SECRET: text }).secret).toBe(text);
    }
  });
});

describe("loadConfiguration", () => {
  test("requires DATABASE_URL", () => {
    expect(() => loadConfiguration({ FULMAR_DATA_DIR: dataDir })).toThrow(/^DATABASE_URL must be set/);
  });

  test("keeps a development secret in a file that only its owner can read", () => {
    const first = loadConfiguration({ FULMAR_DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).secrets;
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(loadConfiguration({ FULMAR_DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).secrets).toEqual(first);
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  });

  test("keeps a development master key in such a file, unless a key is given", () => {
    const file = join(dataDir, "keys", "master");
    const env = { FULMAR_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, FULMAR_MASTER_KEY_FILE: file };
    loadConfiguration({ ...env, FULMAR_MASTER_KEY: masterKey });
    expect(existsSync(file)).toBe(false);
    expect(loadConfiguration(env).masterKeyFile).toBe(file);
    expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("requires a master key in production and makes none", () => {
    const env = {
      FULMAR_ENVIRONMENT: "production",
      DATABASE_URL: databaseUrl,
      FULMAR_DATA_DIR: dataDir,
      FULMAR_SECRET: secret,
    };
    expect(() => loadConfiguration(env)).toThrow(
      /^FULMAR_MASTER_KEY_FILE must be set when FULMAR_ENVIRONMENT is production/,
    );
    const file = join(dataDir, "absent");
    expect(loadConfiguration({ ...env, FULMAR_MASTER_KEY_FILE: file })).toMatchObject({
      masterKey: undefined,
      masterKeyFile: file,
    });
    expect(existsSync(file)).toBe(false);
    expect(loadConfiguration({ ...env, FULMAR_MASTER_KEY: masterKey })).toMatchObject({ masterKey });
  });

  test("requires FULMAR_SECRET in production", () => {
    const env = { FULMAR_ENVIRONMENT: "production", DATABASE_URL: databaseUrl, FULMAR_MASTER_KEY: masterKey };
    expect(() => loadConfiguration(env)).toThrow(/^FULMAR_SECRET must be set when FULMAR_ENVIRONMENT is production/);
    expect(loadConfiguration({ ...env, FULMAR_SECRET: secret }).secrets).toEqual([secret]);
  });
});

test("customers pay by transfer, or at Stripe with its secrets", () => {
  const transfer = { provider: "transfer", account: "DE00 1234" };
  expect(loadStartConfiguration({ FULMAR_TRANSFER_ACCOUNT: "DE00 1234" }).payments).toEqual(transfer);
  const stripe = {
    ...{ FULMAR_PAYMENTS: "stripe", FULMAR_STRIPE_SECRET_KEY: "rk_live_1234" },
    FULMAR_STRIPE_WEBHOOK_SECRET: "whsec_1234",
  };
  expect(loadStartConfiguration(stripe).payments).toEqual({
    ...{ provider: "stripe", secretKey: "rk_live_1234", webhookSecret: "whsec_1234", url: "https://api.stripe.com" },
  });
  for (const [name, value] of [
    ["FULMAR_STRIPE_SECRET_KEY", "pk_live_1234"],
    ["FULMAR_STRIPE_WEBHOOK_SECRET", "1234"],
    ["FULMAR_STRIPE_API_URL", "http://stripe.example.com"],
  ] as const)
    expect(() => loadStartConfiguration({ ...stripe, [name]: value })).toThrow(new RegExp(`^${name} must be `));
});
