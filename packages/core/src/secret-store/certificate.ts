import { createPrivateKey, X509Certificate } from "node:crypto";
import { DomainError } from "../request/domain-error.ts";

/**
 * A certificate with its key, as TLS servers want them: PEM text, the leaf first, then those that lead from it to a
 * root.
 */
export interface Certificate {
  readonly chainPem: string;
  readonly privateKeyPem: string;
  /** DNS names and addresses that it is good for, as X.509 writes them: `DNS:www.example.com, IP Address:192.0.2.1`. */
  readonly subjectAltName: string;
  readonly notAfter: Date;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

/**
 * The certificate in a secret's value: PEM blocks of one private key, without a passphrase, and of the certificates,
 * its own first.
 * @throws DomainError 409 `certificate_invalid`, which says what is wrong and nothing of the value
 */
export function parseCertificate(value: string): Certificate {
  const blocks = [...value.matchAll(BLOCK)].map(([text, label = ""]) => ({ text, label }));
  const chain = blocks.filter(({ label }) => label === "CERTIFICATE").map(({ text }) => text);
  const [key, ...moreKeys] = blocks.filter(({ label }) => label.endsWith("PRIVATE KEY")).map(({ text }) => text);
  const [leaf] = chain;
  if (leaf === undefined) throw certificateInvalid("no certificate in PEM");
  if (key === undefined || moreKeys.length > 0) throw certificateInvalid("not exactly one private key in PEM");
  const { own, subjectAltName, notAfter } = readPair(leaf, key);
  if (!own) throw certificateInvalid("a private key that does not belong to the first certificate");
  return { chainPem: `${chain.join("\n")}\n`, privateKeyPem: `${key}\n`, subjectAltName, notAfter };
}

function readPair(leaf: string, key: string): { own: boolean; subjectAltName: string; notAfter: Date } {
  try {
    const certificate = new X509Certificate(leaf);
    const own = certificate.checkPrivateKey(createPrivateKey(key));
    return { own, subjectAltName: certificate.subjectAltName ?? "", notAfter: new Date(certificate.validTo) };
  } catch (cause) {
    throw certificateInvalid(
      "a certificate or a private key that cannot be read; a key with a passphrase cannot either",
      cause,
    );
  }
}

function certificateInvalid(found: string, cause?: unknown) {
  const detail = `The secret holds ${found}; give it a value of a certificate chain and its private key, both in PEM.`;
  return new DomainError("conflict", detail, { code: "certificate_invalid", cause });
}
