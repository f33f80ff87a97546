// Generated from the contract by `npm run generate`.

import type { List } from "../list.ts";
import type { Planned } from "../plans.ts";
import type { CallOptions } from "../transport.ts";
import type {
  AddressIsolation,
  AddressRange,
  AnnouncementChange,
  CatalogComparison,
  CatalogFile,
  CatalogImageImport,
  CatalogImport,
  CreatedOperatorToken,
  CreditLimit,
  DiscountPreviewRequest,
  EdgeChange,
  EdgeRemoval,
  HostAddition,
  HostChange,
  HostCordon,
  HostDedication,
  HostDrain,
  HostLoss,
  HostRemoval,
  InstallationLogo,
  InvoicePostponement,
  NewActing,
  NewAnnouncement,
  NewEdge,
  NewOperator,
  NewOperatorToken,
  NewPlan,
  NewPriceBook,
  NewQuotaClass,
  NewRegion,
  NewSite,
  NewTaxRate,
  OperationExplanation,
  Operator,
  OperatorActing,
  OperatorAddress,
  OperatorAdoptionPreview,
  OperatorAnnouncement,
  OperatorBalance,
  OperatorBalancePreview,
  OperatorCertificate,
  OperatorChangePlan,
  OperatorDrainPreview,
  OperatorEdge,
  OperatorEdgeToken,
  OperatorEvent,
  OperatorFailingWebhook,
  OperatorHealth,
  OperatorHit,
  OperatorHost,
  OperatorHostScript,
  OperatorHostVm,
  OperatorImage,
  OperatorInvoice,
  OperatorLossPreview,
  OperatorMail,
  OperatorOperation,
  OperatorOrganization,
  OperatorOrganizationDetail,
  OperatorOverview,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorPerson,
  OperatorPersonDetail,
  OperatorPlan,
  OperatorPriceBook,
  OperatorPriceBookDetail,
  OperatorQuotaClass,
  OperatorQuotaRequest,
  OperatorRegion,
  OperatorResumePreview,
  OperatorRoleChoice,
  OperatorSelf,
  OperatorSettings,
  OperatorSignInProvider,
  OperatorSingleSignOn,
  OperatorSite,
  OperatorSiteDecision,
  OperatorSiteDetails,
  OperatorStranger,
  OperatorTaxRate,
  OperatorTestMail,
  OperatorToken,
  OperatorUnknownResource,
  OperatorVm,
  OperatorWebhook,
  OrganizationBillingDetails,
  OrganizationQuotaClass,
  OrganizationResumption,
  OrganizationSuspension,
  PaymentCancellation,
  PaymentConfirmation,
  PaymentRefundRequest,
  PersonLock,
  PersonUnlock,
  PlanChange,
  PlanSites,
  PriceBookChoice,
  PriceBookDiscount,
  PriceBookPreviewRequest,
  PriceBookRename,
  PriceChange,
  PricePreview,
  PricePreviewRequest,
  QuotaClassLimits,
  QuotaGrant,
  QuotaRefusal,
  RegionRemoval,
  SecondFactorReset,
  Seller,
  SessionsEnd,
  SetLogo,
  SetMail,
  SetSeller,
  SetSingleSignOn,
  SettingsChange,
  SiteBalancing,
  SiteCheck,
  SiteClosing,
  SiteFencing,
  SiteRemoval,
  SiteRenewal,
  SiteResume,
  StrangerAdoption,
  TopUp,
  UnknownAdoption,
  UnknownDiscard,
  VmHold,
} from "./operator-schemas.ts";

import type {
  BillingDetails,
  Invoice,
  Timestamp,
} from "./schemas.ts";

/** The operations of the installation, by resource. */
export interface InstallationApi {
  readonly operatorOverview: OperatorOverviewApi;
  readonly operatorHealth: OperatorHealthApi;
  readonly operator: OperatorApi;
  readonly operatorToken: OperatorTokenApi;
  readonly operatorEvent: OperatorEventApi;
  readonly operatorOrganization: OperatorOrganizationApi;
  readonly operatorPayment: OperatorPaymentApi;
  readonly operatorPerson: OperatorPersonApi;
  readonly operatorPlan: OperatorPlanApi;
  readonly operatorImage: OperatorImageApi;
  readonly operatorCatalog: OperatorCatalogApi;
  readonly operatorPriceBook: OperatorPriceBookApi;
  readonly operatorOperation: OperatorOperationApi;
  readonly operatorSite: OperatorSiteApi;
  readonly operatorHost: OperatorHostApi;
  readonly operatorUnknownResource: OperatorUnknownResourceApi;
  readonly operatorSiteDecision: OperatorSiteDecisionApi;
  readonly operatorStranger: OperatorStrangerApi;
  readonly operatorTaxRate: OperatorTaxRateApi;
  readonly operatorSeller: OperatorSellerApi;
  readonly operatorInvoice: OperatorInvoiceApi;
  readonly operatorQuotaClass: OperatorQuotaClassApi;
  readonly operatorQuotaRequest: OperatorQuotaRequestApi;
  readonly operatorSettings: OperatorSettingsApi;
  readonly operatorMail: OperatorMailApi;
  readonly operatorSingleSignOn: OperatorSingleSignOnApi;
  readonly operatorSearch: OperatorSearchApi;
  readonly operatorAnnouncement: OperatorAnnouncementApi;
  readonly operatorVm: OperatorVmApi;
  readonly operatorAddress: OperatorAddressApi;
  readonly operatorActing: OperatorActingApi;
  readonly operatorEdge: OperatorEdgeApi;
  readonly operatorWebhook: OperatorWebhookApi;
  readonly operatorRegion: OperatorRegionApi;
  readonly operatorCertificate: OperatorCertificateApi;
}

