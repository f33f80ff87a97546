import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { type AcmeConfiguration, acmeConfiguration } from "./acme.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { ensureDevelopmentFile } from "./development-file.ts";
import { type DnsConfiguration, dnsConfiguration } from "./dns.ts";
import { isGuessable } from "./guessable.ts";
import { type MailConfiguration, mailConfiguration } from "./mail.ts";
import { type PaymentConfiguration, paymentConfiguration } from "./payments.ts";
import { type SingleSignOn, singleSignOn } from "./single-sign-on.ts";
import { variables } from "./variables.ts";

/**
 * The environment is invalid. The message has one sentence for each wrong variable, with its name and the allowed
 * values.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(sentences: readonly string[]) {
    super(sentences.join("\n"));
  }
}

/** The configuration for starting the whole product. The launcher supplies the two values that may be missing. */
export interface StartConfiguration {
  readonly environment: "development" | "production";
  /** The address that API, console and object store listen on. */
  readonly host: string;
  readonly apiPort: number;
  readonly consolePort: number;
  readonly objectStorePort: number;
  /** Whether several object stores listen on that port, and the system distributes connections to them. */
  readonly objectPortShared: boolean;
  /** The address that `/metrics` is served on, which the public must not reach. */
  readonly metricsHost: string;
  readonly apiMetricsPort: number;
  /** The port of a worker's metrics. Undefined: it serves none. */
  readonly workerMetricsPort: number | undefined;
  /** The address of this machine at which workers reach this API, to bring it terminals. */
  readonly terminalHost: string;
  /** The TCP port there. Undefined: the system chooses one. */
  readonly terminalPort: number | undefined;
  /** The sites whose machines a worker serves their metadata, and the TCP port. Without one, it serves none. */
  readonly metadata: { readonly siteIds: readonly string[]; readonly port: number } | undefined;
  /**
   * Absolute folder for the embedded database, the objects of buckets, the development credentials and the development
   * secret.
   */
  readonly dataDir: string;
  /** Undefined: the product uses the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /**
   * The same database with the login that owns the tables: for migrations and the operator's commands. Undefined:
   * DATABASE_URL is the owner's, too, and grants protect nothing.
   */
  readonly ownerUrl: string | undefined;
  /** The same database with the login of workers. Undefined: they use DATABASE_URL. */
  readonly workerUrl: string | undefined;
  /**
   * The settings for a pooler: the URL of the server itself, at which processes listen (undefined: at their own URL),
   * and whether statements are prepared under names.
   */
  readonly connecting: { readonly listenUrl: string | undefined; readonly prepares: boolean };
  /** The folder of PostgreSQL's client programs, such as pg_dump. Undefined: those that are installed. */
  readonly postgresBin: string | undefined;
  /** The database of the simulated site, with the same tables. Undefined: the installation's own. */
  readonly simulatedSiteUrl: string | undefined;
  /**
   * Signs sessions and URLs, seals stored credentials. May be undefined only in development, where a generated one is
   * kept in the data folder.
   */
  readonly secret: string | undefined;
  /** A second secret, for a rotation: it also verifies and opens, but neither signs nor seals. */
  readonly otherSecret: string | undefined;
  /** The master keys of the secret store, separated by commas, primary first. Undefined: the file has them. */
  readonly masterKey: string | undefined;
  /** Absolute path of the file of master keys, one per line, primary first. It is read on demand. */
  readonly masterKeyFile: string;
  /** The external admission service for billable creates. Undefined: only wallet and credit limit decide. */
  readonly billingUrl: string | undefined;
  readonly billingTimeoutMs: number;
  /** For how many hours balance and credit limit must carry what an organization has and buys. */
  readonly fundsHorizonHours: number;
  /** Whether the VMs of a suspended organization are stopped when the grace is over. */
  readonly suspensionPolicy: "stop" | "keep";
  readonly suspensionGraceHours: number;
  /** Whether `npm start` runs an edge on loopback; never in production. */
  readonly laptopEdge: boolean;
  /** Whether webhooks and imports of images may reach private addresses, without encryption; for laptops and tests. */
  readonly webhookPrivateTargets: boolean;
  /** Requests per second that a token may sustain. */
  readonly rateLimit: number;
  /** The largest burst of requests of a token. */
  readonly rateBurst: number;
  /** Requests per second that an access key may sustain at the object store, or an address without one. */
  readonly objectRateLimit: number;
  readonly objectRateBurst: number;
  /** How many megabytes a second the object store rereads of its files. 0: none. */
  readonly objectScrubMegabytes: number;
  /** Names below it are buckets of the S3 API: `<bucket>.<domain>`. */
  readonly s3Domain: string;
  /** Names below it are websites of buckets. */
  readonly websiteDomain: string;
  /** Requests per second with wrong credentials that an address may sustain. */
  readonly failureLimit: number;
  readonly failureBurst: number;
  /** How long a session of the console lasts at most, however much it is used. */
  readonly sessionHours: number;
  /** How long a deletion waits for blockers that are being deleted too. 0 refuses it at once. */
  readonly dependentsWaitMs: number;
  /**
   * How long an API process continues to serve after it was asked to end. /readyz reports that it is leaving, and load
   * balancers check it in that time.
   */
  readonly drainMs: number;
  /**
   * Proxies whose X-Forwarded-For header is trusted. Trusting it from anyone else would bypass the IP ranges of tokens.
   */
  readonly trustedProxies: readonly string[];
  readonly mail: MailConfiguration;
  readonly payments: PaymentConfiguration;
  /** Undefined: certificates of custom domains are simulated. */
  readonly acme: AcmeConfiguration | undefined;
  /** Undefined: the installation has no name servers, and tenants no zones. */
  readonly dns: DnsConfiguration | undefined;
  /** What happens to hosts that no longer answer (docs/adr/0141). */
  readonly lostHosts: LostHosts;
  /** Undefined: the provider is what operators have set, if they have. */
  readonly sso: SingleSignOn | undefined;
  /** Whether passwords and passkeys are taken whatever operators have set: the way back in. */
  readonly passwordsOn: boolean;
  /** The name of this cell, which is part of the tokens that it makes. Undefined: there are no others. */
  readonly cell: string | undefined;
  /** All cells. Undefined: there is one. */
  readonly cells: Cells | undefined;
  /** Traces are sent to a collector at `url`, of a share of all requests and operations. Undefined: none are made. */
  readonly tracing: { readonly url: string | undefined; readonly ratio: number };
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** The API's URL for clients, without `/v1` and without a trailing slash. */
  readonly publicApiUrl: string;
  /** The console's URL for browsers, without a trailing slash. */
  readonly publicConsoleUrl: string;
  /** The object store's URL for S3 clients, without a trailing slash. */
  readonly publicObjectStoreUrl: string;
  /** The CDN's URL, without a trailing slash. Distributions have names below its domain. */
  readonly publicCdnUrl: string;
}

