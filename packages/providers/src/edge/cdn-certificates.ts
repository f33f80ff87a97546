import type { CertificateDocument, ChallengeDocument } from "@fulmar/edge-protocol";
import type { CertificatePort } from "../ports/cdn-ports.ts";
import { ProviderError } from "../ports/provider-error.ts";
import type { AcmeChallenge, CertificateIssuer, IssuedCertificate, WantedCertificate } from "./acme-certificates.ts";
import { runDnsHook } from "./dns-hook.ts";
import type { EdgeDocuments } from "./edge-documents.ts";

/**
 * Certificates of custom domains of the CDN. Its edges answer the authority's HTTP challenges (RFC 8555 §8.3), and
 * serve the certificates, which are documents of theirs.
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

const MOST_REMOVE_MS = 60_000;

/**
 * The certificate of the CDN's own domain and of all names below it, which only its zone can prove (RFC 8555 §8.4). The
 * operator's hook writes the records, and all edges of the CDN serve the certificate.
 * @param hook the path of the program
 */
export function ownCdnCertificate(documents: EdgeDocuments, domain: string, hook: string): WantedCertificate {
  const recordOf = ({ name, answer }: AcmeChallenge) => ({ name: `_acme-challenge.${name}`, value: answer });
  const names = [domain, `*.${domain}`];
  const id = ownCertificateId(domain);
  return {
    ...{ id, names, challenge: "dns-01" },
    answer: (challenge, signal) => runDnsHook(hook, "present", recordOf(challenge), signal),
    withdraw: (challenge) => runDnsHook(hook, "remove", recordOf(challenge), AbortSignal.timeout(MOST_REMOVE_MS)),
    ...keptByEdges(documents, id, names),
  };
}

/** The id of the certificate of the CDN's own names. No custom domain has it. */
export function ownCertificateId(domain: string): string {
  return `*.${domain}`;
}

/** A certificate that all edges of the CDN serve for these names. */
function keptByEdges(documents: EdgeDocuments, id: string, names: readonly string[]) {
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