/** What the changes of the installation would do, by resource. Nothing is changed. */
export interface InstallationPlans {
  readonly operator: Planned<OperatorApi, "add" | "setRole" | "remove", OperatorChangePlan>;
  readonly operatorToken: Planned<OperatorTokenApi, "create" | "revoke", OperatorChangePlan>;
  readonly operatorOrganization: Planned<OperatorOrganizationApi, "suspend" | "resume" | "topUp" | "setCredit"
    | "setPriceBook" | "removePriceBook" | "setBillingDetails" | "setQuotaClass", OperatorChangePlan>;
  readonly operatorPayment: Planned<OperatorPaymentApi, "confirm" | "cancel" | "refund", OperatorChangePlan>;
  readonly operatorPerson: Planned<OperatorPersonApi, "endSessions" | "resetSecondFactor" | "lock" | "unlock"
    | "delete", OperatorChangePlan>;
  readonly operatorPlan: Planned<OperatorPlanApi, "create" | "update" | "setSites" | "retire" | "restore",
    OperatorChangePlan>;
  readonly operatorImage: Planned<OperatorImageApi, "retire" | "restore" | "publish" | "unpublish" | "import",
    OperatorChangePlan>;
  readonly operatorCatalog: Planned<OperatorCatalogApi, "import", OperatorChangePlan>;
  readonly operatorPriceBook: Planned<OperatorPriceBookApi, "create" | "rename" | "remove" | "setDiscount"
    | "removeDiscount" | "setPrice" | "removePrice", OperatorChangePlan>;
  readonly operatorSite: Planned<OperatorSiteApi, "close" | "open" | "fence" | "create" | "renew" | "check" | "remove"
    | "addAddresses" | "balance" | "stopBalance" | "resume", OperatorChangePlan>;
  readonly operatorHost: Planned<OperatorHostApi, "update" | "cordon" | "drain" | "declareLost" | "restore" | "dedicate"
    | "release" | "add" | "remove", OperatorChangePlan>;
  readonly operatorUnknownResource: Planned<OperatorUnknownResourceApi, "adopt" | "discard", OperatorChangePlan>;
  readonly operatorStranger: Planned<OperatorStrangerApi, "adopt", OperatorChangePlan>;
  readonly operatorTaxRate: Planned<OperatorTaxRateApi, "create" | "delete", OperatorChangePlan>;
  readonly operatorSeller: Planned<OperatorSellerApi, "update", OperatorChangePlan>;
  readonly operatorInvoice: Planned<OperatorInvoiceApi, "postpone", OperatorChangePlan>;
  readonly operatorQuotaClass: Planned<OperatorQuotaClassApi, "create" | "setLimits" | "setDefault" | "remove",
    OperatorChangePlan>;
  readonly operatorQuotaRequest: Planned<OperatorQuotaRequestApi, "grant" | "refuse", OperatorChangePlan>;
  readonly operatorSettings: Planned<OperatorSettingsApi, "update" | "setLogo" | "removeLogo" | "sendTestMail",
    OperatorChangePlan>;
  readonly operatorMail: Planned<OperatorMailApi, "set" | "try" | "remove", OperatorChangePlan>;
  readonly operatorSingleSignOn: Planned<OperatorSingleSignOnApi, "set" | "remove", OperatorChangePlan>;
  readonly operatorAnnouncement: Planned<OperatorAnnouncementApi, "create" | "update" | "delete", OperatorChangePlan>;
  readonly operatorVm: Planned<OperatorVmApi, "stop" | "release", OperatorChangePlan>;
  readonly operatorAddress: Planned<OperatorAddressApi, "isolate" | "release", OperatorChangePlan>;
  readonly operatorActing: Planned<OperatorActingApi, "start" | "end", OperatorChangePlan>;
  readonly operatorEdge: Planned<OperatorEdgeApi, "create" | "update" | "renewToken" | "remove", OperatorChangePlan>;
  readonly operatorRegion: Planned<OperatorRegionApi, "create" | "check" | "remove", OperatorChangePlan>;
}

export interface OperatorListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorGetInput {
  user_id: string;
}

export interface OperatorSetRoleInput extends OperatorRoleChoice {
  user_id: string;
}

export interface OperatorRemoveInput {
  user_id: string;
}

export interface OperatorTokenListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorTokenGetInput {
  token_id: string;
}

export interface OperatorTokenRevokeInput {
  token_id: string;
}

export interface OperatorEventListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  organization_id?: string | undefined;
  actor_id?: string | undefined;
  resource_id?: string | undefined;
}

export interface OperatorOrganizationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  suspended?: boolean | undefined;
}

export interface OperatorOrganizationGetInput {
  organization_id: string;
}

export interface OperatorOrganizationSuspendInput extends OrganizationSuspension {
  organization_id: string;
}

export interface OperatorOrganizationResumeInput extends OrganizationResumption {
  organization_id: string;
}

export interface OperatorOrganizationTopUpInput extends TopUp {
  organization_id: string;
}

export interface OperatorOrganizationSetCreditInput extends CreditLimit {
  organization_id: string;
}

export interface OperatorPaymentListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  state?: "waiting" | "paid" | "failed" | "expired" | "cancelled" | undefined;
  dispute_state?: "inquiry" | "open" | "won" | "lost" | "closed" | undefined;
  organization_id?: string | undefined;
  /** Its normal form is `trim`. */
  reference?: string | undefined;
}

export interface OperatorPaymentGetInput {
  payment_id: string;
}

export interface OperatorPaymentConfirmInput extends PaymentConfirmation {
  payment_id: string;
}

export interface OperatorPaymentCancelInput extends PaymentCancellation {
  payment_id: string;
}

export interface OperatorPaymentRefundInput extends PaymentRefundRequest {
  payment_id: string;
}

export interface OperatorPersonListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
}

export interface OperatorPersonGetInput {
  user_id: string;
}

export interface OperatorPersonEndSessionsInput extends SessionsEnd {
  user_id: string;
}

export interface OperatorPersonResetSecondFactorInput extends SecondFactorReset {
  user_id: string;
}

export interface OperatorPersonLockInput extends PersonLock {
  user_id: string;
}

export interface OperatorPersonUnlockInput extends PersonUnlock {
  user_id: string;
}

export interface OperatorPersonDeleteInput {
  user_id: string;
}

export interface OperatorPlanGetInput {
  plan_id: string;
}

export interface OperatorPlanUpdateInput extends PlanChange {
  plan_id: string;
}

export interface OperatorPlanSetSitesInput extends PlanSites {
  plan_id: string;
}

export interface OperatorPlanRetireInput {
  plan_id: string;
}

export interface OperatorPlanRestoreInput {
  plan_id: string;
}

export interface OperatorImageGetInput {
  template_id: string;
}

export interface OperatorImageRetireInput {
  template_id: string;
}

export interface OperatorImageRestoreInput {
  template_id: string;
}

export interface OperatorImagePublishInput {
  template_id: string;
}

export interface OperatorImageUnpublishInput {
  template_id: string;
}

export interface OperatorPriceBookGetInput {
  book_id: string;
}

export interface OperatorPriceBookRenameInput extends PriceBookRename {
  book_id: string;
}

export interface OperatorPriceBookRemoveInput {
  book_id: string;
}

export interface OperatorPriceBookSetDiscountInput extends PriceBookDiscount {
  book_id: string;
}

export interface OperatorPriceBookRemoveDiscountInput {
  book_id: string;
  /** Its normal form is `moment`. */
  valid_from: string;
}

export interface OperatorPriceBookSetPriceInput extends PriceChange {
  book_id: string;
  sku_code: string;
}

export interface OperatorPriceBookPreviewInput extends PricePreviewRequest {
  book_id: string;
}

export interface OperatorPriceBookPreviewDiscountInput extends DiscountPreviewRequest {
  book_id: string;
}

export interface OperatorPriceBookRemovePriceInput {
  book_id: string;
  sku_code: string;
  /** Its normal form is `moment`. */
  valid_from: string;
}

export interface OperatorOrganizationPriceBooksInput {
  organization_id: string;
}

export interface OperatorOrganizationPreviewPriceBookInput extends PriceBookPreviewRequest {
  organization_id: string;
}

export interface OperatorOrganizationSetPriceBookInput extends PriceBookChoice {
  organization_id: string;
}

export interface OperatorOrganizationRemovePriceBookInput {
  organization_id: string;
  /** Its normal form is `moment`. */
  valid_from: string;
}

export interface OperatorOperationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  state?: "open" | "failed" | undefined;
  organization_id?: string | undefined;
}

export interface OperatorOperationGetInput {
  operation_id: string;
}