/** The configuration of a running process: API, worker, console or command line. */
/** What happens to hosts that no longer answer. */
export interface LostHosts {
  /** The program that makes sure that nothing runs on a host. */
  readonly fenceHook: string | undefined;
  /** After how many minutes a host that does not answer is lost. Undefined: when an operator says so. */
  readonly lostMinutes: number | undefined;
}

export interface Configuration extends Omit<StartConfiguration, "secret" | "otherSecret"> {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}

/** The secrets of the installation. The first signs and seals; all verify and open. */
export type Secrets = readonly [string, ...string[]];

/** Developers have no load balancer and want Ctrl-C to be fast. */
const DRAIN_MS = { development: 0, production: 1000 } as const;

/** Names below localhost are this machine's (RFC 6761 §6.3), so that each distribution has one. */
const LAPTOP_CDN_URL = "http://cdn.localhost:8088";

const METRICS_PORT_DISTANCE = 10_000;

type Variables = Readonly<Record<string, string | undefined>>;

const Environment = z.object(variables);

/**
 * Reads and checks every variable. A relative FULMAR_DATA_DIR is relative to the project root. @throws
 * ConfigurationError with one sentence for each wrong variable
 */
export function loadStartConfiguration(env?: Variables): StartConfiguration {
  const value = parseVariables(Environment, env);
  const apiMetricsPort = value.API_METRICS_PORT ?? metricsPortBeside(value.API_PORT);
  requireDistinctPorts({ ...value, API_METRICS_PORT: apiMetricsPort });
  if (value.FULMAR_ENVIRONMENT === "production") requireForProduction(value);
  const sso = singleSignOn(value);
  if (typeof sso === "string") throw new ConfigurationError([sso]);
  const acme = acmeConfiguration(value);
  if (typeof acme === "string") throw new ConfigurationError([acme]);
  const dns = dnsConfiguration(value);
  if (typeof dns === "string") throw new ConfigurationError([dns]);
  const reachable = reachableHost(value.FULMAR_HOST);
  const publicConsoleUrl = value.FULMAR_PUBLIC_CONSOLE_URL ?? `http://${reachable}:${value.CONSOLE_PORT}`;
  const cells = cellsOf(value, publicConsoleUrl);
  if (typeof cells === "string") throw new ConfigurationError([cells]);
  const dataDir = inProject(value.FULMAR_DATA_DIR);
  const laptopEdge = value.FULMAR_ENVIRONMENT === "development" && value.FULMAR_LAPTOP_EDGE === "on";
  return {
    environment: value.FULMAR_ENVIRONMENT,
    host: value.FULMAR_HOST,
    apiPort: value.API_PORT,
    consolePort: value.CONSOLE_PORT,
    objectStorePort: value.OBJECT_STORE_PORT,
    objectPortShared: value.FULMAR_OBJECT_PORT_SHARED === "true",
    metricsHost: value.FULMAR_METRICS_HOST,
    apiMetricsPort,
    workerMetricsPort: value.WORKER_METRICS_PORT,
    terminalHost: value.FULMAR_TERMINAL_HOST,
    terminalPort: value.API_TERMINAL_PORT,
    metadata:
      value.FULMAR_METADATA_SITE === undefined
        ? undefined
        : { siteIds: value.FULMAR_METADATA_SITE, port: value.FULMAR_METADATA_PORT },
    dataDir,
    databaseUrl: value.DATABASE_URL,
    ownerUrl: value.FULMAR_OWNER_URL,
    workerUrl: value.FULMAR_WORKER_URL,
    connecting: { listenUrl: value.FULMAR_LISTEN_URL, prepares: value.FULMAR_PREPARED_STATEMENTS === "on" },
    postgresBin: value.FULMAR_POSTGRES_BIN,
    simulatedSiteUrl: value.FULMAR_SIMULATED_SITE_URL,
    secret: value.FULMAR_SECRET,
    otherSecret: value.FULMAR_OTHER_SECRET,
    masterKey: value.FULMAR_MASTER_KEY,
    masterKeyFile:
      value.FULMAR_MASTER_KEY_FILE === undefined
        ? join(dataDir, "master-key")
        : inProject(value.FULMAR_MASTER_KEY_FILE),
    billingUrl: value.FULMAR_BILLING_URL,
    billingTimeoutMs: value.FULMAR_BILLING_TIMEOUT_MS,
    fundsHorizonHours: value.FULMAR_FUNDS_HORIZON_HOURS,
    suspensionPolicy: value.FULMAR_SUSPENSION_POLICY,
    suspensionGraceHours: value.FULMAR_SUSPENSION_GRACE_HOURS,
    laptopEdge,
    webhookPrivateTargets: value.FULMAR_WEBHOOK_PRIVATE_TARGETS === "allow",
    rateLimit: value.FULMAR_RATE_LIMIT,
    rateBurst: value.FULMAR_RATE_BURST,
    objectRateLimit: value.FULMAR_OBJECT_RATE_LIMIT,
    objectRateBurst: value.FULMAR_OBJECT_RATE_BURST,
    objectScrubMegabytes: value.FULMAR_OBJECT_SCRUB_MEGABYTES,
    s3Domain: value.FULMAR_S3_DOMAIN,
    websiteDomain: value.FULMAR_WEBSITE_DOMAIN,
    failureLimit: value.FULMAR_FAILURE_LIMIT,
    failureBurst: value.FULMAR_FAILURE_BURST,
    sessionHours: value.FULMAR_SESSION_HOURS,
    dependentsWaitMs: value.FULMAR_DEPENDENTS_WAIT_MS,
    drainMs: value.FULMAR_DRAIN_MS ?? DRAIN_MS[value.FULMAR_ENVIRONMENT],
    trustedProxies: value.FULMAR_TRUSTED_PROXIES,
    mail: mailConfiguration({
      ...{ environment: value.FULMAR_ENVIRONMENT, dataDir },
      ...{ smtpUrl: value.FULMAR_SMTP_URL, from: value.FULMAR_MAIL_FROM },
    }),
    payments: paymentConfiguration(value),
    acme,
    dns,
    lostHosts: { fenceHook: value.FULMAR_FENCE_HOOK, lostMinutes: value.FULMAR_HOST_LOST_MINUTES },
    sso,
    passwordsOn: value.FULMAR_SSO_ONLY === "false",
    cell: value.FULMAR_CELL,
    cells,
    tracing: { url: value.FULMAR_TRACES_URL, ratio: value.FULMAR_TRACES_RATIO },
    logLevel: value.FULMAR_LOG_LEVEL,
    publicApiUrl: value.FULMAR_PUBLIC_API_URL ?? `http://${reachable}:${value.API_PORT}`,
    publicConsoleUrl,
    publicObjectStoreUrl: value.FULMAR_PUBLIC_OBJECT_STORE_URL ?? `http://${reachable}:${value.OBJECT_STORE_PORT}`,
    publicCdnUrl: value.FULMAR_PUBLIC_CDN_URL ?? (laptopEdge ? LAPTOP_CDN_URL : "https://cdn.fulmar.example"),
  };
}

