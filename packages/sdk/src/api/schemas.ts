// Generated from the contract by `npm run generate`.

export interface Acceptance {
  operation_id: string;
  vm_id: string;
  status: string;
  submitted_at: Timestamp;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
}

export interface AccessKey {
  access_key_id: string;
  name: string;
  permission: "read" | "write" | "read_write";
  bypass_governance: boolean;
  bucket_names: string[] | null;
  expires_at: Timestamp | null;
  allowed_ip_ranges: string[];
  last_used_at: Timestamp | null;
  created_by: {
    type: "token" | "user";
    id: string;
    name: string;
  } | null;
  created_at: Timestamp;
}

export interface AccessKeyDeletion {
  status: "deleted";
  access_key_id: string;
}

export interface Admission {
  admission_id: string;
  action: string;
  sku_code: string;
  quantity: number;
  allowed: boolean;
  reason: "ok" | "insufficient_funds" | "account_suspended" | "unknown_sku" | "billing_unavailable" | "quota_exceeded";
  hourly_price: string | null;
  currency: string | null;
  actor_type: "token" | "user";
  actor_id: string;
  actor_name: string;
  resource_id: string | null;
  request_id: string;
  at: Timestamp;
}

export interface AffectedResource {
  resource_type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image"
    | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key"
    | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group"
    | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener"
    | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set"
    | "secret_store" | "secret" | "alert_rule" | "webhook";
  id: string;
  name: string;
  relation: "part_of" | "in" | "attached" | "connected_by" | "routes_through" | "peered_with" | "serves"
    | "addressed_by" | "follows" | "protected_by" | "names" | "forwards_to" | "sends_to" | "certificate" | "origin"
    | "access_to" | "copy_of" | "increment_of" | "made_by";
  on: ResourceReference;
}

export interface Alert {
  alert_id: string;
  alert_rule_id: string;
  rule_name: string;
  metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent"
    | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets"
    | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent"
    | "backup_destination_failed_copies";
  comparison: "above" | "below";
  threshold: number;
  minutes: number;
  resource_id: string;
  resource_type: string;
  resource_name: string;
  value: number;
  status: "firing" | "ended";
  began_at: Timestamp;
  ended_at: Timestamp | null;
  end_reason: "ok" | "no_data" | "resource_deleted" | "not_selected" | "rule_disabled" | "rule_deleted" | null;
}

