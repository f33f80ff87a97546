import type { ConfigurationProblem } from "./configuration-problem.ts";
import { CHALLENGE_PORT } from "./states.ts";

interface Listener {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly certificate: { readonly secret_id: string } | null;
  readonly additional_certificates: readonly { readonly secret_id: string }[];
  readonly domains: readonly string[];
}

/** What contradicts itself in a listener's certificates and domains. */
export function certificateProblems({ protocol, certificate, additional_certificates, domains }: Listener) {
  const given = [
    ...(certificate === null ? [] : ["certificate"]),
    ...(additional_certificates.length === 0 ? [] : ["additional_certificates"]),
    ...(domains.length === 0 ? [] : ["domains"]),
  ];
  if (protocol !== "https")
    return given.map((field) => ({ field, message: "can be given only where protocol is https" }));
  const secrets = [certificate, ...additional_certificates].flatMap((reference) => reference?.secret_id ?? []);
  const isTwice = (values: readonly string[]) => new Set(values).size < values.length;
  const missing = certificate === null && domains.length === 0;
  return [
    ...(missing ? [{ field: "certificate", message: "is required where protocol is https and domains is empty" }] : []),
    ...(isTwice(secrets)
      ? [{ field: "additional_certificates", message: "must not contain a certificate twice" }]
      : []),
    ...(isTwice(domains) ? [{ field: "domains", message: "must not contain a domain twice" }] : []),
  ];
}

/** Whether the authority's visits would meet a listener that cannot answer them (RFC 8555 §8.3). */
export function challengeProblem(
  { domains }: Listener,
  path: readonly (string | number)[],
  listeners: readonly Listener[],
): ConfigurationProblem[] {
  const other = listeners.find(({ port, protocol }) => port === CHALLENGE_PORT && /^(tcp|https)$/.test(protocol));
  if (domains.length === 0 || other === undefined) return [];
  const message =
    `need port ${CHALLENGE_PORT} for the authority's visits; make the listener ${other.name} one of http, or ` +
    "move it";
  return [
    {
      path: [...path, "domains"],
      message,
      code: "challenge_port_taken",
      parts: [{ type: "load_balancer_listener", name: other.name }],
    },
  ];
}
