import type { CertificateDocument, ChallengeDocument } from "@fulmar/edge-protocol";
import type { CertificatePort } from "../ports/cdn-ports.ts";
import { ProviderError } from "../ports/provider-error.ts";
import type { CertificateIssuer, IssuedCertificate } from "./acme-certificates.ts";
import type { EdgeDocuments } from "./edge-documents.ts";

/**
 * Certificates of custom domains of the CDN. Its edges answer the authority's HTTP challenges (RFC 8555 §8.3), and serve
 * the certificates, which are documents of theirs.
 */
export function cdnCertificates(issuer: CertificateIssuer, documents: EdgeDocuments): CertificatePort {
  return {
    obtain(domain, signal) {
      const wanted = {
        ...{ id: domain, names: [domain], challenge: "http-01" as const },
        async answer({ token, answer }: { readonly token: string; readonly answer: string }, limited: AbortSignal) {
          const body: ChallengeDocument = { domain, keyAuthorization: answer };
          await served(documents.put({ kind: "challenge", id: token, body }, limited));
        },
        withdraw: ({ token }: { readonly token: string }) => documents.remove("challenge", token),
        ...keptByEdges(documents, domain, [domain]),
      };
      return issuer.obtain(wanted, signal);
    },
  };
}

/** A certificate that all edges of the CDN serve for these names. */
export function keptByEdges(documents: EdgeDocuments, id: string, names: readonly string[]) {
  return {
    isServed: () => documents.has("certificate", id),
    async keep({ chainPem, privateKeyPem }: IssuedCertificate, signal: AbortSignal) {
      const body: CertificateDocument = { names, chainPem, privateKeyPem };
      await served(documents.put({ kind: "certificate", id, body }, signal));
    },
  };
}

async function served(written: Promise<boolean>): Promise<void> {
  if (await written) return;
  throw new ProviderError(
    "edge_unavailable",
    "No edge serves the CDN yet; the certificate is requested as soon as one does.",
    { retryable: true },
  );
}
