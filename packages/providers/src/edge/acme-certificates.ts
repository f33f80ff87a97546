import { X509Certificate } from "node:crypto";
import type { CertificateDocument, ChallengeDocument } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import acme from "acme-client";
import type { Certificate, CertificatePort } from "../ports/cdn-ports.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { type AcmeAuthority, acmeClient, type KeySealer } from "./acme-account.ts";
import type { CdnDocuments } from "./cdn-documents.ts";

/** Renewed at two thirds of its life, whatever its length. */
const RENEW_AT = 2 / 3;
/** Authorities limit failures by the hour and certificates by the week, so tries become rare. */
const FIRST_DELAY = "interval '15 minutes'";
const LONGEST_DELAY = "interval '1 day'";

const find = statement(
  "acme_certificate_find",
  `SELECT c.expires_at, c.renew_at > now() AS is_good, c.next_try_at > now() AS is_waiting, c.next_try_at, c.problem, c.order_url, c.key_sealed,
          EXISTS (SELECT FROM edge_document d WHERE d.kind = 'certificate' AND d.id = c.domain AND d.body_sealed IS NOT NULL) AS is_served
     FROM acme_certificate c WHERE c.domain = $1 AND c.directory_url = $2`,
);

// A certificate of another authority stays at the edges until this one has issued.
const SAME = "c.directory_url = excluded.directory_url";
const FAILURES = `CASE WHEN ${SAME} THEN c.failures ELSE 0 END`;
const OF_AUTHORITY = `directory_url = excluded.directory_url,
          expires_at = CASE WHEN ${SAME} THEN c.expires_at END, renew_at = CASE WHEN ${SAME} THEN c.renew_at END`;

const noteOrder = statement(
  "acme_certificate_order",
  `INSERT INTO acme_certificate AS c (domain, directory_url, order_url, key_sealed) VALUES ($1, $2, $3, $4::bytea)
       ON CONFLICT (domain) DO UPDATE
      SET order_url = excluded.order_url, key_sealed = excluded.key_sealed, failures = ${FAILURES}, ${OF_AUTHORITY}`,
);

const noteIssued = statement(
  "acme_certificate_issued",
  `UPDATE acme_certificate SET expires_at = $3, renew_at = $4, failures = 0, next_try_at = NULL, problem = NULL, order_url = NULL, key_sealed = NULL
    WHERE domain = $1 AND directory_url = $2`,
);

const noteFailure = statement(
  "acme_certificate_failed",
  `INSERT INTO acme_certificate AS c (domain, directory_url, failures, next_try_at, problem) VALUES ($1, $2, 1, now() + ${FIRST_DELAY}, $3)
       ON CONFLICT (domain) DO UPDATE
      SET failures = ${FAILURES} + 1, problem = excluded.problem, order_url = NULL, key_sealed = NULL,
          next_try_at = now() + least(${FIRST_DELAY} * 2 ^ least(${FAILURES}, 10), ${LONGEST_DELAY}),
          ${OF_AUTHORITY}
   RETURNING next_try_at`,
);

export interface AcmeOptions {
  readonly sql: Sql;
  readonly documents: CdnDocuments;
  readonly authority: AcmeAuthority;
  readonly keys: KeySealer;
}

/** What is known of a domain's certificate at one authority. */
interface Order {
  readonly url: string;
  readonly privateKeyPem: string;
}

/**
 * Certificates of an ACME authority (RFC 8555, docs/adr/0046). The edges of the CDN answer its HTTP challenges, and
 * serve the certificate.
 */
export function acmeCertificates(options: AcmeOptions): CertificatePort {
  const { sql, authority, keys } = options;
  const { directoryUrl } = authority;
  return {
    async obtain(domain, signal) {
      const [known] = await sql.query(find, [domain, directoryUrl]);
      if (known?.is_good && known.is_served && known.expires_at !== null) return { expiresAt: known.expires_at };
      if (known?.is_waiting && known.next_try_at !== null) throw refusal(known.problem ?? "", known.next_try_at);
      const begun =
        known?.order_url != null && known.key_sealed !== null
          ? { url: known.order_url, privateKeyPem: keys.open(known.key_sealed, domain) }
          : undefined;
      try {
        return await untilAborted(new Issue(options, domain, signal).certificate(begun), signal);
      } catch (error) {
        signal.throwIfAborted();
        // An edge that is away is no failure of the authority.
        if (error instanceof ProviderError) throw error;
        const problem = sentenceOf(error);
        const [failed] = await sql.query(noteFailure, [domain, directoryUrl, problem]);
        throw refusal(problem, failed?.next_try_at ?? new Date(), error);
      }
    },
  };
}

