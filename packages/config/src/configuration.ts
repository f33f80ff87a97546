import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "./configuration-error.ts";
import { developmentSecret } from "./development-secret.ts";
import { variables } from "./variables.ts";

/** What is set for a start of the whole product: the launcher fills the two that may be missing. */
export interface StartConfiguration {
  readonly environment: "development" | "production";
  /** Address that API and console listen on. */
  readonly host: string;
  readonly apiPort: number;
  readonly consolePort: number;
  /** Absolute folder for the embedded database, the development credentials and the development secret. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL is used. */
  readonly databaseUrl: string | undefined;
  /** Signs console sessions. Undefined, in development only: one is kept in the data folder. */
  readonly secret: string | undefined;
  /** External admission service asked before billable creates; undefined: wallet and credit limit alone decide. */
  readonly billingUrl: string | undefined;
  readonly billingTimeoutMs: number;
  /** Requests per second that a token gains. */
  readonly rateLimit: number;
  /** Requests that a token may send at once. */
  readonly rateBurst: number;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Where clients reach the API, without `/v1` and without a slash at the end. */
  readonly publicApiUrl: string;
  /** Where browsers reach the console, without a slash at the end. */
  readonly publicConsoleUrl: string;
}

/** The configuration of a running process: API, worker, console, command line. */
export interface Configuration extends StartConfiguration {
  readonly databaseUrl: string;
  readonly secret: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const Environment = z.object(variables);

/**
 * Reads and checks every variable; a relative FULMAR_DATA_DIR is relative to the project root.
 * Throws ConfigurationError with one sentence for each wrong variable.
 */
export function loadStartConfiguration(env: Variables = process.env): StartConfiguration {
  // An empty variable is what shells and compose files make of "not set".
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map((issue) => sentence(String(issue.path[0]), issue.message)));
  const value = parsed.data;
  if (value.API_PORT === value.CONSOLE_PORT) throw new ConfigurationError([`API_PORT and CONSOLE_PORT must differ: both are ${value.API_PORT}.`]);
  if (value.FULMAR_ENVIRONMENT === "production" && value.FULMAR_SECRET === undefined) {
    throw new ConfigurationError([
      "FULMAR_SECRET must be set when FULMAR_ENVIRONMENT is production: at least 32 characters, for example from `openssl rand -hex 32`.",
    ]);
  }
  const reachable = reachableHost(value.FULMAR_HOST);
  return {
    environment: value.FULMAR_ENVIRONMENT,
    host: value.FULMAR_HOST,
    apiPort: value.API_PORT,
    consolePort: value.CONSOLE_PORT,
    dataDir: isAbsolute(value.FULMAR_DATA_DIR) ? value.FULMAR_DATA_DIR : join(import.meta.dirname, "../../..", value.FULMAR_DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    secret: value.FULMAR_SECRET,
    billingUrl: value.FULMAR_BILLING_URL,
    billingTimeoutMs: value.FULMAR_BILLING_TIMEOUT_MS,
    rateLimit: value.FULMAR_RATE_LIMIT,
    rateBurst: value.FULMAR_RATE_BURST,
    logLevel: value.FULMAR_LOG_LEVEL,
    publicApiUrl: value.FULMAR_PUBLIC_API_URL ?? `http://${reachable}:${value.API_PORT}`,
    publicConsoleUrl: value.FULMAR_PUBLIC_CONSOLE_URL ?? `http://${reachable}:${value.CONSOLE_PORT}`,
  };
}

/**
 * The configuration of one process of the product. In development a missing FULMAR_SECRET is made once and kept in the data folder.
 * Throws ConfigurationError when a variable is wrong or DATABASE_URL is missing.
 */
export function loadConfiguration(env: Variables = process.env): Configuration {
  const configuration = loadStartConfiguration(env);
  const { databaseUrl } = configuration;
  if (databaseUrl === undefined) {
    throw new ConfigurationError([
      "DATABASE_URL must be set to a postgresql:// URL; `npm start` and `npm run fulmar` set it to the embedded database by themselves.",
    ]);
  }
  return { ...configuration, databaseUrl, secret: configuration.secret ?? developmentSecret(configuration.dataDir) };
}

function sentence(name: string, allowed: string): string {
  return `${name} must be ${allowed}.`;
}

/** Listening on every address is not an address that anyone can connect to. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
