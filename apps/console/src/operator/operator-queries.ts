import { DISPUTE_STATES, PAYMENT_STATES, UNKNOWN_DECISIONS, UNKNOWN_KINDS } from "@fulmar/contract";
import { listIn, WHOLE_LIST } from "@/client/list.ts";

/** The installation's lists belong to no path. */
export const NOWHERE = {};
const listOfInstallation = listIn<object>();

export const organizationList = listOfInstallation({
  filters: { suspended: ["true", "false"] },
  sorts: [],
  ask: (trpc, _path, { suspended, sort: _, ...page }) =>
    trpc.operatorOrganization.list.queryOptions({
      ...page,
      ...(suspended !== undefined && { suspended: suspended === "true" }),
    }),
});

export const operatorList = listOfInstallation({
  ...WHOLE_LIST,
  ask: (trpc, _path, page) => trpc.operator.list.queryOptions(page),
});

export const personList = listOfInstallation({
  filters: {},
  sorts: [],
  ask: (trpc, _path, { sort: _, ...page }) => trpc.operatorPerson.list.queryOptions(page),
});

export const operatorOperationList = listOfInstallation({
  filters: { state: ["open", "failed"] },
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, ...page }) => trpc.operatorOperation.list.queryOptions(page),
});

export const operatorInvoiceList = listOfInstallation({
  filters: { state: ["open", "overdue", "paid"] },
  texts: ["organization"],
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, ...page }) => trpc.operatorInvoice.list.queryOptions(page),
});

export const failingWebhookList = listOfInstallation({
  filters: { switched_off_within_hours: ["6", "24", "48"] },
  texts: ["organization_id"],
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, switched_off_within_hours: hours, ...page }) =>
    trpc.operatorWebhook.failing.queryOptions({
      ...page,
      ...(hours !== undefined && { switched_off_within_hours: Number(hours) }),
    }),
});

export const operatorCertificateList = listOfInstallation({
  filters: { expires_within_days: ["0", "7", "14", "30"], failing: ["true", "false"] },
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, expires_within_days: days, failing, ...page }) =>
    trpc.operatorCertificate.list.queryOptions({
      ...page,
      ...(days !== undefined && { expires_within_days: Number(days) }),
      ...(failing !== undefined && { failing: failing === "true" }),
    }),
});

export const viewList = listOfInstallation({
  filters: {},
  texts: ["organization_id", "user_id"],
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, ...page }) => trpc.operatorActing.list.queryOptions(page),
});

export const switchedOffWebhookList = listOfInstallation({
  ...WHOLE_LIST,
  ask: (trpc, _path, page) => trpc.operatorWebhook.list.queryOptions(page),
});

export const announcementList = listOfInstallation({
  ...WHOLE_LIST,
  ask: (trpc, _path, page) => trpc.operatorAnnouncement.list.queryOptions(page),
});

export const quotaRequestList = listOfInstallation({
  filters: { status: ["open", "granted", "refused", "withdrawn"] },
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, { sort: _, ...page }) => trpc.operatorQuotaRequest.list.queryOptions(page),
});

/** Searched by the whole reference. */
export const operatorPaymentList = listOfInstallation({
  filters: { state: PAYMENT_STATES, dispute_state: DISPUTE_STATES },
  sorts: [],
  ask: (trpc, _path, { sort: _, search, ...page }) =>
    trpc.operatorPayment.list.queryOptions({ ...page, ...(search !== undefined && { reference: search }) }),
});

export interface OneSite {
  readonly siteId: string;
}

/** What a site has and the database does not know. */
export const unknownResourceList = listIn<OneSite>()({
  filters: { kind: UNKNOWN_KINDS, decision: UNKNOWN_DECISIONS },
  sorts: [],
  unsearched: true,
  ask: (trpc, { siteId }, { sort: _, ...page }) =>
    trpc.operatorUnknownResource.list.queryOptions({ ...page, site_id: siteId }),
  isChanging: ({ decision }) => decision?.state === "waiting",
});

/** The machines and volumes of a site that are not Fulmar's. */
export const strangerList = listIn<OneSite>()({
  ...WHOLE_LIST,
  ask: (trpc, { siteId }, page) => trpc.operatorStranger.list.queryOptions({ site_id: siteId, ...page }),
  isChanging: ({ decision }) => decision?.state === "waiting",
});

/** The latest decisions about a site. */
export const siteDecisionList = listIn<OneSite>()({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, { siteId }, page) => trpc.operatorSiteDecision.list.queryOptions({ site_id: siteId, ...page }),
  isChanging: ({ state }) => state === "waiting",
});

export interface OneHost {
  readonly hostId: string;
}

/** What is on a host. */
export const hostVmList = listIn<OneHost>()({
  ...WHOLE_LIST,
  ask: (trpc, { hostId }, page) => trpc.operatorHost.listVms.queryOptions({ host_id: hostId, ...page }),
  isChanging: ({ operation_id }) => operation_id !== null,
});

export const operatorTokenList = listOfInstallation({
  ...WHOLE_LIST,
  ask: (trpc, _path, page) => trpc.operatorToken.list.queryOptions(page),
});

export const operatorEventList = listOfInstallation({
  filters: {},
  texts: ["organization_id", "actor_id", "resource_id"],
  sorts: [],
  unsearched: true,
  ask: (trpc, _path, page) => trpc.operatorEvent.list.queryOptions(page),
  onlyGrows: true,
});

/** The latest events of the installation. */
export const latestEventList = listOfInstallation({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, _path, page) => trpc.operatorEvent.list.queryOptions(page),
  onlyGrows: true,
});

export interface OneOrganization {
  readonly organizationId: string;
}

/** The latest payments of an organization. */
export const organizationPaymentList = listIn<OneOrganization>()({
  ...WHOLE_LIST,
  pageSize: 5,
  ask: (trpc, { organizationId }, page) =>
    trpc.operatorPayment.list.queryOptions({ organization_id: organizationId, ...page }),
});

/** The latest operations of an organization. */
export const organizationOperationList = listIn<OneOrganization>()({
  ...WHOLE_LIST,
  pageSize: 5,
  ask: (trpc, { organizationId }, page) =>
    trpc.operatorOperation.list.queryOptions({ organization_id: organizationId, ...page }),
});

/** The latest events of an organization. */
export const organizationEventList = listIn<OneOrganization>()({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, { organizationId }, page) =>
    trpc.operatorEvent.list.queryOptions({ organization_id: organizationId, ...page }),
  onlyGrows: true,
});

/** The input for all operators, for their names: a few people run an installation. */
export const ALL_OPERATORS = { limit: 200 };

/** The longest query that the search takes. */
export const LONGEST_QUERY = 254;

/** The query in an address. Empty if there is none. */
export function queryOf(q: string | readonly string[] | null | undefined): string {
  return typeof q === "string" ? q.trim().slice(0, LONGEST_QUERY).trim() : "";
}
