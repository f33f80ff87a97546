import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import { auditEvent, bySystem } from "../request/audit-event.ts";
import { DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { Vault } from "../request/sealing/vault.ts";
import { FOUND, FOUND_COLUMNS, openValue } from "./secret-values.ts";

/** A certificate with its key, as TLS servers need them: PEM text, the leaf first, then the chain to a root. */
export interface Certificate {
  readonly chainPem: string;
  readonly privateKeyPem: string;
  /**
   * The DNS names and addresses that it is valid for, as X.509 writes them: `DNS:www.example.com, IP
   * Address:192.0.2.1`.
   */
  readonly subjectAltName: string;
  readonly notAfter: Date;
  /** The fault in the order of the chain: TLS servers load it, and visitors who need the chain refuse it. */
  readonly disorder: string | undefined;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

/** The least at OpenSSL's security level 2, which HAProxy has on Debian: 112 bits (SSL_CTX_set_security_level). */
const SHORTEST_RSA_BITS = 2048;
const SHORTEST_CURVE_BITS = 224;
const BROKEN_HASH = /md[245]|sha-?1(?!\d)/i;

/**
 * Parses the certificate in a secret's value: PEM blocks of one private key, without a passphrase, and of the
 * certificates, its own first. It refuses what HAProxy cannot load, because one such file keeps it from all others.
 * @throws DomainError 409 `certificate_invalid`, which names the fault and does not reveal the value
 */
function parseCertificate(value: string): Certificate {
  const blocks = [...value.matchAll(BLOCK)].map(([text, label = ""]) => ({ text, label }));
  const chain = blocks.filter(({ label }) => label === "CERTIFICATE").map(({ text }) => text);
  const [key, ...moreKeys] = blocks.filter(({ label }) => label.endsWith("PRIVATE KEY")).map(({ text }) => text);
  const [leaf] = chain;
  if (leaf === undefined) throw certificateInvalid("no certificate in PEM");
  if (key === undefined || moreKeys.length > 0) throw certificateInvalid("not exactly one private key in PEM");
  const certificates = chain.map(readOne);
  const [own = readOne(leaf, 0)] = certificates;
  if (!own.checkPrivateKey(readKey(key)))
    throw certificateInvalid("a private key that does not belong to the first certificate");
  for (const [index, certificate] of certificates.entries()) {
    const weakness = weaknessOf(certificate);
    if (weakness !== undefined) throw certificateInvalid(`${weakness} in certificate ${index + 1} of its chain`);
  }
  return {
    chainPem: `${chain.join("\n")}\n`,
    privateKeyPem: `${key}\n`,
    subjectAltName: own.subjectAltName ?? "",
    notAfter: new Date(own.validTo),
    disorder: disorderOf(certificates),
  };
}

function readOne(pem: string, index: number): X509Certificate {
  try {
    const certificate = new X509Certificate(pem);
    // A key that OpenSSL does not know is found here.
    void certificate.publicKey;
    return certificate;
  } catch (cause) {
    throw certificateInvalid(`a chain whose certificate ${index + 1} cannot be read`, cause);
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw certificateInvalid("a private key that cannot be read, such as a key with a passphrase", cause);
  }
}

/** Why a TLS server refuses to load a certificate. */
function weaknessOf(certificate: X509Certificate): string | undefined {
  const { asymmetricKeyType: type = "", asymmetricKeyDetails: details = {} } = certificate.publicKey;
  if (details.modulusLength !== undefined && details.modulusLength < SHORTEST_RSA_BITS)
    return `a key (${type}) of ${details.modulusLength} bits, less than ${SHORTEST_RSA_BITS},`;
  const curveBits = Number(/\d{3}/.exec(details.namedCurve ?? "")?.[0] ?? SHORTEST_CURVE_BITS);
  if (curveBits < SHORTEST_CURVE_BITS)
    return `a key on a curve of ${curveBits} bits, less than ${SHORTEST_CURVE_BITS},`;
  // Nobody relies on the signature of a root.
  const isRoot = certificate.checkIssued(certificate);
  return !isRoot && BROKEN_HASH.test(certificate.signatureAlgorithm ?? "")
    ? `a signature by ${certificate.signatureAlgorithm}, which is broken,`
    : undefined;
}

function disorderOf(certificates: readonly X509Certificate[]): string | undefined {
  const wrong = certificates.findIndex((certificate, index) => {
    const issuer = certificates[index + 1];
    return issuer !== undefined && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  });
  return wrong === -1 ? undefined : `certificate ${wrong + 2} of the chain has not signed certificate ${wrong + 1}`;
}

function certificateInvalid(found: string, cause?: unknown) {
  const detail = `The secret holds ${found}; give it a value with a certificate chain and its private key, both in PEM.`;
  return new DomainError("conflict", detail, { code: "certificate_invalid", cause });
}

const read = statement(
  "secret_value_for_system",
  `WITH ${FOUND}, audited AS (
     ${auditEvent({
       rows: "readable r JOIN workspace w USING (workspace_id)",
       ...bySystem("$reader"),
       action: "'secret.value'",
       organization_id: "w.organization_id",
       workspace_id: "r.workspace_id",
       resource_id: "r.secret_id",
     })}
   )
   SELECT ${FOUND_COLUMNS}`,
);

/**
 * Reads the certificate in a secret's latest version, for a saga or a reconciler that configures the user of the
 * secret, or for a request that validates it. The read is in the audit trail under `reader`, the name of that saga,
 * reconciler or operation. After `useSecret`, the secret cannot be deleted.
 * @param parts a request's context has both; a worker has `services.database.sql` and `services.vault`
 * @throws DomainError 404; 409 `certificate_invalid`, `secret_deleted`, `secret_expired`, `version_disabled` or
 * `version_destroyed`; 503 without the master key
 */
export async function readCertificate(
  parts: { readonly sql: Sql; readonly vault: Vault },
  secret: { readonly workspaceId: bigint; readonly secretId: string; readonly reader: string },
): Promise<Certificate> {
  const { workspaceId, secretId, reader } = secret;
  const row = await parts.sql.maybe(read, {
    ...{ workspace_id: workspaceId, secret_id: secretId, version: null },
    ...{ audit_event_id: newId("aud"), reader },
  });
  const { bytes } = await openValue(parts.vault, secretId, row);
  return parseCertificate(bytes.toString("utf8"));
}
