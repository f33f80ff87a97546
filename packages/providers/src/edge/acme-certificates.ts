import { X509Certificate } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import type { Order as AcmeOrder, Authorization, Client } from "acme-client";
import type { Certificate } from "../ports/cdn-ports.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { type AcmeAuthority, acmeClient, type KeySealer, loadAcme } from "./acme-account.ts";

/** Renewed at two thirds of its life, whatever its length. */
const RENEW_AT = 2 / 3;
/** Authorities limit failures by the hour and certificates by the week, so tries become rare. */
const FIRST_DELAY = "interval '15 minutes'";
const LONGEST_DELAY = "interval '1 day'";

const find = statement(
  "acme_certificate_find",
  `SELECT c.expires_at, c.renew_at > now() AS is_good, c.next_try_at > now() AS is_waiting, c.next_try_at, c.problem,
          c.order_url, c.key_sealed
     FROM acme_certificate c WHERE c.certificate_id = $certificate_id AND c.directory_url = $directory_url`,
);

// A certificate of another authority stays at the edges until this one has issued.
const SAME = "c.directory_url = excluded.directory_url";
const FAILURES = `CASE WHEN ${SAME} THEN c.failures ELSE 0 END`;
const OF_AUTHORITY = `directory_url = excluded.directory_url,
          expires_at = CASE WHEN ${SAME} THEN c.expires_at END, renew_at = CASE WHEN ${SAME} THEN c.renew_at END`;

const noteOrder = statement(
  "acme_certificate_order",
  `INSERT INTO acme_certificate AS c (certificate_id, directory_url, order_url, key_sealed)
   VALUES ($certificate_id, $directory_url, $order_url, $key_sealed::bytea)
       ON CONFLICT (certificate_id) DO UPDATE
      SET order_url = excluded.order_url, key_sealed = excluded.key_sealed, failures = ${FAILURES}, ${OF_AUTHORITY}`,
);

const noteIssued = statement(
  "acme_certificate_issued",
  `UPDATE acme_certificate
      SET expires_at = $expires_at, renew_at = $renew_at, failures = 0, next_try_at = NULL, problem = NULL,
          order_url = NULL, key_sealed = NULL
    WHERE certificate_id = $certificate_id AND directory_url = $directory_url`,
);

const noteFailure = statement(
  "acme_certificate_failed",
  `INSERT INTO acme_certificate AS c (certificate_id, directory_url, failures, next_try_at, problem)
   VALUES ($certificate_id, $directory_url, 1, now() + ${FIRST_DELAY}, $problem)
       ON CONFLICT (certificate_id) DO UPDATE
      SET failures = ${FAILURES} + 1, problem = excluded.problem, order_url = NULL, key_sealed = NULL,
          next_try_at = now() + least(${FIRST_DELAY} * 2 ^ least(${FAILURES}, 10), ${LONGEST_DELAY}),
          ${OF_AUTHORITY}
   RETURNING next_try_at`,
);

/** A challenge of an authority, and what proves that the installation answers for the name. */
export interface AcmeChallenge {
  readonly name: string;
  readonly token: string;
  /** Of http-01 the body of the answer (RFC 8555 §8.3), of dns-01 the value of the TXT record (§8.4). */
  readonly answer: string;
}

/** A certificate with its key, in PEM. */
export interface IssuedCertificate extends Certificate {
  readonly chainPem: string;
  readonly privateKeyPem: string;
}

/** A certificate that an authority is asked for, with who answers its challenges and who serves it. */
export interface WantedCertificate {
  /** Unique among all certificates of the installation. The key of an unfinished order is bound to it. */
  readonly id: string;
  readonly names: readonly string[];
  readonly challenge: "http-01" | "dns-01";
  /** Whether the last certificate is served. A lost one is ordered again. */
  isServed(): Promise<boolean>;
  /** Lets the authority see the answer. @throws ProviderError while nobody can answer: no failure of the authority */
  answer(challenge: AcmeChallenge, signal: AbortSignal): Promise<void>;
  withdraw(challenge: AcmeChallenge): Promise<void>;
  /** Serves the certificate from now on. @throws ProviderError while nobody can serve it */
  keep(certificate: IssuedCertificate, signal: AbortSignal): Promise<void>;
}

interface IssuerOptions {
  readonly sql: Sql;
  readonly authority: AcmeAuthority;
  readonly keys: KeySealer;
}

/** An order that was begun, and the key of its certificate. */
interface Order {
  readonly url: string;
  readonly privateKeyPem: string;
}

/** Orders certificates from an ACME authority (RFC 8555, docs/adr/0046). */
export class CertificateIssuer {
  readonly #options: IssuerOptions;

  constructor(options: IssuerOptions) {
    this.#options = options;
  }

