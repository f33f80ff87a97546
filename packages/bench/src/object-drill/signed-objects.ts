import { createHash } from "node:crypto";
import { presignUrl } from "@fulmar/core/s3-signing";
import { z } from "zod";
import type { Product } from "../product.ts";

const REGION = "eu-central-1";
const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });

type Method = Parameters<typeof presignUrl>[1]["method"];

interface ObjectRequest {
  readonly bucket: string;
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends requests to an object store, which may be another process after a restart. */
export class SignedObjects {
  /** The URL of the process that runs now. */
  endpoint = "";
  readonly #key: { readonly accessKeyId: string; readonly secret: string };

  private constructor(key: z.infer<typeof Key>) {
    this.#key = { accessKeyId: key.access_key_id, secret: key.secret_access_key };
  }

  /** Makes a bucket of each name and an access key for all of them. @param api base URL of an API process */
  static async create(product: Product, api: string, buckets: readonly string[]): Promise<SignedObjects> {
    const post = async (resource: string, body: object): Promise<unknown> => {
      const response = await fetch(`${api}/object-storage/${resource}?workspace_id=${product.workspaceId}`, {
        method: "POST",
        headers: {
          ...{ authorization: `Bearer ${product.token}`, "content-type": "application/json" },
          "x-idempotency-key": crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`POST ${resource} was refused: ${await response.text()}`);
      return response.json();
    };
    for (const name of buckets) await post("buckets", { name, region: REGION });
    return new SignedObjects(Key.parse(await post("access-keys", { name: "drill", permission: "read_write" })));
  }

  /** @throws TypeError when the connection fails */
  async send(method: Method, { bucket, key, query, headers = {}, body }: ObjectRequest): Promise<Response> {
    const place = { endpoint: this.endpoint, region: REGION, bucketName: bucket, key, at: new Date(), expiresIn: 600 };
    const url = presignUrl(this.#key, { ...place, method, headers, ...(query !== undefined && { query }) });
    return fetch(url, { method, headers, ...(body !== undefined && { body }) });
  }

  /** Sends a request that must succeed. @returns the answer's text */
  async require(method: Method, request: ObjectRequest): Promise<string> {
    const response = await this.send(method, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${request.bucket}/${request.key}: ${response.status} ${text}`);
    return text;
  }

  /** The MD5 of an object's bytes; undefined where there is none. */
  async read(bucket: string, key: string): Promise<string | undefined> {
    const response = await this.send("GET", { bucket, key });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`GET ${bucket}/${key}: ${response.status} ${bytes.toString()}`);
    return md5(bytes);
  }
}

export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}
