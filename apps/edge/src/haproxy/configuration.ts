import { createHash } from "node:crypto";
import { join } from "node:path";
import type {
  BalancerCertificate,
  BalancerDocument,
  BalancerListener,
  BalancerPool,
  BalancerTarget,
} from "@fulmar/edge-protocol";
import { format, nameOf, word } from "./quoting.ts";

/**
 * A server of a backend. The runtime API adds and removes servers, and changes all but their options (docs/adr/0055).
 */
export interface ServerState {
  readonly address: string;
  readonly port: number;
  readonly weight: number;
  readonly options: string;
  /** Whether its backend keeps clients by cookie. */
  readonly isSticky: boolean;
}

/** The configuration of a HAProxy process. */
export interface Written {
  readonly text: string;
  /** The text without servers. A reload is needed when it differs. */
  readonly skeleton: string;
  /** By `backend/server`. */
  readonly servers: ReadonlyMap<string, ServerState>;
  /** Chains with their keys, in PEM, by the path of their file. */
  readonly certificates: ReadonlyMap<string, string>;
  /** The paths of the certificates that a listener chooses from by host, by the path of their list (`crt-list`). */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** The files of a process. */
export interface Paths {
  readonly socket: string;
  readonly states: string;
  readonly certificates: string;
  /** The map of answers to certificate authorities. */
  readonly challenges: string;
}

/** The content of the files beside the configuration. */
interface Beside {
  readonly paths: Paths;
  readonly certificates: Map<string, string>;
  readonly lists: Map<string, readonly string[]>;
}

interface ServerLine extends ServerState {
  readonly backend: string;
  readonly name: string;
}
type Line = string | ServerLine;

/** HAProxy takes half as many connections, and reserves memory for them. Without it, the limit may be a billion. */
const MOST_FILE_DESCRIPTORS = 40_000;
/** Connections of one listener, so that none takes all of a process. */
const MOST_OF_ONE = 10_000;
/** RFC 8555 §8.3 */
export const CHALLENGE_PATH = "/.well-known/acme-challenge/";
/** Connections of a port that only certificate authorities visit. */
const MOST_VISITS = 100;
const COOKIE = "fulmar_target";
/** An unprivileged user, to which HAProxy changes when root starts it. */
const NOBODY = 65_534;

/** Writes the configuration of a process that serves these balancers. */
export function writeConfiguration(balancers: readonly BalancerDocument[], paths: Paths): Written {
  const beside: Beside = { paths, certificates: new Map(), lists: new Map() };
  const { certificates, lists } = beside;
  const lines = [...global(paths), ...balancers.flatMap((balancer) => balancerLines(balancer, beside))];
  const servers = lines.flatMap((line) =>
    typeof line === "string" ? [] : [[`${line.backend}/${line.name}`, line] as const],
  );
  // The digests tell the next agent which certificates are served.
  const digests = [...certificates].map(
    ([path, pem]) => `# ${path} ${createHash("sha256").update(pem).digest("hex")}\n`,
  );
  const text = lines.map((line) =>
    typeof line === "string" ? `${line}\n` : `  server ${line.name} ${settingsOf(line)}\n`,
  );
  return {
    text: [...digests, ...text].join(""),
    skeleton: lines.filter((line) => typeof line === "string").join("\n"),
    servers: new Map(servers),
    certificates,
    lists,
  };
}

/** A server's line, and its command, after its name. */
export function settingsOf({ address, port, weight, options }: ServerState): string {
  return `${address}:${port} weight ${weight} ${options}`;
}

function global({ socket, states, certificates }: Paths): string[] {
  return [
    "global",
    `  stats socket ${word(socket)} mode 600 level admin expose-fd listeners`,
    `  server-state-file ${word(states)}`,
    // Lists have names without a folder, because they cannot quote one with a space.
    `  crt-base ${word(certificates)}`,
    `  fd-hard-limit ${MOST_FILE_DESCRIPTORS}`,
    "  ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets",
    ...(process.getuid?.() === 0 ? [`  uid ${NOBODY}`, `  gid ${NOBODY}`] : []),
    "defaults",
    "  timeout connect 3s",
    "  timeout http-request 30s",
    "  retries 2",
    "  option redispatch 1",
    "  load-server-state-from-file global",
  ];
}

function balancerLines({ publicIp, pools, listeners, challenges }: BalancerDocument, beside: Beside): Line[] {
  const address = publicIp ?? "127.0.0.1";
  const answers = challenges === null ? [] : challengeLines(challenges.loadBalancerId, beside.paths);
  const isVisited = ({ protocol, port }: BalancerListener) => protocol === "http" && port === challenges?.port;
  return [
    ...listeners.flatMap((listener) => frontend(listener, address, isVisited(listener) ? answers : [], beside)),
    ...(challenges === null || listeners.some(isVisited) ? [] : challengeFrontend(challenges, address, answers)),
    ...pools.flatMap((pool) => backend(pool, idleSeconds(pool.poolId, listeners))),
  ];
}

/** @param answers to certificate authorities, before everything else */
function frontend(listener: BalancerListener, address: string, answers: readonly string[], beside: Beside): string[] {
  const { listenerId, protocol, port, idleTimeoutSeconds, defaultPoolId } = listener;
  const begin = [
    `frontend ${nameOf(listenerId)}`,
    `  bind ${address}:${port}${protocol === "https" ? ` ${tlsOptions(listener, beside)}` : ""}`,
    `  mode ${protocol === "tcp" ? "tcp" : "http"}`,
    `  timeout client ${idleTimeoutSeconds}s`,
    `  maxconn ${MOST_OF_ONE}`,
  ];
  const rest = defaultPoolId === null ? [] : [`  default_backend ${nameOf(defaultPoolId)}`];
  return protocol === "tcp" ? [...begin, ...rest] : [...begin, ...answers, ...httpLines(listener), ...rest];
}

/**
 * The certificates of a listener. Its list changes without a reload, so that it is there even if it is empty. Without a
 * certificate of its own, a visitor who names no host of the list gets no connection.
 */
function tlsOptions(
  { listenerId, certificate, additionalCertificates }: BalancerListener,
  { paths, certificates, lists }: Beside,
): string {
  const at = (file: string) => join(paths.certificates, `${nameOf(listenerId)}${file}`);
  const own = at(".pem");
  if (certificate !== null) certificates.set(own, pemOf(certificate));
  const listed = additionalCertificates.map(({ certificateId, ...further }) => {
    const path = at(`.${createHash("sha256").update(certificateId).digest("hex").slice(0, 32)}.pem`);
    certificates.set(path, pemOf(further));
    return path;
  });
  const list = at(".list");
  lists.set(list, listed);
  return `ssl ${certificate === null ? "strict-sni" : `crt ${word(own)}`} crt-list ${word(list)} alpn h2,http/1.1`;
}

/** The runtime API takes lines up to the first empty one. */
function pemOf({ chainPem, privateKeyPem }: BalancerCertificate): string {
  return `${chainPem}\n${privateKeyPem}\n`.replaceAll(/\n\s*\n/g, "\n");
}

/** Answers from the map of challenges. An answer of one balancer is none of another. */
function challengeLines(loadBalancerId: string, { challenges }: Paths): string[] {
  const answer = `var(txn.challenge),${word(`map_str(${challenges})`)}`;
  return [
    `  http-request set-var-fmt(txn.challenge) ${nameOf(loadBalancerId)}%[path] if { path_beg ${CHALLENGE_PATH} }`,
    `  http-request return status 200 content-type text/plain lf-string %[${answer}] if { ${answer} -m found }`,
  ];
}

/** Port 80 of a balancer that has no listener of HTTP there, for certificate authorities alone. */
function challengeFrontend(
  { loadBalancerId, port }: NonNullable<BalancerDocument["challenges"]>,
  address: string,
  answers: readonly string[],
): string[] {
  return [
    `frontend challenges-${nameOf(loadBalancerId)}`,
    `  bind ${address}:${port}`,
    "  mode http",
    "  timeout client 10s",
    `  maxconn ${MOST_VISITS}`,
    ...answers,
    "  http-request return status 404",
  ];
}

/** Rules as the contract's `routeRequest` has them: the first that matches decides. */
function httpLines({ rules, protocol, defaultPoolId, idleTimeoutSeconds }: BalancerListener): string[] {
  const needsHost = rules.some(({ host, redirect }) => host !== null || redirect?.url === null);
  const routes = rules.map(({ poolId }, place) => (poolId === null ? `redirect-${place}` : nameOf(poolId)));
  return [
    `  timeout http-keep-alive ${idleTimeoutSeconds}s`,
    // Without it, a reload loses requests on idle connections.
    "  option idle-close-on-response",
    ...(needsHost
      ? [`  http-request set-var(txn.host) ${word('req.fhdr(host),lower,regsub(":[0-9]*$",""),regsub("[.]$","")')}`]
      : []),
    ...rules.flatMap((rule, place) => [
      ...conditionLines(rule, place),
      `  http-request set-var(txn.route) str(${routes[place]}) if !{ var(txn.route) -m found } ` +
        `${conditionNames(rule, place)}`,
    ]),
    ...rules.flatMap(({ redirect }, place) => {
      if (redirect === null) return [];
      const location = redirect.url === null ? word("https://%[var(txn.host)]%[pathq]") : format(redirect.url);
      return (
        `  http-request redirect location ${location} code ${redirect.status} if { var(txn.route) -m str ` +
        `redirect-${place} }`
      );
    }),
    ...(defaultPoolId === null ? ["  http-request return status 404 if !{ var(txn.route) -m found }"] : []),
    "  http-request del-header forwarded",
    "  http-request del-header x-forwarded- -m beg",
    "  http-request set-header x-forwarded-for %[src]",
    `  http-request set-header x-forwarded-proto ${protocol}`,
    "  http-request set-header x-forwarded-port %[dst_port]",
    "  http-request set-header x-forwarded-host %[req.fhdr(host)]",
    ...(rules.length > 0 ? ["  use_backend %[var(txn.route)] if { var(txn.route) -m found }"] : []),
  ];
}

type Rule = BalancerListener["rules"][number];

/** An ACL for each condition of a rule. Lines of the same name are alternatives. */
function conditionLines({ host, path, header }: Rule, place: number): string[] {
  const acl = (name: string, test: string) => `  acl rule-${place}-${name} ${test}`;
  const lines: string[] = [];
  if (host?.startsWith("*.")) {
    const suffix = host.slice(1).toLowerCase();
    lines.push(acl("host", `var(txn.host) -m end -- ${word(suffix)}`));
    lines.push(acl("bare", `var(txn.host) -m str -- ${word(suffix)}`));
  } else if (host !== null) lines.push(acl("host", `var(txn.host) -m str -- ${word(host.toLowerCase())}`));
  if (path !== null) lines.push(acl("path", `path -m str -- ${word(path.value)}`));
  if (path?.match === "prefix")
    lines.push(acl("path", `path -m beg -- ${word(path.value.endsWith("/") ? path.value : `${path.value}/`)}`));
  if (header !== null)
    lines.push(acl("header", `${word(`req.fhdr("${header.name}")`)} -m str -- ${word(header.value)}`));
  return lines;
}

function conditionNames({ host, path, header }: Rule, place: number): string {
  return [
    ...(host === null ? [] : [`rule-${place}-host`]),
    ...(host?.startsWith("*.") ? [`!rule-${place}-bare`] : []),
    ...(path === null ? [] : [`rule-${place}-path`]),
    ...(header === null ? [] : [`rule-${place}-header`]),
  ].join(" ");
}

const BALANCE = { round_robin: "roundrobin", least_connections: "leastconn", source_ip: "source" } as const;

/**
 * A target may close an idle connection just when a request is sent on it. What only reads is sent again then; what may
 * have changed something is not (RFC 9110, 9.2.2).
 */
const HTTP_BACKEND = [
  "  mode http",
  "  retry-on conn-failure empty-response",
  "  http-request disable-l7-retry unless METH_GET",
];

function backend(pool: BalancerPool, idle: number): Line[] {
  const { poolId, protocol, algorithm, stickySessions, healthCheck, targets } = pool;
  const name = nameOf(poolId);
  return [
    `backend ${name}`,
    ...(protocol === "tcp" ? ["  mode tcp"] : HTTP_BACKEND),
    `  balance ${BALANCE[algorithm]}`,
    ...(algorithm === "source_ip" ? ["  hash-type consistent"] : []),
    `  timeout server ${idle}s`,
    `  timeout tunnel ${idle}s`,
    `  timeout check ${healthCheck.timeoutSeconds}s`,
    // The cookie of a server is made of its address and the key, so it does not reveal the address.
    ...(stickySessions === "cookie"
      ? [`  cookie ${COOKIE} insert indirect nocache httponly dynamic`, `  dynamic-cookie-key ${name}`]
      : []),
    ...(stickySessions === "source_ip" && algorithm !== "source_ip"
      ? ["  stick-table type ip size 100k expire 30m", "  stick on src"]
      : []),
    ...checkLines(healthCheck),
    ...targets.flatMap((target) => serverOf(pool, target)),
  ];
}

function checkLines({ type, path, expectedStatuses }: BalancerPool["healthCheck"]): string[] {
  if (type === "tcp") return [];
  return [
    "  option httpchk",
    `  http-check send meth GET uri ${word(path)} ver HTTP/1.1 hdr user-agent fulmar-health-check hdr host localhost`,
    `  http-check expect status ${word(expectedStatuses.join(","))}`,
  ];
}

/** A target without an address is no server. One with weight 0 keeps its sticky clients, and so does a disabled one. */
function serverOf(pool: BalancerPool, target: BalancerTarget): ServerLine[] {
  const { poolId, protocol, stickySessions, proxyProtocol, healthCheck } = pool;
  const { targetId, address, subnet, port, weight, enabled } = target;
  const { intervalSeconds, healthyThreshold, unhealthyThreshold } = healthCheck;
  if (address === null) return [];
  const options = [
    `check inter ${intervalSeconds}s rise ${healthyThreshold} fall ${unhealthyThreshold}`,
    ...(protocol === "https" ? ["ssl verify none"] : []),
    ...(proxyProtocol === "v1" ? ["send-proxy check-send-proxy"] : []),
    ...(proxyProtocol === "v2" ? ["send-proxy-v2 check-send-proxy"] : []),
    // If the subnet has left the host, connections fail, and go to no other machine of this address.
    ...(subnet == null ? [] : [`source ${subnet.gateway}`]),
  ];
  return [
    {
      ...{ backend: nameOf(poolId), name: nameOf(targetId), isSticky: stickySessions === "cookie" },
      ...{ address, port, weight: enabled ? weight : 0, options: options.join(" ") },
    },
  ];
}

/** How long a pool's connections may be idle: as long as the most patient of its listeners allows. */
function idleSeconds(poolId: string, listeners: readonly BalancerListener[]): number {
  const own = listeners.filter(
    ({ defaultPoolId, rules }) => defaultPoolId === poolId || rules.some((rule) => rule.poolId === poolId),
  );
  return Math.max(1, ...own.map(({ idleTimeoutSeconds }) => idleTimeoutSeconds));
}
