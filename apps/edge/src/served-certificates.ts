import { X509Certificate } from "node:crypto";
import type { ServedCertificate } from "@fulmar/edge-protocol";

type Described = Pick<ServedCertificate, "fingerprint" | "issuer" | "expiresAt"> & {
  readonly names: readonly string[];
};

/** What certificates say, by the text of their chain. Reading one takes longer than a report should. */
export class ServedCertificates {
  #known = new Map<string, Described>();

  /** Describes what is served. What is not served any more is forgotten. */
  describe(
    served: Iterable<Pick<ServedCertificate, "kind" | "id"> & { readonly name?: string; readonly chainPem: string }>,
  ): readonly ServedCertificate[] {
    const known = new Map<string, Described>();
    const found: ServedCertificate[] = [];
    for (const { kind, id, name, chainPem } of served) {
      const { names, ...described } = known.get(chainPem) ?? this.#known.get(chainPem) ?? read(chainPem);
      known.set(chainPem, { names, ...described });
      for (const one of name === undefined ? names : [name]) found.push({ kind, id, name: one, ...described });
    }
    this.#known = known;
    return found;
  }
}

/** @throws Error when the chain begins with no certificate */
function read(chainPem: string): Described {
  const { fingerprint256, issuer, validToDate, subjectAltName = "" } = new X509Certificate(chainPem);
  const [, signer = ""] = /^CN=(.+)$/m.exec(issuer) ?? /^O=(.+)$/m.exec(issuer) ?? [];
  const names = [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s"]{1,253})/g)].map(([, name = ""]) => name);
  return {
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
    issuer: signer.slice(0, 200),
    expiresAt: validToDate.toISOString(),
    // A certificate may have thousands of names.
    names: names.length === 0 ? ["no name"] : names.slice(0, 20),
  };
}