/**
 * Loads the configuration of one process. In development, a missing FULMAR_SECRET and a missing file of master keys are
 * generated once and kept, the secret in the data folder. @throws ConfigurationError when a variable is wrong or
 * DATABASE_URL is missing
 */
export function loadConfiguration(env?: Variables): Configuration {
  const { secret, otherSecret, ...configuration } = loadStartConfiguration(env);
  const { databaseUrl } = configuration;
  if (databaseUrl === undefined) {
    throw new ConfigurationError([
      "DATABASE_URL must be set to a postgresql:// URL; `npm start` and `npm run fulmar` set it to the embedded " +
        "database by themselves.",
    ]);
  }
  const { environment, masterKey, masterKeyFile } = configuration;
  if (environment === "development" && masterKey === undefined) ensureDevelopmentFile(masterKeyFile);
  return {
    ...configuration,
    databaseUrl,
    secrets: [
      secret ?? ensureDevelopmentFile(join(configuration.dataDir, "secret")),
      ...(otherSecret === undefined ? [] : [otherSecret]),
    ],
  };
}

/** @throws ConfigurationError with one sentence for each wrong variable */
export function parseVariables<Values>(schema: z.ZodType<Values>, env: Variables = process.env): Values {
  // Shells and compose files pass unset variables as empty ones.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(parsed.error.issues.map((issue) => sentence(String(issue.path[0]), issue.message)));
}

