import { readFile } from "node:fs/promises";
import { type KeyManagement, KeyUnavailable, type WrappedKey } from "../ports/key-management-port.ts";
import { type MasterKey, parseMasterKeys } from "./key-file.ts";
import { open, seal } from "./sealing.ts";

/** Where the master keys come from: a file, which is read again when it may have changed, or a text. */
export type MasterKeySource = { readonly file: string } | { readonly text: string };

type Keys = readonly [MasterKey, ...MasterKey[]];

/**
 * Master keys held by this process; the first is the primary. The file is read before each wrap, which happens once per
 * store, and when an unknown key id occurs, so a rotation needs no restart.
 */
export function localKeyManagement(source: MasterKeySource): KeyManagement {
  let known: ReadonlyMap<string, MasterKey> = new Map();

  async function load(): Promise<Keys> {
    const keys = await readMasterKeys(source);
    known = new Map(keys.map((key) => [key.id, key]));
    return keys;
  }

  async function keyOf(id: string): Promise<MasterKey> {
    if (!known.has(id)) await load();
    const key = known.get(id);
    if (key === undefined) throw new KeyUnavailable(`the master key ${id} is not among those of ${whereOf(source)}`);
    return key;
  }

  return {
    async primaryKeyId() {
      const [primary] = await load();
      return primary.id;
    },
    async wrap(dataKey, context) {
      const [{ id, key }] = await load();
      return { keyId: id, wrapped: seal(key, dataKey, bindingOf(id, context)) };
    },
    async unwrap({ keyId, wrapped }: WrappedKey, context) {
      const { key } = await keyOf(keyId);
      return open(key, wrapped, bindingOf(keyId, context));
    },
  };
}

/**
 * Reads the master keys of a source, primary first. @throws KeyUnavailable, whose message describes the problem without
 * revealing key material
 */
export async function readMasterKeys(source: MasterKeySource): Promise<Keys> {
  const [primary, ...others] = parseMasterKeys(await textOf(source)) ?? [];
  if (primary === undefined)
    throw new KeyUnavailable(`${whereOf(source)} does not hold keys of 64 hexadecimal digits, one for each line`);
  return [primary, ...others];
}

async function textOf(source: MasterKeySource): Promise<string> {
  if ("text" in source) return source.text;
  try {
    return await readFile(source.file, "utf8");
  } catch (cause) {
    throw new KeyUnavailable(`${whereOf(source)} cannot be read`, { cause });
  }
}

function whereOf(source: MasterKeySource): string {
  return "text" in source ? "FULMAR_MASTER_KEY" : source.file;
}

function bindingOf(keyId: string, context: string): string {
  return JSON.stringify(["fulmar data key", keyId, context]);
}
