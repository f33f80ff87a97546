import { createHash } from "node:crypto";
import { ALGORITHM, hmac, scopeText, signingKey, stringToSign } from "@fulmar/core/s3-signing";
import type { Credentials, StoreFixture } from "./store-fixture.ts";

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const digestOf = (body: string | Uint8Array) => createHash("sha256").update(body).digest("hex");

const codeOf = (text: string) => /<Code>(\w+)</.exec(text)?.[1] ?? text;

/** Sends signed requests with exactly these headers and bytes. */
export function signedSender({ endpoint, port }: Pick<StoreFixture, "endpoint" | "port">, credentials: Credentials) {
  /** @returns the status with a summary of the text: the code of a refusal, or else the text itself */
  return async function send(
    method: string,
    path: string,
    { headers = {}, body = "" }: Sent = {},
    as = credentials,
    summaryOf = codeOf,
  ): Promise<string> {
    const [pathname = "", parameters = ""] = path.split("?");
    const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
    const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
    const own = { host: `127.0.0.1:${port}`, "x-amz-date": at, "x-amz-content-sha256": digestOf(body) };
    const all = Object.entries({ ...headers, ...own }).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const query = [...new URLSearchParams(parameters)];
    const keyPath = pathname.split("/").map((part) => encodeURIComponent(decodeURIComponent(part)));
    const request = { method, path: keyPath.join("/"), query, headers: all, payloadHash: digestOf(body) };
    const signature = hmac(signingKey(as.secretAccessKey, scope), stringToSign(at, scope, request)).toString("hex");
    const authorization =
      `${ALGORITHM} Credential=${as.accessKeyId}/${scopeText(scope)},` +
      `SignedHeaders=${all.map(([name]) => name).join(";")},Signature=${signature}`;
    const answer = await fetch(`${endpoint}${path}`, {
      method,
      headers: { ...headers, ...own, authorization },
      ...(body !== "" && { body }),
    });
    return `${answer.status} ${summaryOf(await answer.text())}`.trim();
  };
}

/** The header that S3 requires for some documents. */
export const md5Header = (body: string | Uint8Array) => ({
  "content-md5": createHash("md5").update(body).digest("base64"),
});
