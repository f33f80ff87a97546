import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { auditObjects, auditText, isClean } from "../object-drill/audit.ts";
import { md5, SignedObjects } from "../object-drill/signed-objects.ts";
import { type Product, until } from "../product.ts";
import type { Finding } from "./finding.ts";

const run = promisify(execFile);
const BUCKET = "drill";
const DISK = "size=48m";
const BODY = Buffer.alloc(4 * 1024 * 1024, "x");
const MOST_PUTS = 20;
/** A deleted file leaves the disk at a sweep, at the earliest after a minute. */
const SWEPT_MS = 300_000;

/**
 * The disk of objects is full: writes get 503 with a sentence, reads and deletions work, nothing is broken, and writes
 * work again once objects were deleted. It mounts a small disk, which needs root.
 */
export async function fullDiskDrill(product: Product): Promise<Finding> {
  const drill = "a full disk of objects";
  const folder = product.objectFolder;
  mkdirSync(folder);
  const mounted = await run("mount", ["-t", "tmpfs", "-o", DISK, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) return { drill, found: "left out: a small disk can only be mounted by root", holds: true };
  try {
    const objects = await SignedObjects.create(product, await product.startApi(), [BUCKET]);
    // It logs every refusal, which is wanted here.
    objects.endpoint = (await product.startStoreProcess({ FULMAR_LOG_LEVEL: "silent" })).url;
    const put = (key: string) => objects.send("PUT", { bucket: BUCKET, key, body: BODY });
    const answers: string[] = [];
    let stored = 0;
    for (let index = 0; index < MOST_PUTS; index++) {
      const response = await put(`object/${index}`);
      if (response.ok) stored = index + 1;
      else answers.push(`${response.status} ${/<Message>([^<]+)</.exec(await response.text())?.[1]}`);
    }
    const readable = (await objects.read(BUCKET, "object/0")) === md5(BODY);
    for (let index = 0; index < stored; index += 2)
      await objects.require("DELETE", { bucket: BUCKET, key: `object/${index}` });
    const left = () => readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true });
    const isSwept = async () => left().filter((entry) => entry.isFile()).length <= stored / 2;
    await until(isSwept, "deleted files to leave the disk", SWEPT_MS);
    const recovered = (await put("object/again")).ok;
    await product.endProcesses();
    const audit = await auditObjects(product);
    const refused = answers.filter((answer) => /^503 The disk/.test(answer)).length;
    return {
      drill,
      found:
        `${stored} objects stored, then ${refused} of ${answers.length} refused with 503 (${answers[0]}), reads ` +
        `${readable ? "worked" : "FAILED"}, and writes ${recovered ? "worked" : "FAILED"} again after deletions; ` +
        `${auditText(audit)}`,
      holds: refused > 0 && refused === answers.length && readable && recovered && isClean(audit),
    };
  } finally {
    await product.endProcesses();
    await run("umount", [folder]);
  }
}
