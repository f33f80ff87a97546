import { startCeph, whyNoCeph } from "@fulmar/testkit/ceph";
import { z } from "zod";
import { Product } from "./product.ts";

const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });
export type S3Key = z.infer<typeof Key>;

/** An S3 server for clients and conformance tests. */
export interface S3Server {
  readonly endpoint: URL;
  readonly region: string;
  readonly main: S3Key;
  /** A key that reaches none of the main key's buckets unless a policy says so. */
  readonly alt: S3Key;
  /** The ids of both keys' owners, as lists of buckets and objects have them. */
  readonly owners: { readonly main: string; readonly alt: string };
  stop(): Promise<void>;
}

/**
 * The server that the environment names (S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the same
 * with S3_ALT_; S3_OWNER_ID where lists name another owner than the key), with S3_SERVER=ceph the gateway of a new
 * Ceph, or else an object store of a new installation. The caller stops it.
 */
export async function openS3Server(): Promise<S3Server> {
  const endpoint = process.env.S3_ENDPOINT;
  if (endpoint === undefined) return process.env.S3_SERVER === "ceph" ? cephServer() : ownServer();
  const [main, alt] = [keyInEnvironment("S3_"), keyInEnvironment("S3_ALT_")];
  return {
    endpoint: new URL(endpoint),
    region: process.env.S3_REGION ?? "us-east-1",
    ...{ main, alt, owners: { main: process.env.S3_OWNER_ID ?? main.access_key_id, alt: alt.access_key_id } },
    stop: () => Promise.resolve(),
  };
}

function keyInEnvironment(prefix: string): S3Key {
  const [id, secret] = [process.env[`${prefix}ACCESS_KEY_ID`], process.env[`${prefix}SECRET_ACCESS_KEY`]];
  if (id === undefined || secret === undefined)
    throw new Error(`Set ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY for the server in S3_ENDPOINT.`);
  return { access_key_id: id, secret_access_key: secret };
}

const CephUser = z.object({ keys: z.tuple([z.object({ access_key: z.string(), secret_key: z.string() })]) });

/** A gateway with two users of its own. In a region of ours, keys create no buckets, which these tests begin with. */
async function cephServer(): Promise<S3Server> {
  const reason = whyNoCeph();
  if (reason !== undefined) throw new Error(reason);
  const ceph = await startCeph();
  const user = async (id: string): Promise<S3Key> => {
    const options = [`--uid=${id}`, `--display-name=${id}`, `--email=${id}@example.com`];
    const made = CephUser.parse(JSON.parse(await ceph.run("radosgw-admin", "user", "create", ...options)));
    const [key] = made.keys;
    return { access_key_id: key.access_key, secret_access_key: key.secret_key };
  };
  const owners = { main: "main", alt: "alt" };
  return {
    // The name of the gateway's own region.
    ...{ endpoint: new URL(ceph.endpoint), region: "default", owners },
    ...{ main: await user(owners.main), alt: await user(owners.alt) },
    stop: () => ceph.stop(),
  };
}

async function ownServer(): Promise<S3Server> {
  const product = await Product.install();
  const api = await product.startApi();
  const endpoint = new URL(await product.startObjectStore());
  const post = (resource: string, body: object) => postTo(product, api, resource, body);
  const region = "eu-central-1";
  const key = async (options: object) =>
    Key.parse(
      await post("access-keys", {
        ...{ name: crypto.randomUUID(), permission: "read_write", bypass_governance: true },
        ...options,
      }),
    );
  const main = await key({});
  await post("buckets", { name: "unrelated", region });
  const alt = await key({ bucket_names: ["unrelated"] });
  return {
    ...{ endpoint, region, main, alt, owners: { main: product.workspaceId, alt: alt.access_key_id } },
    stop: () => product.stop(),
  };
}

async function postTo(product: Product, api: string, resource: string, body: object): Promise<unknown> {
  const response = await fetch(`${api}/object-storage/${resource}?workspace_id=${product.workspaceId}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.token}`,
      "content-type": "application/json",
      "x-idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${resource} was refused: ${await response.text()}`);
  return response.json();
}
