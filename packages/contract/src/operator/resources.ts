import type { ResourceDefinition } from "../declaration/resource.ts";

/** Shared by resources of the installation, which no tenant sees. */
const shared = { parents: [], scope: null, topic: null, page: null } as const;

export const operatorResources = {
  operator: {
    ...shared,
    title: ["Operator", "Operators"],
    prefix: null,
    parameter: "user_id",
    field: "user_id",
  },
  operator_token: {
    ...shared,
    title: ["Operator token", "Operator tokens"],
    prefix: "otk",
    parameter: "token_id",
    field: "token_id",
  },
  operator_vm: { ...shared, title: ["VM", "VMs"], prefix: null, parameter: "vm_id", field: "vm_id" },
  operator_acting: {
    ...shared,
    title: ["Look at an organization", "Looks at organizations"],
    prefix: "act",
    parameter: "acting_id",
    field: "acting_id",
  },
  operator_address: {
    ...shared,
    title: ["Public address", "Public addresses"],
    prefix: null,
    parameter: "address",
    field: "address",
  },
  plan: { ...shared, title: ["Plan", "Plans"], prefix: null, parameter: "plan_id", field: "plan_id" },
  image: { ...shared, title: ["Image", "Images"], prefix: null, parameter: "template_id", field: "template_id" },
  price_book: {
    ...shared,
    title: ["Price book", "Price books"],
    prefix: null,
    parameter: "book_id",
    field: "book_id",
  },
  tax_rate: { ...shared, title: ["Tax rate", "Tax rates"], prefix: "txr", parameter: "rate_id", field: "rate_id" },
  announcement: {
    ...shared,
    title: ["Announcement", "Announcements"],
    prefix: "ann",
    parameter: "announcement_id",
    field: "announcement_id",
  },
  unknown_resource: {
    ...shared,
    title: ["Unknown resource", "Unknown resources"],
    prefix: null,
    parameter: "resource_id",
    field: "resource_id",
  },
  site_decision: {
    ...shared,
    title: ["Decision about a site", "Decisions about sites"],
    prefix: "dec",
    parameter: "decision_id",
    field: "decision_id",
  },
  edge: { ...shared, title: ["Edge", "Edges"], prefix: "edge", parameter: null, field: "edge_id" },
  quota_class: {
    ...shared,
    title: ["Quota class", "Quota classes"],
    prefix: null,
    parameter: "class_id",
    field: "class_id",
  },
  seller: { ...shared, title: ["Seller", "Sellers"], prefix: null, parameter: null, field: "legal_name" },
  installation_settings: {
    ...shared,
    title: ["Settings", "Settings"],
    prefix: null,
    parameter: null,
    field: "name",
  },
  mail: { ...shared, title: ["Mail", "Mails"], prefix: null, parameter: "mail_id", field: "mail_id" },
  health_report: {
    ...shared,
    title: ["Health report", "Health reports"],
    prefix: null,
    parameter: null,
    field: "reported_at",
  },
  operator_event: {
    ...shared,
    title: ["Operator event", "Operator events"],
    prefix: "oev",
    parameter: null,
    field: "event_id",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;
