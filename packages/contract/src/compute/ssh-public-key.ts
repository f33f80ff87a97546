/** An RSA key is refused by the SSH servers of current images when it is shorter. */
const SHORTEST_RSA_BITS = 2048;
const LONGEST_RSA_BITS = 16_384;
const ED25519_BYTES = 32;

/** The lengths of an uncompressed point on each curve (SEC 1, 2.3.3). */
const POINT_BYTES: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** The problem of a key that nobody can use as it is. */
const damaged = (how: string) => `is damaged: ${how}; copy the whole line of the .pub file`;

/** The parts of a key after its type. Returns what is wrong with them. */
type Check = (parts: readonly Uint8Array[]) => string | undefined;

const point =
  (curve: string): Check =>
  ([name, value, ...more]) => {
    if (textOf(name) !== curve) return damaged(`it says ${curve}, but contains another curve`);
    if (value?.length !== POINT_BYTES[curve] || value?.[0] !== 4)
      return damaged(`it contains no point of ${curve} of ${POINT_BYTES[curve]} bytes`);
    return more.length === 0 ? undefined : TOO_MUCH;
  };

const TOO_MUCH = damaged("it contains more than one key has");

/** RFC 8709, 4. */
const ed25519 = (key: Uint8Array | undefined) =>
  key?.length === ED25519_BYTES
    ? undefined
    : damaged(`an Ed25519 key has ${ED25519_BYTES} bytes, and it contains ${key?.length ?? 0}`);

/** OpenSSH, PROTOCOL.u2f: what a security key signs for, after the key. */
const application = ([value, ...more]: readonly Uint8Array[]) => {
  if (value === undefined) return damaged("the application of the security key is missing at its end");
  return more.length === 0 ? undefined : TOO_MUCH;
};

/** The types of key that OpenSSH accepts, with a check of what each consists of. */
const TYPES: Readonly<Record<string, Check>> = {
  "ssh-ed25519": ([key, ...more]) => ed25519(key) ?? (more.length === 0 ? undefined : TOO_MUCH),
  // RFC 4253, 6.6: the exponent and the modulus.
  "ssh-rsa": ([exponent, modulus, ...more]) => {
    if (exponent === undefined || modulus === undefined) return damaged("its end is missing");
    if (more.length > 0) return TOO_MUCH;
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
  "sk-ssh-ed25519@openssh.com": ([key, ...rest]) => ed25519(key) ?? application(rest),
  "sk-ecdsa-sha2-nistp256@openssh.com": (parts) => point("nistp256")(parts.slice(0, 2)) ?? application(parts.slice(2)),
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
 * The one spelling of a public key in which it is stored and compared: a space between its fields, and none around it.
 * Editors and terminals make tabs, several spaces and ends of lines of them.
 */
export function normalSshKey(text: string): string {
  const line = text.trim();
  const fields = /^(\S+)[\t \u00a0]+(\S+)/.exec(line);
  if (fields === null) return line;
  const [both, type, encoded] = fields;
  const comment = line.slice(both.length).replace(/^[\t \u00a0]+/, "");
  return `${type} ${encoded} ${comment.replaceAll("\t", " ")}`.trimEnd();
}

/**
 * What is wrong with a public key in OpenSSH format (`ssh-ed25519 AAAA… comment`), as a sentence without its subject.
 * @returns undefined if it is valid
 */
export function sshKeyProblem(given: string): string | undefined {
  const text = normalSshKey(given);
  const other = OTHER_FORMATS.find(([shape]) => shape.test(text));
  if (other !== undefined) return other[1];
  if (/\p{Cc}/u.test(text)) return severalLines(text);
  const [type = "", encoded = ""] = text.split(" ");
  const check = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (check === undefined)
    return "must be a public key in OpenSSH format, beginning with its type, such as ssh-ed25519 AAAA…";
  const contained = partsOf(encoded);
  if (typeof contained === "string") return damaged(contained);
  const [inside, ...parts] = contained;
  return textOf(inside) === type ? check(parts) : damaged(`it says ${type}, but contains another type of key`);
}

function severalLines(text: string): string {
  const joined = normalSshKey(
    text
      .split(/[\r\n]/)
      .map((line) => line.trim())
      .join(""),
  );
  return /\p{Cc}/u.test(joined) || sshKeyProblem(joined) !== undefined
    ? "must be one key on one line"
    : "is one key on several lines: send it as one line";
}

/** The bytes of a valid key, of which fingerprints are made. */
export function sshKeyBytes(text: string): Uint8Array {
  return bytesOf(text.split(" ")[1] ?? "") ?? new Uint8Array();
}

/** The parts of a key, each after its length (RFC 4251, 5), or why there are none. */
function partsOf(encoded: string): Uint8Array[] | string {
  if (encoded === "") return "the key is missing after its type";
  const strange = /[^A-Za-z0-9+/=]/u.exec(encoded);
  if (strange !== null)
    return `the character ${strange.index + 1} of its second field, ${strange[0]}, is none of base64`;
  const bytes = bytesOf(encoded);
  if (bytes === undefined)
    return encoded.length % 4 === 0 ? "its second field is not written as base64" : "its end is missing";
  const view = new DataView(bytes.buffer);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return "its end is missing";
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return "its end is missing";
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
