import { z } from "zod";
import { ConfigurationError, inProject, parseVariables } from "./configuration.ts";
import { variables } from "./variables.ts";

/** The configuration of the agent of an edge. It has no database: it talks to the API alone. */
export interface EdgeConfiguration {
  /** The API's URL, without a path. */
  readonly apiUrl: string;
  /** The one-time token of the operator; needed until the agent has a credential. */
  readonly token: string | undefined;
  /** Absolute folder for the credential, the last documents and the servers' configuration. */
  readonly folder: string;
  /** Where balancers listen: on their public addresses, or on 127.0.0.1, as on a laptop. */
  readonly addresses: "public" | "loopback";
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

const Edge = z.object({
  FULMAR_EDGE_API_URL: variables.FULMAR_EDGE_API_URL,
  FULMAR_EDGE_TOKEN: variables.FULMAR_EDGE_TOKEN,
  FULMAR_EDGE_DIR: variables.FULMAR_EDGE_DIR,
  FULMAR_EDGE_ADDRESSES: variables.FULMAR_EDGE_ADDRESSES,
  FULMAR_LOG_LEVEL: variables.FULMAR_LOG_LEVEL,
});

/** @throws ConfigurationError with one sentence for each wrong variable */
export function loadEdgeConfiguration(env?: Readonly<Record<string, string | undefined>>): EdgeConfiguration {
  const value = parseVariables(Edge, env);
  if (value.FULMAR_EDGE_API_URL === undefined)
    throw new ConfigurationError([
      "FULMAR_EDGE_API_URL must be set to the API's URL, such as https://api.example.com; `admin edge add` prints what an edge needs.",
    ]);
  return {
    apiUrl: value.FULMAR_EDGE_API_URL,
    token: value.FULMAR_EDGE_TOKEN,
    folder: inProject(value.FULMAR_EDGE_DIR),
    addresses: value.FULMAR_EDGE_ADDRESSES,
    logLevel: value.FULMAR_LOG_LEVEL,
  };
}