export interface OperatorSiteGetInput {
  site_id: string;
}

export interface OperatorSiteCloseInput extends SiteClosing {
  site_id: string;
}

export interface OperatorSiteOpenInput {
  site_id: string;
}

export interface OperatorSiteFenceInput extends SiteFencing {
  site_id: string;
}

export interface OperatorSiteRenewInput extends SiteRenewal {
  site_id: string;
}

export interface OperatorSiteCheckInput extends SiteCheck {
  site_id: string;
}

export interface OperatorSiteRemoveInput extends SiteRemoval {
  site_id: string;
}

export interface OperatorSiteAddAddressesInput extends AddressRange {
  site_id: string;
}

export interface OperatorSiteGetBalanceInput {
  site_id: string;
}

export interface OperatorSitePreviewBalanceInput {
  site_id: string;
  /**
   * Whether VMs that cannot move while they run may be stopped, moved and started.
   *
   * @default "refuse"
   */
  restarts?: "refuse" | "allow" | undefined;
}

export interface OperatorSiteBalanceInput extends SiteBalancing {
  site_id: string;
}

export interface OperatorSiteStopBalanceInput {
  site_id: string;
}

export interface OperatorHostListInput {
  site_id: string;
}

export interface OperatorHostGetInput {
  host_id: string;
}

export interface OperatorHostUpdateInput extends HostChange {
  host_id: string;
}

export interface OperatorHostListVmsInput {
  host_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorHostCordonInput extends HostCordon {
  host_id: string;
}

export interface OperatorHostPreviewDrainInput {
  host_id: string;
}

export interface OperatorHostDrainInput extends HostDrain {
  host_id: string;
}

export interface OperatorHostPreviewLossInput {
  host_id: string;
}

export interface OperatorHostDeclareLostInput extends HostLoss {
  host_id: string;
}

export interface OperatorHostRestoreInput {
  host_id: string;
}

export interface OperatorHostDedicateInput extends HostDedication {
  host_id: string;
}

export interface OperatorHostReleaseInput {
  host_id: string;
  /**
   * `refuse`: 409 names the VMs that may not stay. `move`: a worker moves them to other hosts of the site.
   *
   * @default "refuse"
   */
  other_vms?: "refuse" | "move" | undefined;
}

export interface OperatorHostAddInput extends HostAddition {
  site_id: string;
}

export interface OperatorHostGetScriptInput {
  site_id: string;
}

export interface OperatorHostRemoveInput extends HostRemoval {
  host_id: string;
}

export interface OperatorUnknownResourceListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  site_id?: string | undefined;
  kind?: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer"
    | "cdn_distribution" | undefined;
  decision?: "none" | "waiting" | "done" | "failed" | undefined;
}

export interface OperatorUnknownResourceAdoptInput extends UnknownAdoption {
  site_id: string;
  resource_id: string;
}

export interface OperatorUnknownResourceDiscardInput extends UnknownDiscard {
  site_id: string;
  resource_id: string;
}

export interface OperatorSitePreviewResumeInput {
  site_id: string;
}

export interface OperatorSiteResumeInput extends SiteResume {
  site_id: string;
}

export interface OperatorSiteDecisionListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  site_id?: string | undefined;
  state?: "waiting" | "done" | "failed" | undefined;
}

export interface OperatorSiteDecisionGetInput {
  decision_id: string;
}

export interface OperatorStrangerListInput {
  site_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  kind?: "machine" | "volume" | undefined;
}

export interface OperatorStrangerPreviewAdoptionInput {
  site_id: string;
  machine: string;
  owner_workspace_id: string;
  /** The name of the VM. By default that of the machine. */
  vm_name?: string | undefined;
  /** What it is charged as. By default the cheapest plan that covers it. */
  plan_id?: string | undefined;
}

export interface OperatorStrangerAdoptInput extends StrangerAdoption {
  site_id: string;
  machine: string;
}

export interface OperatorTaxRateGetInput {
  rate_id: string;
}

export interface OperatorTaxRateDeleteInput {
  rate_id: string;
}

export interface OperatorOrganizationSetBillingDetailsInput extends OrganizationBillingDetails {
  organization_id: string;
}

export interface OperatorInvoiceListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  state?: "paid" | "open" | "overdue" | undefined;
  organization?: string | undefined;
}

export interface OperatorInvoiceGetInput {
  invoice_id: string;
}

export interface OperatorInvoicePostponeInput extends InvoicePostponement {
  invoice_id: string;
}

export interface OperatorQuotaClassGetInput {
  class_id: string;
}

export interface OperatorQuotaClassSetLimitsInput extends QuotaClassLimits {
  class_id: string;
}

export interface OperatorQuotaClassSetDefaultInput {
  class_id: string;
}

export interface OperatorQuotaClassRemoveInput {
  class_id: string;
}

export interface OperatorOrganizationSetQuotaClassInput extends OrganizationQuotaClass {
  organization_id: string;
}

export interface OperatorQuotaRequestListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "open" | "granted" | "refused" | "withdrawn" | undefined;
}

export interface OperatorQuotaRequestGetInput {
  quota_request_id: string;
}

export interface OperatorQuotaRequestGrantInput extends QuotaGrant {
  quota_request_id: string;
}

export interface OperatorQuotaRequestRefuseInput extends QuotaRefusal {
  quota_request_id: string;
}

export interface OperatorSettingsGetTestMailInput {
  mail_id: string;
}

export interface OperatorSearchFindInput {
  /** Its normal form is `trim`. */
  q: string;
}

export interface OperatorAnnouncementListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorAnnouncementGetInput {
  announcement_id: string;
}

export interface OperatorAnnouncementUpdateInput extends AnnouncementChange {
  announcement_id: string;
}

export interface OperatorAnnouncementDeleteInput {
  announcement_id: string;
}

export interface OperatorVmGetInput {
  vm_id: string;
}

export interface OperatorVmStopInput extends VmHold {
  vm_id: string;
}

export interface OperatorVmReleaseInput {
  vm_id: string;
}

export interface OperatorAddressGetInput {
  address: string;
}

export interface OperatorAddressIsolateInput extends AddressIsolation {
  address: string;
}

export interface OperatorAddressReleaseInput {
  address: string;
}

export interface OperatorActingListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  organization_id?: string | undefined;
  user_id?: string | undefined;
}

export interface OperatorActingGetInput {
  acting_id: string;
}

export interface OperatorActingEndInput {
  acting_id: string;
}

export interface OperatorEdgeGetInput {
  edge_id: string;
}

export interface OperatorEdgeUpdateInput extends EdgeChange {
  edge_id: string;
}

export interface OperatorEdgeRenewTokenInput {
  edge_id: string;
}

export interface OperatorEdgeRemoveInput extends EdgeRemoval {
  edge_id: string;
}

export interface OperatorWebhookListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorWebhookFailingInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  organization_id?: string | undefined;
  switched_off_within_hours?: number | undefined;
}

export interface OperatorRegionGetInput {
  region: string;
}

export interface OperatorRegionCheckInput {
  region: string;
}

export interface OperatorRegionRemoveInput extends RegionRemoval {
  region: string;
}

export interface OperatorCertificateListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  expires_within_days?: number | undefined;
  failing?: boolean | undefined;
}

