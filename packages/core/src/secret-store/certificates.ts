import { createPrivateKey, X509Certificate } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { Vault } from "../request/vault.ts";
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
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;

/**
 * Parses the certificate in a secret's value: PEM blocks of one private key, without a passphrase, and of the
 * certificates, its own first.
 * @throws DomainError 409 `certificate_invalid`, which names the fault and does not reveal the value
 */
function parseCertificate(value: string): Certificate {
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
      "a certificate or a private key that cannot be read, such as a key with a passphrase",
      cause,
    );
  }
}

function certificateInvalid(found: string, cause?: unknown) {
  const detail = `The secret holds ${found}; give it a value with a certificate chain and its private key, both in PEM.`;
  return new DomainError("conflict", detail, { code: "certificate_invalid", cause });
}

const read = statement(
  "secret_value_for_system",
  `WITH ${FOUND}, audited AS (
     INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
     SELECT $4, w.organization_id, r.workspace_id, 'system', $5, 'Fulmar', 'secret.value', r.secret_id, $4, 200
       FROM readable r JOIN workspace w USING (workspace_id)
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
  const [row] = await parts.sql.query(read, [workspaceId, secretId, null, newId("aud"), reader]);
  const { bytes } = await openValue(parts.vault, secretId, row);
  return parseCertificate(bytes.toString("utf8"));
}
