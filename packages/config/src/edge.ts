import { networkInterfaces } from "node:os";
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
  /** Undefined: the edge does not serve the CDN. */
  readonly cdn: CdnEdgeConfiguration | undefined;
  /** Undefined: the load balancers' addresses stay on this host. */
  readonly vrrp: VrrpConfiguration | undefined;
  /** Where `/metrics` is served, which the public must not reach. Undefined: nowhere. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** How the edges of a site agree on which of them has the load balancers' addresses. */
export interface VrrpConfiguration {
  /** The network device that gets the addresses. */
  readonly device: string;
  /** The addresses of the other edges. */
  readonly peers: readonly string[];
  /** From 1 to 254. The highest becomes active when none is. */
  readonly priority: number;
  /** From 1 to 255, the same on all edges of a site. */
  readonly routerId: number;
}

export interface CdnEdgeConfiguration {
  /** The CDN's domain, and on a laptop the port. */
  readonly publicUrl: string;
  /** Addresses to listen on, such as `*:80` and, by IPv6, `[::]:80`. */
  readonly http: readonly string[];
  readonly https: readonly string[];
  /** The files of the certificate for the CDN's own domain and names, in PEM. */
  readonly certificate: { readonly chainFile: string; readonly keyFile: string } | undefined;
  readonly cacheGb: number;
}

const Edge = z.object({
  FULMAR_EDGE_API_URL: variables.FULMAR_EDGE_API_URL,
  FULMAR_EDGE_TOKEN: variables.FULMAR_EDGE_TOKEN,
  FULMAR_EDGE_DIR: variables.FULMAR_EDGE_DIR,
  FULMAR_EDGE_ADDRESSES: variables.FULMAR_EDGE_ADDRESSES,
  FULMAR_EDGE_CDN_HTTP: variables.FULMAR_EDGE_CDN_HTTP,
  FULMAR_EDGE_CDN_HTTPS: variables.FULMAR_EDGE_CDN_HTTPS,
  FULMAR_EDGE_CDN_CERTIFICATE: variables.FULMAR_EDGE_CDN_CERTIFICATE,
  FULMAR_EDGE_CDN_KEY: variables.FULMAR_EDGE_CDN_KEY,
  FULMAR_EDGE_CDN_CACHE_GB: variables.FULMAR_EDGE_CDN_CACHE_GB,
  FULMAR_EDGE_VRRP_INTERFACE: variables.FULMAR_EDGE_VRRP_INTERFACE,
  FULMAR_EDGE_VRRP_PEERS: variables.FULMAR_EDGE_VRRP_PEERS,
  FULMAR_EDGE_VRRP_PRIORITY: variables.FULMAR_EDGE_VRRP_PRIORITY,
  FULMAR_EDGE_VRRP_ROUTER_ID: variables.FULMAR_EDGE_VRRP_ROUTER_ID,
  FULMAR_EDGE_METRICS_PORT: variables.FULMAR_EDGE_METRICS_PORT,
  FULMAR_METRICS_HOST: variables.FULMAR_METRICS_HOST,
  FULMAR_PUBLIC_CDN_URL: variables.FULMAR_PUBLIC_CDN_URL,
  FULMAR_LOG_LEVEL: variables.FULMAR_LOG_LEVEL,
});

/** @throws ConfigurationError with one sentence for each wrong variable */
export function loadEdgeConfiguration(env?: Readonly<Record<string, string | undefined>>): EdgeConfiguration {
  const value = parseVariables(Edge, env);
  if (value.FULMAR_EDGE_API_URL === undefined)
    throw new ConfigurationError([
      "FULMAR_EDGE_API_URL must be set to the API's URL, such as https://api.example.com; " +
        "docs/edges.md says what an edge needs.",
    ]);
  return {
    apiUrl: value.FULMAR_EDGE_API_URL,
    token: value.FULMAR_EDGE_TOKEN,
    folder: inProject(value.FULMAR_EDGE_DIR),
    addresses: value.FULMAR_EDGE_ADDRESSES,
    cdn: cdnOf(value),
    vrrp: vrrpOf(value),
    metricsPort: value.FULMAR_EDGE_METRICS_PORT,
    metricsHost: value.FULMAR_METRICS_HOST,
    logLevel: value.FULMAR_LOG_LEVEL,
  };
}

function cdnOf(value: z.infer<typeof Edge>): CdnEdgeConfiguration | undefined {
  const { FULMAR_PUBLIC_CDN_URL: publicUrl, FULMAR_EDGE_CDN_CERTIFICATE: chain, FULMAR_EDGE_CDN_KEY: key } = value;
  if (publicUrl === undefined) return undefined;
  if ((chain === undefined) !== (key === undefined))
    throw new ConfigurationError(["FULMAR_EDGE_CDN_CERTIFICATE and FULMAR_EDGE_CDN_KEY must be set together."]);
  const onLaptop = value.FULMAR_EDGE_ADDRESSES === "loopback";
  const port = new URL(publicUrl).port || "80";
  return {
    publicUrl,
    http: onLaptop ? [`127.0.0.1:${port}`] : (value.FULMAR_EDGE_CDN_HTTP ?? everyAddress(80)),
    https: onLaptop ? [] : (value.FULMAR_EDGE_CDN_HTTPS ?? everyAddress(443)),
    certificate:
      chain === undefined || key === undefined ? undefined : { chainFile: inProject(chain), keyFile: inProject(key) },
    cacheGb: value.FULMAR_EDGE_CDN_CACHE_GB,
  };
}

/** All addresses of this host. Without IPv6 in its kernel, nginx could not listen on `[::]`. */
function everyAddress(port: number): string[] {
  const hasIpv6 = Object.values(networkInterfaces()).some((device) => device?.some(({ family }) => family === "IPv6"));
  return [`*:${port}`, ...(hasIpv6 ? [`[::]:${port}`] : [])];
}

function vrrpOf(value: z.output<typeof Edge>): VrrpConfiguration | undefined {
  const { FULMAR_EDGE_VRRP_INTERFACE: device, FULMAR_EDGE_VRRP_PEERS: peers } = value;
  if (device === undefined && peers.length === 0) return undefined;
  if (device === undefined || peers.length === 0)
    throw new ConfigurationError(["FULMAR_EDGE_VRRP_INTERFACE and FULMAR_EDGE_VRRP_PEERS must be set together."]);
  return { device, peers, priority: value.FULMAR_EDGE_VRRP_PRIORITY, routerId: value.FULMAR_EDGE_VRRP_ROUTER_ID };
}
