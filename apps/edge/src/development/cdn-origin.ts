import { createHash } from "node:crypto";
import { lookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type DistributionDocument, isPublicAddress } from "@fulmar/edge-protocol";
import { AwsV4Signer } from "aws4fetch";
import { objectPath } from "../cdn/canonical-path.ts";

const TIMEOUT_MS = 60_000;
const EMPTY_HASH = createHash("sha256").digest("hex");

/** A visitor's request, as an origin sees it. */
export interface Fetch {
  readonly method: string;
  /** The canonical path of an object, or a custom origin's path with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The `CDN-Loop` of the request. */
  readonly loop: string | undefined;
}

/** Where a distribution's content is: a bucket, or a server of the customer's. Redirects are not followed. */
export class Origin {
  readonly isBucket: boolean;
  readonly #origin: DistributionDocument["origin"];
  readonly #url: URL;
  readonly #cdnId: string;
  readonly #allowLoopback: boolean;

  /**
   * @param cdnId how the CDN names itself in `CDN-Loop` (RFC 8586)
   * @throws Error when the origin's URL cannot be used
   */
  constructor(
    origin: DistributionDocument["origin"],
    { cdnId, allowLoopback }: { readonly cdnId: string; readonly allowLoopback: boolean },
  ) {
    const text = origin.type === "bucket" ? origin.endpoint : origin.url;
    if (!URL.canParse(text)) throw new Error(`The origin ${JSON.stringify(text)} is no URL.`);
    this.#url = new URL(text);
    if (!/^https?:$/.test(this.#url.protocol))
      throw new Error(`The origin ${text} is reached by neither HTTP nor HTTPS.`);
    this.#origin = origin;
    this.isBucket = origin.type === "bucket";
    this.#cdnId = cdnId;
    this.#allowLoopback = allowLoopback;
  }

  /** @throws Error with a sentence for the visitor when the origin may not be, or cannot be reached */
  async fetch({ method, target, headers, loop }: Fetch): Promise<IncomingMessage> {
    const base = this.#url.pathname.replace(/\/$/, "");
    const origin = this.#origin;
    const path = origin.type === "bucket" ? `${base}${objectPath(origin.bucket)}${target}` : base + target;
    const own =
      origin.type === "custom"
        ? { "user-agent": "Fulmar-CDN", "cdn-loop": [loop, this.#cdnId].filter(Boolean).join(", ") }
        : method === "OPTIONS"
          ? {}
          : await signed(new URL(path, this.#url), method, origin);
    const host = this.#url.hostname.replace(/^\[(.*)\]$/, "$1");
    if (!this.isBucket && isIP(host) !== 0) this.#requirePublic(host);
    const send = this.#url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const asked = send({
        ...{ host, port: this.#url.port, method, path, agent: false, timeout: TIMEOUT_MS },
        headers: { ...headers, ...own, host: this.#url.host },
        ...(!this.isBucket && { lookup: this.#lookUp }),
      });
      asked.on("response", resolve);
      asked.on("timeout", () => asked.destroy(new Error("The origin did not answer in time.")));
      asked.on("error", (error) =>
        reject("code" in error ? new Error("The origin could not be reached.", { cause: error }) : error),
      );
      asked.end();
    });
  }

  /** Finds the addresses of a custom origin, which all have to be public, at each connection. */
  readonly #lookUp: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      try {
        for (const { address } of addresses) this.#requirePublic(address);
      } catch (refused) {
        return done(refused as Error, []);
      }
      const [first] = addresses;
      if (options.all || first === undefined) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };

  #requirePublic(address: string): void {
    const isLoopback = address === "::1" || address.startsWith("127.");
    if (isPublicAddress(address) || (this.#allowLoopback && isLoopback)) return;
    throw new Error("The origin's address is not public.");
  }
}

/** The headers of a request that is signed by AWS Signature Version 4. */
async function signed(
  url: URL,
  method: string,
  { region, accessKeyId, secretAccessKey }: Extract<DistributionDocument["origin"], { type: "bucket" }>,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...{ url: url.href, method, region, accessKeyId, secretAccessKey, service: "s3" },
    headers: { "x-amz-content-sha256": EMPTY_HASH },
  });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers);
}
