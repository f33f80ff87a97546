import type { BalancerCertificate } from "@fulmar/edge-protocol";
import { DomainError } from "../request/domain-error.ts";
import { readCertificate } from "../secret-store/index.ts";
import type { CallFailure } from "../work/call-provider.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import type { DueLoadBalancer } from "./apply-queue.ts";
import { domainsOf } from "./check-domains.ts";
import { certificatesOf } from "./configuration-references.ts";
import { issuedCertificates } from "./domain-certificates.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";

/** Certificates by secret id, and by domain. */
export type ReadCertificates = ReadonlyMap<string, BalancerCertificate>;

type Reading =
  | { readonly kind: "failed"; readonly failure: CallFailure }
  | { readonly kind: "done"; readonly value: ReadCertificates; readonly lacking: CallFailure | undefined };

/**
 * Reads the certificates that the listeners need. An additional one that cannot be used is left out, and the result
 * tells so (`lacking`). Without a listener's own certificate the reading fails, because all its visitors would lose
 * it.
 */
export async function readCertificates(
  { database, vault, secrets }: Pick<WorkerServices, "database" | "vault" | "secrets">,
  due: Pick<DueLoadBalancer, "workspace_id" | "load_balancer_id">,
  configuration: StoredConfiguration,
): Promise<Reading> {
  const { sql } = database;
  const defaults = new Set(configuration.listeners.flatMap(({ certificate }) => certificate?.secret_id ?? []));
  const value = new Map<string, BalancerCertificate>();
  let lacking: CallFailure | undefined;
  for (const { secret_id: secretId } of certificatesOf(configuration)) {
    try {
      const secret = { workspaceId: due.workspace_id, secretId, reader: "apply-load-balancers" };
      const { chainPem, privateKeyPem } = await readCertificate({ sql, vault }, secret);
      value.set(secretId, { chainPem, privateKeyPem });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, message, kind } = error;
      const failure = { code, message, retryable: kind === "unavailable" };
      if (failure.retryable || defaults.has(secretId)) return { kind: "failed", failure };
      lacking ??= { ...failure, message: `The certificate in the secret ${secretId} is left out: ${message}` };
    }
  }
  if (domainsOf(configuration).length > 0)
    for (const [domain, certificate] of await issuedCertificates(sql, secrets, due)) value.set(domain, certificate);
  return { kind: "done", value, lacking };
}
