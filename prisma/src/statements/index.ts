// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
import type { ActivityStatements } from "./activity.ts";
import type { AdminStatements } from "./admin.ts";
import type { AlertsStatements } from "./alerts.ts";
import type { ApprovalsStatements } from "./approvals.ts";
import type { AuditStatements } from "./audit.ts";
import type { BillingStatements } from "./billing.ts";
import type { BlockStorageStatements } from "./block-storage.ts";
import type { CatalogStatements } from "./catalog.ts";
import type { CdnStatements } from "./cdn.ts";
import type { CellsStatements } from "./cells.ts";
import type { ComputeStatements } from "./compute.ts";
import type { DiagnosisStatements } from "./diagnosis.ts";
import type { DnsStatements } from "./dns.ts";
import type { EdgeStatements } from "./edge.ts";
import type { EngineStatements } from "./engine.ts";
import type { EventsStatements } from "./events.ts";
import type { ForesightStatements } from "./foresight.ts";
import type { GraphStatements } from "./graph.ts";
import type { IdentityStatements } from "./identity.ts";
import type { ImagesStatements } from "./images.ts";
import type { InstallationStatements } from "./installation.ts";
import type { LiveStatements } from "./live.ts";
import type { LoadBalancingStatements } from "./load-balancing.ts";
import type { MailStatements } from "./mail.ts";
import type { MetadataStatements } from "./metadata.ts";
import type { MetricsStatements } from "./metrics.ts";
import type { NetworkingStatements } from "./networking.ts";
import type { ObjectStorageStatements } from "./object-storage.ts";
import type { ObjectStoreStatements } from "./object-store.ts";
import type { OperationsStatements } from "./operations.ts";
import type { OverviewStatements } from "./overview.ts";
import type { ProvidersStatements } from "./providers.ts";
import type { RecoveryStatements } from "./recovery.ts";
import type { RequestStatements } from "./request.ts";
import type { RestoreStatements } from "./restore.ts";
import type { SearchStatements } from "./search.ts";
import type { SecretStoreStatements } from "./secret-store.ts";
import type { SettingsStatements } from "./settings.ts";
import type { SiteStatements } from "./site.ts";
import type { TenancyStatements } from "./tenancy.ts";
import type { TerminalStatements } from "./terminal.ts";
import type { TestkitStatements } from "./testkit.ts";
import type { TokenStatements } from "./token.ts";
import type { WebhooksStatements } from "./webhooks.ts";
import type { WorkStatements } from "./work.ts";

/** By the name of a statement, what it takes and what it answers. */
export interface StatementTypes
  extends
    ActivityStatements,
    AdminStatements,
    AlertsStatements,
    ApprovalsStatements,
    AuditStatements,
    BillingStatements,
    BlockStorageStatements,
    CatalogStatements,
    CdnStatements,
    CellsStatements,
    ComputeStatements,
    DiagnosisStatements,
    DnsStatements,
    EdgeStatements,
    EngineStatements,
    EventsStatements,
    ForesightStatements,
    GraphStatements,
    IdentityStatements,
    ImagesStatements,
    InstallationStatements,
    LiveStatements,
    LoadBalancingStatements,
    MailStatements,
    MetadataStatements,
    MetricsStatements,
    NetworkingStatements,
    ObjectStorageStatements,
    ObjectStoreStatements,
    OperationsStatements,
    OverviewStatements,
    ProvidersStatements,
    RecoveryStatements,
    RequestStatements,
    RestoreStatements,
    SearchStatements,
    SecretStoreStatements,
    SettingsStatements,
    SiteStatements,
    TenancyStatements,
    TerminalStatements,
    TestkitStatements,
    TokenStatements,
    WebhooksStatements,
    WorkStatements {}
