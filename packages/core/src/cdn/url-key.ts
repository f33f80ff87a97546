import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/**
 * Derives the key that signs the URLs of one bucket, from the installation's secret and the stored salt of the
 * workspace's key. Neither of them can sign alone. A bucket that is created again under an old name gets another key.
 */
export function deriveUrlKey(
  secret: string,
  { key_id, salt }: { readonly key_id: string; readonly salt: string },
  bucketId: string,
): Buffer {
  return Buffer.from(
    hkdfSync("sha256", secret, Buffer.from(salt, "hex"), `fulmar cdn url ${key_id} ${bucketId}`, KEY_BYTES),
  );
}