export interface OperatorOverviewApi {
  /**
   * Count what the installation has, earns and waits for.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorOverview>;
}

export interface OperatorHealthApi {
  /**
   * Tell how the installation is, and what to do about what is not well.
   *
   * The findings are those of `fulmar admin doctor`, which a worker makes every minute. A report that is older than it
   * should be is a finding itself.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorHealth>;
}

export interface OperatorApi {
  /**
   * Say who the caller is, and which operator scopes they have.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  self(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSelf>;

  /**
   * List the people who run the installation.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorListInput, options?: CallOptions): List<Operator>;

  /**
   * Get one of the people who run the installation.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorGetInput, options?: CallOptions): Promise<Operator>;

  /**
   * Make somebody with an account an operator, or let them read.
   *
   * A token is refused: a signed-in operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  add(input: NewOperator, options?: CallOptions): Promise<Operator>;

  /**
   * Change the role of somebody who runs the installation.
   *
   * The last operator stays one. With the role support, their operator tokens are revoked. A token is refused: a
   * signed-in operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setRole(input: OperatorSetRoleInput, options?: CallOptions): Promise<Operator>;

  /**
   * Take the role from somebody who runs the installation.
   *
   * Their account stays. Their operator tokens are revoked. The last operator stays one. A token is refused: a
   * signed-in operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorRemoveInput, options?: CallOptions): Promise<{
    user_id: string;
  }>;
}

export interface OperatorTokenApi {
  /**
   * List the operator tokens in force, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorTokenListInput, options?: CallOptions): List<OperatorToken>;

  /**
   * Get an operator token.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorTokenGetInput, options?: CallOptions): Promise<OperatorToken>;

  /**
   * Create an operator token of one's own.
   *
   * The value is shown only in this answer. A token cannot make another one: a signed-in operator does. It does no more
   * than the role of its maker, for 366 days at most.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewOperatorToken, options?: CallOptions): Promise<CreatedOperatorToken>;

  /**
   * Revoke an operator token.
   *
   * It is refused from its next request on.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  revoke(input: OperatorTokenRevokeInput, options?: CallOptions): Promise<{
    token_id: string;
  }>;
}

export interface OperatorEventApi {
  /**
   * List what operators have changed, and by whom, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorEventListInput, options?: CallOptions): List<OperatorEvent>;
}

export interface OperatorOrganizationApi {
  /**
   * List the organizations of the installation, newest first.
   *
   * `search` is a part of their name, or of the e-mail address of a member.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorOrganizationListInput, options?: CallOptions): List<OperatorOrganization>;

  /**
   * Get an organization with its workspaces and members.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorOrganizationGetInput, options?: CallOptions): Promise<OperatorOrganizationDetail>;

  /**
   * Keep an organization from buying, with a reason that its members see.
   *
   * What runs goes on for a grace and is charged. An operator ends the suspension.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  suspend(input: OperatorOrganizationSuspendInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering" | "dunning";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * End the suspension of an organization.
   *
   * Where dunning would suspend it again at once, all its overdue invoices are postponed. Metering suspends again at
   * its next hour if the funds still do not suffice.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  resume(input: OperatorOrganizationResumeInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering" | "dunning";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * Add a payment to the balance of an organization.
   *
   * Each `reference`, such as the number of a bank transfer, is credited once in an organization.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  topUp(input: OperatorOrganizationTopUpInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering" | "dunning";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * Set how far the balance of an organization may go below zero.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setCredit(input: OperatorOrganizationSetCreditInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering" | "dunning";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * List the price books that an organization had, has and will have.
   *
   * Without one it has the standard book.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  priceBooks(input: OperatorOrganizationPriceBooksInput, options?: CallOptions): Promise<({
    book_id: string;
    valid_from: Timestamp;
  })[]>;

  /**
   * Say what the prices of a book would do to the bill of an organization, had it had them all month.
   *
   * An estimate, as that of a price.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewPriceBook(input: OperatorOrganizationPreviewPriceBookInput, options?: CallOptions): Promise<PricePreview>;

  /**
   * Give an organization the prices of a book, from an hour on.
   *
   * The standard book takes them back.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setPriceBook(input: OperatorOrganizationSetPriceBookInput, options?: CallOptions): Promise<({
    book_id: string;
    valid_from: Timestamp;
  })[]>;

  /**
   * Take back a price book that an organization does not have yet.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  removePriceBook(input: OperatorOrganizationRemovePriceBookInput, options?: CallOptions): Promise<({
    book_id: string;
    valid_from: Timestamp;
  })[]>;

  /**
   * Set who the invoices of an organization are made out to, with a reason that its members see.
   *
   * All of the details: what is left out is removed.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setBillingDetails(input: OperatorOrganizationSetBillingDetailsInput, options?: CallOptions): Promise<BillingDetails>;

  /**
   * Set the class of an organization, with a reason that its members see.
   *
   * Its workspaces get the quotas of the class, but for those that they have of their own.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setQuotaClass(input: OperatorOrganizationSetQuotaClassInput, options?: CallOptions): Promise<{
    organization_id: string;
    class_id: string;
  }>;
}

export interface OperatorPaymentApi {
  /**
   * List the payments of all organizations, newest first.
   *
   * `reference` is exact: the provider's name of a payment, or what the payer wrote on a transfer.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorPaymentListInput, options?: CallOptions): List<OperatorPayment>;

  /**
   * Get a payment with its refunds and disputes.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorPaymentGetInput, options?: CallOptions): Promise<OperatorPaymentDetail>;

  /**
   * Say that a transfer arrived, which credits it to the wallet.
   *
   * Owners and billing members get a mail. A transfer that was cancelled may arrive all the same.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  confirm(input: OperatorPaymentConfirmInput, options?: CallOptions): Promise<OperatorPaymentDetail>;

  /**
   * Give up waiting for a payment.
   *
   * Money that arrives later is credited all the same.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  cancel(input: OperatorPaymentCancelInput, options?: CallOptions): Promise<OperatorPaymentDetail>;

  /**
   * Refund a payment, or a part of it.
   *
   * It leaves the wallet at once, and a worker carries it out at the provider within a minute. If the provider refuses
   * it, the wallet has it back. The operator sends back a transfer, and says so by this. Owners and billing members get
   * a mail. A payment that the payer's bank disputes is not refunded meanwhile.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  refund(input: OperatorPaymentRefundInput, options?: CallOptions): Promise<OperatorPaymentDetail>;
}

export interface OperatorPersonApi {
  /**
   * List the people with an account, by e-mail address.
   *
   * `search` is a part of their name or address; upper and lower case are the same.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorPersonListInput, options?: CallOptions): List<OperatorPerson>;

  /**
   * Get a person with their memberships.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorPersonGetInput, options?: CallOptions): Promise<OperatorPersonDetail>;

  /**
   * Sign a person out of every browser.
   *
   * They can sign in again. The event with its reason is in the activity of their account.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  endSessions(input: OperatorPersonEndSessionsInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Remove a person's authenticator and recovery codes, and sign them out.
   *
   * For somebody who has lost both. They sign in by password or passkey alone until they set up another authenticator,
   * and get a mail about it.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  resetSecondFactor(input: OperatorPersonResetSecondFactorInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Lock a person out, with a reason.
   *
   * They are signed out and cannot sign in, and their tokens and the access keys made by them and by these are refused,
   * until they are unlocked. What they made stays. Nobody locks themself or the last operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  lock(input: OperatorPersonLockInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Let a person in again who was locked out, with a reason.
   *
   * They sign in as before, and their tokens work again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  unlock(input: OperatorPersonUnlockInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Delete a person with what they sign in with, their memberships, tokens and access keys.
   *
   * What they made in organizations stays, and so do the events of what they did, under the person's id. Nobody deletes
   * themself, the last operator or the last owner of an organization: the refusal names the organizations. This cannot
   * be undone. The e-mail address can sign up again, as another person.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorPersonDeleteInput, options?: CallOptions): Promise<{
    user_id: string;
  }>;
}

export interface OperatorPlanApi {
  /**
   * List the plans, retired ones too, in the order in which tenants see them.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorPlan[]>;

  /**
   * Get a plan.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorPlanGetInput, options?: CallOptions): Promise<OperatorPlan>;

  /**
   * Create a plan with its price, and sell it at some sites.
   *
   * Its size stays: VMs have it. The price goes into the standard price book; price books change it later. It comes
   * last in the list. Without `type` it is a GPU plan if its family is gpu, else a cloud plan. With `organization_ids`
   * it is sold to these organizations alone.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewPlan, options?: CallOptions): Promise<OperatorPlan>;

  /**
   * Rename a plan, choose who may buy it and on which hosts it runs, or move it in the list.
   *
   * VMs that have it keep it. With `host_tags`, new VMs go only to hosts that have all these tags. `position` is its
   * new place in the list, from 1; the others move up or down.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorPlanUpdateInput, options?: CallOptions): Promise<OperatorPlan>;

  /**
   * Choose the sites where a plan is sold.
   *
   * VMs at other sites keep it.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setSites(input: OperatorPlanSetSitesInput, options?: CallOptions): Promise<OperatorPlan>;

  /**
   * Retire a plan.
   *
   * It is listed to tenants no longer, and no VM gets it. VMs that have it keep it. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  retire(input: OperatorPlanRetireInput, options?: CallOptions): Promise<OperatorPlan>;

  /**
   * Offer a retired plan again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  restore(input: OperatorPlanRestoreInput, options?: CallOptions): Promise<OperatorPlan>;
}

export interface OperatorImageApi {
  /**
   * List the images, retired ones too, in the order in which tenants see them.
   *
   * Those of the catalog, then those of workspaces that are published.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorImage[]>;

  /**
   * Get an image.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorImageGetInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Retire an image.
   *
   * It is listed to tenants no longer, and no VM gets it. VMs that have it keep it. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  retire(input: OperatorImageRetireInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Offer a retired image again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  restore(input: OperatorImageRestoreInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Publish an image of a workspace.
   *
   * Every organization sees it with its owner's name and makes VMs from it. It stays its owner's, who pays what it
   * stores and can delete it. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  publish(input: OperatorImagePublishInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Publish an image of a workspace no longer.
   *
   * Organizations that it is not shared with make no VMs from it any more. The VMs that they have stay. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  unpublish(input: OperatorImageUnpublishInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Have an image brought to a site from a URL, and offered there.
   *
   * A worker fetches the file, compares its SHA-256 and checks its headers. The decision says how it ended. A simulated
   * site boots every image, so nothing is fetched.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  import(input: CatalogImageImport, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorCatalogApi {
  /**
   * Compare the starter catalog of the release with what the installation has.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<CatalogComparison>;

  /**
   * Make the prices, plans and images of a catalog that are not there yet.
   *
   * The body is a catalog as `GET /operator/catalog/file` answers it, with `format` 1. Without one it is the starter
   * catalog of the release. What is there stays as it is, unless `update` says otherwise. Prices have to be in the
   * currency of the installation. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  import(input?: CatalogImport, options?: CallOptions): Promise<CatalogComparison>;

  /**
   * Export the installation's catalog as the file that an import takes.
   *
   * Prices of the standard book that hold in an hour, plans and images, retired ones too. Sent back, it changes
   * nothing. Plans that are sold to some organizations alone and images of workspaces are left out, and so are later
   * prices and other price books.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  export(input?: Record<never, never>, options?: CallOptions): Promise<CatalogFile>;
}

export interface OperatorPriceBookApi {
  /**
   * List the price books.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorPriceBook[]>;

  /**
   * Get a price book with its prices, past and future ones too.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorPriceBookGetInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Create a price book for named organizations.
   *
   * Its products cost what they do in the standard book, until it has a discount or prices of its own.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewPriceBook, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Rename a price book.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  rename(input: OperatorPriceBookRenameInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Remove a price book that no organization has, had or will have.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorPriceBookRemoveInput, options?: CallOptions): Promise<{
    book_id: string;
  }>;

  /**
   * Set what a price book gives off the standard prices, from an hour on.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setDiscount(input: OperatorPriceBookSetDiscountInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Take back a discount that has not begun.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  removeDiscount(input: OperatorPriceBookRemoveDiscountInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Set the price of a product in a price book, from an hour on.
   *
   * A price that begins in the same hour is replaced. What has begun is only followed: hours keep the price that held
   * in them.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setPrice(input: OperatorPriceBookSetPriceInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Say what a price would do to the bills of this month, had it held all month.
   *
   * An estimate: what is charged now counts until the end of the month. The organizations whose bills change most come
   * first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  preview(input: OperatorPriceBookPreviewInput, options?: CallOptions): Promise<PricePreview>;

  /**
   * Say what a discount would do to the bills of this month, had it held all month.
   *
   * An estimate, as that of a price.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewDiscount(input: OperatorPriceBookPreviewDiscountInput, options?: CallOptions): Promise<PricePreview>;

  /**
   * Take back a price that has not begun.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  removePrice(input: OperatorPriceBookRemovePriceInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;
}

export interface OperatorOperationApi {
  /**
   * List the operations of all organizations, newest first.
   *
   * `state` open: not ended; failed: failed or out of time.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorOperationListInput, options?: CallOptions): List<OperatorOperation>;

  /**
   * Tell the course of an operation, step by step, and why it waits.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorOperationGetInput, options?: CallOptions): Promise<OperationExplanation>;
}

export interface OperatorSiteApi {
  /**
   * List the sites with their capacity and what of it is sold.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSite[]>;

  /**
   * Get a site with what is on it, its addresses, its maintenance and its capacity over 90 days.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorSiteGetInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Create nothing new at a site, with a reason.
   *
   * What is there works on. On a site that is closed already, the reason is replaced.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  close(input: OperatorSiteCloseInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Let a closed site take new resources again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  open(input: OperatorSiteOpenInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Fence a site: no worker changes anything there until it is resumed.
   *
   * It is the fence that a restored database gets. What is there runs on, and what tenants ask for waits with the
   * reason, which they see. A step that a worker is at ends first. Sites that are driven as one with it are fenced with
   * it. `POST /operator/sites/{site_id}/resume` lifts it.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  fence(input: OperatorSiteFenceInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Add a site.
   *
   * A worker connects its server within seconds: it makes the project and the network there, and what the server has is
   * shown. Until then the site is closed, and `decision` says how it stands. What fails is mended by renewing its
   * certificates, by checking it again, or by removing it. Then it is open, and every plan without a GPU is sold there.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewSite, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Have the certificates of a site's connection replaced.
   *
   * A worker tries them first: those of a connected site stay where its server refuses the new ones. Nothing has to be
   * restarted. A site that is not connected yet is connected with them.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  renew(input: OperatorSiteRenewInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Have a site's server asked now whether it answers and what it has.
   *
   * A site that is not connected yet is connected, if its server answers by now.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  check(input: OperatorSiteCheckInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Have a site without resources removed.
   *
   * First what Fulmar made on its server, then the site. Refused while it has resources. Where the server refuses, the
   * site stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorSiteRemoveInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Add public IPv4 addresses to a site.
   *
   * Those that it has already stay as they are. Of networks of more than two addresses, the first and the last are left
   * out.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  addAddresses(input: OperatorSiteAddAddressesInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Get whether the hosts of a site are evened out.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getBalance(input: OperatorSiteGetBalanceInput, options?: CallOptions): Promise<OperatorBalance>;

  /**
   * Show which VMs would move to even out the hosts of a site.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewBalance(input: OperatorSitePreviewBalanceInput, options?: CallOptions): Promise<OperatorBalancePreview>;

  /**
   * Have VMs moved until the hosts of a site promise equal shares of their memory, a few at a time.
   *
   * A worker moves them. Each move is an operation of its VM, which the owner sees. Placement groups and tags are kept;
   * a VM of a group that packs stays. It is `done` when no move makes the hosts more equal.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  balance(input: OperatorSiteBalanceInput, options?: CallOptions): Promise<OperatorBalance>;

  /**
   * Move no further VM to even out the hosts of a site.
   *
   * VMs that move already go on. Nothing moves back.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  stopBalance(input: OperatorSiteStopBalanceInput, options?: CallOptions): Promise<OperatorBalance>;

  /**
   * Show why a site is fenced, and what resuming it would end and leave unknown.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewResume(input: OperatorSitePreviewResumeInput, options?: CallOptions): Promise<OperatorResumePreview>;

  /**
   * Have a fenced site resumed: this database drives it from then on.
   *
   * A worker does it. No other database may drive the site any more. Nothing at the site is deleted, and what is
   * unknown stays so. A fence that is raised anew meanwhile stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  resume(input: OperatorSiteResumeInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorHostApi {
  /**
   * List the hosts of a site with their capacity and what of it is promised.
   *
   * As a worker saw them within the last minute. Empty for a site whose server lists no hosts.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input: OperatorHostListInput, options?: CallOptions): Promise<OperatorHost[]>;

  /**
   * Get a host of a site.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorHostGetInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Change the tags and the zone of a host.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorHostUpdateInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * List the VMs on a host with whose they are and what keeps them there.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  listVms(input: OperatorHostListVmsInput, options?: CallOptions): List<OperatorHostVm>;

  /**
   * Put no new VM on a host, with a reason.
   *
   * What is there stays and works on. On a host that is drained, no further VM moves away.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  cordon(input: OperatorHostCordonInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Show what a drain of a host would move, and what would stay and why.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewDrain(input: OperatorHostPreviewDrainInput, options?: CallOptions): Promise<OperatorDrainPreview>;

  /**
   * Have a host emptied: its VMs move to the other hosts of its site, a few at a time.
   *
   * A worker moves them. Each move is an operation of its VM, which the owner sees. Where the site cannot move a VM
   * that runs, it is stopped and started again. What cannot move stays, and the host is `draining` until it is empty;
   * then it is `drained`.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  drain(input: OperatorHostDrainInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Show what becomes of each VM of a host when it is declared lost.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewLoss(input: OperatorHostPreviewLossInput, options?: CallOptions): Promise<OperatorLossPreview>;

  /**
   * Declare a host that does not answer lost: its VMs start on other hosts, once it is fenced.
   *
   * Where the hosts share their disks, a worker has the fence hook turn the host off, and its VMs move to other hosts,
   * each by an operation of its owner. Elsewhere the VMs become `error` with the reason, and go on when the host is
   * restored. On a host that is lost already, the reason is replaced, and a fence that failed is tried again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  declareLost(input: OperatorHostDeclareLostInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Let a host that is cordoned, drained or lost take new VMs again.
   *
   * VMs that move away already go on. Nothing moves back. VMs that a lost host still has go on when the host answers.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  restore(input: OperatorHostRestoreInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Dedicate a host to an organization: only its VMs that ask for that go there.
   *
   * VMs of the organization that are on it already stay. Those of others are named in a refusal, or move away with
   * `other_vms` as `move`: two at a time, as in a drain, and the host gets no new VM until they have left.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  dedicate(input: OperatorHostDedicateInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Take a dedicated host back, so that all organizations share it.
   *
   * VMs that asked for hosts of their organization may not stay; `other_vms` says what becomes of them.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  release(input: OperatorHostReleaseInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Have a host added to a site whose server does not know its other hosts.
   *
   * Only where the site's `adds_hosts` is true: other servers know their hosts themselves. Make the machine ready by
   * the script first. A worker reaches it with the certificates of the site, prepares it, and the list of hosts has it
   * at once. A host that cannot be added has changed nothing, and the decision says why.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  add(input: OperatorHostAddInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Get the script that makes a machine ready to be added to a site as a host.
   *
   * Its comments say what to copy there besides. Run it on the machine, as root.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getScript(input: OperatorHostGetScriptInput, options?: CallOptions): Promise<OperatorHostScript>;

  /**
   * Have a host removed that was added to a site.
   *
   * Refused while VMs are on it or move there, and while it is dedicated. From then on it is cordoned, so that it gets
   * no VM; restore it if it cannot be removed. It need not answer: what cannot be taken away there stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorHostRemoveInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorUnknownResourceApi {
  /**
   * List what sites and edges have and the database does not know.
   *
   * As a worker saw it within the last minute. `decision` is the state of the latest decision about it. Distributions
   * of the CDN are at the site `cdn`.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorUnknownResourceListInput, options?: CallOptions): List<OperatorUnknownResource>;

  /**
   * Have an unknown resource adopted, with the unknown resources that it needs.
   *
   * A worker makes its records again, and it is charged from then on. The decision says how it ended. `workspace_id`
   * and `plan_id` are needed where the resource's `needs` says so.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  adopt(input: OperatorUnknownResourceAdoptInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Have one unknown resource deleted from its site with all its data, for good.
   *
   * A worker deletes it, unless another unknown resource needs it, or the database knows it by then. The decision says
   * how it ended. This cannot be undone.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  discard(input: OperatorUnknownResourceDiscardInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorSiteDecisionApi {
  /**
   * List what operators decided about sites and how it ended, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorSiteDecisionListInput, options?: CallOptions): List<OperatorSiteDecision>;

  /**
   * Get a decision about a site with how it ended.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorSiteDecisionGetInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorStrangerApi {
  /**
   * List the machines and volumes at a site that are not Fulmar's, with why they cannot be adopted.
   *
   * As a worker saw them within the last two minutes. Nothing that Fulmar does changes or deletes them.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input: OperatorStrangerListInput, options?: CallOptions): List<OperatorStranger>;

  /**
   * Show what the adoption of a machine would record and what it would cost.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewAdoption(input: OperatorStrangerPreviewAdoptionInput, options?: CallOptions): Promise<OperatorAdoptionPreview>;

  /**
   * Have a machine that is not Fulmar's made a VM of a workspace, with its volumes.
   *
   * A worker does it: the machine runs on, and is charged from then on. The decision says how it ended. Deleting the VM
   * later deletes the machine.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  adopt(input: OperatorStrangerAdoptInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorTaxRateApi {
  /**
   * List the tax rates of all countries, past and future ones too.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorTaxRate[]>;

  /**
   * Get a tax rate.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorTaxRateGetInput, options?: CallOptions): Promise<OperatorTaxRate>;

  /**
   * Set the tax rate of a country, from a day on.
   *
   * It is on the invoices of the months whose last day it holds on. What has begun is only followed, by a rate of 0
   * where there is no tax any more. Upgrade all processes before the first rate: older ones do not know the ledger's
   * entries of tax.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewTaxRate, options?: CallOptions): Promise<OperatorTaxRate>;

  /**
   * Take back a tax rate that has not begun.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorTaxRateDeleteInput, options?: CallOptions): Promise<{
    rate_id: string;
  }>;
}

export interface OperatorSellerApi {
  /**
   * Get who invoices are from.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<Seller>;

  /**
   * Set who invoices are from.
   *
   * All of the details: what is left out is removed. Its country is that of organizations that have not said theirs.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: SetSeller, options?: CallOptions): Promise<Seller>;
}

export interface OperatorInvoiceApi {
  /**
   * List the invoices of all organizations, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorInvoiceListInput, options?: CallOptions): List<Invoice>;

  /**
   * Get an invoice with its dunning.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorInvoiceGetInput, options?: CallOptions): Promise<OperatorInvoice>;

  /**
   * Postpone the due date of an unpaid invoice, with a reason that its organization sees.
   *
   * Dunning counts from the new date. Steps that were taken are not taken again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  postpone(input: OperatorInvoicePostponeInput, options?: CallOptions): Promise<OperatorInvoice>;
}

export interface OperatorQuotaClassApi {
  /**
   * List the classes of organizations with their quotas.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorQuotaClass[]>;

  /**
   * Get a class of organizations with its quotas.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorQuotaClassGetInput, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Create a class of organizations.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewQuotaClass, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Change the quotas of a class and of the workspaces that follow it.
   *
   * A quota that a workspace has of its own stays, and so does what exists beyond a lower limit.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setLimits(input: OperatorQuotaClassSetLimitsInput, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Make new organizations of this class.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setDefault(input: OperatorQuotaClassSetDefaultInput, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Remove a class that no organization is of.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorQuotaClassRemoveInput, options?: CallOptions): Promise<{
    class_id: string;
  }>;
}

export interface OperatorQuotaRequestApi {
  /**
   * List the requests for higher quotas, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorQuotaRequestListInput, options?: CallOptions): List<OperatorQuotaRequest>;

  /**
   * Get a request for a higher quota.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorQuotaRequestGetInput, options?: CallOptions): Promise<OperatorQuotaRequest>;

  /**
   * Grant a request for a higher quota, or a part of it.
   *
   * The workspace has the limit of its own from now on. Who asked gets a mail.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  grant(input: OperatorQuotaRequestGrantInput, options?: CallOptions): Promise<OperatorQuotaRequest>;

  /**
   * Refuse a request for a higher quota, with a reason.
   *
   * Who asked gets a mail with the reason.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  refuse(input: OperatorQuotaRequestRefuseInput, options?: CallOptions): Promise<OperatorQuotaRequest>;
}

export interface OperatorSettingsApi {
  /**
   * Get the installation's settings.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSettings>;

  /**
   * Change the installation's settings.
   *
   * What is left out stays. The currency can be changed until something was priced, budgeted or charged.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input?: SettingsChange, options?: CallOptions): Promise<OperatorSettings>;

  /**
   * Get the installation's logo.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  logo(input?: Record<never, never>, options?: CallOptions): Promise<InstallationLogo>;

  /**
   * Set the installation's logo.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setLogo(input: SetLogo, options?: CallOptions): Promise<OperatorSettings>;

  /**
   * Remove the installation's logo.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  removeLogo(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSettings>;

  /**
   * Send a test mail to your own address.
   *
   * A worker sends it within seconds. What became of it is at its own path.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  sendTestMail(input?: Record<never, never>, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Get what became of a test mail.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getTestMail(input: OperatorSettingsGetTestMailInput, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Check that the sign-in provider answers as its configuration says.
   *
   * Reads the provider's own configuration, as sign-in does, and asks for a token by a code that is none, which shows
   * whether the provider knows the client. Nobody is signed in.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  checkSingleSignOn(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSingleSignOn>;
}

export interface OperatorMailApi {
  /**
   * Get the mail server, and whether the host or these settings name it.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorMail>;

  /**
   * Set the mail server.
   *
   * Workers send by it from the next mail on; a test mail shows what the server says. Refused where the host names one.
   * A token is refused: a signed-in operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  set(input: SetMail, options?: CallOptions): Promise<OperatorMail>;

  /**
   * Send a test mail by a mail server before it is set.
   *
   * To your own address, once, with a body as to set the server. What became of it is at the path of test mails. A
   * token is refused: a signed-in operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  try(input: SetMail, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Remove the mail server.
   *
   * No mail is sent from then on, and what waits to be sent is given up. A token is refused: a signed-in operator does
   * this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input?: Record<never, never>, options?: CallOptions): Promise<OperatorMail>;
}

export interface OperatorSingleSignOnApi {
  /**
   * Get the sign-in provider, and whether the host or these settings name it.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSignInProvider>;

  /**
   * Set the sign-in provider.
   *
   * Sign-in offers it from the next request on. Refused where the host names one. A token is refused: a signed-in
   * operator does this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  set(input: SetSingleSignOn, options?: CallOptions): Promise<OperatorSignInProvider>;

  /**
   * Try a sign-in provider before it is set.
   *
   * The check, with a body as to set it. Nothing is stored, and nobody is signed in. A token is refused: a signed-in
   * operator does this.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  try(input: SetSingleSignOn, options?: CallOptions): Promise<OperatorSingleSignOn>;

  /**
   * Remove the sign-in provider.
   *
   * Passwords and passkeys are taken again. Sessions that are open stay. A token is refused: a signed-in operator does
   * this.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSignInProvider>;
}

export interface OperatorSearchApi {
  /**
   * Find anything in the installation, with whose it is.
   *
   * `q` is an IP address, the id of any resource, the beginning of a name or of an e-mail address, the domain of a
   * distribution, or the beginning of a token. Upper and lower case are the same. Secrets and buckets show that they
   * exist, and never what is in them.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  find(input: OperatorSearchFindInput, options?: CallOptions): Promise<OperatorHit[]>;
}

export interface OperatorAnnouncementApi {
  /**
   * List announcements, newest first, those that are over too.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorAnnouncementListInput, options?: CallOptions): List<OperatorAnnouncement>;

  /**
   * Get an announcement.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorAnnouncementGetInput, options?: CallOptions): Promise<OperatorAnnouncement>;

  /**
   * Announce something to everybody, or to the members of named organizations.
   *
   * It stands above every page of the console until it ends. With `by_mail` the owners of these organizations have it
   * by mail, once; later changes are not sent. Maintenance is shown on each VM that it touches: those at `site_ids` and
   * those on `host_ids`, and every VM if both are empty.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewAnnouncement, options?: CallOptions): Promise<OperatorAnnouncement>;

  /**
   * Change an announcement.
   *
   * Who has closed it in the console sees it again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorAnnouncementUpdateInput, options?: CallOptions): Promise<OperatorAnnouncement>;

  /**
   * Take back an announcement.
   *
   * Mails that are sent are not taken back. To end it and keep it in the list, set `ends_at`.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorAnnouncementDeleteInput, options?: CallOptions): Promise<{
    announcement_id: string;
  }>;
}

export interface OperatorVmApi {
  /**
   * Get a VM with whose it is, without what is in it.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorVmGetInput, options?: CallOptions): Promise<OperatorVm>;

  /**
   * Stop a VM and keep it stopped, with a reason that its owner sees.
   *
   * A worker stops it within seconds, or when the operation that holds it has ended. Until it is released, its owner
   * cannot start, reboot, rebuild or resize it; deleting, snapshots and reading stay possible.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  stop(input: OperatorVmStopInput, options?: CallOptions): Promise<OperatorVm>;

  /**
   * Let the owner of a VM that an operator stopped start it again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  release(input: OperatorVmReleaseInput, options?: CallOptions): Promise<OperatorVm>;
}

export interface OperatorAddressApi {
  /**
   * Get a public address with whose it is.
   *
   * `address` is an IPv4 address in any spelling, or the id of a reserved IP.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorAddressGetInput, options?: CallOptions): Promise<OperatorAddress>;

  /**
   * Take a public address off the network, with a reason that its owner sees.
   *
   * A worker takes it off within seconds. The VM, NAT gateway or load balancer that has it keeps running and keeps its
   * other addresses. Until it is released, its owner cannot attach, move, detach or release it, and no customer gets
   * it. Isolating it again changes the reason. `address` is an IPv4 address in any spelling, or the id of a reserved
   * IP.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  isolate(input: OperatorAddressIsolateInput, options?: CallOptions): Promise<OperatorAddress>;

  /**
   * Put a public address that an operator isolated back on the network.
   *
   * `address` is an IPv4 address in any spelling, or the id of a reserved IP.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  release(input: OperatorAddressReleaseInput, options?: CallOptions): Promise<OperatorAddress>;
}

export interface OperatorActingApi {
  /**
   * List operators' views of customers' organizations, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorActingListInput, options?: CallOptions): List<OperatorActing>;

  /**
   * Get one view of a customer's organization.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorActingGetInput, options?: CallOptions): Promise<OperatorActing>;

  /**
   * View a customer's organization as its viewers do, for a time and with a reason that it sees.
   *
   * For a person at the console, in the browser that begins it: other browsers of the same person do not see the
   * organization. Nothing can be changed, and contents of buckets, values of secrets, console logs and terminals are
   * not shown. It ends by itself, and with the operator's role, sign-out or lock. One at a time.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  start(input: NewActing, options?: CallOptions): Promise<OperatorActing>;

  /**
   * End a view of a customer's organization.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  end(input: OperatorActingEndInput, options?: CallOptions): Promise<OperatorActing>;
}

export interface OperatorEdgeApi {
  /**
   * List the edges, as they last reported.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorEdge[]>;

  /**
   * Get an edge, as it last reported.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorEdgeGetInput, options?: CallOptions): Promise<OperatorEdge>;

  /**
   * Add an edge to a site.
   *
   * The answer alone has its token, which the agent on its host uses once, within 24 hours. From now on edges serve the
   * load balancers of the site.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewEdge, options?: CallOptions): Promise<OperatorEdgeToken>;

  /**
   * Change what the line of an edge carries.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorEdgeUpdateInput, options?: CallOptions): Promise<OperatorEdge>;

  /**
   * Make a new token for an edge whose agent has lost its credential, or moves to another host.
   *
   * The answer alone has it. A former token that was not used ends at once; the credential of its agent ends when the
   * new token is used.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  renewToken(input: OperatorEdgeRenewTokenInput, options?: CallOptions): Promise<OperatorEdgeToken>;

  /**
   * Remove an edge.
   *
   * The credential of its agent ends at once. Its servers go on until you stop them; do so first, since the addresses
   * that it held go to others. Refused while no other connected edge serves what it serves: the load balancers of its
   * site, or the CDN. With `force`, the provider of the site serves the load balancers from then on, where it can, and
   * nobody the CDN.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorEdgeRemoveInput, options?: CallOptions): Promise<{
    edge_id: string;
  }>;
}

export interface OperatorWebhookApi {
  /**
   * List the webhooks of all organizations that were switched off because their receivers failed.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorWebhookListInput, options?: CallOptions): List<OperatorWebhook>;

  /**
   * List the webhooks of all organizations whose receivers fail and that are not switched off yet.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  failing(input?: OperatorWebhookFailingInput, options?: CallOptions): List<OperatorFailingWebhook>;
}

export interface OperatorRegionApi {
  /**
   * List the regions of object storage, as workers last saw their servers.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: Record<never, never>, options?: CallOptions): Promise<OperatorRegion[]>;

  /**
   * Get a region of object storage.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorRegionGetInput, options?: CallOptions): Promise<OperatorRegion>;

  /**
   * Add a region whose buckets a Ceph RADOS Gateway keeps.
   *
   * A worker asks its server within seconds, and `seen` says what it answered. Customers see the region, and create
   * buckets there, once it has answered and taken the key. The server may be at an internal address.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewRegion, options?: CallOptions): Promise<OperatorRegion>;

  /**
   * Have the server of a region asked now whether it answers, takes the key, and has unknown users.
   *
   * A worker does so within seconds: `checking` is false then, and `seen` says what it saw, in a sentence.
   * `unknown_users` has the first 100 users whose workspace or key the database does not know, as after a restore; they
   * are left as they are. A region that is not connected yet is connected, if its server answers.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  check(input: OperatorRegionCheckInput, options?: CallOptions): Promise<OperatorRegion>;

  /**
   * Remove a region without buckets.
   *
   * Refused while it has buckets, also those that were deleted and are kept, or its server has users of workspaces,
   * which workers remove after the last bucket. Nothing is removed from its server.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorRegionRemoveInput, options?: CallOptions): Promise<{
    region: string;
  }>;
}

export interface OperatorCertificateApi {
  /**
   * List the certificates of load balancers, of custom domains and of the CDN's own names, by their end.
   *
   * Certificates that customers keep in the secret store are not among them.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorCertificateListInput, options?: CallOptions): List<OperatorCertificate>;
}
