import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { auditObjects, auditText, isClean } from "../object-drill/audit.ts";
import { SignedObjects } from "../object-drill/signed-objects.ts";
import { Writer } from "../object-drill/writer.ts";
import { endOf, type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const ROUNDS = 20;
const WRITERS = 6;
const LONGEST_ROUND_MS = 2500;
const BUCKETS = ["drill", "drill-versions"];
const EXPIRING = 12;
/** Expires everything below `expires/` at the next sweep, which is at the start of an object store. */
const RULES = `<LifecycleConfiguration><Rule><ID>now</ID><Status>Enabled</Status><Filter><Prefix>expires/</Prefix></Filter>
<Expiration><Date>2020-01-01T00:00:00Z</Date></Expiration></Rule></LifecycleConfiguration>`;
const VERSIONS = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";

/**
 * kill -9 of the object store at random moments while objects are written, completed, copied, deleted and expire. No
 * acknowledged change is lost, no row lacks its file, and the counts are exact.
 */
export async function killedObjectStoreDrill(product: Product): Promise<Finding> {
  const objects = await SignedObjects.create(product, await product.startApi(), BUCKETS);
  const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(objects, `w${index}`, BUCKETS));
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { url, child } = await product.startStoreProcess();
    objects.endpoint = url;
    if (round === 0)
      await objects.require("PUT", { bucket: "drill-versions", key: "", query: { versioning: "" }, body: VERSIONS });
    for (const writer of writers) wrong.push(...(await writer.wrongObjects()));
    for (const bucket of BUCKETS) await expireSome(objects, bucket);
    let ended = false;
    const running = writers.map((writer) => writer.run(() => ended));
    await delay(randomInt(LONGEST_ROUND_MS));
    await endOf(child, "SIGKILL");
    ended = true;
    await Promise.all(running);
    await until(() => isQuiet(product), "the database to end what the killed process had asked");
  }
  const { url } = await product.startStoreProcess();
  objects.endpoint = url;
  for (const writer of writers) wrong.push(...(await writer.wrongObjects()));
  await until(async () => (await expiring(product)) === 0, "objects to expire", 180_000);
  await product.endProcesses();
  const audit = await auditObjects(product);
  const changes = writers.reduce((sum, writer) => sum + writer.changes, 0);
  return {
    drill: `kill -9 of the object store, ${ROUNDS} times under load`,
    found: `${changes} changes acknowledged, ${wrong.length} objects wrong ${wrong.join(" ")}; ${auditText(audit)}`,
    holds: wrong.length === 0 && isClean(audit) && changes > 0,
  };
}

async function expireSome(objects: SignedObjects, bucket: string): Promise<void> {
  for (let index = 0; index < EXPIRING; index++)
    await objects.require("PUT", { bucket, key: `expires/${index}`, body: "old" });
  await objects.require("PUT", { bucket, key: "", query: { lifecycle: "" }, body: RULES });
}

async function expiring({ database }: Product): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM object WHERE key LIKE 'expires/%'",
  );
  return rows[0]?.count ?? 0;
}

/** Whether no other connection runs a statement or has a transaction open. */
async function isQuiet({ database }: Product): Promise<boolean> {
  const { rows } = await database.pool.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state = 'active' OR xact_start IS NOT NULL)
        AND backend_type = 'client backend'`,
  );
  return rows.length === 0;
}
