import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readScrubReport } from "@fulmar/core/operator";
import { SignedObjects } from "../object-drill/signed-objects.ts";
import { endOf, type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const BUCKET = "drill";
const BODY = Buffer.alloc(200_000, "x");
/** The damage to the file of each object. */
const DAMAGE: Readonly<Record<string, (path: string) => void>> = {
  whole: () => undefined,
  rotten(path) {
    const bytes = readFileSync(path);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  },
  torn: (path) => truncateSync(path, BODY.length / 2),
  lost: (path) => rmSync(path),
};

/**
 * Files of objects are changed, cut short and removed behind the store's back. Rereading finds and tells each, and a
 * reader of a file that is cut short notices.
 */
export async function rottenFilesDrill(product: Product): Promise<Finding> {
  const objects = await SignedObjects.create(product, await product.startApi(), [BUCKET]);
  const { url, child } = await product.startStoreProcess({ FULMAR_OBJECT_SCRUB_MEGABYTES: "0" });
  objects.endpoint = url;
  for (const key of Object.keys(DAMAGE)) await objects.require("PUT", { bucket: BUCKET, key, body: BODY });
  await endOf(child);
  const { rows } = await product.database.pool.query<{ key: string; id: string }>(
    "SELECT key, file_ids[1] AS id FROM object",
  );
  for (const { key, id } of rows) DAMAGE[key]?.(join(product.objectFolder, "files", id.slice(-2), id));
  // It logs the damage, which is wanted here.
  objects.endpoint = (await product.startStoreProcess({ FULMAR_LOG_LEVEL: "silent" })).url;
  const found = async () => (await readScrubReport(product.database, 10)).damaged;
  await until(async () => (await found()).length >= 3, "the damage to be found");
  const told = (await found()).map(({ key, damage }) => `${key} ${damage}`).toSorted();
  const noticed = await objects.read(BUCKET, "torn").then(
    () => false,
    () => true,
  );
  const wanted = ["lost missing", "rotten changed", "torn changed"];
  return {
    drill: "rotten, torn and lost files of objects",
    found: `told: ${told.join(", ")}; a reader of the torn file ${noticed ? "notices" : "DOES NOT NOTICE"}`,
    holds: told.join() === wanted.join() && noticed,
  };
}
