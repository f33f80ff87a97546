import type { LoadBalancerProtocol } from "./balancing-fields.ts";

/** Only these read requests, so only these have rules and cookies. */
export function speaksHttp(protocol: LoadBalancerProtocol): boolean {
  return protocol === "http" || protocol === "https";
}