  /**
   * Returns the certificate, which is a new one when there is none, or it is to be renewed.
   * @throws ProviderError when the authority refuses or does not answer, or the challenge cannot be answered
   */
  async obtain(wanted: WantedCertificate, signal: AbortSignal): Promise<Certificate> {
    const { sql, authority, keys } = this.#options;
    const { directoryUrl } = authority;
    const { id } = wanted;
    const known = await sql.maybe(find, { certificate_id: id, directory_url: directoryUrl });
    if (known?.is_good && known.expires_at !== null && (await wanted.isServed()))
      return { expiresAt: known.expires_at };
    if (known?.is_waiting && known.next_try_at !== null) throw refusal(known.problem ?? "", known.next_try_at);
    const begun =
      known?.order_url != null && known.key_sealed !== null
        ? { url: known.order_url, privateKeyPem: keys.open(known.key_sealed, id) }
        : undefined;
    try {
      return await untilAborted(new Issue(this.#options, wanted, signal).certificate(begun), signal);
    } catch (error) {
      signal.throwIfAborted();
      // An edge that is away is no failure of the authority.
      if (error instanceof ProviderError) throw error;
      const problem = sentenceOf(error);
      const failed = await sql.maybe(noteFailure, { certificate_id: id, directory_url: directoryUrl, problem });
      throw refusal(problem, failed?.next_try_at ?? new Date(), error);
    }
  }
}

/** One certificate's way from the order to where it is served. */
class Issue {
  readonly #options: IssuerOptions;
  readonly #wanted: WantedCertificate;
  readonly #signal: AbortSignal;

  constructor(options: IssuerOptions, wanted: WantedCertificate, signal: AbortSignal) {
    this.#options = options;
    this.#wanted = wanted;
    this.#signal = signal;
  }

  /** @param begun an order of a process that ended before it had the certificate */
  async certificate(begun: Order | undefined): Promise<Certificate> {
    const { sql, authority, keys } = this.#options;
    const client = await acmeClient(sql, authority, keys, this.#signal);
    const { chainPem, privateKeyPem } = (begun && (await this.#issued(client, begun))) ?? (await this.#order(client));
    const { validFromDate, validToDate: expiresAt } = new X509Certificate(chainPem);
    const renewAt = new Date(validFromDate.getTime() + (expiresAt.getTime() - validFromDate.getTime()) * RENEW_AT);
    await this.#wanted.keep({ chainPem, privateKeyPem, expiresAt }, this.#signal);
    await sql.query(noteIssued, {
      certificate_id: this.#wanted.id,
      directory_url: authority.directoryUrl,
      expires_at: expiresAt,
      renew_at: renewAt,
    });
    return { expiresAt };
  }

  /** The certificate of a former order, unless the authority has not issued it. */
  async #issued(client: Client, { url, privateKeyPem }: Order) {
    const order = await client.getOrder({ url } as AcmeOrder).catch(() => undefined);
    if (order?.status !== "valid" && order?.status !== "processing") return undefined;
    return { chainPem: await client.getCertificate(order), privateKeyPem };
  }

  async #order(client: Client) {
    const { sql, authority, keys } = this.#options;
    const { id, names } = this.#wanted;
    const order = await client.createOrder({ identifiers: names.map((value) => ({ type: "dns", value })) });
    for (const authorization of await client.getAuthorizations(order))
      if (authorization.status !== "valid") await this.#prove(client, authorization);
    this.#signal.throwIfAborted();
    const acme = await loadAcme();
    const [key, csr] = await acme.crypto.createCsr(
      { altNames: [...names] },
      await acme.crypto.createPrivateEcdsaKey("P-256"),
    );
    const privateKeyPem = String(key);
    // Kept first: a process that is killed from here on leaves a certificate that the next one can fetch.
    await sql.query(noteOrder, {
      certificate_id: id,
      directory_url: authority.directoryUrl,
      order_url: order.url,
      key_sealed: keys.seal(privateKeyPem, id),
    });
    const chainPem = await client.getCertificate(await client.finalizeOrder(order, csr));
    return { chainPem, privateKeyPem };
  }

  async #prove(client: Client, { challenges, identifier }: Authorization): Promise<void> {
    const challenge = challenges.find(({ type }) => type === this.#wanted.challenge);
    if (challenge === undefined)
      throw new Error(`It offers no challenge by ${this.#wanted.challenge} for ${identifier.value}.`);
    const answer = await client.getChallengeKeyAuthorization(challenge);
    const answered = { name: identifier.value, token: challenge.token, answer };
    const visit = async () => {
      await this.#wanted.answer(answered, this.#signal);
      await client.completeChallenge(challenge);
      await client.waitForValidStatus(challenge);
    };
    // The first failure is told: whoever cannot answer often cannot withdraw either.
    const [visited] = await Promise.allSettled([visit()]);
    const [withdrawn] = await Promise.allSettled([this.#wanted.withdraw(answered)]);
    for (const result of [visited, withdrawn]) if (result.status === "rejected") throw result.reason;
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
