// The rights of the processes on each table (docs/adr/0039). A new table needs a row here: `grants.test.ts` refuses one
// without, and no process can read it.

/** API, console and object store answer requests; workers carry out operations. Neither owns a table. */
export const PROCESS_ROLES = ["fulmar_request", "fulmar_worker"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/**
 * The roles with grants of this list. `fulmar_operator` is taken by changes of the installation (docs/adr/0114): what a
 * request may do, and the platform's data besides. `fulmar_adopter` is taken by the transaction that adopts or discards
 * what a site has (docs/adr/0130): what a worker may do, and the rows that it makes again besides.
 */
export const GRANTED_ROLES = [...PROCESS_ROLES, "fulmar_operator", "fulmar_adopter"] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

const PRIVILEGES = { r: "SELECT", a: "INSERT", w: "UPDATE", d: "DELETE" } as const;
export type Privilege = (typeof PRIVILEGES)[keyof typeof PRIVILEGES];

/**
 * The privileges of `fulmar_request` and of `fulmar_worker`, with PostgreSQL's letters: read, append, write, delete. A
 * change of a workspace has the role `fulmar_workspace` instead, whose grants are in the migrations (docs/adr/0008).
 */
const TABLES: Readonly<Record<string, readonly [request: string, worker: string]>> = {
  // History is only ever added.
  audit_event: ["ra", "ra"],
  invoice: ["r", "ra"],
  invoice_line: ["r", "ra"],
  dunning_step: ["r", "ra"],
  ledger_entry: ["r", "ra"],
  usage_record: ["r", "ra"],

  // Platform data is written by the operator's commands, which log in as the owner.
  default_quota: ["r", ""],
  // The console records the issuer of the first single sign-on.
  first_issuer: ["ra", ""],
  image: ["r", "r"],
  installation: ["r", "ra"],
  // Workers send mails; the console signs people in.
  installation_mail: ["r", "r"],
  installation_settings: ["r", "r"],
  installation_single_sign_on: ["r", "r"],
  // Workers must not take what is being adopted for unknown.
  machine_adoption: ["", "r"],
  plan: ["r", "r"],
  price: ["r", "r"],
  price_book: ["r", "r"],
  price_book_assignment: ["r", "r"],
  price_book_discount: ["r", "r"],
  public_address: ["r", "rw"],
  quota: ["r", "r"],
  quota_class: ["r", ""],
  quota_class_limit: ["r", ""],
  seller: ["r", "r"],
  site: ["r", "rw"],
  site_capacity: ["r", "raw"],
  site_capacity_hour: ["r", "rad"],
  // The keys of sites are for workers only.
  site_connection: ["", "r"],
  // What operators decide, workers carry out.
  site_decision: ["r", "rw"],
  site_fence: ["r", "raw"],
  // Functions write them.
  host_gpu: ["r", "r"],
  // Operators decide about hosts, workers say what there is.
  site_host: ["r", "rawd"],
  // Workers say what there is.
  site_stranger: ["r", "rawd"],
  sku: ["r", "r"],
  storage_region: ["r", "rw"],
  tax_rate: ["r", "r"],
  invoice_postponement: ["r", "r"],
  // The keys of regions are for workers only.
  storage_connection: ["", "rw"],
  _prisma_migrations: ["r", "r"],

  // Who runs the installation, and what they announce. Their trail is history.
  announcement: ["r", ""],
  closed_announcement: ["raw", ""],
  operator: ["r", ""],
  // Workers end views that nobody ended.
  operator_acting: ["r", "rw"],
  operator_event: ["ra", "a"],
  operator_token: ["rw", ""],
  // A group of VMs of a locked person does nothing.
  person_lock: ["r", "r"],

  // People and what they sign in with are no business of workers.
  account: ["rawd", ""],
  invitation: ["rawd", ""],
  member: ["rawd", "r"],
  attempt_limit: ["rawd", "rd"],
  passkey: ["rawd", ""],
  password_reset: ["rawd", ""],
  session: ["rawd", ""],
  setup_token: ["rd", ""],
  sign_in_failure: ["raw", ""],
  totp_use: ["rawd", ""],
  two_factor: ["rawd", ""],
  user: ["rawd", "r"],
  user_idempotency_key: ["raw", "rd"],
  verification: ["rawd", ""],

  // Organizations and money.
  // Workers ask for what groups of VMs make.
  admission: ["ra", "rad"],
  // Requests write them as `fulmar_workspace`.
  quota_request: ["r", "r"],
  // Requests change them in an organization, without the role of a workspace.
  billing_details: ["raw", "r"],
  budget: ["rawd", "r"],
  budget_notice: ["r", "ra"],
  budget_group_stop: ["r", "rawd"],
  budget_stop: ["r", "rawd"],
  api_token: ["raw", "r"],
  // Requests write them as `fulmar_workspace`. Workers end what nobody decides.
  approval: ["raw", "rwd"],
  charge: ["r", "r"],
  commitment: ["r", "r"],
  meter: ["r", "rw"],
  // Requests count by a function alone.
  token_hour: ["r", "rd"],
  organization: ["raw", "r"],
  transfer: ["raw", "rawd"],
  transfer_month: ["r", "raw"],
  payment: ["ra", "raw"],
  payment_dispute: ["r", "raw"],
  payment_refund: ["r", "raw"],
  dispute_search: ["", "rw"],
  wallet: ["ra", "raw"],
  workspace: ["raw", "r"],
  workspace_role: ["rawd", "r"],

  // Documents and reports of edges. Their agents talk to the API.
  acme_account: ["", "raw"],
  acme_certificate: ["", "rawd"],
  edge: ["rw", "r"],
  edge_certificate: ["rawd", "r"],
  edge_document: ["r", "rawd"],
  edge_failure: ["rawd", "r"],
  edge_forgotten: ["r", "rw"],
  edge_health: ["raw", "r"],
  edge_target_address: ["r", "rawd"],

  // The processes tell each other by these.
  change: ["r", "rd"],
  event: ["r", "rd"],
  // Changes of an organization claim their keys without the role of a workspace.
  idempotency_key: ["raw", "rd"],
  mail: ["ra", "rawd"],
  operation: ["r", "raw"],
  operation_step: ["r", "raw"],
  // Triggers write it.
  operation_volume: ["r", "r"],
  site_question: ["rad", "rwd"],
  storage_bucket: ["raw", "rawd"],
  storage_key: ["", "rawd"],
  storage_owner: ["raw", "rawd"],
  health_report: ["r", "raw"],
  reconciler: ["r", "raw"],
  tombstone: ["r", "rad"],
  unknown_resource: ["r", "rawd"],

  // Moves of buckets. The operator's commands write the first row of a move.
  bucket_move: ["r", "rw"],
  bucket_move_version: ["", "rad"],

  // Things of workspaces. Requests change them as `fulmar_workspace` alone, but for the time of a
  // key's last use, keys that end with a member, and for uploads and files that the object store sweeps in all
  // workspaces.
  access_key: ["rwd", "r"],
  access_key_bucket: ["r", "r"],
  bucket: ["r", "rw"],
  bucket_configuration: ["r", "rd"],
  bucket_usage: ["r", "rawd"],
  multipart_part: ["r", "r"],
  multipart_upload: ["rwd", "rd"],
  object: ["r", "rd"],
  object_file: ["rwd", "raw"],
  object_store: ["raw", "r"],
  object_version: ["r", "rd"],
  // Triggers write it, and workers remove what has passed.
  plain_path: ["r", "rd"],
  secret: ["r", "rd"],
  secret_data_key: ["r", "r"],
  secret_store: ["r", "rd"],
  secret_use: ["r", "r"],
  secret_version: ["r", "r"],
  cdn_metric: ["raw", "rd"],
  load_balancer_metric: ["raw", "rd"],
  vm_metric: ["r", "ra"],
  vm_metric_hour: ["r", ""],
  volume_metric: ["r", "ra"],
  volume_metric_hour: ["r", ""],

  // Triggers write them.
  address_set_change: ["r", "rawd"],
  vpc_names_change: ["r", "rawd"],
  // Rows that workers bring about, and that triggers touch then. Requests change them as `fulmar_workspace`, and workers
  // make nothing that a person asks for.
  alert: ["r", "rawd"],
  alert_rule: ["r", "rw"],
  alert_state: ["r", "rawd"],
  backup: ["r", "rawd"],
  backup_copy: ["r", "rawd"],
  backup_destination: ["r", "rw"],
  backup_policy: ["r", "rw"],
  cdn_common_path: ["r", "rw"],
  cdn_custom_domain: ["r", "rw"],
  cdn_distribution: ["r", "rw"],
  cdn_purge: ["r", "rwd"],
  cdn_signing_key: ["r", "r"],
  cdn_url_signer: ["rw", "r"],
  cdn_website: ["r", "r"],
  dns_record_set: ["r", "r"],
  // A trigger writes them.
  dns_removal: ["", "rwd"],
  dns_zone: ["r", "rw"],
  firewall_group: ["r", "r"],
  firewall_group_subnet: ["r", "r"],
  firewall_group_vm: ["r", "rd"],
  firewall_rule: ["r", "r"],
  image_copy: ["r", "rw"],
  image_import: ["r", "rwd"],
  image_share: ["r", "r"],
  load_balancer: ["r", "rw"],
  load_balancer_certificate: ["r", "rw"],
  load_balancer_health: ["r", "raw"],
  load_balancer_listener: ["r", "r"],
  load_balancer_pool: ["r", "r"],
  load_balancer_rule: ["r", "r"],
  load_balancer_target: ["r", "rd"],
  nat_gateway: ["r", "r"],
  nat_gateway_subnet: ["r", "r"],
  network_state: ["r", "rawd"],
  // A worker that places a VM locks its group.
  placement_group: ["r", "rw"],
  port_forward: ["r", "r"],
  reserved_ip: ["r", "rwd"],
  snapshot_set: ["r", "rwd"],
  ssh_key: ["r", "r"],
  startup_script: ["r", "r"],
  subnet: ["r", "rw"],
  terminal: ["rw", "rwd"],
  vm: ["r", "rwd"],
  vm_bandwidth: ["r", "raw"],
  vm_group: ["r", "rw"],
  // A deleted VM leaves its group.
  vm_group_member: ["r", "rwd"],
  vm_image: ["r", "rw"],
  vm_pending_configuration: ["r", "rd"],
  volume: ["r", "rw"],
  volume_operation: ["r", "raw"],
  volume_snapshot: ["r", "rw"],
  vpc: ["r", "r"],
  vpc_node: ["r", "rwd"],
  vpc_peering: ["r", "r"],
  webhook: ["r", "rw"],
  webhook_attempt: ["r", "ra"],
  webhook_delivery: ["r", "rawd"],
  webhook_lane: ["r", "rawd"],
};

/** What a change of the installation may do besides what a request may. */
const OPERATOR: Readonly<Record<string, string>> = {
  announcement: "awd",
  edge: "a",
  image: "aw",
  // A site is fenced before a worker has ever driven one.
  installation: "a",
  installation_mail: "awd",
  installation_settings: "w",
  installation_single_sign_on: "awd",
  invoice_postponement: "aw",
  ledger_entry: "a",
  // An edge that comes or goes has them applied anew.
  load_balancer: "w",
  // A fence puts them on hold.
  operation: "w",
  operator: "awd",
  operator_acting: "aw",
  operator_token: "a",
  payment: "w",
  payment_dispute: "aw",
  payment_refund: "aw",
  person_lock: "awd",
  plan: "aw",
  price: "awd",
  price_book: "awd",
  price_book_assignment: "awd",
  price_book_discount: "awd",
  public_address: "aw",
  quota: "awd",
  quota_class: "awd",
  quota_class_limit: "awd",
  quota_request: "w",
  reserved_ip: "w",
  seller: "aw",
  site: "aw",
  // They are sealed, and nobody reads them here.
  site_connection: "a",
  site_decision: "a",
  site_fence: "aw",
  site_host: "w",
  sku: "aw",
  // It is sealed, and ends with its region.
  storage_connection: "a",
  storage_region: "awd",
  tax_rate: "ad",
  vm: "w",
  vm_image: "w",
  wallet: "w",
};

/** What the adoption of what a site has, and a site's connection and removal, may do besides what a worker may. */
const ADOPTER: Readonly<Record<string, string>> = {
  backup_policy: "a",
  firewall_group: "a",
  firewall_group_subnet: "a",
  firewall_group_vm: "a",
  firewall_rule: "a",
  image: "awd",
  image_copy: "a",
  load_balancer: "a",
  load_balancer_listener: "awd",
  load_balancer_pool: "awd",
  load_balancer_rule: "awd",
  load_balancer_target: "aw",
  machine_adoption: "awd",
  nat_gateway: "a",
  nat_gateway_subnet: "a",
  plan: "w",
  port_forward: "a",
  public_address: "ad",
  reconciler: "d",
  reserved_ip: "a",
  secret_use: "a",
  site: "d",
  site_capacity: "d",
  site_connection: "wd",
  site_fence: "d",
  snapshot_set: "a",
  subnet: "a",
  tombstone: "w",
  vm: "a",
  vm_image: "a",
  volume: "a",
  volume_snapshot: "a",
  vpc: "a",
  vpc_node: "a",
  // To lock one.
  workspace: "w",
};

/** The simulated site is the worker's to change, as any other site is. */
const SIMULATED: readonly [request: string, worker: string] = ["r", "rawd"];

/** Sequences that a process draws from. Those of identity columns need no grant. */
export const SEQUENCES: Readonly<Record<string, readonly ProcessRole[]>> = {
  "public.workspace_workspace_id_seq": ["fulmar_request"],
  "simulated.address_seq": ["fulmar_worker"],
};

/** Functions that not everybody may call. */
export const FUNCTIONS: Readonly<Record<string, readonly GrantedRole[]>> = {
  "insert_rows(regclass, jsonb)": ["fulmar_adopter"],
  "bind_purchases(bigint, jsonb, integer)": ["fulmar_adopter"],
  "transactions_in_progress()": ["fulmar_request", "fulmar_worker"],
  "keep_metric_days(integer)": ["fulmar_worker"],
  "pack_metrics(integer)": ["fulmar_worker"],
  "measure_buckets(integer)": ["fulmar_worker"],
  "begin_prices()": ["fulmar_worker"],
  "remove_ended_bucket(bigint, text)": ["fulmar_worker"],
  "recount_commitment(text)": ["fulmar_request", "fulmar_worker"],
  "follow_target_tag(bigint, text, text)": ["fulmar_worker"],
  "give_default_quotas(bigint)": ["fulmar_request"],
  "announced_here()": ["fulmar_request"],
  "needs_two_people(bigint)": ["fulmar_request"],
  "roles_of_member(bigint, text)": ["fulmar_request"],
  "asked_of_authorities(text[])": ["fulmar_request"],
  "seen_regions()": ["fulmar_request"],
  "seen_connection(text)": ["fulmar_request"],
  "count_free_gpus(text)": ["fulmar_worker"],
  "free_host_gpus(text)": ["fulmar_request"],
  "correct_gpus(text, text, text[])": ["fulmar_worker"],
  "record_host_gpus(text, text, jsonb)": ["fulmar_worker"],
  "count_in_hour(text, integer, numeric, integer, integer, numeric, integer)": ["fulmar_request"],
};

/** The privileges that a role should have on a table. Undefined for a table that the list does not have. */
export function privilegesOn(schema: string, table: string, role: GrantedRole): readonly Privilege[] | undefined {
  const row = schema === "simulated" ? SIMULATED : TABLES[table];
  if (row === undefined) return undefined;
  const [request, worker] = row;
  const more = (of: Readonly<Record<string, string>>) => (schema === "simulated" ? "" : (of[table] ?? ""));
  const letters = {
    fulmar_request: request,
    fulmar_worker: worker,
    fulmar_operator: request + more(OPERATOR),
    fulmar_adopter: worker + more(ADOPTER),
  }[role];
  return Object.entries(PRIVILEGES)
    .filter(([letter]) => letters.includes(letter))
    .map(([, privilege]) => privilege);
}