export interface AlertRule {
  alert_rule_id: string;
  name: string;
  description: string;
  metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent"
    | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets"
    | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent"
    | "backup_destination_failed_copies";
  comparison: "above" | "below";
  threshold: number;
  minutes: number;
  resource_ids: string[] | null;
  tag: string | null;
  notify_admins: boolean;
  notify_user_ids: string[];
  enabled: boolean;
  firing_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AlertRuleDeletion {
  status: "deleted";
  id: string;
}

export interface AlertRuleState {
  resource_id: string;
  resource_type: string;
  resource_name: string;
  state: "ok" | "firing" | "no_data";
  since: Timestamp;
  breached_since: Timestamp | null;
}

export interface ApiToken {
  token_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  workspace_policy: "entire_organization" | "specific_workspaces";
  workspace_ids: string[];
  allowed_ip_ranges: string[];
  guard: "none" | "approve_destructive" | "approve_all" | "plan_only";
  max_deletions_per_hour: number | null;
  max_added_cost_per_hour: string | null;
  max_resources_per_hour: number | null;
  created_by: {
    name: string;
    email: string;
    is_member: boolean;
  } | null;
  created_by_token_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  rotated_at: Timestamp | null;
  old_value: {
    prefix: string;
    until: Timestamp;
    last_used_at: Timestamp | null;
  } | null;
  last_used_at: Timestamp | null;
  last_used_ip: string | null;
  last_refused: {
    at: Timestamp;
    ip: string | null;
  } | null;
}

export interface ApiTokenChange {
  name?: string | undefined;
  /** Its normal form is `cidr`. */
  allowed_ip_ranges?: string[] | undefined;
  /** Its normal form is `moment`. */
  expires_at?: string | null | undefined;
  guard?: "none" | "approve_destructive" | "approve_all" | "plan_only" | undefined;
  max_deletions_per_hour?: number | null | undefined;
  /** Its normal form is `decimal`. */
  max_added_cost_per_hour?: string | null | undefined;
  max_resources_per_hour?: number | null | undefined;
}

export interface ApiTokenDetail {
  token_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  workspace_policy: "entire_organization" | "specific_workspaces";
  workspace_ids: string[];
  allowed_ip_ranges: string[];
  guard: "none" | "approve_destructive" | "approve_all" | "plan_only";
  max_deletions_per_hour: number | null;
  max_added_cost_per_hour: string | null;
  max_resources_per_hour: number | null;
  created_by: {
    name: string;
    email: string;
    is_member: boolean;
  } | null;
  created_by_token_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  rotated_at: Timestamp | null;
  old_value: {
    prefix: string;
    until: Timestamp;
    last_used_at: Timestamp | null;
  } | null;
  last_used_at: Timestamp | null;
  last_used_ip: string | null;
  last_refused: {
    at: Timestamp;
    ip: string | null;
  } | null;
  events: ({
    audit_event_id: string;
    action: string;
    actor_name: string;
    source_ip: string | null;
    at: Timestamp;
  })[];
  access_keys: number;
  tokens: number;
}

export interface ApiTokenId {
  token_id: string;
}

export interface ApiTokenRotation {
  /** @default "24h" */
  overlap?: "now" | "1h" | "24h" | "7d" | undefined;
  replaces?: string | undefined;
}

export interface Approval {
  approval_id: string;
  status: "pending" | "approved" | "rejected" | "carried_out" | "failed" | "expired" | "cancelled";
  token_id: string;
  token_name: string;
  operation: string;
  summary: string;
  request: string;
  resource_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  first_approved_by: {
    user_id: string;
    name: string;
  } | null;
  decided_by: {
    user_id: string;
    name: string;
  } | null;
  decided_at: Timestamp | null;
  reason: string | null;
  outcome: {
    status: number | null;
    code: string | null;
    detail: string | null;
    differences: string[];
  } | null;
}

export interface ApprovalDetail {
  approval_id: string;
  status: "pending" | "approved" | "rejected" | "carried_out" | "failed" | "expired" | "cancelled";
  token_id: string;
  token_name: string;
  operation: string;
  summary: string;
  request: string;
  resource_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  first_approved_by: {
    user_id: string;
    name: string;
  } | null;
  decided_by: {
    user_id: string;
    name: string;
  } | null;
  decided_at: Timestamp | null;
  reason: string | null;
  outcome: {
    status: number | null;
    code: string | null;
    detail: string | null;
    differences: string[];
  } | null;
  fields: RequestedField[];
  warnings: string[];
  plan: ChangePlan;
  planned_at: Timestamp;
  needs_two_people: boolean;
  first_approval_lapsed: string | null;
  undecidable: string | null;
}

export interface AttachReservedIp {
  vm_id?: string | undefined;
  nat_gateway_id?: string | undefined;
  load_balancer_id?: string | undefined;
}

export interface AttachVolumeRequest {
  vm_id: string;
}

export interface AttachVpcNodeRequest {
  vm_id: string;
  subnet_id: string;
  /** @default "private" */
  connectivity?: "private" | "public_ip" | "nat" | undefined;
  /**
   * The public address for connectivity `public_ip`; without it the platform assigns one, which lasts as long as the
   * attachment.
   */
  reserved_public_ip_id?: string | null | undefined;
}

export interface AuditEvent {
  audit_event_id: string;
  actor_type: "token" | "user" | "operator" | "system";
  actor_id: string;
  actor_name: string;
  action: string;
  resource_id: string | null;
  resource_type: string | null;
  request_id: string;
  source_ip: string | null;
  result: number;
  planned: boolean;
  at: Timestamp;
}

export interface Backup {
  organization_id: string;
  workspace_id: string;
  backup_id: string;
  vm_id: string;
  vm_name: string;
  vm_type: "cloud" | "gpu";
  site_id: string;
  vm_deleted_at: Timestamp | null;
  policy_id: string | null;
  operation_id: string | null;
  type: "full" | "incremental";
  parent_backup_id: string | null;
  chain_id: string;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  trigger: "schedule" | "manual";
  scheduled_for: Timestamp | null;
  size_bytes: number | null;
  storage_backend: string;
  volume_manifest: RecoveryVolumeManifestItem[];
  volume_manifest_summary: RecoveryPointSummary;
  error_code: string | null;
  error_message: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  expires_at: Timestamp | null;
}

export interface BackupCopy {
  copy_id: string;
  destination_id: string;
  destination_name: string;
  status: "waiting" | "copied" | "failed" | "removing";
  own: boolean;
  backup_id: string;
  vm_id: string;
  vm_name: string;
  vm_type: "cloud" | "gpu";
  plan_id: string | null;
  template_id: string | null;
  disk_gb: number | null;
  volumes: CopiedVolume[];
  size_bytes: number | null;
  new_bytes: number | null;
  taken_at: Timestamp;
  copied_at: Timestamp | null;
  waiting_reason: string | null;
  error_message: string | null;
}

export interface BackupDeletion {
  status: "deleted";
  id: string;
}

export interface BackupDestination {
  destination_id: string;
  name: string;
  status: "checking" | "ready" | "failed";
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  key_fingerprint: string;
  /** How many copies of a VM stay. Null: all. */
  keep_count: number | null;
  /** How many days a copy stays. Null: for ever. */
  keep_days: number | null;
  error_message: string | null;
  checked_at: Timestamp | null;
  unreadable_copies: number;
  created_at: Timestamp;
}

export interface BackupDestinationDeletion {
  status: "deleted";
  id: string;
}

export interface BackupPolicy {
  organization_id: string;
  workspace_id: string;
  policy_id: string;
  vm_id: string;
  enabled: boolean;
  schedule: BackupPolicySchedule;
  retention_days: number;
  full_backup_interval_days: number;
  incremental_enabled: boolean;
  storage_backend: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  organization_name: string | null;
  workspace_name: string | null;
  vm_name: string | null;
  os_type: string | null;
  os_distro: string | null;
  template_id: string | null;
  next_run_at: Timestamp | null;
  last_run_at: Timestamp | null;
  last_status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" | undefined;
  /** The destination that backups are copied to. Left out where they are not. */
  destination_id?: string | undefined;
}

export interface BackupPolicyChange {
  schedule?: BackupPolicyScheduleChange | undefined;
  retention_days?: number | undefined;
  full_backup_interval_days?: number | undefined;
  incremental_enabled?: boolean | undefined;
  /** The destination that backups from now on are copied to. Null: they are not copied. */
  destination_id?: string | null | undefined;
}

export interface BackupPolicyEnableRequest {
  /** @default {} */
  schedule?: BackupPolicyScheduleInput | undefined;
  /** @default 7 */
  retention_days?: number | undefined;
  /** @default 7 */
  full_backup_interval_days?: number | undefined;
  /** @default true */
  incremental_enabled?: boolean | undefined;
  /** @default "api" */
  requested_by?: string | undefined;
  /** The destination that backups from now on are copied to. Null: they are not copied. */
  destination_id?: string | null | undefined;
}

export interface BackupPolicySchedule {
  frequency: "hourly" | "daily" | "weekly";
  timezone: string;
  /** Of the day, in `timezone`. Not used by an hourly schedule. */
  hour: number;
  /** Of the hour, in `timezone`. */
  minute: number;
  /** Of a weekly schedule, as in cron: 0 is Sunday, 1 Monday, 6 Saturday. Null: Sunday. */
  day_of_week: number | null;
  window_minutes: number;
}

export interface BackupPolicyScheduleChange {
  frequency?: "hourly" | "daily" | "weekly" | undefined;
  /** Its normal form is `time-zone`. */
  timezone?: string | undefined;
  /** Of the day, in `timezone`. Not used by an hourly schedule. */
  hour?: number | undefined;
  /** Of the hour, in `timezone`. */
  minute?: number | undefined;
  /** Of a weekly schedule, as in cron: 0 is Sunday, 1 Monday, 6 Saturday. Null: Sunday. */
  day_of_week?: number | null | undefined;
  /**
   * How long after its time a backup may begin. VMs are spread over it, each with a moment of its own; one that another
   * operation holds is waited for until its end. 0: at its time.
   */
  window_minutes?: number | undefined;
}

export interface BackupPolicyScheduleInput {
  /** @default "daily" */
  frequency?: "hourly" | "daily" | "weekly" | undefined;
  /**
   * Its normal form is `time-zone`.
   *
   * @default "UTC"
   */
  timezone?: string | undefined;
  /**
   * Of the day, in `timezone`. Not used by an hourly schedule.
   *
   * @default 20
   */
  hour?: number | undefined;
  /**
   * Of the hour, in `timezone`.
   *
   * @default 0
   */
  minute?: number | undefined;
  /**
   * Of a weekly schedule, as in cron: 0 is Sunday, 1 Monday, 6 Saturday. Null: Sunday.
   *
   * @default null
   */
  day_of_week?: number | null | undefined;
  /**
   * How long after its time a backup may begin. VMs are spread over it, each with a moment of its own; one that another
   * operation holds is waited for until its end. 0: at its time.
   *
   * @default 30
   */
  window_minutes?: number | undefined;
}

export interface BandwidthSummary {
  month: string;
  rx_bytes: number;
  tx_bytes: number;
  last_updated_at: Timestamp | null;
}

export interface BillingDetails {
  organization_id: string;
  legal_name: string | null;
  address_lines: string[];
  postal_code: string | null;
  city: string | null;
  vat_number: string | null;
  country: string | null;
  email: string | null;
  updated_at: Timestamp | null;
  tax: TaxRate | null;
}

export interface Bucket {
  name: string;
  is_public: boolean;
  region: string | null;
  plan: string | null;
  status: string | null;
  site_id: string | null;
  site_name: string | null;
  bucket_lock_enabled: boolean;
  created_at: Timestamp | null;
  updated_at: Timestamp | null;
  object_count?: number | undefined;
  total_size?: number | undefined;
  parts_size?: number | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. Left out while it is false. */
  deletion_protection?: boolean | undefined;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
}

export interface BucketCors {
  name: string;
  rules: CorsRule[];
}

export interface BucketDeletion {
  status: "deleted";
  name: string;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
}

export interface BucketLifecycle {
  name: string;
  rules: LifecycleRule[];
}

export interface BucketObjectLock {
  name: string;
  enabled: boolean;
  default_retention: DefaultRetention | null;
}

export interface BucketPolicy {
  name: string;
  policy: PolicyDocument | null;
  is_public: boolean;
  blocks_public_policies: boolean;
  restricts_public_access: boolean;
}

export interface BucketPolicyDeletion {
  status: "deleted";
  name: string;
}

export interface BucketPurge {
  status: "purged";
  name: string;
}

export interface BucketQuota {
  name: string;
  size_bytes: number | null;
  used_bytes: number;
}

export interface BucketVersioning {
  name: string;
  status: "off" | "enabled" | "suspended";
}

export interface Budget {
  budget_id: string;
  name: string;
  covers: "organization" | "workspace";
  workspace_id: string | null;
  amount: string;
  currency: string;
  thresholds: number[];
  forecast_thresholds: number[];
  at_cap: "notify" | "refuse" | "refuse_and_stop";
  stop: BudgetSelector[];
  stopped: ({
    workspace_id: string;
    vm_id: string;
    stopped_at: Timestamp;
  })[];
  stopped_groups: ({
    workspace_id: string;
    vm_group_id: string;
    stopped_at: Timestamp;
  })[];
  month: string;
  spent: string;
  expected: string;
  reached: ({
    basis: "spent" | "expected";
    percent: number;
    at: Timestamp;
  })[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface BudgetDeletion {
  status: "deleted";
  id: string;
}

export interface BudgetSelector {
  /** VMs and groups with all of these tags. */
  tags?: string[] | undefined;
  /** VMs and groups of this workspace. */
  workspace_id?: string | undefined;
  /** These VMs and groups, in this order. */
  resource_ids?: string[] | undefined;
}

export interface CdnCustomDomain {
  domain: string;
  status: "pending_validation" | "pending_tls" | "active" | "failed";
  created_at: Timestamp;
  tls_status: string | null;
  instructions: string[] | null;
}

export interface CdnCustomDomainDeletion {
  status: "deleted";
  domain: string;
}

export interface CdnCustomDomainList {
  distribution_id: string;
  default_domain: string;
  custom_domains: CdnCustomDomain[];
}

export interface CdnCustomDomainReport {
  domain: string;
  status: "pending_validation" | "pending_tls" | "active" | "failed";
  created_at: Timestamp;
  tls_status: string | null;
  instructions: string[] | null;
  distribution_id: string;
  dns_records: CdnDnsRecord[];
  checked_at: Timestamp | null;
  next_check_at: Timestamp | null;
  problem: string | null;
  certificate_expires_at: Timestamp | null;
}

export interface CdnDeployment {
  distribution_id: string;
  status: "active" | "deploying" | "disabled" | "failed" | "deleted";
  pending_changes: boolean;
  deployed_at: Timestamp | null;
  failed_attempts: number;
  next_attempt_at: Timestamp | null;
  error_code: string | null;
  error_message: string | null;
}

export interface CdnDistribution {
  id: string;
  name: string;
  origin_id: string;
  origin_type: "bucket" | "custom";
  default_domain: string;
  default_url: string;
  cache_policy: "static-assets" | "media" | "short" | "no-cache";
  enabled: boolean;
  status: "active" | "deploying" | "disabled" | "failed" | "deleted";
  custom_domains: string[];
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface CdnDistributionDeletion {
  status: "deleted";
  id: string;
}

export interface CdnDnsRecord {
  type: "TXT" | "CNAME";
  name: string;
  value: string;
}

export interface CdnMetrics {
  distribution_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  points: ({
    at: Timestamp;
    requests: number;
    cache_hits: number;
    bytes_sent: number;
    status_2xx: number;
    status_3xx: number;
    status_4xx: number;
    status_5xx: number;
  })[];
}

export interface CdnObjectUrl {
  cdn_url: string;
  expires_at: Timestamp | null;
}

export interface CdnPurge {
  purge_id: string;
  distribution_id: string;
  status: "queued" | "running" | "succeeded" | "failed";
  paths: string[];
  everything: boolean;
  requested_at: Timestamp;
  completed_at: Timestamp | null;
  error: string | null;
}

export interface CdnRedirect {
  source: string;
  destination: string;
  /** @default 301 */
  status: 301 | 302 | 307 | 308;
}

export interface CdnRedirectInput {
  source: string;
  destination: string;
  /** @default 301 */
  status?: 301 | 302 | 307 | 308 | undefined;
}

export interface CdnResponseHeader {
  name: string;
  value: string;
}

export interface CdnSigningKey {
  key_id: string;
  status: "current" | "retired";
  created_at: Timestamp;
  retired_at: Timestamp | null;
  valid_until: Timestamp | null;
}

export interface CdnWebsite {
  distribution_id: string;
  index_document: string;
  error_document: string | null;
  spa: boolean;
  redirects: CdnRedirect[];
  headers: CdnResponseHeader[];
  pending_changes: boolean;
  updated_at: Timestamp | null;
}

export interface ChangePlan {
  would_answer: number;
  changes: ResourceChange[];
  affects: AffectedResource[];
  steps: string[];
  cost: CostChange;
  quotas: QuotaChange[];
  irreversible: boolean;
  restorable_until: Timestamp | null;
  warnings: string[];
}

export interface CheckReachabilityRequest {
  from_vm_id?: string | undefined;
  /** In place of `from_vm_id`: a public address, or "internet" for anybody whom no rule names by address. */
  from_address?: string | undefined;
  to_vm_id?: string | undefined;
  /**
   * In place of `to_vm_id`: a public address, or one of either family in a VPC of the sending VM or in a peer of it;
   * with `from_vm_id` also "internet".
   */
  to_address?: string | undefined;
  /** @default "tcp" */
  protocol?: "tcp" | "udp" | "icmp" | undefined;
  /** For tcp and udp: the port of the VM, or of `to_address`. A port forward may have another one outside. */
  port?: number | undefined;
  /** By default an echo request, a ping: 8, or 128 where the way is of IPv6. */
  icmp_type?: number | undefined;
  /** By default 0. */
  icmp_code?: number | undefined;
  /** The firewall group that would have the `rules`. */
  firewall_group_id?: string | undefined;
  /** What the rules of `firewall_group_id` would be: answered as `planned`, and not stored. */
  rules?: CreateFirewallRuleRequest[] | undefined;
}

export interface CloudVm {
  id: string;
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  os_type: string;
  os_distro: string;
  plan_name: string | null;
  public_ip: string | null;
  private_ip: string | null;
  tags: string[];
  created_at: Timestamp;
  updated_at: Timestamp | null;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. Left out while it is false. */
  deletion_protection?: boolean | undefined;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
  /** Since when an operator of the cloud keeps it stopped. Sent while one does. */
  held_at?: Timestamp | null | undefined;
  /** The maintenance that touches it now or next. Sent while one is announced. */
  maintenance?: VmMaintenance | null | undefined;
  /** Sent in lists with `include=site_id`. */
  site_id?: string | undefined;
  /** What it costs for 730 hours at present prices, as a decimal number. */
  monthly_price?: string | undefined;
}

export interface CloudVmDetail {
  id: string;
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  os_type: string;
  os_distro: string;
  plan_name: string | null;
  public_ip: string | null;
  private_ip: string | null;
  tags: string[];
  created_at: Timestamp;
  updated_at: Timestamp | null;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
  held_at: Timestamp | null;
  maintenance: VmMaintenance | null;
  site_id: string;
  /** What it costs for 730 hours at present prices, as a decimal number. */
  monthly_price: string;
  plan_id: string;
  template_id: string;
  rescue_enabled: boolean;
  adopted_at: Timestamp | null;
  firewall_group_ids: string[];
  volume_ids: string[];
  placement_group_id: string | null;
  dedicated: boolean;
  held_reason: string | null;
  operation_id: string | null;
  error_code: string | null;
  error_message: string | null;
}

export interface CompleteMultipartUploadRequest {
  parts: UploadedPart[];
  size?: number | undefined;
  /** @default false */
  only_new?: boolean | undefined;
}

export interface ConsoleLog {
  log: string;
  truncated: boolean;
  read_at: Timestamp;
}

export interface CopiedVolume {
  name: string;
  size_gb: number;
  type: "ssd" | "nvme" | "hdd";
}

export interface CopyImage {
  site_id: string;
}

export interface CorsRule {
  id: string | null;
  allowed_origins: string[];
  allowed_methods: ("GET" | "PUT" | "HEAD" | "POST" | "DELETE")[];
  allowed_headers: string[];
  expose_headers: string[];
  max_age_seconds: number | null;
}

export interface CostChange {
  hourly_delta: string;
  monthly_delta: string;
  currency: string | null;
}

export interface CpuMetrics {
  vm_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  metric: "cpu";
  points: ({
    at: Timestamp;
    cpu_percent: number;
  })[];
}

export interface CreateAccessKeyRequest {
  name: string;
  permission: "read" | "write" | "read_write";
  /** @default false */
  bypass_governance?: boolean | undefined;
  bucket_names?: string[] | undefined;
  /** Its normal form is `moment`. */
  expires_at?: string | undefined;
}

export interface CreateAlertRule {
  name: string;
  /** @default "" */
  description?: string | undefined;
  /**
   * Whether the alert fires above or below the threshold.
   *
   * @default "above"
   */
  comparison?: "above" | "below" | undefined;
  /** In the unit of the metric, at most 100 for percentages. */
  threshold: number;
  /**
   * How long the value must be above or below the threshold before the alert fires.
   *
   * @default 5
   */
  minutes?: number | undefined;
  /**
   * The resources that it watches. Null: all that have the metric, or those with the tag.
   *
   * @default null
   */
  resource_ids?: string[] | null | undefined;
  /**
   * It watches the resources with this tag: VMs or load balancers. Not together with `resource_ids`.
   *
   * @default null
   */
  tag?: string | null | undefined;
  /**
   * Whether owners and admins of the organization get e-mails.
   *
   * @default true
   */
  notify_admins?: boolean | undefined;
  /**
   * Other members of the organization who get e-mails.
   *
   * @default []
   */
  notify_user_ids?: string[] | undefined;
  /** @default true */
  enabled?: boolean | undefined;
  metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent"
    | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets"
    | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent"
    | "backup_destination_failed_copies";
}

export interface CreateBackup {
  type?: "full" | "incremental" | undefined;
}

export interface CreateBackupCopy {
  backup_id: string;
  destination_id: string;
}

export interface CreateBackupDestination {
  name: string;
  /** Its normal form is `origin`. */
  endpoint: string;
  /**
   * The region that requests are signed for.
   *
   * @default "us-east-1"
   */
  region?: string | undefined;
  bucket: string;
  /** @default "" */
  prefix?: string | undefined;
  access_key: string;
  secret_key: string;
  /**
   * How many copies of a VM stay. Null: all.
   *
   * @default null
   */
  keep_count?: number | null | undefined;
  /**
   * How many days a copy stays. Null: for ever.
   *
   * @default null
   */
  keep_days?: number | null | undefined;
  /** Encrypts the copies. Without it, one is made and shown in this answer alone. */
  key?: string | undefined;
}

export interface CreateBucketRequest {
  name: string;
  region: string;
  /** @default false */
  is_public?: boolean | undefined;
  /** @default false */
  object_lock_enabled?: boolean | undefined;
  default_retention?: DefaultRetention | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateBudget {
  name: string;
  /** Its normal form is `decimal`. */
  amount: string;
  /** @default [50,80,100] */
  thresholds?: number[] | undefined;
  /** @default [100] */
  forecast_thresholds?: number[] | undefined;
  /** @default "notify" */
  at_cap?: "notify" | "refuse" | "refuse_and_stop" | undefined;
  /**
   * The VMs and groups of VMs that are stopped, in this order. Empty: all that the budget covers, at once. A group
   * counts as one, and its VMs are stopped with it alone.
   *
   * @default []
   */
  stop?: BudgetSelector[] | undefined;
  /** @default "organization" */
  covers?: "organization" | "workspace" | undefined;
}

export interface CreateCdnCustomDomainRequest {
  /** Its normal form is `lower`. */
  domain: string;
}

export interface CreateCdnDistributionRequest {
  name: string;
  origin_id: string;
  /** @default "bucket" */
  origin_type?: "bucket" | "custom" | undefined;
  /** @default "static-assets" */
  cache_policy?: "static-assets" | "media" | "short" | "no-cache" | undefined;
}

export interface CreateCdnPurgeRequest {
  paths?: string[] | undefined;
  everything?: true | undefined;
}

export interface CreateCloudVm {
  name: string;
  plan_id: string;
  template_id: string;
  os_distro?: string | undefined;
  os_type?: string | undefined;
  cpu?: number | undefined;
  ram_mb?: number | undefined;
  /** By default the site of the VPC, otherwise the first that offers both the plan and the image. */
  site_id?: string | undefined;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /**
   * Keys of the workspace's library, by id or by name, beside those of `ssh_keys`.
   *
   * @default []
   */
  ssh_key_ids?: string[] | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
  /** A script of the workspace's library, which the VM runs at its first boot in place of `user_data`. */
  startup_script_id?: string | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /** @default false */
  public_ip?: boolean | undefined;
  reserved_ip_id?: string | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /** @default [] */
  volume_ids?: string[] | undefined;
  /** A placement group, which keeps the VM apart from the others in it, or together with them. */
  placement_group_id?: string | undefined;
  /**
   * Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say
   * `has_dedicated_hosts`.
   *
   * @default false
   */
  dedicated?: boolean | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateDnsZone {
  /** Its normal form is `lower`. */
  name: string;
  /** @default "" */
  description?: string | undefined;
  /**
   * Whether the zone is signed (DNSSEC). Resolvers check it once the registry has its DS record.
   *
   * @default false
   */
  dnssec?: boolean | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateDownloadUrlRequest {
  object_key: string;
  /** @default 3600 */
  expires_in?: number | undefined;
  disposition?: "inline" | "attachment" | undefined;
}

export interface CreateFirewallGroupRequest {
  name: string;
  description?: string | null | undefined;
  /** @default false */
  is_default?: boolean | undefined;
}

export interface CreateFirewallRuleRequest {
  /** @default "ingress" */
  direction?: "ingress" | "egress" | undefined;
  /** @default "tcp" */
  protocol?: "tcp" | "udp" | "icmp" | "any" | undefined;
  /** @default "allow" */
  action?: "allow" | "drop" | undefined;
  description?: string | null | undefined;
  /** With `port_end` the range of ports, for tcp and udp; without both, every port. */
  port_start?: number | null | undefined;
  /** By default `port_start`: one port. */
  port_end?: number | null | undefined;
  /** For icmp: the only type, such as 8 for an echo request, or 128 for one by IPv6; without it, all. */
  icmp_type?: number | null | undefined;
  /** With `icmp_type` the only code of it; without it, all. */
  icmp_code?: number | null | undefined;
  /**
   * Rules with lower numbers come first, those with the same number in order of creation. By default, the new rule
   * comes after the present ones.
   */
  priority?: number | undefined;
  /**
   * Addresses and networks: where traffic comes from, or goes to. One of them must match. By default 0.0.0.0/0, which
   * is anywhere, by IPv6 too; ::/0 is anywhere by IPv6 alone. Empty with `remote_group_id` or `remote_tag`.
   *
   * Its normal form is `cidr`.
   */
  remote_targets?: string[] | undefined;
  /**
   * Instead of `remote_targets`: the VMs of this firewall group, whichever it has at the time. It may be the rule's
   * own.
   */
  remote_group_id?: string | null | undefined;
  /** Instead of `remote_targets`: the VMs of the workspace that have this tag. */
  remote_tag?: string | null | undefined;
  /** @default true */
  enabled?: boolean | undefined;
}

export interface CreateGpuVm {
  name: string;
  plan_id: string;
  template_id: string;
  os_distro?: string | undefined;
  os_type?: string | undefined;
  cpu?: number | undefined;
  ram_mb?: number | undefined;
  /** By default the site of the VPC, otherwise the first that offers both the plan and the image. */
  site_id?: string | undefined;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /**
   * Keys of the workspace's library, by id or by name, beside those of `ssh_keys`.
   *
   * @default []
   */
  ssh_key_ids?: string[] | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
  /** A script of the workspace's library, which the VM runs at its first boot in place of `user_data`. */
  startup_script_id?: string | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /** @default false */
  public_ip?: boolean | undefined;
  reserved_ip_id?: string | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /** @default [] */
  volume_ids?: string[] | undefined;
  /** A placement group, which keeps the VM apart from the others in it, or together with them. */
  placement_group_id?: string | undefined;
  /**
   * Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say
   * `has_dedicated_hosts`.
   *
   * @default false
   */
  dedicated?: boolean | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateImage {
  name: string;
  /** @default null */
  description?: string | null | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vm_id?: string | undefined;
  snapshot_set_id?: string | undefined;
  backup_id?: string | undefined;
}

export interface CreateLoadBalancer {
  name: string;
  site_id: string;
  /** @default null */
  vpc_id?: string | null | undefined;
  /** @default null */
  subnet_id?: string | null | undefined;
  /** @default null */
  reserved_ip_id?: string | null | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  /** @default {} */
  configuration?: LoadBalancerConfiguration | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateLoadBalancerListener {
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  port: number;
  /** @default null */
  certificate?: LoadBalancerCertificate | null | undefined;
  /** @default [] */
  additional_certificates?: LoadBalancerCertificate[] | undefined;
  /**
   * Its normal form is `lower`.
   *
   * @default []
   */
  domains?: string[] | undefined;
  /** @default 60 */
  idle_timeout_seconds?: number | undefined;
  /** @default null */
  default_pool_id?: string | null | undefined;
  /** @default [] */
  rules?: LoadBalancerRuleInput[] | undefined;
}

export interface CreateMultipartUploadRequest {
  object_key: string;
  content_type?: string | undefined;
}

export interface CreateNatGateway {
  name: string;
  subnet_ids: string[];
  /** Without it the platform assigns an address, which lasts as long as the gateway. */
  reserved_ip_id?: string | null | undefined;
}

export interface CreatePartUrlsRequest {
  part_numbers: number[];
  /** @default 3600 */
  expires_in?: number | undefined;
}

export interface CreatePlacementGroup {
  name: string;
  /**
   * `spread` keeps its VMs apart, `pack` keeps them together.
   *
   * @default "spread"
   */
  strategy?: "spread" | "pack" | undefined;
  /**
   * Apart from each other, or together, by hosts or by zones. A zone is what fails together, such as a rack.
   *
   * @default "hosts"
   */
  over?: "hosts" | "zones" | undefined;
  /**
   * Whether a VM that has no such place is refused. Otherwise it gets the best place there is.
   *
   * @default false
   */
  strict?: boolean | undefined;
  /** @default [] */
  tags?: string[] | undefined;
}

export interface CreatePortForwardRequest {
  protocol: "tcp" | "udp";
  public_port: number;
  vm_id: string;
  private_port: number;
  description?: string | null | undefined;
}

export interface CreateSecretRequest {
  key: string;
  value: string;
  /** @default "utf8" */
  encoding?: "utf8" | "base64" | undefined;
  /** @default "" */
  description?: string | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  /**
   * Its normal form is `moment`.
   *
   * @default null
   */
  expires_at?: string | null | undefined;
}

export interface CreateSecretStoreRequest {
  name: string;
  /** @default "" */
  description?: string | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateSecretVersionRequest {
  value: string;
  /** @default "utf8" */
  encoding?: "utf8" | "base64" | undefined;
  if_version?: number | undefined;
}

export interface CreateSnapshot {
  name: string;
  /** @default null */
  description?: string | null | undefined;
  /** @default "all_attached" */
  capture_scope?: "root_only" | "all_attached" | "selective" | undefined;
  /** @default [] */
  volume_ids?: string[] | undefined;
  /**
   * Whether it stays when its VM is deleted.
   *
   * @default false
   */
  outlives_vm?: boolean | undefined;
}

export interface CreateSshKey {
  name: string;
  /** Its normal form is `ssh-key`. */
  public_key: string;
}

export interface CreateStartupScript {
  name: string;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  content: string;
}

export interface CreateSubnet {
  name: string;
  cidr: string;
  /** By default the first address of the network. */
  gateway?: string | undefined;
  /** @default ["1.1.1.1","8.8.8.8"] */
  dns?: string[] | undefined;
  /**
   * Groups whose rules every VM with a card in the subnet has, beside those of its own groups.
   *
   * @default []
   */
  firewall_group_ids?: string[] | undefined;
}

export interface CreateTerminal {
  /** @default 80 */
  columns?: number | undefined;
  /** @default 24 */
  rows?: number | undefined;
  /**
   * The VM's screen in place of a shell: its bytes are those of RFB 3.8.
   *
   * @default false
   */
  screen?: boolean | undefined;
}

export interface CreateUploadUrlRequest {
  object_key: string;
  /** @default 3600 */
  expires_in?: number | undefined;
  content_type?: string | undefined;
}

export interface CreateVersionDownloadUrlRequest {
  object_key: string;
  version_id: string;
  /** @default 3600 */
  expires_in?: number | undefined;
  disposition?: "inline" | "attachment" | undefined;
}

export interface CreateVersionRestoreUrlRequest {
  object_key: string;
  version_id: string;
  /** @default 3600 */
  expires_in?: number | undefined;
}

export interface CreateVmGroup {
  name: string;
  /**
   * How many VMs it should have. They are called by its name and a number: `web-1`. By default 1, or the `min_count` of
   * `scaling`. With `scaling`, it is between both counts, and what you send holds until a rule changes it.
   */
  desired_count?: number | undefined;
  scaling?: VmGroupScalingInput | undefined;
  power_schedule?: VmGroupPowerScheduleInput | undefined;
  plan_id: string;
  template_id: string;
  /** By default the site of the VPC, otherwise the first that offers both the plan and the image. */
  site_id?: string | undefined;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /**
   * Keys of the workspace's library, by id or by name, beside those of `ssh_keys`.
   *
   * @default []
   */
  ssh_key_ids?: string[] | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /**
   * Whether each VM gets a public address of its own.
   *
   * @default false
   */
  public_ip?: boolean | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /** A placement group, which keeps the VM apart from the others in it, or together with them. */
  placement_group_id?: string | undefined;
  /**
   * Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say
   * `has_dedicated_hosts`.
   *
   * @default false
   */
  dedicated?: boolean | undefined;
  load_balancer_id?: string | undefined;
  /**
   * A pool with a `target_tag`. The VMs get the tag, so they are its targets, and its health check tells whether they
   * work.
   */
  pool_id?: string | undefined;
  /**
   * For how many minutes a VM may fail the health check of the pool before it is replaced.
   *
   * @default 10
   */
  heal_after_minutes?: number | undefined;
}

export interface CreateVolumeRequest {
  name: string;
  size_gb: number;
  site_id: string;
  /** @default "ssd" */
  type?: "ssd" | "nvme" | "hdd" | undefined;
  snapshot_id?: string | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateVolumeSnapshotRequest {
  name: string;
}

export interface CreateVpc {
  name: string;
  site_id: string;
  cidr: string;
  /**
   * Whether its VMs have an IPv6 address beside the private one. The VPC gets a private /48, each subnet a /64 of it.
   *
   * @default false
   */
  ipv6?: boolean | undefined;
  description?: string | null | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface CreateVpcPeering {
  /** The other side sees it, too. */
  name: string;
  /** A VPC of the workspace. */
  vpc_id: string;
  /** Another VPC at the same site, of any workspace. */
  peer_vpc_id: string;
}

export interface CreateWebhook {
  name: string;
  url: string;
  /**
   * Which events are sent: `*`, all types of a resource such as `cloud_vm.*`, or a type such as `bucket.created`.
   *
   * @default ["*"]
   */
  event_types?: string[] | undefined;
  /** @default "" */
  description?: string | undefined;
  /** @default true */
  enabled?: boolean | undefined;
}

export interface CreatedAccessKey {
  access_key_id: string;
  name: string;
  permission: "read" | "write" | "read_write";
  bypass_governance: boolean;
  bucket_names: string[] | null;
  expires_at: Timestamp | null;
  allowed_ip_ranges: string[];
  last_used_at: Timestamp | null;
  created_by: {
    type: "token" | "user";
    id: string;
    name: string;
  } | null;
  created_at: Timestamp;
  secret_access_key: string;
}

export interface CreatedApiToken {
  token_id: string;
  name: string;
  prefix: string;
  scopes: string[];
  workspace_policy: "entire_organization" | "specific_workspaces";
  workspace_ids: string[];
  allowed_ip_ranges: string[];
  guard: "none" | "approve_destructive" | "approve_all" | "plan_only";
  max_deletions_per_hour: number | null;
  max_added_cost_per_hour: string | null;
  max_resources_per_hour: number | null;
  created_by: {
    name: string;
    email: string;
    is_member: boolean;
  } | null;
  created_by_token_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  rotated_at: Timestamp | null;
  old_value: {
    prefix: string;
    until: Timestamp;
    last_used_at: Timestamp | null;
  } | null;
  last_used_at: Timestamp | null;
  last_used_ip: string | null;
  last_refused: {
    at: Timestamp;
    ip: string | null;
  } | null;
  token: string;
}

export interface CreatedWebhook {
  webhook_id: string;
  name: string;
  description: string;
  url: string;
  event_types: string[];
  event_scopes: string[];
  enabled: boolean;
  disabled_reason: "gone" | "failing" | null;
  disabled_at: Timestamp | null;
  old_secret_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  secret: string;
}

export interface DefaultRetention {
  mode: "GOVERNANCE" | "COMPLIANCE";
  days?: number | null | undefined;
  years?: number | null | undefined;
}

export interface DeleteObjectVersionRequest {
  object_key: string;
  version_id: string;
}

export interface DeleteObjectsRequest {
  object_keys: string[];
}

export interface DiskMetrics {
  vm_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  metric: "disk";
  points: ({
    at: Timestamp;
    read_bytes_per_second: number;
    write_bytes_per_second: number;
  })[];
}

export interface DnsProofRecord {
  type: "TXT";
  name: string;
  value: string;
}

export interface DnsRecordSet {
  record_set_id: string;
  zone_id: string;
  /** Relative to the zone: `www`, or `@` for the zone's own name. */
  name: string;
  type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
  /** For how many seconds resolvers may keep the answer. */
  ttl: number;
  /** As they were set. Empty for a set that follows a resource. */
  values: string[];
  /** The VM that it follows. Its public addresses are answered as it has them, and the set is deleted with it. */
  vm_id: string | null;
  /** The load balancer that it follows, as a VM. */
  load_balancer_id: string | null;
  /** The reserved IP that it follows, as a VM. */
  reserved_ip_id: string | null;
  /** What is answered: the values, or the public addresses that the resource has now, if any. */
  answered_values: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DnsRecordSetDeletion {
  status: "deleted";
  id: string;
}

export interface DnsZone {
  zone_id: string;
  name: string;
  description: string;
  /** `pending` until it is proven that the domain is yours; `active` while the name servers answer for it. */
  status: "pending" | "active";
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  name_servers: string[];
  proof_record: DnsProofRecord;
  instructions: string[] | null;
  delegated_to: string[] | null;
  /** Whether the zone is signed (DNSSEC). Resolvers check it once the registry has its DS record. */
  dnssec: boolean;
  /** The DS record for the registrar: key tag, algorithm, digest type and digest. Null while not signed. */
  ds_record: string | null;
  /** The zone's key, for registrars that make the DS record themselves: flags, protocol, algorithm, key. */
  dnskey_record: string | null;
  delegation_ds: string[] | null;
  problem: string | null;
  checked_at: Timestamp | null;
  next_check_at: Timestamp;
  pending_changes: boolean;
  applied_at: Timestamp | null;
  error_message: string | null;
  record_set_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DnsZoneDeletion {
  status: "deleted";
  id: string;
}

export interface DnsZoneFile {
  zone_id: string;
  name: string;
  zone_file: string;
}

export interface DnsZoneImport {
  zone_id: string;
  created_count: number;
  changed_count: number;
  deleted_count: number;
  unchanged_count: number;
  left_out_count: number;
}

export interface DownloadUrl {
  url: string;
  expires_at: Timestamp;
}

export interface Event {
  event_id: string;
  type: string;
  resource_type: string;
  resource_id: string | null;
  name: string | null;
  workspace_id: string;
  at: Timestamp;
  actor: {
    type: "token" | "user" | "operator" | "system";
    id: string;
    name: string;
  };
  request_id: string | null;
  operation_id: string | null;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface FirewallGroup {
  firewall_group_id: string;
  organization_id: string;
  workspace_id: string;
  workspace_name: string;
  name: string;
  description: string | null;
  status: string;
  is_default: boolean;
  linked_instance_count: number;
  /** In the order in which they are evaluated: the first that matches decides. */
  rules: FirewallRule[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface FirewallInstance {
  vm_id: string;
  vm_type: "cloud" | "gpu";
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  linked_at: Timestamp;
  pending_changes: boolean;
  applied_at: Timestamp | null;
  error_code: string | null;
  error_message: string | null;
}

export interface FirewallRule {
  rule_id: string;
  direction: "ingress" | "egress";
  protocol: "tcp" | "udp" | "icmp" | "any";
  action: "allow" | "drop";
  description: string | null;
  port_start: number | null;
  port_end: number | null;
  icmp_type: number | null;
  icmp_code: number | null;
  priority: number | null;
  /** Empty where the rule names a firewall group or a tag: no addresses of its own. */
  remote_targets: string[];
  remote_group_id: string | null;
  remote_tag: string | null;
  enabled: boolean;
  system_managed: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface GenerateCdnUrlRequest {
  bucket_name: string;
  object_key: string;
  expires_in?: number | null | undefined;
  disposition?: "inline" | "attachment" | null | undefined;
}

export interface GpuMetrics {
  vm_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  points: ({
    at: Timestamp;
    gpus: ({
      utilisation_percent: number | null;
      memory_percent: number | null;
      temperature_celsius: number | null;
    })[];
  })[];
}

export interface GpuVm {
  id: string;
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  os_type: string;
  os_distro: string;
  plan_name: string | null;
  public_ip: string | null;
  private_ip: string | null;
  tags: string[];
  created_at: Timestamp;
  updated_at: Timestamp | null;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. Left out while it is false. */
  deletion_protection?: boolean | undefined;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
  /** Since when an operator of the cloud keeps it stopped. Sent while one does. */
  held_at?: Timestamp | null | undefined;
  /** The maintenance that touches it now or next. Sent while one is announced. */
  maintenance?: VmMaintenance | null | undefined;
  /** Sent in lists with `include=site_id`. */
  site_id?: string | undefined;
  /** What it costs for 730 hours at present prices, as a decimal number. */
  monthly_price?: string | undefined;
  gpu_model: string;
  gpu_count: number;
}

export interface GpuVmDetail {
  id: string;
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  os_type: string;
  os_distro: string;
  plan_name: string | null;
  public_ip: string | null;
  private_ip: string | null;
  tags: string[];
  created_at: Timestamp;
  updated_at: Timestamp | null;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
  held_at: Timestamp | null;
  maintenance: VmMaintenance | null;
  site_id: string;
  /** What it costs for 730 hours at present prices, as a decimal number. */
  monthly_price: string;
  gpu_model: string;
  gpu_count: number;
  plan_id: string;
  template_id: string;
  rescue_enabled: boolean;
  adopted_at: Timestamp | null;
  firewall_group_ids: string[];
  volume_ids: string[];
  placement_group_id: string | null;
  dedicated: boolean;
  held_reason: string | null;
  operation_id: string | null;
  error_code: string | null;
  error_message: string | null;
}

export interface GraphEdge {
  from: ResourceReference;
  to: ResourceReference;
  relation: "part_of" | "in" | "attached" | "connected_by" | "routes_through" | "peered_with" | "serves"
    | "addressed_by" | "follows" | "protected_by" | "names" | "forwards_to" | "sends_to" | "certificate" | "origin"
    | "access_to" | "copy_of" | "increment_of" | "made_by";
}

export interface GraphNode {
  resource_type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image"
    | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key"
    | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group"
    | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener"
    | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set"
    | "secret_store" | "secret" | "alert_rule" | "webhook";
  id: string;
  name: string;
  status: string | null;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
}

export interface Image {
  template_id: string;
  image_id: string;
  name: string;
  owner: "catalog" | "published" | "shared" | "workspace";
  owner_name: string | null;
  status: "creating" | "available" | "error";
  description: string | null;
  tags: string[];
  os_type: string;
  os_distro: string;
  version: string;
  architecture: string | null;
  firmware: "bios" | "uefi" | null;
  min_disk_gb: number;
  size_bytes: number | null;
  site_ids: string[];
  copies: ImageCopy[];
  source: ImageSource | null;
  deprecated: boolean;
  deprecated_at: Timestamp | null;
  deprecation_note: string | null;
  shared_with: string[];
  published_at: Timestamp | null;
  waiting_reason: string | null;
  error_message: string | null;
  created_at: Timestamp | null;
  updated_at: Timestamp | null;
}

export interface ImageAcceptance {
  operation_id: string;
  image_id: string;
  vm_id: string;
  status: string;
  submitted_at: Timestamp;
}

export interface ImageCopy {
  site_id: string;
  status: "copying" | "available" | "error";
  size_bytes: number;
  waiting_reason: string | null;
  error_message: string | null;
  created_at: Timestamp;
}

export interface ImageCopyDeletion {
  status: "deleted";
  image_id: string;
  site_id: string;
}

export interface ImageDeletion {
  status: "deleted";
  id: string;
}

export interface ImageSource {
  type: "vm" | "snapshot" | "backup" | "object" | "url";
  id: string;
  vm_id: string | null;
  vm_name: string | null;
}

export interface ImportDnsZone {
  /** A master file (RFC 1035 §5). The zone's SOA record and its own NS records are left out. */
  zone_file: string;
  /**
   * Whether record sets that the file does not have are deleted. Otherwise they stay.
   *
   * @default false
   */
  replace?: boolean | undefined;
}

export interface ImportImage {
  name: string;
  /** @default null */
  description?: string | null | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  site_id: string;
  format: "qcow2" | "raw" | "vhd" | "vhdx" | "vmdk" | "ova" | "lxd";
  url?: string | undefined;
  bucket_name?: string | undefined;
  object_key?: string | undefined;
  sha256?: string | undefined;
  /** @default "linux" */
  os_type?: "linux" | "windows" | undefined;
  os_distro: string;
  version: string;
  /** @default "x86_64" */
  architecture?: "x86_64" | "aarch64" | undefined;
  firmware?: "bios" | "uefi" | undefined;
  min_disk_gb: number;
}

export interface Invitation {
  invitation_id: string;
  email: string;
  role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface Invoice {
  invoice_id: string;
  number: string;
  month: string;
  organization_id: string;
  organization_name: string;
  net_total: string;
  tax_total: string;
  total: string;
  currency: string;
  issued_at: Timestamp;
  due_at: Timestamp | null;
  owed: string;
  outstanding: string;
  state: "paid" | "open" | "overdue";
}

export interface InvoiceDetail {
  invoice_id: string;
  number: string;
  month: string;
  organization_id: string;
  organization_name: string;
  net_total: string;
  tax_total: string;
  total: string;
  currency: string;
  issued_at: Timestamp;
  due_at: Timestamp | null;
  owed: string;
  outstanding: string;
  state: "paid" | "open" | "overdue";
  lines: InvoiceLine[];
  tax_lines: InvoiceTaxLine[];
  buyer: InvoiceParty | null;
  seller: InvoiceParty | null;
}

export interface InvoiceFile {
  file_name: string;
  media_type: string;
  content: string;
}

export interface InvoiceLine {
  workspace_id: string;
  workspace_name: string;
  sku_code: string;
  name: string;
  unit: string;
  quantity: string;
  unit_price: string;
  price_since: Timestamp | null;
  free_quantity: string;
  free_amount: string;
  capped_amount: string;
  amount: string;
}

export interface InvoiceParty {
  legal_name: string;
  address_lines: string[];
  postal_code: string | null;
  city: string | null;
  vat_number: string | null;
  country: string;
}

export interface InvoicePreview {
  month: string;
  organization_id: string;
  organization_name: string;
  net_total: string;
  tax_total: string;
  total: string;
  currency: string;
  metered_until: Timestamp;
  lines: InvoiceLine[];
  tax_lines: InvoiceTaxLine[];
}

export interface InvoiceTaxLine {
  name: string;
  country: string;
  percent: string;
  net: string;
  tax: string;
  reverse_charge: boolean;
}

export interface KindCount {
  resource_type: "cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm"
    | "volume" | "bucket" | "firewall_group" | "reserved_ip" | "secret";
  count: number;
}

export interface LifecyclePreview {
  name: string;
  matching: {
    object_count: number;
    total_size: number;
  };
  expired: {
    object_count: number;
    total_size: number;
  };
  is_complete: boolean;
}

export interface LifecycleRule {
  id: string;
  enabled: boolean;
  filter: {
    prefix: string;
    tags: Record<string, string>;
    larger_than_bytes: number | null;
    smaller_than_bytes: number | null;
  };
  expire_after_days: number | null;
  expire_on: string | null;
  expire_delete_markers: boolean;
  expire_earlier_versions_after_days: number | null;
  keep_earlier_versions: number;
  abort_uploads_after_days: number | null;
}

export interface LinkFirewallInstanceRequest {
  vm_id: string;
}

export interface LiveDriftSummary {
  drifted: boolean;
  missing_from_live: string[];
  new_live_only: string[];
  message: string | null;
}

export interface LoadBalancer {
  load_balancer_id: string;
  name: string;
  site_id: string;
  status: "provisioning" | "active" | "updating" | "error";
  error_message: string | null;
  pending_changes: boolean;
  public_ip: string | null;
  public_ip_id: string | null;
  vpc_id: string | null;
  subnet_id: string | null;
  tags: string[];
  listener_count: number;
  pool_count: number;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface LoadBalancerCertificate {
  store_id: string;
  secret_id: string;
}

export interface LoadBalancerConfiguration {
  /** @default [] */
  pools?: LoadBalancerPoolSettings[] | undefined;
  /** @default [] */
  listeners?: LoadBalancerConfigurationListener[] | undefined;
}

export interface LoadBalancerConfigurationListener {
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  port: number;
  /** @default null */
  certificate?: LoadBalancerCertificate | null | undefined;
  /** @default [] */
  additional_certificates?: LoadBalancerCertificate[] | undefined;
  /**
   * Its normal form is `lower`.
   *
   * @default []
   */
  domains?: string[] | undefined;
  /** @default 60 */
  idle_timeout_seconds?: number | undefined;
  /** @default null */
  default_pool?: string | null | undefined;
  /** @default [] */
  rules?: LoadBalancerConfigurationRule[] | undefined;
}

export interface LoadBalancerConfigurationListenerOutput {
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  port: number;
  /** @default null */
  certificate: LoadBalancerCertificate | null;
  /** @default [] */
  additional_certificates: LoadBalancerCertificate[];
  /**
   * Its normal form is `lower`.
   *
   * @default []
   */
  domains: string[];
  /** @default 60 */
  idle_timeout_seconds: number;
  /** @default null */
  default_pool: string | null;
  /** @default [] */
  rules: LoadBalancerConfigurationRuleOutput[];
}

export interface LoadBalancerConfigurationOutput {
  /** @default [] */
  pools: LoadBalancerPoolSettingsOutput[];
  /** @default [] */
  listeners: LoadBalancerConfigurationListenerOutput[];
}

export interface LoadBalancerConfigurationRule {
  /** @default 100 */
  priority?: number | undefined;
  /** @default null */
  host?: string | null | undefined;
  /** @default null */
  path?: {
    match: "exact" | "prefix";
    value: string;
  } | null | undefined;
  /** @default null */
  header?: {
    name: string;
    value: string;
  } | null | undefined;
  /** @default null */
  pool?: string | null | undefined;
  /** @default null */
  redirect?: {
    /** @default false */
    https?: boolean | undefined;
    /** @default null */
    url?: string | null | undefined;
    /** @default 301 */
    status?: 301 | 302 | 307 | 308 | undefined;
  } | null | undefined;
}

export interface LoadBalancerConfigurationRuleOutput {
  /** @default 100 */
  priority: number;
  /** @default null */
  host: string | null;
  /** @default null */
  path: {
    match: "exact" | "prefix";
    value: string;
  } | null;
  /** @default null */
  header: {
    name: string;
    value: string;
  } | null;
  /** @default null */
  pool: string | null;
  /** @default null */
  redirect: {
    /** @default false */
    https: boolean;
    /** @default null */
    url: string | null;
    /** @default 301 */
    status: 301 | 302 | 307 | 308;
  } | null;
}

export interface LoadBalancerDeletion {
  status: "deleted";
  id: string;
}

export interface LoadBalancerDomainCertificate {
  domain: string;
  listener_id: string;
  status: "pending" | "active" | "failed";
  problem: string | null;
  expires_at: Timestamp | null;
}

export interface LoadBalancerHealth {
  load_balancer_id: string;
  pools: ({
    pool_id: string;
    name: string;
    targets: LoadBalancerTargetHealth[];
  })[];
}

export interface LoadBalancerHealthCheck {
  /** @default "tcp" */
  type?: "tcp" | "http" | undefined;
  /** @default "/" */
  path?: string | undefined;
  /** @default ["200-399"] */
  expected_statuses?: string[] | undefined;
  /** @default 10 */
  interval_seconds?: number | undefined;
  /** @default 5 */
  timeout_seconds?: number | undefined;
  /** @default 2 */
  healthy_threshold?: number | undefined;
  /** @default 3 */
  unhealthy_threshold?: number | undefined;
}

export interface LoadBalancerHealthCheckOutput {
  /** @default "tcp" */
  type: "tcp" | "http";
  /** @default "/" */
  path: string;
  /** @default ["200-399"] */
  expected_statuses: string[];
  /** @default 10 */
  interval_seconds: number;
  /** @default 5 */
  timeout_seconds: number;
  /** @default 2 */
  healthy_threshold: number;
  /** @default 3 */
  unhealthy_threshold: number;
}

export interface LoadBalancerListener {
  listener_id: string;
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  port: number;
  /** @default null */
  certificate: LoadBalancerCertificate | null;
  /** @default [] */
  additional_certificates: LoadBalancerCertificate[];
  /**
   * Its normal form is `lower`.
   *
   * @default []
   */
  domains: string[];
  /** @default 60 */
  idle_timeout_seconds: number;
  default_pool_id: string | null;
  rules: LoadBalancerRule[];
}

export interface LoadBalancerMetrics {
  load_balancer_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  points: ({
    at: Timestamp;
    requests: number;
    bytes_received: number;
    bytes_sent: number;
    status_2xx: number;
    status_3xx: number;
    status_4xx: number;
    status_5xx: number;
    errors: number;
    response_ms: number | null;
  })[];
}

export interface LoadBalancerPool {
  pool_id: string;
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  /** @default "round_robin" */
  algorithm: "round_robin" | "least_connections" | "source_ip";
  /** @default "none" */
  sticky_sessions: "none" | "source_ip" | "cookie";
  /** @default "none" */
  proxy_protocol: "none" | "v1" | "v2";
  health_check: LoadBalancerHealthCheckOutput;
  /** @default null */
  target_tag: string | null;
  /** @default null */
  target_port: number | null;
  targets: LoadBalancerTarget[];
}

export interface LoadBalancerPoolOutput {
  pool_id: string;
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  /** @default "round_robin" */
  algorithm: "round_robin" | "least_connections" | "source_ip";
  /** @default "none" */
  sticky_sessions: "none" | "source_ip" | "cookie";
  /** @default "none" */
  proxy_protocol: "none" | "v1" | "v2";
  health_check: LoadBalancerHealthCheckOutput;
  /** @default null */
  target_tag: string | null;
  /** @default null */
  target_port: number | null;
  targets: LoadBalancerTarget[];
}

export interface LoadBalancerPoolSettings {
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  /** @default "round_robin" */
  algorithm?: "round_robin" | "least_connections" | "source_ip" | undefined;
  /** @default "none" */
  sticky_sessions?: "none" | "source_ip" | "cookie" | undefined;
  /** @default "none" */
  proxy_protocol?: "none" | "v1" | "v2" | undefined;
  /** @default {} */
  health_check?: LoadBalancerHealthCheck | undefined;
  /** @default null */
  target_tag?: string | null | undefined;
  /** @default null */
  target_port?: number | null | undefined;
  /** @default [] */
  targets?: LoadBalancerTargetSettings[] | undefined;
}

export interface LoadBalancerPoolSettingsOutput {
  name: string;
  protocol: "tcp" | "udp" | "http" | "https";
  /** @default "round_robin" */
  algorithm: "round_robin" | "least_connections" | "source_ip";
  /** @default "none" */
  sticky_sessions: "none" | "source_ip" | "cookie";
  /** @default "none" */
  proxy_protocol: "none" | "v1" | "v2";
  health_check: LoadBalancerHealthCheckOutput;
  /** @default null */
  target_tag: string | null;
  /** @default null */
  target_port: number | null;
  /** @default [] */
  targets: LoadBalancerTargetSettingsOutput[];
}

export interface LoadBalancerRoute {
  pool_id: string | null;
  redirect: {
    location: string;
    status: number;
  } | null;
}

export interface LoadBalancerRouteRequest {
  /** @default "tcp" */
  transport?: "tcp" | "udp" | undefined;
  port: number;
  /** @default "" */
  host?: string | undefined;
  /** @default "/" */
  path?: string | undefined;
  /** @default {} */
  headers?: Record<string, string> | undefined;
}

export interface LoadBalancerRule {
  /** @default 100 */
  priority: number;
  /** @default null */
  host: string | null;
  /** @default null */
  path: {
    match: "exact" | "prefix";
    value: string;
  } | null;
  /** @default null */
  header: {
    name: string;
    value: string;
  } | null;
  /** @default null */
  pool_id: string | null;
  /** @default null */
  redirect: {
    /** @default false */
    https: boolean;
    /** @default null */
    url: string | null;
    /** @default 301 */
    status: 301 | 302 | 307 | 308;
  } | null;
}

export interface LoadBalancerRuleInput {
  /** @default 100 */
  priority?: number | undefined;
  /** @default null */
  host?: string | null | undefined;
  /** @default null */
  path?: {
    match: "exact" | "prefix";
    value: string;
  } | null | undefined;
  /** @default null */
  header?: {
    name: string;
    value: string;
  } | null | undefined;
  /** @default null */
  pool_id?: string | null | undefined;
  /** @default null */
  redirect?: {
    /** @default false */
    https?: boolean | undefined;
    /** @default null */
    url?: string | null | undefined;
    /** @default 301 */
    status?: 301 | 302 | 307 | 308 | undefined;
  } | null | undefined;
}

export interface LoadBalancerTarget {
  target_id: string;
  vm_id: string | null;
  ip: string | null;
  port: number;
  /** @default 1 */
  weight: number;
  /** @default true */
  enabled: boolean;
  by_tag: boolean;
}

export interface LoadBalancerTargetHealth {
  target_id: string;
  vm_id: string | null;
  ip: string | null;
  port: number;
  status: "online" | "offline" | "draining" | "unknown";
  reason: string | null;
  checked_at: Timestamp | null;
}

export interface LoadBalancerTargetSettings {
  /** @default null */
  vm_id?: string | null | undefined;
  /** @default null */
  ip?: string | null | undefined;
  port: number;
  /** @default 1 */
  weight?: number | undefined;
  /** @default true */
  enabled?: boolean | undefined;
}

export interface LoadBalancerTargetSettingsOutput {
  /** @default null */
  vm_id: string | null;
  /** @default null */
  ip: string | null;
  port: number;
  /** @default 1 */
  weight: number;
  /** @default true */
  enabled: boolean;
}

export interface MapEdge {
  from: string;
  to: string;
  relation: "part_of" | "in" | "attached" | "connected_by" | "routes_through" | "peered_with" | "serves"
    | "addressed_by" | "follows" | "protected_by" | "names" | "forwards_to" | "sends_to" | "certificate" | "origin"
    | "access_to" | "copy_of" | "increment_of" | "made_by";
  count: number;
}

export interface MapNode {
  key: string;
  resource_type: "cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm"
    | "volume" | "bucket" | "firewall_group" | "reserved_ip" | "secret";
  id: string | null;
  name: string | null;
  count: number;
  states: StateCount[];
}

export interface Member {
  user_id: string;
  name: string;
  email: string;
  role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
  workspace_roles: ({
    workspace_id: string;
    role: "developer" | "billing" | "viewer" | "secret_reader";
  })[];
  second_factor: boolean;
  joined_at: Timestamp;
  last_seen_at: Timestamp | null;
}

export interface MemoryMetrics {
  vm_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  metric: "memory";
  points: ({
    at: Timestamp;
    memory_percent: number;
  })[];
}

export interface MoveReservedIpRequest {
  vm_id?: string | undefined;
  nat_gateway_id?: string | undefined;
  load_balancer_id?: string | undefined;
}

export interface MultipartUpload {
  upload_id: string;
  object_key: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface MultipartUploadAbortion {
  status: "aborted";
  upload_id: string;
}

export interface NatGateway {
  nat_gateway_id: string;
  organization_id: string;
  workspace_id: string;
  vpc_id: string;
  site_id: string;
  name: string;
  subnet_ids: string[];
  public_ip_id: string | null;
  public_ip: string | null;
  status: "provisioning" | "available" | "error" | "without_public_ip";
  pending_changes: boolean;
  applied_at: Timestamp | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface NetworkDeletion {
  status: "deleted";
  id: string;
}

export interface NetworkMetrics {
  vm_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  metric: "network";
  points: ({
    at: Timestamp;
    rx_bytes_per_second: number;
    tx_bytes_per_second: number;
  })[];
}

export interface NewApiToken {
  name: string;
  scopes: ("secret-store.read" | "secret-store.write" | "object-storage.read" | "object-storage.write"
    | "object-storage.delete" | "network.read" | "network.write" | "load-balancer.read" | "load-balancer.write"
    | "vm.read" | "vm.write" | "billing.read" | "billing.write" | "block-storage.read" | "block-storage.write"
    | "cdn.read" | "cdn.write" | "dns.read" | "dns.write" | "alert.read" | "alert.write" | "webhook.read"
    | "webhook.write" | "token.read" | "token.write" | "workspace.read" | "workspace.write")[];
  workspace_policy: "entire_organization" | "specific_workspaces";
  workspace_ids: string[];
  /** Its normal form is `moment`. */
  expires_at: string | null;
  /**
   * Its normal form is `cidr`.
   *
   * @default []
   */
  allowed_ip_ranges?: string[] | undefined;
  /** @default "none" */
  guard?: "none" | "approve_destructive" | "approve_all" | "plan_only" | undefined;
  /** @default null */
  max_deletions_per_hour?: number | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  max_added_cost_per_hour?: string | null | undefined;
  /** @default null */
  max_resources_per_hour?: number | null | undefined;
}

export interface NewBackupDestination {
  destination_id: string;
  name: string;
  status: "checking" | "ready" | "failed";
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  key_fingerprint: string;
  /** How many copies of a VM stay. Null: all. */
  keep_count: number | null;
  /** How many days a copy stays. Null: for ever. */
  keep_days: number | null;
  error_message: string | null;
  checked_at: Timestamp | null;
  unreadable_copies: number;
  created_at: Timestamp;
  /** Keep it: the copies open with it alone. */
  key: string;
}

export interface NewCorsRule {
  /** @default null */
  id?: string | null | undefined;
  allowed_origins: string[];
  allowed_methods: ("GET" | "PUT" | "HEAD" | "POST" | "DELETE")[];
  /** @default [] */
  allowed_headers?: string[] | undefined;
  /** @default [] */
  expose_headers?: string[] | undefined;
  /** @default null */
  max_age_seconds?: number | null | undefined;
}

export interface NewLifecycleRule {
  id: string;
  /** @default true */
  enabled?: boolean | undefined;
  /** @default {"prefix":"","tags":{},"larger_than_bytes":null,"smaller_than_bytes":null} */
  filter?: {
    /** @default "" */
    prefix?: string | undefined;
    /** @default {} */
    tags?: Record<string, string> | undefined;
    /** @default null */
    larger_than_bytes?: number | null | undefined;
    /** @default null */
    smaller_than_bytes?: number | null | undefined;
  } | undefined;
  /** @default null */
  expire_after_days?: number | null | undefined;
  /** @default null */
  expire_on?: string | null | undefined;
  /** @default false */
  expire_delete_markers?: boolean | undefined;
  /** @default null */
  expire_earlier_versions_after_days?: number | null | undefined;
  /** @default 0 */
  keep_earlier_versions?: number | undefined;
  /** @default null */
  abort_uploads_after_days?: number | null | undefined;
}

export interface NewPayment {
  /**
   * In the currency of the wallet, such as 100.50.
   *
   * Its normal form is `decimal`.
   */
  amount: string;
}

export interface NewQuotaRequest {
  resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers"
    | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
  /** The limit that the workspace should have. */
  wanted: number;
  /**
   * What it is needed for.
   *
   * Its normal form is `trim`.
   */
  reason: string;
}

export interface NewWorkspace {
  name: string;
}

export interface ObjectLegalHold {
  key: string;
  version_id: string;
  legal_hold: boolean;
}

export interface ObjectRetention {
  key: string;
  version_id: string;
  mode: "GOVERNANCE" | "COMPLIANCE" | null;
  retain_until: Timestamp | null;
}

export interface ObjectTagSet {
  key: string;
  version_id: string;
  tags: Record<string, string>;
}

export interface ObjectVersion {
  key: string;
  version_id: string;
  is_latest: boolean;
  is_delete_marker: boolean;
  size: number | null;
  etag: string | null;
  last_modified: Timestamp;
  retained_until: Timestamp | null;
  legal_hold: boolean;
}

export interface ObjectVersionDeletion {
  status: "deleted";
  key: string;
  version_id: string;
}

export interface ObjectsDeletion {
  deleted: number;
}

export interface Operation {
  operation_id: string;
  vm_id: string;
  action: "create" | "start" | "stop" | "reboot" | "delete" | "resize" | "attach_volume" | "detach_volume"
    | "resize_plan" | "resize_root_disk" | "update_access" | "snapshot" | "restore" | "rebuild" | "rescue" | "move";
  status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
  submitted_at: Timestamp;
  updated_at: Timestamp;
  current_step: string | null;
  error_code: string | null;
  error_message: string | null;
}

export interface OperationStep {
  name: string;
  status: "pending" | "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone" | "skipped";
  attempt: number;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  error: string | null;
}

export interface PartUrl {
  part_number: number;
  url: string;
}

export interface PartUrls {
  method: "PUT";
  urls: PartUrl[];
  expires_at: Timestamp;
}

export interface Payment {
  payment_id: string;
  state: "waiting" | "paid" | "failed" | "expired" | "cancelled";
  amount: string;
  currency: string;
  provider: "transfer" | "stripe";
  reference: string;
  url: string | null;
  pay_to: string | null;
  paid_amount: string | null;
  paid_currency: string | null;
  paid_at: Timestamp | null;
  unbooked: "other_currency" | "balance_too_large" | "credited_before" | null;
  refunded: string;
  dispute_state: "inquiry" | "open" | "won" | "lost" | "closed" | null;
  disputed: string;
  requester_name: string | null;
  created_at: Timestamp;
}

export interface PlacementGroup {
  placement_group_id: string;
  name: string;
  /** `spread` keeps its VMs apart, `pack` keeps them together. */
  strategy: "spread" | "pack";
  /** Apart from each other, or together, by hosts or by zones. A zone is what fails together, such as a rack. */
  over: "hosts" | "zones";
  /** Whether a VM that has no such place is refused. Otherwise it gets the best place there is. */
  strict: boolean;
  tags: string[];
  vm_count: number;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface PlacementGroupDeletion {
  status: "deleted";
  id: string;
}

export interface Plan {
  plan_id: string;
  name: string;
  type: "cloud" | "gpu";
  family: "shared" | "dedicated" | "memory" | "gpu";
  sku_code: string;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  gpu_model: string | null;
  gpu_count: number;
  hourly_price: string | null;
  monthly_price: string | null;
  currency: string | null;
  site_ids: string[];
  available: boolean;
}

export interface PolicyDocument {
  Version?: "2012-10-17" | "2008-10-17" | undefined;
  Id?: string | undefined;
  Statement: PolicyStatement | PolicyStatement[];
}

export interface PolicyStatement {
  Sid?: string | undefined;
  Effect: "Allow" | "Deny";
  Principal?: "*" | {
    AWS?: string | string[] | undefined;
    CanonicalUser?: string | string[] | undefined;
  } | undefined;
  NotPrincipal?: "*" | {
    AWS?: string | string[] | undefined;
    CanonicalUser?: string | string[] | undefined;
  } | undefined;
  Action?: string | string[] | undefined;
  NotAction?: string | string[] | undefined;
  Resource?: string | string[] | undefined;
  NotResource?: string | string[] | undefined;
  Condition?: Record<string, Record<string, string | number | boolean | (string | number | boolean)[]>> | undefined;
}

export interface PortForward {
  port_forward_id: string;
  vpc_id: string;
  nat_gateway_id: string;
  protocol: "tcp" | "udp";
  public_port: number;
  vm_id: string;
  private_ip: string;
  private_port: number;
  description: string | null;
  created_at: Timestamp;
}

export interface PreviewBucketLifecycleRequest {
  rule: NewLifecycleRule;
}

export interface PutBucketCorsRequest {
  rules: NewCorsRule[];
}

export interface PutBucketLifecycleRequest {
  rules: NewLifecycleRule[];
}

export interface PutBucketObjectLockRequest {
  default_retention: DefaultRetention | null;
}

export interface PutBucketPolicyRequest {
  policy: PolicyDocument;
}

export interface PutBucketQuota {
  size_bytes: number | null;
}

export interface PutBucketVersioningRequest {
  status: "enabled" | "suspended";
}

export interface PutCdnWebsiteRequest {
  /** @default "index.html" */
  index_document?: string | undefined;
  /** @default null */
  error_document?: string | null | undefined;
  /** @default false */
  spa?: boolean | undefined;
  /** @default [] */
  redirects?: CdnRedirectInput[] | undefined;
  /** @default [] */
  headers?: CdnResponseHeader[] | undefined;
}

export interface PutObjectLegalHoldRequest {
  legal_hold: boolean;
}

export interface PutObjectRetentionRequest {
  mode: "GOVERNANCE" | "COMPLIANCE" | null;
  /** Its normal form is `moment`. */
  retain_until: string | null;
  /** @default false */
  bypass_governance?: boolean | undefined;
}

export interface PutObjectTagsRequest {
  tags: Record<string, string>;
}

export interface Quota {
  resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers"
    | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
  limit: number | null;
  used: number;
}

export interface QuotaChange {
  resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers"
    | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
  used: number;
  limit: number | null;
  after: number;
}

export interface QuotaRequest {
  quota_request_id: string;
  workspace_id: string;
  resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers"
    | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
  wanted: number;
  reason: string;
  status: "open" | "granted" | "refused" | "withdrawn";
  granted: number | null;
  answer: string | null;
  requester_name: string;
  created_at: Timestamp;
  decided_at: Timestamp | null;
}

export interface Reachability {
  /** Whether one of the ways leads there. */
  reachable: boolean;
  message: string;
  /** Empty where no way leads to the VM, whatever firewalls say. */
  ways: ReachabilityWay[];
  /** Whether a site has yet to apply what this is answered from. */
  pending_changes: boolean;
  /** The answer with the `rules` of the request; null without. */
  planned: ReachabilityOutcome | null;
}

export interface ReachabilityOutcome {
  /** Whether one of the ways leads there. */
  reachable: boolean;
  message: string;
  /** Empty where no way leads to the VM, whatever firewalls say. */
  ways: ReachabilityWay[];
}

export interface ReachabilityStep {
  /** The type of the resource that decides, such as firewall_rule or nat_gateway. */
  type: string;
  /** Null for a planned rule, which has no id yet. */
  id: string | null;
  name: string;
  /**
   * The firewall group of a rule, the VPC of a subnet, NAT gateway or VPC peering, the NAT gateway of a port forward.
   */
  parent_id: string | null;
  passes: boolean;
  message: string;
}

export interface ReachabilityWay {
  /** Where the sender sends to. */
  address: string;
  /** The port at `address`; null for icmp. */
  port: number | null;
  /** The sender's address as the other side sees it; null for an address that the site chooses. */
  seen_address: string | null;
  reachable: boolean;
  /** In the order of the way. The first that does not pass is the last. */
  steps: ReachabilityStep[];
}

export interface RebootVm {
  /** @default false */
  force?: boolean | undefined;
}

export interface RebuildVm {
  template_id?: string | undefined;
  /** Its normal form is `ssh-key`. */
  ssh_keys?: string[] | undefined;
  /** Keys of the workspace's library, by id or by name, beside those of `ssh_keys`. */
  ssh_key_ids?: string[] | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
  /** A script of the workspace's library, which the VM runs at its first boot in place of `user_data`. */
  startup_script_id?: string | undefined;
}

export interface RecoveryPointSummary {
  root_only: boolean;
  root_volume_name: string | null;
  data_volume_names: string[];
  summary_text: string;
}

export interface RecoveryVolumeManifestItem {
  source_volume_id: string;
  role: "root" | "data";
  source_attachment_present: boolean;
  metadata: Record<string, unknown>;
  storage_usage: Record<string, unknown> | null;
  size_gb: number | null;
  display_size_gb: number | null;
  boot_index: number | null;
  artifact_bytes: number | null;
  billing_storage_bytes: number | null;
  delete_on_termination: boolean | null;
  source_volume_name: string | null;
  resource_name: string | null;
  device_bus: string | null;
  device_slot: string | null;
  attachment_mode: string | null;
  guest_device: string | null;
  device_path: string | null;
  filesystem_uuid: string | null;
  filesystem_type: string | null;
  mount_hint: string | null;
  mount_state_at_capture: string | null;
  mount_instructions: string | null;
  artifact_type: string | null;
  artifact_ref: string | null;
  artifact_chain_id: string | null;
  artifact_backup_type: string | null;
  restored_volume_id: string | null;
  restored_resource_name: string | null;
  restored_device_path: string | null;
  restored_target_vm_id: string | null;
}

export interface ReplaceFirewallRulesRequest {
  rules: CreateFirewallRuleRequest[];
}

export interface RequestedField {
  field: string;
  shown_as: "value" | "secret" | "ssh_key" | "text" | "hidden";
  value: unknown;
  text: string | null;
}

export interface RescueVm {
  enabled: boolean;
}

export interface ReserveIp {
  site_id: string;
  /** @default "" */
  label?: string | undefined;
  /** @default "" */
  reverse_dns?: string | "" | undefined;
  /**
   * Whether the resource cannot be deleted. To delete it, set this to false first.
   *
   * @default false
   */
  deletion_protection?: boolean | undefined;
}

export interface ReservedIp {
  public_ip_id: string;
  address: string;
  site_id: string;
  status: "reserved" | "attached" | "released";
  organization_id: string;
  workspace_id: string;
  label: string;
  reverse_dns: string;
  reservation_type: "user_reserved" | "platform_assigned" | null;
  attached_resource_type: string | null;
  attached_resource_id: string | null;
  attached_vpc_id: string | null;
  attached_subnet_id: string | null;
  isolated_at: Timestamp | null;
  isolated_reason: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. Left out while it is false. */
  deletion_protection?: boolean | undefined;
}

export interface ResizeVmPlan {
  plan_id: string;
}

export interface ResizeVmRootDisk {
  disk_gb: number;
}

export interface ResizeVolumeRequest {
  size_gb: number;
}

export interface ResourceChange {
  action: "create" | "update" | "delete";
  resource_type: "cloud_vm" | "gpu_vm" | "vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script"
    | "vm_image" | "operation" | "site" | "plan" | "image" | "volume" | "volume_snapshot" | "volume_operation"
    | "snapshot" | "backup" | "backup_policy" | "backup_destination" | "backup_copy" | "bucket" | "multipart_upload"
    | "access_key" | "region" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward"
    | "reserved_ip" | "firewall_group" | "firewall_rule" | "firewall_instance" | "network" | "load_balancer"
    | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution"
    | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "cdn_url" | "dns_zone" | "dns_record_set" | "secret_store"
    | "secret" | "secret_version" | "alert_rule" | "alert" | "webhook" | "webhook_delivery" | "approval" | "wallet"
    | "sku" | "quota" | "quota_request" | "usage_record" | "admission" | "invoice" | "billing_details" | "payment"
    | "budget" | "organization" | "workspace" | "member" | "invitation" | "api_token" | "user" | "session" | "passkey"
    | "audit_event" | "event";
  id: string | null;
  name: string | null;
  fields: FieldChange[];
}

export interface ResourceEligibility {
  allowed: boolean;
  sku_code: string;
  reason: "ok" | "insufficient_funds" | "account_suspended" | "unknown_sku" | "billing_unavailable" | "quota_exceeded";
  hourly_price: string | null;
  currency: string | null;
  decided_at: Timestamp;
}

export interface ResourceEligibilityRequest {
  sku_code: string;
}

export interface ResourceGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  hidden: number;
  truncated: boolean;
}

export interface ResourceReference {
  resource_type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image"
    | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key"
    | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group"
    | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener"
    | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set"
    | "secret_store" | "secret" | "alert_rule" | "webhook";
  id: string;
}

export interface RestoreBackup {
  volume_ids?: string[] | undefined;
}

export interface RestoreSnapshot {
  volume_ids?: string[] | undefined;
}

export interface RotateCdnSigningKeyRequest {
  /** @default false */
  revoke_previous?: boolean | undefined;
}

export interface RotatedApiToken {
  token_id: string;
  token: string;
  old_until: Timestamp;
}

export interface RotatedWebhook {
  webhook_id: string;
  secret: string;
  old_secret_until: Timestamp;
}

export interface Secret {
  id: string;
  workspace_id: string;
  store_id: string;
  key: string;
  description: string;
  tags: string[];
  version: number;
  expires_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  restorable_until: Timestamp | null;
}

export interface SecretDeletion {
  status: "deleted" | "destroyed";
  id: string;
  restorable_until: Timestamp | null;
}

export interface SecretStore {
  id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  store_key: string;
  description: string;
  status: "active" | "archived" | "deleting";
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. Left out while it is false. */
  deletion_protection?: boolean | undefined;
}

export interface SecretStoreDeletion {
  status: "deleted" | "destroyed";
  id: string;
  restorable_until: Timestamp | null;
}

export interface SecretValue {
  secret_id: string;
  key: string;
  version: number;
  value: string;
  encoding: "utf8" | "base64";
  expires_at: Timestamp | null;
  created_at: Timestamp;
}

export interface SecretVersion {
  secret_id: string;
  version: number;
  status: "enabled" | "disabled" | "destroyed";
  encoding: "utf8" | "base64";
  created_at: Timestamp;
  destroyed_at: Timestamp | null;
}

export interface SetBillingDetails {
  /** Its normal form is `trim`. */
  legal_name: string;
  /**
   * Its normal form is `trim`.
   *
   * @default []
   */
  address_lines?: string[] | undefined;
  /**
   * Its normal form is `trim`.
   *
   * @default null
   */
  postal_code?: string | null | undefined;
  /**
   * Its normal form is `trim`.
   *
   * @default null
   */
  city?: string | null | undefined;
  country: string;
  /**
   * Its normal form is `vat-number`.
   *
   * @default null
   */
  vat_number?: string | null | undefined;
  /**
   * Its normal form is `lower`.
   *
   * @default null
   */
  email?: string | null | undefined;
}

export interface SetDnsRecordSet {
  /**
   * Relative to the zone, such as `www`, `*` or `@` for the zone's own name; or whole, with a dot at its end. Kept in
   * lower case and in its `xn--` form.
   *
   * Its normal form is `lower`.
   */
  name: string;
  type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
  /**
   * For how many seconds resolvers may keep the answer.
   *
   * @default 3600
   */
  ttl?: number | undefined;
  /**
   * As in a master file: `203.0.113.7`, `10 mail.example.com`. Names are whole, with or without a dot at their end. The
   * value of a TXT record is its text; a text in quotes is taken without them. None for a set that follows a resource.
   *
   * @default []
   */
  values?: string[] | undefined;
  /**
   * A VM that a set of A or AAAA follows instead of values. Its public addresses are answered as it has them, and the
   * set is deleted with it.
   */
  vm_id?: string | null | undefined;
  /** A load balancer that it follows, as a VM. */
  load_balancer_id?: string | null | undefined;
  /** A reserved IP that it follows, as a VM. */
  reserved_ip_id?: string | null | undefined;
}

export interface Site {
  site_id: string;
  name: string;
  location: string;
  has_dedicated_hosts: boolean;
  architectures: string[] | null;
  firmware: ("bios" | "uefi")[] | null;
}

export interface Sku {
  sku_code: string;
  family: "compute" | "object-storage" | "block-storage" | "networking" | "load-balancing" | "cdn";
  name: string;
  unit: string;
  hourly_price: string;
  currency: string;
  monthly_cap: string | null;
  free_quantity: string | null;
}

export interface SnapshotDeletion {
  status: "deleted";
  id: string;
}

export interface SnapshotList {
  snapshots: SnapshotSet[];
  total: number;
}

export interface SnapshotSet {
  organization_id: string;
  workspace_id: string;
  snapshot_set_id: string;
  vm_id: string;
  name: string;
  recovery_point_id: string;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  created_at: Timestamp;
  updated_at: Timestamp;
  organization_name: string;
  workspace_name: string;
  vm_name: string;
  site_id: string;
  vm_deleted_at: Timestamp | null;
  outlives_vm: boolean;
  description: string | null;
  vm_type: "cloud" | "gpu";
  recovery_point_type: "snapshot";
  capture_scope: "root_only" | "all_attached" | "selective";
  captured_volume_count: number;
  root_only: boolean;
  size_gb: number | null;
  source_disk_size_gb: number | null;
  display_size_gb: number | null;
  display_storage_bytes: number | null;
  backend_protected_storage_bytes: number | null;
  protected_storage_bytes: number | null;
  billing_storage_bytes: number | null;
  billing_storage_source: string;
  metering_status: string;
  storage_backend: string | null;
  captured_topology_hash: string | null;
  root_volume_id: string | null;
  root_volume_name: string | null;
  volume_manifest: RecoveryVolumeManifestItem[];
  volume_manifest_summary: RecoveryPointSummary;
  live_drift_summary: LiveDriftSummary;
  metadata: Record<string, unknown>;
}

export interface SshKey {
  ssh_key_id: string;
  name: string;
  public_key: string;
  fingerprint: string;
  created_at: Timestamp;
}

export interface SshKeyDeletion {
  status: "deleted";
  id: string;
}

export interface StartupScript {
  startup_script_id: string;
  name: string;
  size_bytes: number;
  sha256: string;
  created_at: Timestamp;
}

export interface StartupScriptContent {
  content: string;
}

export interface StartupScriptDeletion {
  status: "deleted";
  id: string;
}

export interface StateCount {
  status: string | null;
  count: number;
}

export interface StopVm {
  /** @default false */
  force?: boolean | undefined;
}

export interface StorageRegion {
  region: string;
  name: string;
  endpoint_url: string | null;
  unsupported: ("buckets_over_s3" | "bucket_policies" | "conditional_writes" | "default_encryption"
    | "urls_end_with_signer" | "unsigned_trailers" | "transfer_by_reader")[];
  created_at: Timestamp;
}

export interface StoredObject {
  key: string;
  kind: "object" | "prefix";
  size: number | null;
  etag: string | null;
  content_type: string | null;
  last_modified: Timestamp | null;
  retained_until: Timestamp | null;
}

export interface Subnet {
  subnet_id: string;
  vpc_id: string;
  site_id: string;
  name: string;
  cidr: string;
  /** Its part of the VPC's IPv6 network, a /64; null without IPv6. */
  ipv6_cidr: string | null;
  gateway: string;
  dns: string[];
  /** The firewall groups of all its VMs, beside the groups that a VM has itself. */
  firewall_group_ids: string[];
  status: "provisioning" | "available" | "error" | "deleting";
  organization_id: string;
  workspace_id: string;
  error_message: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface TaxRate {
  name: string;
  country: string;
  percent: string;
  reverse_charge: boolean;
}

export interface Terminal {
  terminal_id: string;
  url: string;
  ticket: string;
  expires_at: Timestamp;
}

export type Timestamp = string;

export interface Token {
  token_id: string;
  name: string;
  prefix: string;
  scopes: ("secret-store.read" | "secret-store.write" | "object-storage.read" | "object-storage.write"
    | "object-storage.delete" | "network.read" | "network.write" | "load-balancer.read" | "load-balancer.write"
    | "vm.read" | "vm.write" | "billing.read" | "billing.write" | "block-storage.read" | "block-storage.write"
    | "cdn.read" | "cdn.write" | "dns.read" | "dns.write" | "alert.read" | "alert.write" | "webhook.read"
    | "webhook.write" | "token.read" | "token.write" | "workspace.read" | "workspace.write")[];
  workspace_policy: "entire_organization" | "specific_workspaces";
  workspace_ids: string[];
  allowed_ip_ranges: string[];
  guard: "none" | "approve_destructive" | "approve_all" | "plan_only";
  max_deletions_per_hour: number | null;
  max_added_cost_per_hour: string | null;
  max_resources_per_hour: number | null;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface UpdateAlertRule {
  name?: string | undefined;
  description?: string | undefined;
  /** Whether the alert fires above or below the threshold. */
  comparison?: "above" | "below" | undefined;
  /** In the unit of the metric, at most 100 for percentages. */
  threshold?: number | undefined;
  /** How long the value must be above or below the threshold before the alert fires. */
  minutes?: number | undefined;
  /** The resources that it watches. Null: all that have the metric, or those with the tag. */
  resource_ids?: string[] | null | undefined;
  /** It watches the resources with this tag: VMs or load balancers. Not together with `resource_ids`. */
  tag?: string | null | undefined;
  /** Whether owners and admins of the organization get e-mails. */
  notify_admins?: boolean | undefined;
  /** Other members of the organization who get e-mails. */
  notify_user_ids?: string[] | undefined;
  enabled?: boolean | undefined;
}

export interface UpdateBackupDestination {
  name?: string | undefined;
  /** Its normal form is `origin`. */
  endpoint?: string | undefined;
  /** The region that requests are signed for. */
  region?: string | undefined;
  bucket?: string | undefined;
  prefix?: string | undefined;
  access_key?: string | undefined;
  secret_key?: string | undefined;
  /** How many copies of a VM stay. Null: all. */
  keep_count?: number | null | undefined;
  /** How many days a copy stays. Null: for ever. */
  keep_days?: number | null | undefined;
}

export interface UpdateBucketRequest {
  is_public: boolean;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateBudget {
  name?: string | undefined;
  /** Its normal form is `decimal`. */
  amount?: string | undefined;
  thresholds?: number[] | undefined;
  forecast_thresholds?: number[] | undefined;
  at_cap?: "notify" | "refuse" | "refuse_and_stop" | undefined;
  /**
   * The VMs and groups of VMs that are stopped, in this order. Empty: all that the budget covers, at once. A group
   * counts as one, and its VMs are stopped with it alone.
   */
  stop?: BudgetSelector[] | undefined;
}

export interface UpdateCdnDistributionRequest {
  name?: string | undefined;
  cache_policy?: "static-assets" | "media" | "short" | "no-cache" | undefined;
  enabled?: boolean | undefined;
}

export interface UpdateDnsZone {
  description?: string | undefined;
  /** Whether the zone is signed (DNSSEC). Resolvers check it once the registry has its DS record. */
  dnssec?: boolean | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateFirewallGroupRequest {
  name?: string | undefined;
  description?: string | null | undefined;
  is_default?: boolean | undefined;
}

export interface UpdateFirewallRuleRequest {
  direction?: "ingress" | "egress" | undefined;
  protocol?: "tcp" | "udp" | "icmp" | "any" | undefined;
  action?: "allow" | "drop" | undefined;
  description?: string | null | undefined;
  /** With `port_end` the range of ports, for tcp and udp; without both, every port. */
  port_start?: number | null | undefined;
  /** By default `port_start`: one port. */
  port_end?: number | null | undefined;
  /** For icmp: the only type, such as 8 for an echo request, or 128 for one by IPv6; without it, all. */
  icmp_type?: number | null | undefined;
  /** With `icmp_type` the only code of it; without it, all. */
  icmp_code?: number | null | undefined;
  /**
   * Rules with lower numbers come first, those with the same number in order of creation. By default, the new rule
   * comes after the present ones.
   */
  priority?: number | undefined;
  /**
   * Addresses and networks: where traffic comes from, or goes to. One of them must match. By default 0.0.0.0/0, which
   * is anywhere, by IPv6 too; ::/0 is anywhere by IPv6 alone. Empty with `remote_group_id` or `remote_tag`.
   *
   * Its normal form is `cidr`.
   */
  remote_targets?: string[] | undefined;
  /**
   * Instead of `remote_targets`: the VMs of this firewall group, whichever it has at the time. It may be the rule's
   * own.
   */
  remote_group_id?: string | null | undefined;
  /** Instead of `remote_targets`: the VMs of the workspace that have this tag. */
  remote_tag?: string | null | undefined;
  enabled?: boolean | undefined;
}

export interface UpdateImage {
  name?: string | undefined;
  description?: string | null | undefined;
  tags?: string[] | undefined;
  deprecated?: boolean | undefined;
  deprecation_note?: string | null | undefined;
  shared_with?: string[] | undefined;
}

export interface UpdateLoadBalancer {
  name?: string | undefined;
  tags?: string[] | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateLoadBalancerListener {
  name?: string | undefined;
  protocol?: "tcp" | "udp" | "http" | "https" | undefined;
  port?: number | undefined;
  certificate?: LoadBalancerCertificate | null | undefined;
  additional_certificates?: LoadBalancerCertificate[] | undefined;
  /** Its normal form is `lower`. */
  domains?: string[] | undefined;
  idle_timeout_seconds?: number | undefined;
  default_pool_id?: string | null | undefined;
  rules?: LoadBalancerRuleInput[] | undefined;
}

export interface UpdateLoadBalancerPool {
  name?: string | undefined;
  protocol?: "tcp" | "udp" | "http" | "https" | undefined;
  algorithm?: "round_robin" | "least_connections" | "source_ip" | undefined;
  sticky_sessions?: "none" | "source_ip" | "cookie" | undefined;
  proxy_protocol?: "none" | "v1" | "v2" | undefined;
  health_check?: LoadBalancerHealthCheck | undefined;
  target_tag?: string | null | undefined;
  target_port?: number | null | undefined;
}

export interface UpdateLoadBalancerTarget {
  port?: number | undefined;
  weight?: number | undefined;
  enabled?: boolean | undefined;
}

export interface UpdateNatGatewayRequest {
  name?: string | undefined;
}

export interface UpdatePlacementGroup {
  name?: string | undefined;
  tags?: string[] | undefined;
}

export interface UpdateReservedIpRequest {
  label?: string | undefined;
  reverse_dns?: string | "" | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateSecretRequest {
  description?: string | undefined;
  tags?: string[] | undefined;
  /** Its normal form is `moment`. */
  expires_at?: string | null | undefined;
  if_version?: number | undefined;
}

export interface UpdateSecretStoreRequest {
  name?: string | undefined;
  description?: string | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateSnapshot {
  /** Whether it stays when its VM is deleted. */
  outlives_vm: boolean;
}

export interface UpdateSshKey {
  name?: string | undefined;
}

export interface UpdateStartupScript {
  name?: string | undefined;
}

export interface UpdateSubnetRequest {
  name?: string | undefined;
  dns?: string[] | undefined;
  /** It replaces the current groups. */
  firewall_group_ids?: string[] | undefined;
}

export interface UpdateVm {
  name?: string | undefined;
  tags?: string[] | undefined;
  firewall_group_ids?: string[] | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
}

export interface UpdateVmAccess {
  /** Its normal form is `ssh-key`. */
  ssh_keys?: string[] | undefined;
  /** Keys of the workspace's library, by id or by name, beside those of `ssh_keys`. */
  ssh_key_ids?: string[] | undefined;
  password?: string | undefined;
}

export interface UpdateVmGroup {
  name?: string | undefined;
  /**
   * How many VMs it should have. They are called by its name and a number: `web-1`. By default 1, or the `min_count` of
   * `scaling`. With `scaling`, it is between both counts, and what you send holds until a rule changes it.
   */
  desired_count?: number | undefined;
  /** All rules anew. Null removes them. */
  scaling?: VmGroupScalingInput | null | undefined;
  /** All times anew. Null removes them, and the group stays as it is, running or stopped. */
  power_schedule?: VmGroupPowerScheduleInput | null | undefined;
  /** For how many minutes a VM may fail the health check of the pool before it is replaced. */
  heal_after_minutes?: number | undefined;
}

export interface UpdateVolumeRequest {
  name?: string | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateVpcRequest {
  name?: string | undefined;
  description?: string | null | undefined;
  /**
   * Whether its VMs have an IPv6 address beside the private one. The VPC gets a private /48, each subnet a /64 of it.
   */
  ipv6?: boolean | undefined;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection?: boolean | undefined;
}

export interface UpdateWebhook {
  name?: string | undefined;
  url?: string | undefined;
  /** Which events are sent: `*`, all types of a resource such as `cloud_vm.*`, or a type such as `bucket.created`. */
  event_types?: string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

export interface UpdateWorkspace {
  name?: string | undefined;
}

export interface UploadUrl {
  url: string;
  method: "PUT";
  headers: Record<string, string>;
  expires_at: Timestamp;
}

export interface UploadedPart {
  part_number: number;
  etag: string;
}

export interface UsageForecast {
  month: string;
  spent: string;
  hourly_rate: string;
  expected: string;
  currency: string;
  metered_until: Timestamp;
}

export interface UsageLine {
  sku_code: string;
  resource_type: string | null;
  resource_id: string | null;
  day: string | null;
  tag: string | null;
  quantity_hours: string;
  amount: string;
  currency: string;
}

export interface VmGroup {
  vm_group_id: string;
  name: string;
  desired_count: number;
  scaling: VmGroupScaling | null;
  scaling_decisions: VmGroupScalingDecision[];
  /** What its VMs should be. */
  power: "running" | "stopped";
  power_schedule: VmGroupPowerSchedule | null;
  next_stop_at: Timestamp | null;
  next_start_at: Timestamp | null;
  state: "changing" | "steady" | "stopped" | "paused" | "error";
  reason: string | null;
  member_count: number;
  outdated_count: number;
  plan_id: string;
  template_id: string;
  site_id: string;
  disk_gb: number;
  tags: string[];
  vpc_id: string | null;
  subnet_id: string | null;
  public_ip: boolean;
  firewall_group_ids: string[];
  placement_group_id: string | null;
  dedicated: boolean;
  load_balancer_id: string | null;
  pool_id: string | null;
  heal_after_minutes: number;
  generation: number;
  acts_as: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface VmGroupDeletion {
  status: "deleted";
  id: string;
}

export interface VmGroupMember {
  vm_id: string;
  name: string;
  number: number;
  generation: number;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  health: "online" | "offline" | "draining" | "unknown" | null;
  added_at: Timestamp;
}

export interface VmGroupPowerSchedule {
  times: ({
    days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
    time: string;
    /** What its VMs should be from then on. */
    power: "running" | "stopped";
  })[];
  timezone: string;
}

/**
 * Times at which the VMs are stopped, and started again. They keep disks and addresses. The latest time that has passed
 * decides, until somebody stops or starts the group.
 */
export interface VmGroupPowerScheduleInput {
  times: ({
    /**
     * By default every day.
     *
     * @default ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]
     */
    days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
    /** In `timezone`. A time that the clocks skip comes that much later. */
    time: string;
    /** What its VMs should be from then on. */
    power: "running" | "stopped";
  })[];
  /**
   * Of the times.
   *
   * Its normal form is `time-zone`.
   *
   * @default "UTC"
   */
  timezone?: string | undefined;
}

export interface VmGroupScaling {
  /** The rules never go below it. */
  min_count: number;
  /** The rules never go above it. */
  max_count: number;
  metric: {
    /** What is kept near the target, in percent of what a VM has. */
    name: "cpu" | "memory";
    /** What the average of the running VMs is kept near. */
    target_percent: number;
    cooldown_minutes: number;
  } | null;
  schedule: ({
    days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
    time: string;
    count: number;
  })[];
  timezone: string;
}

export interface VmGroupScalingDecision {
  at: Timestamp;
  rule: "cpu" | "memory" | "schedule";
  from_count: number;
  to_count: number;
  reason: string;
}

/** Rules by which the group changes its count by itself, with the rights of whoever changed it last. */
export interface VmGroupScalingInput {
  /** The rules never go below it. */
  min_count: number;
  /** The rules never go above it. */
  max_count: number;
  metric?: {
    /** What is kept near the target, in percent of what a VM has. */
    name: "cpu" | "memory";
    /** What the average of the running VMs is kept near. */
    target_percent: number;
    /**
     * For how many minutes after a change of the count this rule changes nothing.
     *
     * @default 5
     */
    cooldown_minutes?: number | undefined;
  } | undefined;
  /** @default [] */
  schedule?: ({
    /**
     * By default every day.
     *
     * @default ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]
     */
    days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
    /** In `timezone`. A time that the clocks skip comes that much later. */
    time: string;
    /** The count from then on. */
    count: number;
  })[] | undefined;
  /**
   * Of the schedule.
   *
   * Its normal form is `time-zone`.
   *
   * @default "UTC"
   */
  timezone?: string | undefined;
}

export interface VmGroupTemplate {
  plan_id: string;
  template_id: string;
  /** By default the site of the VPC, otherwise the first that offers both the plan and the image. */
  site_id?: string | undefined;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /**
   * Keys of the workspace's library, by id or by name, beside those of `ssh_keys`.
   *
   * @default []
   */
  ssh_key_ids?: string[] | undefined;
  /**
   * What cloud-init runs at the first boot: text, such as a script that begins with `#!`, or `#cloud-config`. Neither
   * in base64 nor compressed; at most 64 KiB of UTF-8.
   */
  user_data?: string | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /**
   * Whether each VM gets a public address of its own.
   *
   * @default false
   */
  public_ip?: boolean | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /** A placement group, which keeps the VM apart from the others in it, or together with them. */
  placement_group_id?: string | undefined;
  /**
   * Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say
   * `has_dedicated_hosts`.
   *
   * @default false
   */
  dedicated?: boolean | undefined;
}

export interface VmMaintenance {
  announcement_id: string;
  title: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
}

export type VmMetrics = CpuMetrics | MemoryMetrics | DiskMetrics | NetworkMetrics;

export interface VmNetwork {
  vm_id: string;
  vm_type: "cloud" | "gpu";
  nodes: VmNode[];
  reserved_ip: ReservedIp | null;
  firewall_groups: FirewallGroup[];
  port_forwards: PortForward[];
  pending_changes: boolean;
  applied_at: Timestamp | null;
  error_code: string | null;
  error_message: string | null;
}

export interface VmNode {
  allocation_id: string;
  vpc_id: string;
  subnet_id: string;
  vm_id: string;
  connectivity: "private" | "public_ip" | "nat";
  private_ip: string;
  /** In the subnet's /64: the VM gets it by DHCPv6. Null in a VPC without IPv6. */
  ipv6_address: string | null;
  /**
   * The name by which machines in the VPC's subnets find the VM: its name and the VPC's as labels of DNS, under
   * `internal`. Null where either has no letter and no digit, while another VM of the VPC that came before it has the
   * name, and at a site whose networks have no names.
   */
  private_dns_name: string | null;
  prefix_length: number;
  subnet_mask: string;
  gateway: string;
  dns: string[];
  status: string;
  public_ip_id: string | null;
  public_ip: string | null;
  nat_gateway_id: string | null;
  nat_public_ip: string | null;
  vpc_name: string;
  subnet_name: string;
  subnet_cidr: string;
}

export interface VmOfBackup {
  name: string;
  plan_id: string;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /** @default false */
  public_ip?: boolean | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /**
   * Whether its data volumes become new volumes, attached to the VM.
   *
   * @default true
   */
  with_volumes?: boolean | undefined;
  /**
   * Any site of the kind that the backup is at; what is elsewhere is brought there. Default: the site of the backup.
   */
  site_id?: string | undefined;
}

export interface VmOfCopy {
  name: string;
  plan_id: string;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /** @default false */
  public_ip?: boolean | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /**
   * Whether its data volumes become new volumes, attached to the VM.
   *
   * @default true
   */
  with_volumes?: boolean | undefined;
  site_id: string;
  /**
   * Whether the VM runs on a host that is dedicated to your organization, and on no other. Sites that have one say
   * `has_dedicated_hosts`.
   *
   * @default false
   */
  dedicated?: boolean | undefined;
  /** The image that the VM is said to be of. Default: the one it was of. */
  template_id?: string | undefined;
}

export interface VmOfSnapshot {
  name: string;
  plan_id: string;
  disk_gb?: number | undefined;
  /**
   * Its normal form is `ssh-key`.
   *
   * @default []
   */
  ssh_keys?: string[] | undefined;
  /** @default [] */
  tags?: string[] | undefined;
  vpc_id?: string | undefined;
  subnet_id?: string | undefined;
  /** @default false */
  public_ip?: boolean | undefined;
  /** @default [] */
  firewall_group_ids?: string[] | undefined;
  /**
   * Whether its data volumes become new volumes, attached to the VM.
   *
   * @default true
   */
  with_volumes?: boolean | undefined;
  /**
   * Any site of the kind that the snapshot is at; what is elsewhere is brought there. Default: the site of the
   * snapshot.
   */
  site_id?: string | undefined;
}

export interface VmPurge {
  status: "purged";
  id: string;
}

export interface Volume {
  volume_id: string;
  name: string;
  status: "creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error";
  size_gb: number;
  type: "ssd" | "nvme" | "hdd";
  site_id: string;
  snapshot_id: string | null;
  attached_vm_id: string | null;
  device_path: string | null;
  error_message: string | null;
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise null. */
  restorable_until: Timestamp | null;
  /** What it costs for 730 hours at present prices, as a decimal number. */
  monthly_price: string;
  created_at: Timestamp;
  updated_at: Timestamp | null;
}

export interface VolumeDeletion {
  status: "deleted";
  id: string;
  operation_id: string;
  /** Until when the deleted resource can be restored, if its workspace has a deletion window. Otherwise left out. */
  restorable_until?: Timestamp | undefined;
}

export interface VolumeMetrics {
  volume_id: string;
  from: Timestamp;
  to: Timestamp;
  step_seconds: number;
  points: ({
    at: Timestamp;
    read_bytes_per_second: number | null;
    write_bytes_per_second: number | null;
    read_operations_per_second: number | null;
    write_operations_per_second: number | null;
    used_percent: number | null;
  })[];
}

export interface VolumeOperation {
  id: string;
  volume_id: string;
  operation: "create" | "attach" | "detach" | "resize" | "delete";
  status: "in-progress" | "succeeded" | "failed";
  idempotency_key: string | null;
  result?: Record<string, unknown> | undefined;
  error?: string | undefined;
  created_at: Timestamp;
  started_at: Timestamp;
  completed_at: Timestamp | null;
}

export interface VolumePurge {
  status: "purged";
  id: string;
}

export interface VolumeSnapshot {
  snapshot_id: string;
  volume_id: string;
  name: string;
  status: "queued" | "running" | "succeeded" | "failed";
  size_gb: number;
  stored_bytes: number | null;
  error_message: string | null;
  created_at: Timestamp;
  completed_at: Timestamp | null;
}

export interface VolumeSnapshotDeletion {
  status: "deleted";
  id: string;
}

export interface Vpc {
  vpc_id: string;
  organization_id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  description: string | null;
  cidr: string;
  ipv6: boolean;
  /** Its IPv6 network, a /48 (RFC 4193); null without IPv6. */
  ipv6_cidr: string | null;
  status: "provisioning" | "available" | "error" | "deleting";
  /** Whether the resource cannot be deleted. To delete it, set this to false first. */
  deletion_protection: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface VpcNodeAllocation {
  allocation_id: string;
  vpc_id: string;
  subnet_id: string;
  vm_id: string;
  connectivity: "private" | "public_ip" | "nat";
  private_ip: string;
  /** In the subnet's /64: the VM gets it by DHCPv6. Null in a VPC without IPv6. */
  ipv6_address: string | null;
  /**
   * The name by which machines in the VPC's subnets find the VM: its name and the VPC's as labels of DNS, under
   * `internal`. Null where either has no letter and no digit, while another VM of the VPC that came before it has the
   * name, and at a site whose networks have no names.
   */
  private_dns_name: string | null;
  prefix_length: number;
  subnet_mask: string;
  gateway: string;
  dns: string[];
  status: string;
  public_ip_id: string | null;
  public_ip: string | null;
  nat_gateway_id: string | null;
  nat_public_ip: string | null;
}

export interface VpcPeering {
  /** Of this side. The other side has an id of its own. */
  vpc_peering_id: string;
  organization_id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  /** The VPC of this workspace. */
  vpc_id: string;
  cidr: string;
  /** The VPC at the other side. */
  peer_vpc_id: string;
  /** The network of the VPC at the other side; null until it has accepted a request of this side. */
  peer_cidr: string | null;
  /** Whether this side has asked for the peering, or is asked. */
  side: "requester" | "accepter";
  /**
   * `pending` until the other side accepts, `active` while traffic passes, `rejected` when the other side has refused,
   * `ended` when the other side has ended it.
   */
  status: "pending" | "active" | "rejected" | "ended";
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Webhook {
  webhook_id: string;
  name: string;
  description: string;
  url: string;
  event_types: string[];
  event_scopes: string[];
  enabled: boolean;
  disabled_reason: "gone" | "failing" | null;
  disabled_at: Timestamp | null;
  old_secret_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookAttempt {
  at: Timestamp;
  duration_ms: number;
  url: string;
  request_headers: Record<string, string>;
  status: number | null;
  response_headers: Record<string, string>;
  response_body: string;
  error: string | null;
}

export interface WebhookDeletion {
  status: "deleted";
  id: string;
}

export interface WebhookDelivery {
  delivery_id: string;
  webhook_id: string;
  event_id: string | null;
  type: string;
  resource_id: string | null;
  status: "pending" | "delivered" | "failed" | "cancelled";
  attempt_count: number;
  answer_status: number | null;
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface WebhookDeliveryDetail {
  delivery_id: string;
  webhook_id: string;
  event_id: string | null;
  type: string;
  resource_id: string | null;
  status: "pending" | "delivered" | "failed" | "cancelled";
  attempt_count: number;
  answer_status: number | null;
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
  body: string;
  attempts: WebhookAttempt[];
}

export interface Workspace {
  workspace_id: string;
  organization_id: string;
  name: string;
  deletion_window_hours: number;
  created_at: Timestamp;
}

export interface WorkspaceDeletion {
  workspace_id: string;
}

export interface WorkspaceMap {
  nodes: MapNode[];
  edges: MapEdge[];
  kinds: KindCount[];
  tags: string[];
  hidden: ("cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm" | "volume"
    | "bucket" | "firewall_group" | "reserved_ip" | "secret")[];
  truncated: boolean;
}
