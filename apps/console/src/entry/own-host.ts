/** The route that refuses requests for other hosts. */
export const FOREIGN_HOST = "/api/foreign-host";

export const FORWARDED_HOST = "x-forwarded-host";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request names this console, by its public URL. On a developer's machine the loopback names are the
 * console's too, with any port, as tunnels change it. Other names would let a website that points its name at this
 * console read its answers (DNS rebinding), or a cache keep answers under a name that the client has chosen.
 */
export function ownHost({
  publicConsoleUrl,
  environment,
}: {
  readonly publicConsoleUrl: string;
  readonly environment: "development" | "production";
}): (host: string | undefined) => boolean {
  const own = new URL(publicConsoleUrl);
  const takesLoopback = environment === "development" || LOOPBACK.has(own.hostname);
  return (host) => {
    const named = host === undefined ? undefined : urlOf(own.protocol, host);
    if (named === undefined) return false;
    return named.host === own.host || (takesLoopback && LOOPBACK.has(named.hostname));
  };
}

/**
 * The host that the client named: what a trusted proxy says in X-Forwarded-Host, or else the header Host. Anyone else
 * may write X-Forwarded-Host.
 */
export function namedHost(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  isFromTrustedProxy: boolean,
): string | undefined {
  const forwarded = isFromTrustedProxy ? headers[FORWARDED_HOST] : undefined;
  return (forwarded ?? headers.host)?.join(",");
}

/** The URL of a host, which normalizes case and default port. Undefined unless it is a host with an optional port. */
function urlOf(protocol: string, host: string): URL | undefined {
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return undefined;
  return URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`) : undefined;
}
