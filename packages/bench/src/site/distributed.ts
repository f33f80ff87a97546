import { type Rest, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { must } from "../story.ts";
import type { Cdn } from "./cdn.ts";
import { seenWithin } from "./seen-within.ts";
import type { Visitor } from "./visitor.ts";

const BUCKET = "walk-pictures";
const KEY = "cat.txt";
const DOMAIN = "www.walk.test";
const [FIRST, SECOND] = ["the first cat", "the second cat"];

interface Scene {
  readonly product: Product;
  readonly place: Pick<Place, "rest">;
  readonly visitor: Visitor;
  readonly cdn: Cdn;
  /** How long a purge may take to be seen. */
  readonly limitMs: number;
}

/**
 * A distribution of a private bucket on the site's edge: visitors get its object by a signed URL, and from a custom
 * domain with a certificate of the authority. A purge lets them see its newer version. Leaves nothing behind.
 */
export async function distributed({ product, place: { rest }, visitor, cdn, limitMs }: Scene): Promise<void> {
  await rest.ask("bucket.create", { name: BUCKET, region: "eu-central-1" });
  await upload(rest, FIRST);
  const { id: distribution_id } = await rest.ask("cdnDistribution.create", { name: "pictures", origin_id: BUCKET });
  await until(
    "the distribution",
    () => rest.ask("cdnDistribution.get", { distribution_id }),
    ({ status }) => status === "active",
  );
  const { cdn_url } = await rest.ask("cdnUrl.generate", { bucket_name: BUCKET, object_key: KEY, expires_in: 600 });
  const bySignedUrl = () => visitor.visitNamed(cdn_url);
  must((await bySignedUrl()) === FIRST, "a visitor gets the object by its signed URL");
  must((await visitor.visitNamed(cdn_url.replace(/\?.*/, ""))) !== FIRST, "a visitor gets nothing without a signature");

  await withDomain({ product, rest, distribution_id }, async () => {
    const url = new URL(cdn_url.replace(/^http:/, "https:"));
    Object.assign(url, { hostname: DOMAIN, port: String(cdn.httpsPort) });
    await until(
      "the object from the custom domain",
      () => visitor.visitNamed(url.href, { ca: cdn.authority.rootPem }),
      (text) => text === FIRST,
    );
  });

  await upload(rest, SECOND);
  must((await bySignedUrl()) === FIRST, "the edge answers from its cache");
  await rest.ask("cdnPurge.create", { distribution_id, paths: [`/${KEY}`] });
  await seenWithin(limitMs, "the purge", bySignedUrl, (text) => text === SECOND);

  await rest.ask("cdnDistribution.delete", { distribution_id });
  await until("the distribution to be gone", bySignedUrl, (text) => text !== SECOND);
  await rest.ask("object.delete", { bucket_name: BUCKET, object_keys: [KEY] });
  await rest.ask("bucket.delete", { bucket_name: BUCKET });
}

async function upload(rest: Rest, body: string): Promise<void> {
  const { url } = await rest.ask("object.createUploadUrl", { bucket_name: BUCKET, object_key: KEY, expires_in: 300 });
  must((await fetch(url, { method: "PUT", body })).ok, "the object is uploaded");
}

/** A custom domain with a certificate, removed afterwards. */
async function withDomain(
  { product, rest, distribution_id }: { product: Product; rest: Rest; distribution_id: string },
  use: () => Promise<void>,
): Promise<void> {
  const it = { distribution_id, domain: DOMAIN };
  await rest.ask("cdnCustomDomain.create", it);
  const { dns_records } = await rest.ask("cdnCustomDomain.get", it);
  // Names below .test are resolved by these rows.
  for (const { type, name, value } of dns_records)
    await product.database.pool.query("INSERT INTO simulated.dns_record VALUES ($1, $2, $3)", [name, type, value]);
  await rest.ask("cdnCustomDomain.verify", it);
  await until(
    "the custom domain with its certificate",
    () => rest.ask("cdnCustomDomain.get", it),
    ({ status }) => status === "active",
  );
  await use();
  await rest.ask("cdnCustomDomain.delete", it);
}
