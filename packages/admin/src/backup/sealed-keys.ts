// The keys of a database's sealed values: without them a dump gives away none. So they lie beside the dump only under a
// passphrase.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { DomainError } from "@fulmar/core/operator";
import { z } from "zod";
import { UsageError } from "../program.ts";

/** The keys that open an installation's sealed values. */
export const InstallationKeys = z.object({
  /** FULMAR_SECRET, and FULMAR_OTHER_SECRET if it was set. */
  secrets: z.array(z.string()).min(1),
  /** The file of master keys, or the variable: one key a line, the primary first. */
  master_keys: z.string(),
});
export type InstallationKeys = z.infer<typeof InstallationKeys>;

const SealedKeys = z.object({
  kdf: z.literal("scrypt"),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  cipher: z.literal("aes-256-gcm"),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
});

/** About half a second and 128 MB for each guess. */
const COST = 2 ** 17;
const BLOCK = 8;
const SHORTEST = 12;

/**
 * The passphrase of a file: its first line.
 * @throws UsageError if there is none, or a short one
 */
export function readPassphrase(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(`The file of the passphrase ${file} cannot be read; check --passphrase-file.`, { cause });
  }
  const [passphrase = ""] = text.split(/\r?\n/);
  if (passphrase.length < SHORTEST)
    throw new UsageError(`The passphrase in ${file} must have at least ${SHORTEST} characters in its first line.`);
  return passphrase;
}

/** @param backupId binds the keys to their backup */
export function sealKeys(keys: InstallationKeys, passphrase: string, backupId: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt, COST), nonce).setAAD(Buffer.from(backupId));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys), "utf8"), cipher.final()]);
  const base64 = { salt, nonce, tag: cipher.getAuthTag(), sealed };
  const texts = Object.fromEntries(Object.entries(base64).map(([name, bytes]) => [name, bytes.toString("base64")]));
  return `${JSON.stringify({ kdf: "scrypt", cost: COST, cipher: "aes-256-gcm", ...texts }, undefined, 2)}\n`;
}

/** @throws DomainError if the passphrase is another, or the file was changed */
export function openKeys(text: string, passphrase: string, backupId: string): InstallationKeys {
  const { cost, ...base64 } = SealedKeys.parse(JSON.parse(text));
  const bytes = (name: "salt" | "nonce" | "tag" | "sealed") => Buffer.from(base64[name], "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(passphrase, bytes("salt"), cost), bytes("nonce"))
      .setAAD(Buffer.from(backupId))
      .setAuthTag(bytes("tag"));
    const opened = Buffer.concat([decipher.update(bytes("sealed")), decipher.final()]);
    return InstallationKeys.parse(JSON.parse(opened.toString("utf8")));
  } catch (cause) {
    throw new DomainError("invalid_request", "The passphrase does not open the keys of the backup.", { cause });
  }
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Buffer {
  return scryptSync(passphrase.normalize("NFKC"), salt, 32, { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK });
}
