/** An RSA key is refused by the SSH servers of current images when it is shorter. */
const SHORTEST_RSA_BITS = 2048;
const LONGEST_RSA_BITS = 16_384;
const ED25519_BYTES = 32;

/** The lengths of an uncompressed point on each curve (SEC 1, 2.3.3). */
const POINT_BYTES: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

const UNREADABLE = "is damaged: copy the whole line of the .pub file";

/** The parts of a key after its type. Returns what is wrong with them. */
type Check = (parts: readonly Uint8Array[]) => string | undefined;

const point =
  (curve: string): Check =>
  ([name, value, ...more]) =>
    textOf(name) === curve && value?.length === POINT_BYTES[curve] && value?.[0] === 4 && more.length === 0
      ? undefined
      : UNREADABLE;

/** The types of key that OpenSSH accepts, with a check of what each consists of. */
const TYPES: Readonly<Record<string, Check>> = {
  // RFC 8709, 4.
  "ssh-ed25519": ([key, ...more]) => (key?.length === ED25519_BYTES && more.length === 0 ? undefined : UNREADABLE),
  // RFC 4253, 6.6: the exponent and the modulus.
  "ssh-rsa": ([exponent, modulus, ...more]) => {
    if (exponent === undefined || modulus === undefined || more.length > 0) return UNREADABLE;
    const bits = bitsOf(modulus);
    if (bits > LONGEST_RSA_BITS) return `is an RSA key of ${bits} bits; use at most ${LONGEST_RSA_BITS}`;
    return bits < SHORTEST_RSA_BITS
      ? `is an RSA key of ${bits} bits; use an Ed25519 key, or an RSA key of at least ${SHORTEST_RSA_BITS} bits`
      : undefined;
  },
  // RFC 5656, 3.1.
  "ecdsa-sha2-nistp256": point("nistp256"),
  "ecdsa-sha2-nistp384": point("nistp384"),
  "ecdsa-sha2-nistp521": point("nistp521"),
  // OpenSSH, PROTOCOL.u2f: as above, and then the application.
  "sk-ssh-ed25519@openssh.com": ([key, application, ...more]) =>
    key?.length === ED25519_BYTES && application !== undefined && more.length === 0 ? undefined : UNREADABLE,
  "sk-ecdsa-sha2-nistp256@openssh.com": ([curve, value, application, ...more]) =>
    curve !== undefined && value !== undefined && application !== undefined && more.length === 0
      ? point("nistp256")([curve, value])
      : UNREADABLE,
};

/** What people send in place of a public key in OpenSSH format. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  [
    /^-----BEGIN [A-Z ]*PRIVATE KEY-----|^PuTTY-User-Key-File/,
    "is a private key, which nobody else may have: send the public key, the line in the .pub file",
  ],
  [/^---- BEGIN SSH2 PUBLIC KEY/, "is in SSH2 format: convert it with ssh-keygen -i -f FILE"],
  [/^-----BEGIN /, "is in PEM format: convert it with ssh-keygen -i -m PKCS8 -f FILE"],
  [/^ssh-dss /, "is a DSA key, which SSH servers no longer accept: use an Ed25519 key"],
  [/^\S+-cert-v01@openssh\.com /, "is a certificate: send the public key that it certifies"],
];

/**
 * What is wrong with a public key in OpenSSH format (`ssh-ed25519 AAAA… comment`), as a sentence without its subject.
 * @returns undefined if it is valid
 */
export function sshKeyProblem(text: string): string | undefined {
  const other = OTHER_FORMATS.find(([shape]) => shape.test(text));
  if (other !== undefined) return other[1];
  if (/\p{Cc}/u.test(text)) return "must be one key on one line";
  const [type = "", encoded = ""] = text.split(" ");
  const check = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (check === undefined)
    return "must be a public key in OpenSSH format, beginning with its type, such as ssh-ed25519 AAAA…";
  const [inside, ...parts] = partsOf(encoded);
  if (inside === undefined) return UNREADABLE;
  return textOf(inside) === type ? check(parts) : `is damaged: it says ${type}, but contains another type of key`;
}

/** The bytes of a valid key, of which fingerprints are made. */
export function sshKeyBytes(text: string): Uint8Array {
  return bytesOf(text.split(" ")[1] ?? "") ?? new Uint8Array();
}

/** The parts of a key, each after its length (RFC 4251, 5). Empty if they do not end where the key ends. */
function partsOf(encoded: string): Uint8Array[] {
  const bytes = bytesOf(encoded);
  if (bytes === undefined) return [];
  const view = new DataView(bytes.buffer);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return [];
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return [];
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function textOf(part: Uint8Array | undefined): string {
  return String.fromCharCode(...(part ?? []));
}

/** The length of a positive integer (mpint), which may begin with a zero byte. */
function bitsOf(number: Uint8Array): number {
  const first = number.findIndex((byte) => byte !== 0);
  const top = number[first];
  return top === undefined ? 0 : (number.length - first) * 8 - Math.clz32(top) + 24;
}
