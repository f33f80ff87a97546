import { hmac, signingKey } from "@fulmar/core/s3-signing";
import type { Credentials, StoreFixture } from "./store-fixture.ts";

/** AWS replaces it by the name of the file. */
export const FILE_NAME = "$" + "{filename}";

export interface FormOptions {
  readonly as?: Credentials;
  readonly conditions?: readonly unknown[];
  readonly expiresInMs?: number;
}

/** Posts forms whose fields their policies allow as they are. */
export function formPoster({ endpoint }: Pick<StoreFixture, "endpoint">, credentials: Credentials) {
  return async function post(
    Bucket: string,
    fields: Readonly<Record<string, string>>,
    file: string,
    { as = credentials, conditions = [], expiresInMs = 60_000 }: FormOptions = {},
  ): Promise<Response> {
    const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
    const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
    const signing = {
      "x-amz-algorithm": "AWS4-HMAC-SHA256",
      "x-amz-credential": `${as.accessKeyId}/${scope.date}/eu-central-1/s3/aws4_request`,
      "x-amz-date": at,
    };
    const named = Object.entries({ ...fields, ...signing }).filter(([name]) => name !== "extra");
    const policy = {
      expiration: new Date(Date.now() + expiresInMs).toISOString(),
      conditions: [
        { bucket: Bucket },
        ...named.map(([name, value]) => ["eq", `$${name}`, value.replaceAll(FILE_NAME, "a.txt")]),
        ...conditions,
      ],
    };
    const text = Buffer.from(JSON.stringify(policy)).toString("base64");
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...signing, policy: text })) form.set(name, value);
    form.set("x-amz-signature", hmac(signingKey(as.secretAccessKey, scope), text).toString("hex"));
    form.set("file", new Blob([file]), "a.txt");
    return fetch(`${endpoint}/${Bucket}`, { method: "POST", body: form, redirect: "manual" });
  };
}