/** One certificate's way from the order to the edges. */
class Issue {
  readonly #options: AcmeOptions;
  readonly #domain: string;
  readonly #signal: AbortSignal;

  constructor(options: AcmeOptions, domain: string, signal: AbortSignal) {
    this.#options = options;
    this.#domain = domain;
    this.#signal = signal;
  }

  /** @param begun an order of a process that ended before it had the certificate */
  async certificate(begun: Order | undefined): Promise<Certificate> {
    const { sql, authority, keys, documents } = this.#options;
    const client = await acmeClient(sql, authority, keys, this.#signal);
    const { chainPem, privateKeyPem } = (begun && (await this.#issued(client, begun))) ?? (await this.#order(client));
    const { validFromDate, validToDate } = new X509Certificate(chainPem);
    const renewAt = new Date(validFromDate.getTime() + (validToDate.getTime() - validFromDate.getTime()) * RENEW_AT);
    const body: CertificateDocument = { names: [this.#domain], chainPem, privateKeyPem };
    await this.#put(documents.put({ kind: "certificate", id: this.#domain, body }, this.#signal));
    await sql.query(noteIssued, [this.#domain, authority.directoryUrl, validToDate, renewAt]);
    return { expiresAt: validToDate };
  }

  /** The certificate of a former order, unless the authority has not issued it. */
  async #issued(client: acme.Client, { url, privateKeyPem }: Order) {
    const order = await client.getOrder({ url } as acme.Order).catch(() => undefined);
    if (order?.status !== "valid" && order?.status !== "processing") return undefined;
    return { chainPem: await client.getCertificate(order), privateKeyPem };
  }

  async #order(client: acme.Client) {
    const { sql, authority, keys } = this.#options;
    const order = await client.createOrder({ identifiers: [{ type: "dns", value: this.#domain }] });
    for (const authorization of await client.getAuthorizations(order))
      if (authorization.status !== "valid") await this.#prove(client, authorization);
    this.#signal.throwIfAborted();
    const [key, csr] = await acme.crypto.createCsr(
      { altNames: [this.#domain] },
      await acme.crypto.createPrivateEcdsaKey("P-256"),
    );
    const privateKeyPem = String(key);
    // Kept first: a process that is killed from here on leaves a certificate that the next one can fetch.
    const sealed = keys.seal(privateKeyPem, this.#domain);
    await sql.query(noteOrder, [this.#domain, authority.directoryUrl, order.url, sealed]);
    const chainPem = await client.getCertificate(await client.finalizeOrder(order, csr));
    return { chainPem, privateKeyPem };
  }

  /** Answers the authority's HTTP challenge by the edges (RFC 8555 §8.3). */
  async #prove(client: acme.Client, { challenges }: acme.Authorization): Promise<void> {
    const { documents } = this.#options;
    const challenge = challenges.find(({ type }) => type === "http-01");
    if (challenge === undefined) throw new Error("It offers no HTTP challenge for this domain.");
    const keyAuthorization = await client.getChallengeKeyAuthorization(challenge);
    const body: ChallengeDocument = { domain: this.#domain, keyAuthorization };
    try {
      await this.#put(documents.put({ kind: "challenge", id: challenge.token, body }, this.#signal));
      await client.completeChallenge(challenge);
      await client.waitForValidStatus(challenge);
    } finally {
      await documents.remove("challenge", challenge.token);
    }
  }

  async #put(written: Promise<boolean>): Promise<void> {
    if (await written) return;
    throw new ProviderError(
      "edge_unavailable",
      "No edge serves the CDN yet; the certificate is requested as soon as one does.",
      { retryable: true },
    );
  }
}

/** The client knows no signals, so that its last request may end after the call. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function refusal(problem: string, nextTry: Date, cause?: unknown): ProviderError {
  const at = nextTry.toISOString().replace(/\.\d+Z$/, "Z");
  return new ProviderError(
    "certificate_refused",
    `The certificate authority did not issue a certificate: ${problem} The next try is at ${at}.`,
    { retryable: true, cause },
  );
}

const LONGEST_SENTENCE = 500;

/** The authority's own words, as a sentence. */
function sentenceOf(error: unknown): string {
  // The client's way of saying that a connection broke.
  if (error instanceof TypeError) return "The connection to it broke.";
  const text = (error instanceof Error ? error.message : String(error)).trim().slice(0, LONGEST_SENTENCE);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
