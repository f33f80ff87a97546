import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isIPv4 } from "node:net";

// The parts of DER (X.690) and X.509 (RFC 5280) that a certificate needs. Node can read certificates but not create
// them.
const SEQUENCE = 0x30;
/** Object identifiers of signatures, as RFC 5758 and RFC 8017 have them, with their parameters. */
const SIGNATURES = {
  "ec sha256": "06082a8648ce3d040302",
  "ec sha1": "06072a8648ce3d0401",
  "rsa sha256": "06092a864886f70d01010b0500",
  "rsa sha1": "06092a864886f70d0101050500",
} as const;
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");

const IN_A_CENTURY = new Date("2120-01-01T00:00:00Z");

/** A certificate and its key, both in PEM. */
export interface KeyedCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/**
 * A self-signed certificate for DNS names or IPv4 addresses and its new key (P-256), both in PEM. It is valid from
 * 2020.
 */
export function selfSignedCertificate(
  names: string | readonly [string, ...string[]],
  until: Date = IN_A_CENTURY,
): KeyedCertificate {
  return newCertificate(names, { until });
}

/**
 * The same with a key of another kind, or signed by another one.
 * @param made.key the length of an RSA key, or the name of a curve
 * @param made.issuer the certificate that signs, with its name; without it, the certificate signs itself
 */
export function newCertificate(
  names: string | readonly [string, ...string[]],
  made: {
    readonly until?: Date;
    readonly key?: number | string;
    readonly issuer?: KeyedCertificate & { readonly name: string };
    readonly hash?: "sha256" | "sha1";
  } = {},
): KeyedCertificate {
  const { until = IN_A_CENTURY, key = "P-256", issuer, hash = "sha256" } = made;
  const privateKey = newKey(key);
  const publicKey = createPublicKey(privateKey);
  const signer = issuer === undefined ? privateKey : createPrivateKey(issuer.privateKeyPem);
  const kind = signer.asymmetricKeyType === "rsa" ? "rsa" : "ec";
  const algorithm = der(SEQUENCE, Buffer.from(SIGNATURES[`${kind} ${hash}`], "hex"));
  const [commonName, ...others] = typeof names === "string" ? [names] : names;
  const altNames = der(SEQUENCE, ...[commonName, ...others].map(altNameOf));
  const altName = der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, altNames));
  const serial = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest()
    .subarray(0, 8);
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), serial])),
    algorithm,
    nameOf(issuer?.name ?? commonName),
    der(
      SEQUENCE,
      der(0x17, Buffer.from("200101000000Z")),
      der(0x18, Buffer.from(`${until.toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`)),
    ),
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, altName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign(hash, content, signer));
  const lines = der(SEQUENCE, content, algorithm, signature)
    .toString("base64")
    .replaceAll(/.{1,64}/g, "$&\n");
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    privateKeyPem: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}

function newKey(key: number | string): KeyObject {
  return typeof key === "number"
    ? generateKeyPairSync("rsa", { modulusLength: key }).privateKey
    : generateKeyPairSync("ec", { namedCurve: key }).privateKey;
}

function nameOf(commonName: string): Buffer {
  return der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
}

function altNameOf(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
