import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type Client, createClient, createOperatorClient, type OperatorClient } from "@fulmar/sdk";
import { environment } from "./environment.ts";
import { UsageError } from "./failure.ts";
import { httpFetch } from "./http-fetch.ts";

/** Fewer than the SDK has: a person waits. */
const RETRIES = 2;

/** An API with a token and a workspace, under a name of the user's choice. */
export interface Context {
  readonly api_url: string;
  readonly token: string;
  readonly workspace_id?: string;
}

export interface Contexts {
  /** The name of the context that commands use. */
  readonly current?: string;
  readonly contexts: Readonly<Record<string, Context>>;
}

/** The file of contexts: FULMAR_CONFIG, or `fulmar/config.json` where the system keeps configuration. */
export function contextsPath(): string {
  const { FULMAR_CONFIG, XDG_CONFIG_HOME } = environment();
  return FULMAR_CONFIG ?? join(XDG_CONFIG_HOME ?? join(homedir(), ".config"), "fulmar", "config.json");
}

/** @throws UsageError if the file is not one of contexts */
export function readContexts(): Contexts {
  const path = contextsPath();
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { contexts: {} };
    throw new UsageError(`${path} cannot be read; mend it or remove it.`, { cause: error });
  }
  if (!isContexts(value)) throw new UsageError(`${path} is no file of contexts; mend it or remove it.`);
  return value;
}

/** Replaces the file at once, readable by its owner alone. */
export function writeContexts(contexts: Contexts): void {
  const path = contextsPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}

type TokenVariable = "FULMAR_TOKEN" | "FULMAR_OPERATOR_TOKEN";

export interface Choice {
  readonly context?: string | undefined;
  readonly workspace?: string | undefined;
}

/**
 * The API, token and workspace of a command: those of `--context`; else of the environment, and what it leaves out of
 * the current context.
 * @throws UsageError if there is no token, or if a context's token would go to another API
 */
function connection({ context: name, workspace }: Choice, variable: TokenVariable): Context {
  const { current, contexts } = readContexts();
  const env = name === undefined ? environment() : {};
  const { [variable]: token, FULMAR_API_URL: apiUrl, FULMAR_WORKSPACE } = env;
  const chosen = name ?? current;
  const context = chosen === undefined ? undefined : contexts[chosen];
  if (name !== undefined && context === undefined)
    throw new UsageError(`There is no context ${name}; fulmar context list shows those there are.`);
  if (apiUrl !== undefined && token === undefined)
    throw new UsageError(
      `FULMAR_API_URL is set without ${variable}; the token of a context is not sent to another API.`,
    );
  const found = { api_url: apiUrl ?? context?.api_url, token: token ?? context?.token };
  if (found.token === undefined)
    throw new UsageError(`There is no token: make a context with fulmar context create, or set ${variable}.`);
  if (found.api_url === undefined) throw new UsageError("There is no API: set FULMAR_API_URL.");
  const workspace_id = workspace ?? FULMAR_WORKSPACE ?? context?.workspace_id;
  return { api_url: found.api_url, token: found.token, ...(workspace_id !== undefined && { workspace_id }) };
}

export function connect(choice: Choice): Client {
  const { api_url, token, workspace_id } = connection(choice, "FULMAR_TOKEN");
  return createClient({ baseUrl: api_url, token, workspaceId: workspace_id, retries: RETRIES, fetch: httpFetch });
}

/** What tells one API and workspace from another, without the token. */
export function connectionName(choice: Choice): string {
  const { api_url, workspace_id = "" } = connection(choice, "FULMAR_TOKEN");
  return `${api_url} ${workspace_id}`;
}

/** The same for operators. The token of a context is theirs if they have made it with an operator token. */
export function connectOperator(choice: Choice): OperatorClient {
  const { api_url, token } = connection(choice, "FULMAR_OPERATOR_TOKEN");
  return createOperatorClient({ baseUrl: api_url, token, retries: RETRIES, fetch: httpFetch });
}

function isContexts(value: unknown): value is Contexts {
  return isRecord(value) && isRecord(value.contexts) && Object.values(value.contexts).every(isContext);
}

function isContext(value: unknown): value is Context {
  return isRecord(value) && typeof value.api_url === "string" && typeof value.token === "string";
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
