import type { Configuration } from "@fulmar/config";
import type { Reconciler } from "@fulmar/engine";
import { openQemuImg } from "@fulmar/image-files";
import type { Database, Sql } from "@fulmar/prisma";
import { CertificateIssuer, EdgeDocuments } from "@fulmar/providers";
import { createChanges, enterAs } from "./act-for-groups.ts";
import { evaluateAlerts, purgeAlerts } from "./alerts/index.ts";
import { endApprovals, purgeApprovals } from "./approvals/index.ts";
import { billingReconcilers, invoicePdfFor } from "./billing/index.ts";
import { blockStorageReconcilers } from "./block-storage/index.ts";
import { cdnReconcilers, installationCdn } from "./cdn/index.ts";
import { computeReconcilers, followVmGroups, type GroupServices, suspensionPolicyOf } from "./compute/index.ts";
import { reportHealth, type StartUp, startUpSince } from "./diagnosis/index.ts";
import { dnsReconcilers, installationDns } from "./dns/index.ts";
import { forgetEdgeDocuments } from "./edge/index.ts";
import { purgeEvents } from "./events/index.ts";
import { imageReconcilers } from "./images/index.ts";
import { endViews } from "./installation/index.ts";
import { purgeChanges } from "./live/index.ts";
import { loadBalancingReconcilers } from "./load-balancing/index.ts";
import { createMailer, type Mailer, mailReconcilers } from "./mail/index.ts";
import { keepMetricHours, packMetrics, recordMetrics } from "./metrics/index.ts";
import { networkingReconcilers } from "./networking/index.ts";
import { storageReconcilers } from "./object-storage/index.ts";
import { endRecovery, recoveryReconcilers } from "./recovery/index.ts";
import { purgeIdempotencyKeys } from "./request/change/purge-idempotency-keys.ts";
import { purgeAttempts } from "./request/door/attempt-limit.ts";
import { CERTIFICATE_KEYS, EDGE_DOCUMENTS, Sealer } from "./request/sealing/sealed-value.ts";
import { carryOutSiteDecisions, findUnknownResources, recordStrangers } from "./restore/index.ts";
import { createVault, destroyDeletedSecrets } from "./secret-store/index.ts";
import { guardSites, inspectHosts, inspectSites, recordSiteHours } from "./site/index.ts";
import { endLostTerminals } from "./terminal/index.ts";
import { purgeDeliveries } from "./webhooks/index.ts";
import { SiteGate } from "./work/site-gate.ts";
import { SiteProviders } from "./work/site-providers.ts";
import { Turns } from "./work/turns.ts";
import type { WorkerServices as GroundServices } from "./work/worker-services.ts";

export { issueInvoices, meterUsage } from "./billing/index.ts";
export { MetadataDoor, type MetadataRefusal, metadataProvider } from "./metadata/index.ts";
export { type StorageService, serveStorage } from "./object-storage/index.ts";
export { sagas } from "./operations/index.ts";
export { RateLimiter } from "./request/door/rate-limit.ts";
export { answerSiteQuestions, checkSites, type Questions } from "./site/index.ts";
export {
  abandonedTerminals,
  parseResize,
  SEEN_EVERY_MS,
  type TakenTerminal,
  TERMINAL_CHANNEL,
  takeTerminals,
  type WorkerNotice,
} from "./terminal/index.ts";
export { serveWebhooks, type WebhookService } from "./webhooks/index.ts";
export { SiteFenced } from "./work/fence.ts";

/** The services of sagas and reconcilers. */
export interface WorkerServices extends GroundServices, Pick<GroupServices, "changes" | "enterAs"> {
  readonly mailer: Mailer;
  readonly configuration: Configuration;
  readonly startUp: StartUp;
}

/** All reconcilers of the installation. */
export const reconcilers: readonly Reconciler<WorkerServices>[] = [
  ...billingReconcilers,
  ...blockStorageReconcilers,
  ...cdnReconcilers,
  ...computeReconcilers(endRecovery),
  ...dnsReconcilers,
  ...imageReconcilers,
  ...loadBalancingReconcilers,
  ...mailReconcilers,
  ...networkingReconcilers,
  ...recoveryReconcilers,
  ...storageReconcilers,
  carryOutSiteDecisions,
  destroyDeletedSecrets,
  endApprovals,
  endLostTerminals,
  endViews,
  evaluateAlerts,
  findUnknownResources,
  recordStrangers,
  followVmGroups,
  forgetEdgeDocuments,
  guardSites,
  inspectHosts,
  inspectSites,
  keepMetricHours,
  packMetrics,
  purgeAlerts,
  purgeApprovals,
  purgeAttempts,
  purgeChanges,
  purgeEvents,
  purgeIdempotencyKeys,
  purgeDeliveries,
  recordMetrics,
  recordSiteHours,
  reportHealth,
];

/** How many statements about pages run at a time, of the twenty connections of a worker. */
const PAGES_AT_ONCE = 4;

/** Creates the services of one worker process. The caller keeps ownership of the database. */
export function createWorkerServices(database: Database, configuration: Configuration): WorkerServices {
  const providers = new SiteProviders(database, configuration);
  const gate = new SiteGate(database.sql);
  const pages = new Turns(database.sql, PAGES_AT_ONCE);
  const mailer = createMailer(database.sql, configuration, invoicePdfFor(database.sql));
  const sealed = new Sealer(configuration.secrets, EDGE_DOCUMENTS);
  const documents = new EdgeDocuments(database.sql, (text, boundTo) => sealed.seal(text, boundTo));
  const issuer = issuerOf(database.sql, configuration);
  const vault = createVault(configuration);
  let qemuImg: ReturnType<typeof openQemuImg> | undefined;
  const observedProvider = (name: string) => providers.get(name);
  return {
    database,
    configuration,
    startUp: startUpSince(),
    pages: () => pages.begin(),
    gate,
    observedProvider,
    documents,
    issuer,
    dnsHook: configuration.acme?.dnsHook,
    lostHosts: configuration.lostHosts,
    cdn: installationCdn(database.sql, configuration, { documents, issuer }),
    dns: installationDns(database.sql, configuration),
    configuredDns: configuration.dns,
    vault,
    changes: createChanges(database, configuration, vault),
    enterAs: enterAs(database.sql),
    payments: configuration.payments,
    suspensionPolicy: suspensionPolicyOf(configuration),
    mailer,
    secrets: configuration.secrets,
    webhookPrivateTargets: configuration.webhookPrivateTargets,
    publicCdnUrl: configuration.publicCdnUrl,
    publicObjectStoreUrl: configuration.publicObjectStoreUrl,
    async provider(name) {
      const provider = await observedProvider(name);
      await gate.enter(name, provider.inventory);
      return provider;
    },
    qemuImg() {
      qemuImg ??= openQemuImg(new AbortController().signal);
      return qemuImg;
    },
    providerNames: () => providers.names(),
    async close() {
      mailer.close();
      await providers.close();
    },
  };
}

function issuerOf(sql: Sql, { acme: authority, secrets }: Configuration): CertificateIssuer | undefined {
  return authority && new CertificateIssuer({ sql, authority, keys: new Sealer(secrets, CERTIFICATE_KEYS) });
}