/** Several API processes on one machine have different ports, and so have their metrics. */
function metricsPortBeside(apiPort: number): number {
  return apiPort + METRICS_PORT_DISTANCE <= 65_535 ? apiPort + METRICS_PORT_DISTANCE : apiPort - METRICS_PORT_DISTANCE;
}

const PORTS = ["API_PORT", "CONSOLE_PORT", "OBJECT_STORE_PORT", "API_METRICS_PORT"] as const;

function requireDistinctPorts(value: Readonly<Record<(typeof PORTS)[number], number>>): void {
  for (const [index, name] of PORTS.entries()) {
    const other = PORTS.slice(index + 1).find((candidate) => value[candidate] === value[name]);
    if (other !== undefined)
      throw new ConfigurationError([`${name} and ${other} must differ: both are ${value[name]}.`]);
  }
}

/**
 * Production generates no secrets: they would be lost with a machine or differ between two. It takes none that anybody
 * can guess, but one that is on its way out (FULMAR_OTHER_SECRET). It guesses no sender.
 */
function requireForProduction(value: z.infer<typeof Environment>): void {
  const [primaryKey = ""] = value.FULMAR_MASTER_KEY?.split(",") ?? [];
  const wrong = [
    value.FULMAR_SECRET === undefined &&
      "FULMAR_SECRET must be set when FULMAR_ENVIRONMENT is production: at least 32 characters, for example from " +
        "`openssl rand -hex 32`.",
    value.FULMAR_MASTER_KEY === undefined &&
      value.FULMAR_MASTER_KEY_FILE === undefined &&
      "FULMAR_MASTER_KEY_FILE must be set when FULMAR_ENVIRONMENT is production: a file with a key of 64 hexadecimal " +
        "digits, for example from `openssl rand -hex 32`.",
    value.FULMAR_SMTP_URL !== undefined &&
      value.FULMAR_MAIL_FROM === undefined &&
      "FULMAR_MAIL_FROM must be set with FULMAR_SMTP_URL when FULMAR_ENVIRONMENT is production: " +
        "the address that mails come from.",
    value.FULMAR_SECRET !== undefined &&
      isGuessable(value.FULMAR_SECRET) &&
      "FULMAR_SECRET must be random when FULMAR_ENVIRONMENT is production, for example from `openssl rand -hex 32`: " +
        "it can be guessed. Put the former one into FULMAR_OTHER_SECRET, run `fulmar admin secret reseal`, then remove " +
        "FULMAR_OTHER_SECRET.",
    value.FULMAR_MASTER_KEY !== undefined &&
      isGuessable(primaryKey.trim()) &&
      "FULMAR_MASTER_KEY must begin with a random key when FULMAR_ENVIRONMENT is production, for example from " +
        "`openssl rand -hex 32`: its first key can be guessed. Put a new one and a comma before it, then run `fulmar " +
        "admin master-key rotate`.",
    value.FULMAR_CELLS_KEY !== undefined &&
      isGuessable(value.FULMAR_CELLS_KEY) &&
      "FULMAR_CELLS_KEY must be random when FULMAR_ENVIRONMENT is production, for example from `openssl rand -hex " +
        "32`: it can be guessed. All cells have the same.",
  ].filter((sentence) => sentence !== false);
  if (wrong.length > 0) throw new ConfigurationError(wrong);
}

/** Resolves a relative path against the project's root. */
export function inProject(path: string): string {
  return isAbsolute(path) ? path : join(import.meta.dirname, "../../..", path);
}

function sentence(name: string, allowed: string): string {
  return `${name} must be ${allowed}.`;
}

/** Clients cannot connect to the wildcard address. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
