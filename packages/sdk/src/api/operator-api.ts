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
   * Get the installation's counts, revenue and pending work.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorOverview>;
}

export interface OperatorHealthApi {
  /**
   * Get the installation's health, and what to do about each finding.
   *
   * The findings are those of `fulmar admin doctor`, which a worker makes every minute. An outdated report is itself a
   * finding.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorHealth>;
}

export interface OperatorApi {
  /**
   * Get the caller with their operator scopes.
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
   * Get an operator.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorGetInput, options?: CallOptions): Promise<Operator>;

  /**
   * Give a person with an account the role of an operator.
   *
   * Tokens are refused: this needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  add(input: NewOperator, options?: CallOptions): Promise<Operator>;

  /**
   * Change the role of an operator.
   *
   * The last operator keeps the role. The role support revokes their operator tokens. Tokens are refused: this needs a
   * signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setRole(input: OperatorSetRoleInput, options?: CallOptions): Promise<Operator>;

  /**
   * Remove the role of an operator.
   *
   * Their account stays. Their operator tokens are revoked. The last operator keeps the role. Tokens are refused: this
   * needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorRemoveInput, options?: CallOptions): Promise<{
    user_id: string;
  }>;
}

export interface OperatorTokenApi {
  /**
   * List the valid operator tokens, newest first.
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
   * Create an operator token for yourself.
   *
   * The value is shown only in this answer. A token cannot create another one: this needs a signed-in operator. It has
   * no more rights than the role of its creator, and is valid for at most 366 days.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewOperatorToken, options?: CallOptions): Promise<CreatedOperatorToken>;

  /**
   * Revoke an operator token.
   *
   * The token is refused from its next request.
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
   * `search` matches part of the name or of the e-mail address of a member.
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
   * Suspend purchases of an organization, with a reason that its members see.
   *
   * What runs continues for a grace period and is charged. An operator ends the suspension.
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
   * If dunning would suspend it again at once, all its overdue invoices are postponed. Metering suspends it again at
   * the next hour if the funds are still insufficient.
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
   * List the past, current and future price books of an organization.
   *
   * An organization without one has the standard book.
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
   * An estimate, as for a price.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewPriceBook(input: OperatorOrganizationPreviewPriceBookInput, options?: CallOptions): Promise<PricePreview>;

  /**
   * Assign a price book to an organization, from a given hour.
   *
   * Assign the standard book to end the current one.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setPriceBook(input: OperatorOrganizationSetPriceBookInput, options?: CallOptions): Promise<({
    book_id: string;
    valid_from: Timestamp;
  })[]>;

  /**
   * Remove a future price book of an organization.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  removePriceBook(input: OperatorOrganizationRemovePriceBookInput, options?: CallOptions): Promise<({
    book_id: string;
    valid_from: Timestamp;
  })[]>;

  /**
   * Set the billing details of an organization, with a reason that its members see.
   *
   * Replaces all details: what is left out is removed.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setBillingDetails(input: OperatorOrganizationSetBillingDetailsInput, options?: CallOptions): Promise<BillingDetails>;

  /**
   * Set the class of an organization, with a reason that its members see.
   *
   * Its workspaces get the quotas of the class, except where they have their own.
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
   * `reference` matches exactly: the provider's id of a payment, or the reference on a transfer.
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
   * Confirm that a transfer arrived, and credit it to the wallet.
   *
   * Owners and billing members get a mail. A cancelled transfer can still be confirmed.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  confirm(input: OperatorPaymentConfirmInput, options?: CallOptions): Promise<OperatorPaymentDetail>;

  /**
   * Cancel a payment that has not arrived.
   *
   * Money that arrives later is still credited.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  cancel(input: OperatorPaymentCancelInput, options?: CallOptions): Promise<OperatorPaymentDetail>;

  /**
   * Refund a payment, or a part of it.
   *
   * The amount leaves the wallet at once, and a worker refunds it at the provider within a minute. If the provider
   * refuses, the amount returns to the wallet. For a transfer, the operator sends the money back and records it here.
   * Owners and billing members get an e-mail. A payment cannot be refunded while the payer's bank disputes it.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  refund(input: OperatorPaymentRefundInput, options?: CallOptions): Promise<OperatorPaymentDetail>;
}

export interface OperatorPersonApi {
  /**
   * List the people with an account, by e-mail address.
   *
   * `search` matches part of a name or address, ignoring case.
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
   * They are signed out and cannot sign in, and their tokens and the access keys created by them or by these tokens are
   * refused, until they are unlocked. What they created stays. Nobody can lock themselves or the last operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  lock(input: OperatorPersonLockInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Unlock a person who was locked out, with a reason.
   *
   * They sign in as before, and their tokens work again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  unlock(input: OperatorPersonUnlockInput, options?: CallOptions): Promise<OperatorPerson>;

  /**
   * Delete a person with their credentials, memberships, tokens and access keys.
   *
   * What they created in organizations stays, and so do the events of what they did, under the person's id. Nobody can
   * delete themselves, the last operator or the last owner of an organization: the refusal names the organizations.
   * This cannot be undone. The e-mail address can sign up again, as another person.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorPersonDeleteInput, options?: CallOptions): Promise<{
    user_id: string;
  }>;
}

export interface OperatorPlanApi {
  /**
   * List the plans, including retired ones, in the order in which tenants see them.
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
   * Its size cannot change later. The price goes into the standard price book, where it can be changed. The plan is
   * added at the end of the list. Without `type` it is a GPU plan if its family is gpu, otherwise a cloud plan. With
   * `organization_ids` it is sold only to these organizations.
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
   * It is no longer listed to tenants, and no VM gets it. VMs that have it keep it. Repeatable.
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
   * List the images, including retired ones, in the order in which tenants see them.
   *
   * Catalog images come first, then published images of workspaces.
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
   * It is no longer listed to tenants, and no VM gets it. VMs that have it keep it. Repeatable.
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
   * Every organization sees it with its owner's name and can create VMs from it. It still belongs to its owner, who
   * pays for its storage and can delete it. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  publish(input: OperatorImagePublishInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Stop publishing an image of a workspace.
   *
   * Organizations that it is not shared with can create no more VMs from it. The VMs that they have stay. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  unpublish(input: OperatorImageUnpublishInput, options?: CallOptions): Promise<OperatorImage>;

  /**
   * Import an image to a site from a URL, and offer it there.
   *
   * A worker fetches the file, compares its SHA-256 and checks its headers. The decision shows the result. A simulated
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
   * Create the missing prices, plans and images of a catalog.
   *
   * The body is a catalog as `GET /operator/catalog/file` answers it, with `format` 1. Without one it is the starter
   * catalog of the release. Existing entries stay as they are, unless `update` says otherwise. Prices must be in the
   * currency of the installation. Repeatable.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  import(input?: CatalogImport, options?: CallOptions): Promise<CatalogComparison>;

  /**
   * Export the installation's catalog as the file that an import takes.
   *
   * It has the prices of the standard book that apply in an hour, and plans and images, including retired ones.
   * Importing it again changes nothing. Plans that are sold only to some organizations and images of workspaces are
   * left out, and so are later prices and other price books.
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
   * Get a price book with its prices, including past and future ones.
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
   * Remove a price book that was never assigned to an organization.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorPriceBookRemoveInput, options?: CallOptions): Promise<{
    book_id: string;
  }>;

  /**
   * Set the discount of a price book on the standard prices, from a given hour.
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
   * Set the price of a product in a price book, from a given hour.
   *
   * A price that begins in the same hour is replaced. A price that has begun cannot be changed, only followed by
   * another.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setPrice(input: OperatorPriceBookSetPriceInput, options?: CallOptions): Promise<OperatorPriceBookDetail>;

  /**
   * Preview how a price would change this month's bills.
   *
   * An estimate, as if the price had applied all month and everything charged now continued until its end. The
   * organizations whose bills change most come first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  preview(input: OperatorPriceBookPreviewInput, options?: CallOptions): Promise<PricePreview>;

  /**
   * Preview how a discount would change this month's bills.
   *
   * An estimate, as for a price.
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
   * `state` is `open` for operations that have not ended, `failed` for those that failed or timed out.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorOperationListInput, options?: CallOptions): List<OperatorOperation>;

  /**
   * Get the progress of an operation, step by step, and why it waits.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorOperationGetInput, options?: CallOptions): Promise<OperationExplanation>;
}

export interface OperatorSiteApi {
  /**
   * List the sites with their capacity and how much of it is sold.
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
   * Close a site for new resources, with a reason.
   *
   * Existing resources keep working. If the site is already closed, the reason is replaced.
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
   * It is the same fence that a restored database gets. Existing resources keep running, and what tenants request waits
   * and shows them the reason. A step in progress ends first. Sites that share its provider are fenced with it. `POST
   * /operator/sites/{site_id}/resume` lifts it.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  fence(input: OperatorSiteFenceInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Add a site.
   *
   * A worker connects to its server within seconds, creates the project and the network there, and records what the
   * server has. Until then the site is closed, and `decision` shows the progress. If that fails, renew its
   * certificates, check it again, or remove it. Once connected, the site is open, and every plan without a GPU is sold
   * there.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewSite, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Replace the certificates of a site's connection.
   *
   * A worker tries them first: a connected site keeps its current ones if its server refuses the new ones. Nothing has
   * to be restarted. A site that is not connected yet is connected with them.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  renew(input: OperatorSiteRenewInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Check now whether a site's server answers and what it has.
   *
   * A site that is not connected yet is connected if its server answers.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  check(input: OperatorSiteCheckInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Remove a site without resources.
   *
   * Removes what Fulmar created on its server, then the site. Refused while it has resources. If the server refuses,
   * the site stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorSiteRemoveInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Add public IPv4 addresses to a site.
   *
   * Addresses that it already has stay as they are. The first and the last address of a network of more than two are
   * left out.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  addAddresses(input: OperatorSiteAddAddressesInput, options?: CallOptions): Promise<OperatorSiteDetails>;

  /**
   * Get whether the hosts of a site are being balanced.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getBalance(input: OperatorSiteGetBalanceInput, options?: CallOptions): Promise<OperatorBalance>;

  /**
   * Preview which VMs would move to balance the hosts of a site.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewBalance(input: OperatorSitePreviewBalanceInput, options?: CallOptions): Promise<OperatorBalancePreview>;

  /**
   * Balance the hosts of a site: move VMs, a few at a time, until equal shares of their memory are reserved.
   *
   * A worker moves them. Each move is an operation of its VM, which the owner sees. Placement groups and tags are
   * respected; a VM of a group that packs stays. The balance is `done` when no move would make the hosts more equal.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  balance(input: OperatorSiteBalanceInput, options?: CallOptions): Promise<OperatorBalance>;

  /**
   * Stop balancing the hosts of a site.
   *
   * Moves in progress are finished. Nothing moves back.
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
   * Resume a fenced site: this database drives it from then on.
   *
   * A worker carries it out. Make sure that no other database drives the site any more. Nothing at the site is deleted,
   * and unknown resources stay unknown. A new fence that is raised meanwhile stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  resume(input: OperatorSiteResumeInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorHostApi {
  /**
   * List the hosts of a site with their capacity and how much of it is reserved.
   *
   * As seen by a worker within the last minute. Empty for a site whose server lists no hosts.
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
   * List the VMs on a host with their owners and what keeps them there.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  listVms(input: OperatorHostListVmsInput, options?: CallOptions): List<OperatorHostVm>;

  /**
   * Cordon a host, so that it gets no new VM, with a reason.
   *
   * VMs on it stay and keep running. On a host that is being drained, no further VM moves away.
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
   * Drain a host: move its VMs to the other hosts of its site, a few at a time.
   *
   * A worker moves them. Each move is an operation of its VM, which the owner sees. A VM that cannot move while it runs
   * is stopped and started again. VMs that cannot move stay, and the host is `draining` until it is empty, then
   * `drained`.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  drain(input: OperatorHostDrainInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Preview what happens to each VM of a host when it is declared lost.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  previewLoss(input: OperatorHostPreviewLossInput, options?: CallOptions): Promise<OperatorLossPreview>;

  /**
   * Declare a host that does not answer lost: its VMs start on other hosts, once it is fenced.
   *
   * If the hosts share their disks, a worker turns the host off by the fence hook, and its VMs move to other hosts,
   * each by an operation that its owner sees. Otherwise the VMs become `error` with the reason, and recover when the
   * host is restored. If the host is already lost, the reason is replaced, and a failed fence is tried again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  declareLost(input: OperatorHostDeclareLostInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Let a host that is cordoned, drained or lost take new VMs again.
   *
   * Moves in progress are finished. Nothing moves back. VMs that are still on a lost host continue when the host
   * answers.
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
   * VMs that require a dedicated host may not stay; `other_vms` decides what happens to them.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  release(input: OperatorHostReleaseInput, options?: CallOptions): Promise<OperatorHost>;

  /**
   * Add a host to a site whose server does not know its other hosts.
   *
   * Only where the site's `adds_hosts` is true: other servers know their hosts themselves. Prepare the machine with the
   * script first. A worker connects to it with the certificates of the site, prepares it and lists it. If it cannot be
   * added, nothing changes, and the decision shows why.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  add(input: OperatorHostAddInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Get the script that prepares a machine as a host of a site.
   *
   * Run it on the machine as root. Its comments name the files to copy there.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getScript(input: OperatorHostGetScriptInput, options?: CallOptions): Promise<OperatorHostScript>;

  /**
   * Remove a host that was added to a site.
   *
   * Refused while VMs are on it or move there, and while it is dedicated. The host is cordoned first, so that it gets
   * no VM; restore it if it cannot be removed. It need not answer: what cannot be removed there stays.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorHostRemoveInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorUnknownResourceApi {
  /**
   * List the resources at sites and edges that the database does not know.
   *
   * As seen by a worker within the last minute. `decision` is the state of the latest decision about a resource.
   * Distributions of the CDN are at the site `cdn`.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorUnknownResourceListInput, options?: CallOptions): List<OperatorUnknownResource>;

  /**
   * Adopt an unknown resource, with the unknown resources that it needs.
   *
   * A worker recreates its records, and it is charged from then on. The decision shows the result. `workspace_id` and
   * `plan_id` are required if the resource's `needs` says so.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  adopt(input: OperatorUnknownResourceAdoptInput, options?: CallOptions): Promise<OperatorSiteDecision>;

  /**
   * Delete an unknown resource from its site with all its data, for good.
   *
   * A worker deletes it, unless another unknown resource needs it, or the database knows it by then. The decision shows
   * the result. This cannot be undone.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  discard(input: OperatorUnknownResourceDiscardInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorSiteDecisionApi {
  /**
   * List the decisions of operators about sites with their results, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorSiteDecisionListInput, options?: CallOptions): List<OperatorSiteDecision>;

  /**
   * Get a decision about a site with its result.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorSiteDecisionGetInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorStrangerApi {
  /**
   * List the machines and volumes at a site that are not Fulmar's, with why they cannot be adopted.
   *
   * As seen by a worker within the last two minutes. Fulmar never changes or deletes them.
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
   * Adopt a machine that is not Fulmar's as a VM of a workspace, with its volumes.
   *
   * A worker carries it out: the machine keeps running, and is charged from then on. The decision shows the result.
   * Deleting the VM later deletes the machine.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  adopt(input: OperatorStrangerAdoptInput, options?: CallOptions): Promise<OperatorSiteDecision>;
}

export interface OperatorTaxRateApi {
  /**
   * List the tax rates of all countries, including past and future ones.
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
   * Set the tax rate of a country, from a given day.
   *
   * It applies to the invoices of months whose last day it covers. A rate that has begun cannot be changed, only
   * followed by another; a rate of 0 ends the tax. Upgrade all processes before the first rate: older ones do not know
   * the ledger's entries of tax.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewTaxRate, options?: CallOptions): Promise<OperatorTaxRate>;

  /**
   * Delete a tax rate that has not begun.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorTaxRateDeleteInput, options?: CallOptions): Promise<{
    rate_id: string;
  }>;
}

export interface OperatorSellerApi {
  /**
   * Get the issuer of invoices.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<Seller>;

  /**
   * Set the issuer of invoices.
   *
   * Replaces all details: what is left out is removed. Its country is used for organizations that have not set theirs.
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
   * Dunning counts from the new date. Steps that were taken are not repeated.
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
   * A workspace's own quotas stay, and so does what exists beyond a lower limit.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setLimits(input: OperatorQuotaClassSetLimitsInput, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Make this class the default for new organizations.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setDefault(input: OperatorQuotaClassSetDefaultInput, options?: CallOptions): Promise<OperatorQuotaClass>;

  /**
   * Remove a class without organizations.
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
   * The workspace then has this limit as its own. The requester gets an e-mail.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  grant(input: OperatorQuotaRequestGrantInput, options?: CallOptions): Promise<OperatorQuotaRequest>;

  /**
   * Refuse a request for a higher quota, with a reason.
   *
   * The requester gets an e-mail with the reason.
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
   * What is left out stays the same. The currency can be changed until something has been priced, budgeted or charged.
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
   * A worker sends it within seconds. Its own path shows the result.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  sendTestMail(input?: Record<never, never>, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Get the result of a test mail.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  getTestMail(input: OperatorSettingsGetTestMailInput, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Check that the sign-in provider answers as its configuration says.
   *
   * Reads the provider's own configuration, as sign-in does, and requests a token with an invalid code, which shows
   * whether the provider knows the client. Nobody is signed in.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  checkSingleSignOn(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSingleSignOn>;
}

export interface OperatorMailApi {
  /**
   * Get the mail server, and whether the host's environment or these settings name it.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorMail>;

  /**
   * Set the mail server.
   *
   * Workers use it from the next mail on; a test mail shows the server's answer. Refused if the host's environment
   * names one. Tokens are refused: this needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  set(input: SetMail, options?: CallOptions): Promise<OperatorMail>;

  /**
   * Send a test mail through a mail server before it is set.
   *
   * Sends one mail to your own address, with the same body as for setting the server. The path of test mails shows the
   * result. Tokens are refused: this needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  try(input: SetMail, options?: CallOptions): Promise<OperatorTestMail>;

  /**
   * Remove the mail server.
   *
   * No mail is sent from then on, and mails that wait are dropped. Tokens are refused: this needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input?: Record<never, never>, options?: CallOptions): Promise<OperatorMail>;
}

export interface OperatorSingleSignOnApi {
  /**
   * Get the sign-in provider, and whether the host's environment or these settings name it.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSignInProvider>;

  /**
   * Set the sign-in provider.
   *
   * Sign-in offers it from the next request on. Refused if the host's environment names one. Tokens are refused: this
   * needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  set(input: SetSingleSignOn, options?: CallOptions): Promise<OperatorSignInProvider>;

  /**
   * Try a sign-in provider before it is set.
   *
   * Runs the check with the same body as for setting it. Nothing is stored, and nobody is signed in. Tokens are
   * refused: this needs a signed-in operator.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  try(input: SetSingleSignOn, options?: CallOptions): Promise<OperatorSingleSignOn>;

  /**
   * Remove the sign-in provider.
   *
   * Passwords and passkeys work again. Open sessions stay. Tokens are refused: this needs a signed-in operator.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSignInProvider>;
}

export interface OperatorSearchApi {
  /**
   * Find anything in the installation, with its owner.
   *
   * `q` is an IP address, the id of any resource, the beginning of a name or of an e-mail address, the domain of a
   * distribution, or the beginning of a token. Case is ignored. Secrets and buckets show only that they exist, never
   * what is in them.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  find(input: OperatorSearchFindInput, options?: CallOptions): Promise<OperatorHit[]>;
}

export interface OperatorAnnouncementApi {
  /**
   * List announcements, including past ones, newest first.
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
   * Announce something to everyone, or to the members of named organizations.
   *
   * It appears at the top of every page of the console until it ends. With `by_mail` the owners of these organizations
   * also get it once by e-mail; later changes are not sent. Maintenance is shown on each affected VM: those at
   * `site_ids` and those on `host_ids`, or every VM if both are empty.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewAnnouncement, options?: CallOptions): Promise<OperatorAnnouncement>;

  /**
   * Change an announcement.
   *
   * Users who have closed it in the console see it again.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorAnnouncementUpdateInput, options?: CallOptions): Promise<OperatorAnnouncement>;

  /**
   * Delete an announcement.
   *
   * Mails that were sent cannot be recalled. To end it and keep it in the list, set `ends_at`.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  delete(input: OperatorAnnouncementDeleteInput, options?: CallOptions): Promise<{
    announcement_id: string;
  }>;
}

export interface OperatorVmApi {
  /**
   * Get a VM with its owner, without its contents.
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
   * Get a public address with its owner.
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
   * For a person at the console, only in the browser that begins it. Nothing can be changed, and contents of buckets,
   * values of secrets, console logs and terminals are not shown. It ends by itself, or with the operator's role,
   * sign-out or lock. An operator has one view at a time.
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
   * Its token is shown only in this answer; the agent on its host uses it once, within 24 hours. From now on edges
   * serve the load balancers of the site.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewEdge, options?: CallOptions): Promise<OperatorEdgeToken>;

  /**
   * Change the bandwidth of an edge's line.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  update(input: OperatorEdgeUpdateInput, options?: CallOptions): Promise<OperatorEdge>;

  /**
   * Create a new token for an edge whose agent has lost its credential or moves to another host.
   *
   * It is shown only in this answer. An earlier token that was not used is revoked at once; the credential of the agent
   * is revoked when the new token is used.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  renewToken(input: OperatorEdgeRenewTokenInput, options?: CallOptions): Promise<OperatorEdgeToken>;

  /**
   * Remove an edge.
   *
   * The credential of its agent is revoked at once. Its servers keep running until you stop them; stop them first,
   * because its addresses move to other edges. Refused while no other connected edge serves the load balancers of its
   * site, or the CDN. With `force`, the provider of the site serves the load balancers from then on where it can, and
   * nothing serves the CDN.
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
   * Add a region whose buckets are stored by a Ceph RADOS Gateway.
   *
   * A worker contacts its server within seconds, and `seen` shows the answer. Customers see the region and can create
   * buckets there once the server has answered and accepted the key. The server may be at an internal address.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewRegion, options?: CallOptions): Promise<OperatorRegion>;

  /**
   * Check now whether the server of a region answers, accepts the key, and has unknown users.
   *
   * A worker does so within seconds; then `checking` is false, and `seen` says in a sentence what it saw.
   * `unknown_users` has the first 100 users whose workspace or key the database does not know, as after a restore; they
   * are left alone. A region that is not connected yet is connected if its server answers.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  check(input: OperatorRegionCheckInput, options?: CallOptions): Promise<OperatorRegion>;

  /**
   * Remove a region without buckets.
   *
   * Refused while it has buckets, including deleted ones that are kept, or its server has users of workspaces, which
   * workers remove after the last bucket. Nothing is removed from its server.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorRegionRemoveInput, options?: CallOptions): Promise<{
    region: string;
  }>;
}

export interface OperatorCertificateApi {
  /**
   * List the certificates of load balancers, custom domains and the CDN's own names, by their expiry.
   *
   * Certificates in the secret stores of customers are not included.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorCertificateListInput, options?: CallOptions): List<OperatorCertificate>;
}
