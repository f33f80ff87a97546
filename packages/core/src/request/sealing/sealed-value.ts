import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "@fulmar/config";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The label of the documents of edges: workers seal them, the API opens them for the edges. */
export const EDGE_DOCUMENTS = "edge documents";

/** The label of the keys of site connections. */
export const SITE_KEYS = "site keys";

/** The label of the password of the mail server that operators set. */
export const MAIL_PASSWORD = "password of the mail server";

/** The label of the client secret of the sign-in provider that operators set. */
export const CLIENT_SECRET = "secret of single sign-on";

/** The label of the keys of ACME accounts, and of the certificates that they get. */
export const CERTIFICATE_KEYS = "certificate keys";

/**
 * Encrypts values that must be readable again, such as the secret of an access key, so that the database alone does not
 * reveal them: AES-256-GCM under a key that is derived from the installation's first secret (HKDF-SHA-256). Values
 * under its other secret open too. The output is nonce, tag and ciphertext.
 */
export class Sealer {
  readonly #key: Uint8Array;
  readonly #otherKeys: readonly Uint8Array[];

  /** @param label the purpose. Sealers of different labels cannot open each other's values */
  constructor([secret, ...others]: Secrets, label: string) {
    const keyOf = (each: string) => new Uint8Array(hkdfSync("sha256", each, "", `fulmar ${label}`, KEY_BYTES));
    this.#key = keyOf(secret);
    this.#otherKeys = others.map(keyOf);
  }

  /** Whether values may be under another secret than the first. */
  get isRotating(): boolean {
    return this.#otherKeys.length > 0;
  }

  /** @param boundTo what the value belongs to, such as its id. `open` needs the same text */
  seal(value: string, boundTo: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(boundTo),
    );
    const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /**
   * @throws Error when the value was changed, belongs to something else, or was sealed under another secret or label
   */
  open(sealed: Uint8Array, boundTo: string): string {
    try {
      return openUnder(this.#key, sealed, boundTo);
    } catch (error) {
      const [opened] = this.#openUnderOthers(sealed, boundTo);
      if (opened === undefined) throw error;
      return opened;
    }
  }

  /**
   * Seals a value again that is under another secret than the first. Undefined if it is under the first, or does not
   * open.
   */
  reseal(sealed: Uint8Array, boundTo: string): Buffer | undefined {
    const [opened] = this.#openUnderOthers(sealed, boundTo);
    return opened === undefined ? undefined : this.seal(opened, boundTo);
  }

  #openUnderOthers(sealed: Uint8Array, boundTo: string): string[] {
    return this.#otherKeys.flatMap((key) => {
      try {
        return [openUnder(key, sealed, boundTo)];
      } catch {
        return [];
      }
    });
  }
}

function openUnder(key: Uint8Array, sealed: Uint8Array, boundTo: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag);
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
