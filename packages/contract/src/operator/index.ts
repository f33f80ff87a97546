import { operatorAddressOperations } from "./addresses.ts";
import { operatorAnnouncementOperations } from "./announcements.ts";
import { operatorBalanceOperations } from "./balance.ts";
import { operatorCatalogOperations } from "./catalog-imports.ts";
import { operatorCertificateOperations } from "./certificates.ts";
import { operatorEdgeOperations } from "./edges.ts";
import { operatorEventOperations } from "./events.ts";
import { operatorHealthOperations } from "./health.ts";
import { operatorHostAdditionOperations } from "./host-additions.ts";
import { operatorHostOperations } from "./hosts.ts";
import { operatorInvoiceOperations } from "./invoices.ts";
import { operatorMailOperations } from "./mail-server.ts";
import { operatorOfferOperations } from "./offers.ts";
import { operatorOperationOperations } from "./operations.ts";
import { operatorsOperations } from "./operators.ts";
import { operatorOrganizationOperations } from "./organizations.ts";
import { operatorOverviewOperations } from "./overview.ts";
import { operatorPaymentOperations } from "./payments.ts";
import { operatorPersonOperations } from "./people.ts";
import { operatorPriceOperations } from "./prices.ts";
import { operatorQuotaOperations } from "./quotas.ts";
import { operatorRegionOperations } from "./regions.ts";
import { operatorSearchOperations } from "./search.ts";
import { operatorSettingsOperations } from "./settings.ts";
import { operatorSingleSignOnOperations } from "./single-sign-on.ts";
import { operatorSiteConnectionOperations } from "./site-connections.ts";
import { operatorSiteOperations } from "./sites.ts";
import { operatorStrangerOperations } from "./strangers.ts";
import { operatorTaxOperations } from "./taxes.ts";
import { operatorTokenOperations } from "./tokens.ts";
import { operatorUnknownResourceOperations } from "./unknown-resources.ts";
import { operatorActingOperations } from "./views.ts";
import { operatorVmOperations } from "./vms.ts";

