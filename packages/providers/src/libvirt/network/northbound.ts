import {
  type Operation,
  OvsdbConnection,
  type OvsdbEndpoint,
  OvsdbError,
  OvsdbUnreachable,
  type Result,
} from "@fulmar/ovsdb";
import { ProviderError } from "../../ports/provider-error.ts";
import type { ServerEndpoint } from "../../ports/provider-kind.ts";
import { SharedConnection } from "../client/shared-connection.ts";

const DATABASE = "OVN_Northbound";
const DEFAULT_PORT = 6_641;

/** OVN's northbound database. Calls share one connection, which is made when it is needed, again after it has ended. */
export class Northbound {
  readonly #shared: SharedConnection<OvsdbConnection>;

  /** @param url as `northboundUrl` takes it @throws Error when it cannot be read, or certificates are missing */
  constructor(url: string, certificates: Omit<ServerEndpoint, "url">) {
    const endpoint = endpointOf(url, certificates);
    this.#shared = new SharedConnection((signal) => OvsdbConnection.open(endpoint, DATABASE, signal));
  }

  /**
   * Carries out all operations, or none.
   * @throws ProviderError with an OvsdbError or OvsdbUnreachable as its cause
   */
  async transact(operations: readonly Operation[], signal: AbortSignal): Promise<readonly Result[]> {
    try {
      return await (await this.#shared.get(signal)).transact(DATABASE, operations, signal);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  close(): Promise<void> {
    return this.#shared.close();
  }
}

function asProviderError(error: unknown): unknown {
  if (error instanceof OvsdbUnreachable) {
    return new ProviderError(
      "provider_unavailable",
      "The site's networks did not answer; the operation can be tried again in a moment.",
      { retryable: true, cause: error },
    );
  }
  if (!(error instanceof OvsdbError)) return error;
  return new ProviderError(
    "provider_refused",
    "The site's networks refused this step; its operator finds the reason in the worker's log.",
    { retryable: false, cause: error },
  );
}

/** `unix:/var/run/ovn/ovnnb_db.sock`, `ssl:HOST:6641`, or `tcp:HOST:6641` without encryption, as OVN writes them. */
const URL_FORM =
  /^(?:unix:(?<path>\/.+)|(?<scheme>ssl|tcp):(?<host>\[[0-9a-f:.]+\]|[^:[\]/\s]+)(?::(?<port>\d{1,5}))?)$/i;

export function isNorthbound(url: string): boolean {
  return URL_FORM.test(url) && !url.includes("\0");
}

function endpointOf(url: string, { client, serverCertificate }: Omit<ServerEndpoint, "url">): OvsdbEndpoint {
  const { path, scheme, host, port } = URL_FORM.exec(url)?.groups ?? {};
  if (path !== undefined) return { path };
  if (host === undefined) throw new Error(`A northbound database is at unix:, ssl: or tcp:, not at ${url}`);
  const at = { host: host.replace(/^\[|\]$/g, ""), port: Number(port ?? DEFAULT_PORT) };
  if (scheme?.toLowerCase() === "tcp") return at;
  if (client === undefined || serverCertificate === undefined)
    throw new Error("A northbound database at ssl: needs the site's client certificate, its key, and the authority's.");
  return { ...at, tls: { authority: serverCertificate, certificate: client.certificate, key: client.key } };
}
