import type * as http from "node:http";
import { createRequire } from "node:module";

/** As in `http-fetch.ts`: an import would read more than a command needs. */
const load = createRequire(import.meta.url) as (module: "node:http" | "node:https") => typeof http;

/** A server that takes nothing for as long has stopped. */
const SILENT_MS = 60_000;

/** The object store did not take a part. Without a status, no answer came. */
export class PartRefused extends Error {
  override readonly name = "PartRefused";
  readonly status: number | undefined;

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/**
 * Sends a part to its presigned URL. @param md5 of the part in hexadecimal digits, which the store compares
 * @throws PartRefused
 */
export async function putPart(url: string, part: Buffer, md5: string): Promise<void> {
  const { request } = load(url.startsWith("https:") ? "node:https" : "node:http");
  const headers = { "content-length": part.length, "content-md5": Buffer.from(md5, "hex").toString("base64") };
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(url, { method: "PUT", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
    });
    sent.setTimeout(SILENT_MS, () => sent.destroy(new Error("it took nothing for a minute")));
    sent.once("error", reject).end(part);
  }).catch((cause: unknown) => {
    throw new PartRefused(
      `The object store does not answer: ${cause instanceof Error ? cause.message : cause}.`,
      undefined,
      cause,
    );
  });
  if (status !== 200) throw new PartRefused(`The object store answered ${status} to a part of the file.`, status);
}
