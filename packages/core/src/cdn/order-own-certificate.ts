import { isIP } from "node:net";
import type { Reconciler } from "@fulmar/engine";
import { ownCdnCertificate } from "@fulmar/providers";
import type { WorkerServices } from "../work/worker-services.ts";
import { CdnDomain } from "./edge.ts";

/** An authority checks a domain from several places before it issues. */
const ISSUE_TIMEOUT_MS = 180_000;

/**
 * Sees to it that the CDN's own names have a certificate that lasts, if the operator has a hook for its zone
 * (docs/adr/0054). Refusals are the reconciler's errors, which operators see.
 */
export const orderOwnCertificate: Reconciler<
  Pick<WorkerServices, "dnsHook" | "documents" | "issuer" | "publicCdnUrl">
> = {
  name: "order-cdn-certificate",
  everyMs: 60_000,
  async run({ dnsHook, documents, issuer, publicCdnUrl }, signal) {
    const { name } = new CdnDomain({ publicCdnUrl });
    if (dnsHook === undefined || issuer === undefined || isIP(name) !== 0 || !name.includes(".")) return;
    if (!(await documents.cdnHasEdges())) return;
    const wanted = ownCdnCertificate(documents, name, dnsHook);
    await issuer.obtain(wanted, AbortSignal.any([signal, AbortSignal.timeout(ISSUE_TIMEOUT_MS)]));
  },
};
