import type { BalancerChallengeDocument } from "@fulmar/edge-protocol";
import type { Reconciler } from "@fulmar/engine";
import { type AcmeChallenge, type DomainResolver, ProviderError, type WantedCertificate } from "@fulmar/providers";
import { CERTIFICATE_KEYS, Sealer } from "../request/sealing/sealed-value.ts";
import { callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { workFairly } from "../work/work-fairly.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { CertificateQueue, type DueCertificate } from "./certificate-queue.ts";
import { certificateId } from "./domain-certificates.ts";

const DAY_MS = 86_400_000;
/** An authority checks the domain from several places before it issues. */
const ISSUE_TIMEOUT_MS = 120_000;
/** The authority itself is asked as rarely as its limits demand (docs/adr/0046). */
const DELAY = { firstMs: 10_000, mostMs: 900_000 };

const NO_AUTHORITY =
  "The installation has no certificate authority any more; give the listener a certificate from the secret store.";
const NO_ADDRESS =
  "The load balancer has no public address at which the certificate authority could visit the domain; " +
  "attach a reserved IP to it.";
const NO_EDGE =
  "No edge of the site answers certificate authorities yet; the certificate is requested as soon as one does.";

type Services = Pick<WorkerServices, "cdn" | "database" | "documents" | "issuer" | "provider" | "secrets">;

/**
 * Sees to it that each domain of a load balancer has a certificate that lasts (docs/adr/0053). A domain is in force at
 * its load balancer first, so that the authority's visits are answered.
 */
export const orderCertificates: Reconciler<Services> = {
  name: "order-load-balancer-certificates",
  everyMs: 500,
  async run(services, signal) {
    const queue = new CertificateQueue(services.database.sql);
    await workFairly(queue, (due) => order(services, queue, due, signal), signal);
  },
};

/** @returns whether it failed */
async function order(
  services: Services,
  queue: CertificateQueue,
  due: DueCertificate,
  signal: AbortSignal,
): Promise<boolean> {
  const laterMs = retryDelayMs(due.check_attempts + 1, DELAY);
  const { issuer, cdn } = services;
  const { public_ip } = due;
  if (issuer === undefined || public_ip === null) {
    await queue.lookAgain(due, laterMs, issuer === undefined ? NO_AUTHORITY : NO_ADDRESS);
    return false;
  }
  const provider = await unlessFenced(services.provider(due.provider));
  if (provider === undefined) {
    await queue.wait(due, FENCED_MS);
    return false;
  }
  const beginning = {
    ...{ resourceId: due.load_balancer_id, resourceName: due.name },
    ...{ step: "issue-certificate", waited: due.check_waited },
  };
  const wanted = certificateOf(services, queue, due);
  const obtain = async (limited: AbortSignal) => {
    await requirePointing(cdn.resolver, due.domain, public_ip, limited);
    await issuer.obtain(wanted, limited);
  };
  const result = await callProvider(provider, beginning, obtain, signal, ISSUE_TIMEOUT_MS);
  if (result.kind === "failed") {
    const { code, message } = result.failure;
    await queue.lookAgain(due, laterMs, message, code === "certificate_refused");
  } else if (result.kind === "busy") await queue.wait(due, result.busyMs);
  else await queue.lookAgain(due, DAY_MS, null);
  return result.kind === "failed";
}

/**
 * An authority counts the orders of the whole installation, so that a domain that leads elsewhere must not become one.
 * @throws ProviderError for a domain that does not point to the load balancer, and when DNS does not answer
 */
async function requirePointing(resolver: DomainResolver, domain: string, publicIp: string, signal: AbortSignal) {
  const addresses = await resolver.addresses(domain, signal);
  if (addresses.includes(publicIp)) return;
  const found = addresses.length === 0 ? "has no address in DNS" : `points to ${addresses.slice(0, 3).join(", ")}`;
  throw new ProviderError(
    "domain_elsewhere",
    `The domain ${domain} ${found}; give it an A record with the load balancer's address, ${publicIp}.`,
    { retryable: true },
  );
}

/** The certificate of a domain. The load balancer answers the authority at its own address, and no other one does. */
function certificateOf(
  { documents, secrets }: Pick<Services, "documents" | "secrets">,
  queue: CertificateQueue,
  due: DueCertificate,
): WantedCertificate {
  const id = certificateId(due);
  const kind = "balancer_challenge";
  return {
    ...{ id, names: [due.domain], challenge: "http-01" },
    isServed: async () => due.issued,
    async answer({ token, answer }: AcmeChallenge, signal) {
      const body: BalancerChallengeDocument = { loadBalancerId: due.load_balancer_id, keyAuthorization: answer };
      if (await documents.put({ kind, id: token, siteId: due.site_id, body }, signal)) return;
      throw new ProviderError("edge_unavailable", NO_EDGE, { retryable: true });
    },
    withdraw: ({ token }) => documents.remove(kind, token),
    async keep({ chainPem, privateKeyPem, expiresAt }) {
      const sealed = new Sealer(secrets, CERTIFICATE_KEYS).seal(privateKeyPem, id);
      await queue.keep(due, chainPem, sealed, expiresAt);
    },
  };
}