export { type AccentColours, accentColours, accentProblem } from "./accent.ts";
export { AddressIsolation, OperatorAddress } from "./addresses.ts";
export { AnnouncementChange, NewAnnouncement, OperatorAnnouncement } from "./announcements.ts";
export { OperatorBalance, OperatorBalancePreview, SiteBalancing } from "./balance.ts";
export {
  CatalogFile,
  CatalogImport,
  type FilePlan,
  isOfFile,
  MOST_CATALOG_BYTES,
  productOfPlan,
} from "./catalog-file.ts";
export { CatalogComparison, CatalogImageImport } from "./catalog-imports.ts";
export { type CertificateState, OperatorCertificate, ServedCertificate } from "./certificates.ts";
export * from "./edge-limits.ts";
export { EdgeChange, EdgeRemoval, NewEdge, OperatorEdge, OperatorFailingWebhook, OperatorWebhook } from "./edges.ts";
export { OperatorEvent } from "./events.ts";
export { HealthFinding, OperatorHealth } from "./health.ts";
export { HostAddition, HostRemoval, OperatorHostScript } from "./host-additions.ts";
export * from "./host-states.ts";
export {
  HostChange,
  HostCordon,
  HostDedication,
  HostDrain,
  HostGpu,
  HostLoss,
  OperatorDrainPreview,
  OperatorHost,
  OperatorHostVm,
  OperatorLossPreview,
} from "./hosts.ts";
export { DunningStep, InvoicePostponement, OperatorInvoice } from "./invoices.ts";
export { OperatorMail, SetMail } from "./mail-server.ts";
export {
  NewPlan,
  OperatorImage,
  OperatorPlan,
  PlanChange,
  PlanSites,
  PublishedImage,
  typeOfNewPlan,
} from "./offers.ts";
export { OperationExplanation, OperatorOperation } from "./operations.ts";
export { NewOperator, OperatorRecord } from "./operators.ts";
export {
  CreditLimit,
  OperatorOrganization,
  OrganizationResumption,
  OrganizationSuspension,
  TopUp,
} from "./organizations.ts";
export { OperatorOverview } from "./overview.ts";
export {
  OperatorPayment,
  OperatorPaymentDetail,
  PaymentCancellation,
  PaymentConfirmation,
  PaymentRefundRequest,
} from "./payments.ts";
export { OperatorPerson, SessionsEnd } from "./people.ts";
export {
  NewPriceBook,
  OperatorPrice,
  OperatorPriceBook,
  OperatorPriceBookDetail,
  PriceBookChoice,
  PriceBookDiscount,
  PriceBookRename,
  PriceChange,
  PricePreview,
} from "./prices.ts";
export {
  NewQuotaClass,
  OperatorQuotaClass,
  OperatorQuotaRequest,
  OrganizationQuotaClass,
  QuotaClassLimits,
  QuotaGrant,
  QuotaRefusal,
} from "./quotas.ts";
export * from "./region-states.ts";
export { NewRegion, OperatorRegion, RegionRemoval } from "./regions.ts";
export * from "./roles.ts";
export { OperatorHit } from "./search.ts";
export * from "./setting-choices.ts";
export {
  InstallationLogo,
  OperatorSettings,
  OperatorSingleSignOn,
  OperatorTestMail,
  SetLogo,
  SettingsChange,
} from "./settings.ts";
export { OperatorSignInProvider, SetSingleSignOn } from "./single-sign-on.ts";
export { AddressRange, NewSite, SiteCheck, SiteRemoval, SiteRenewal } from "./site-connections.ts";
export * from "./site-decisions.ts";
export * from "./site-providers.ts";
export { OperatorSite, OperatorSiteDetails, SiteClosing, SiteFencing } from "./sites.ts";
export { OperatorAdoptionPreview, OperatorStranger, StrangerAdoption } from "./strangers.ts";
export { NewTaxRate, OperatorTaxRate, OrganizationBillingDetails, Seller, SetSeller } from "./taxes.ts";
export { LONGEST_OPERATOR_TOKEN_DAYS, NewOperatorToken, OperatorTokenRecord } from "./tokens.ts";
export {
  OperatorResumePreview,
  OperatorSiteDecision,
  OperatorUnknownResource,
  SiteResume,
  UnknownAdoption,
  UnknownDiscard,
} from "./unknown-resources.ts";
export { NewActing, OperatorActing } from "./views.ts";
export { OperatorVm, VmHold } from "./vms.ts";

/** The operations of who runs the installation, below `/v1/operator`. */
export const operatorOperations = [
  ...operatorOverviewOperations,
  ...operatorHealthOperations,
  ...operatorsOperations,
  ...operatorTokenOperations,
  ...operatorEventOperations,
  ...operatorOrganizationOperations,
  ...operatorPaymentOperations,
  ...operatorPersonOperations,
  ...operatorOfferOperations,
  ...operatorCatalogOperations,
  ...operatorPriceOperations,
  ...operatorOperationOperations,
  ...operatorSiteOperations,
  ...operatorSiteConnectionOperations,
  ...operatorBalanceOperations,
  ...operatorHostOperations,
  ...operatorHostAdditionOperations,
  ...operatorUnknownResourceOperations,
  ...operatorStrangerOperations,
  ...operatorTaxOperations,
  ...operatorInvoiceOperations,
  ...operatorQuotaOperations,
  ...operatorSettingsOperations,
  ...operatorMailOperations,
  ...operatorSingleSignOnOperations,
  ...operatorSearchOperations,
  ...operatorAnnouncementOperations,
  ...operatorVmOperations,
  ...operatorAddressOperations,
  ...operatorActingOperations,
  ...operatorEdgeOperations,
  ...operatorRegionOperations,
  ...operatorCertificateOperations,
] as const;
