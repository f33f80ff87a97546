// Generated from the contract by `npm run generate`.

import type {
  AffectedResource,
  BillingDetails,
  CostChange,
  FieldChange,
  QuotaChange,
  Timestamp,
} from "./schemas.ts";

export interface AddressIsolation {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface AddressRange {
  /**
   * An IPv4 network such as 198.51.100.0/28, a /16 at most, which your network routes to the site.
   *
   * Its normal form is `trim`.
   */
  range: string;
}

export interface AnnouncementChange {
  level?: "info" | "warning" | undefined;
  /** Its normal form is `trim`. */
  title?: string | undefined;
  /**
   * Plain text. Empty lines part paragraphs.
   *
   * Its normal form is `trim`.
   */
  text?: string | undefined;
  /** Its normal form is `moment`. */
  starts_at?: string | undefined;
  /** Its normal form is `moment`. */
  ends_at?: string | null | undefined;
  site_ids?: string[] | undefined;
  /** The hosts that maintenance is about. Their names are told to nobody. A notice has none. */
  host_ids?: string[] | undefined;
  /** Null: everybody. */
  organization_ids?: string[] | null | undefined;
}

export interface CatalogComparison {
  currency: string;
  items: ({
    kind: "product" | "plan" | "image";
    id: string;
    state: "absent" | "made" | "same" | "differs" | "updated";
    detail: string | null;
  })[];
}

export interface CatalogFile {
  format: 1;
  currency: string;
  /** @default [] */
  products: CatalogFileProductOutput[];
  /** @default [] */
  plans: CatalogFilePlanOutput[];
  /**
   * Simulated sites boot each one. Others have it brought.
   *
   * @default []
   */
  images: CatalogFileImageOutput[];
}

export interface CatalogFileImage {
  template_id: string;
  /** Its normal form is `trim`. */
  name: string;
  /** Its normal form is `trim`. */
  os_type: string;
  /** Its normal form is `trim`. */
  os_distro: string;
  /** Its normal form is `trim`. */
  version: string;
  min_disk_gb: number;
  /** @default false */
  retired?: boolean | undefined;
}

export interface CatalogFileImageOutput {
  template_id: string;
  /** Its normal form is `trim`. */
  name: string;
  /** Its normal form is `trim`. */
  os_type: string;
  /** Its normal form is `trim`. */
  os_distro: string;
  /** Its normal form is `trim`. */
  version: string;
  min_disk_gb: number;
  /** @default false */
  retired: boolean;
}

export interface CatalogFilePlan {
  plan_id: string;
  /** Its normal form is `trim`. */
  name: string;
  /** @default "shared" */
  family?: "shared" | "dedicated" | "memory" | "gpu" | undefined;
  /** The code of its product. By default `plan.` and its id. */
  sku_code?: string | undefined;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  /**
   * Its normal form is `trim`.
   *
   * @default null
   */
  gpu_model?: string | null | undefined;
  /** @default 0 */
  gpu_count?: number | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  hourly_price?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity?: string | null | undefined;
  /**
   * Where it is sold: at all sites, at none, or at those with these names.
   *
   * Its normal form is `trim`.
   *
   * @default "all"
   */
  sites?: "all" | "none" | string[] | undefined;
  /** @default false */
  retired?: boolean | undefined;
}

export interface CatalogFilePlanOutput {
  plan_id: string;
  /** Its normal form is `trim`. */
  name: string;
  /** @default "shared" */
  family: "shared" | "dedicated" | "memory" | "gpu";
  /** The code of its product. By default `plan.` and its id. */
  sku_code?: string | undefined;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  /**
   * Its normal form is `trim`.
   *
   * @default null
   */
  gpu_model: string | null;
  /** @default 0 */
  gpu_count: number;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  hourly_price: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity: string | null;
  /**
   * Where it is sold: at all sites, at none, or at those with these names.
   *
   * Its normal form is `trim`.
   *
   * @default "all"
   */
  sites: "all" | "none" | string[];
  /** @default false */
  retired: boolean;
}

export interface CatalogFileProduct {
  sku_code: string;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  hourly_price?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity?: string | null | undefined;
}

export interface CatalogFileProductOutput {
  sku_code: string;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  hourly_price: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity: string | null;
}

export interface CatalogImageImport {
  /** The image's id in the catalog, such as debian-13. */
  template_id: string;
  site_id: string;
  /** Of the file. A worker fetches it by https from a public address. Its query may hold a credential. */
  url: string;
  sha256: string;
  format: "qcow2" | "squashfs" | "lxd";
  /**
   * Of an image that the catalog does not have yet, as are `os_distro` and `version`.
   *
   * Its normal form is `trim`.
   */
  name?: string | undefined;
  /** Its normal form is `trim`. */
  os_distro?: string | undefined;
  /** Its normal form is `trim`. */
  version?: string | undefined;
  /**
   * The smallest disk that it fits on.
   *
   * @default 5
   */
  min_disk_gb?: number | undefined;
  /** Whether it has cloud-init. By default, as its metadata says. */
  cloud_init?: boolean | undefined;
}

export interface CatalogImport {
  /**
   * Makes what differs as in the catalog, too: prices from the next hour on. Sizes of plans stay.
   *
   * @default false
   */
  update?: boolean | undefined;
  /** 1, the version of the form of a file. Without a file it is left out. */
  format?: 1 | undefined;
  /** Of the prices of a file: that of the installation. */
  currency?: string | undefined;
  products?: CatalogFileProduct[] | undefined;
  plans?: CatalogFilePlan[] | undefined;
  /** Simulated sites boot each one. Others have it brought. */
  images?: CatalogFileImage[] | undefined;
}

export interface CreatedOperatorToken {
  token_id: string;
  name: string;
  prefix: string;
  scopes: ("operator.read" | "operator.write")[];
  allowed_ip_ranges: string[];
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
  token: string;
}

export interface CreditLimit {
  /** Its normal form is `decimal`. */
  credit_limit: string;
}

export interface DiscountPreviewRequest {
  /** Its normal form is `decimal`. */
  percent_off: string;
}

export interface DunningStep {
  kind: "due" | "reminder" | "suspension";
  number: number;
  outstanding: string;
  at: Timestamp;
}

export interface EdgeChange {
  /** What its line carries, in Gbit/s. Reports of more traffic than that are refused. */
  line_gbits: number;
}

export interface EdgeRemoval {
  /**
   * Also an edge that alone serves something.
   *
   * @default false
   */
  force?: boolean | undefined;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface HealthFinding {
  check: string;
  state: "ok" | "warn" | "fail";
  sentence: string;
}

export interface HostAddition {
  /**
   * Of the host's own server, as workers reach it, such as tls://kvm2.example.com:16514.
   *
   * Its normal form is `trim`.
   */
  endpoint: string;
}

export interface HostChange {
  tags?: string[] | undefined;
  /**
   * Null for none.
   *
   * Its normal form is `trim`.
   */
  zone?: string | null | undefined;
}

export interface HostCordon {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface HostDedication {
  organization_id: string;
  /**
   * `refuse`: 409 names the VMs that may not stay. `move`: a worker moves them to other hosts of the site.
   *
   * @default "refuse"
   */
  other_vms?: "refuse" | "move" | undefined;
}

export interface HostDrain {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface HostGpu {
  address: string;
  model: string;
  card: string | null;
  uuid: string | null;
  vm_id: string | null;
  free: boolean;
}

export interface HostLoss {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface HostRemoval {
  /**
   * The host's own name.
   *
   * Its normal form is `trim`.
   */
  confirm: string;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface InstallationLogo {
  version: string;
  media_type: "image/png" | "image/webp" | "image/jpeg";
  content: string;
}

export interface InvoicePostponement {
  /**
   * Later than it is due now, and not in the past.
   *
   * Its normal form is `moment`.
   */
  due_at: string;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface NewActing {
  organization_id: string;
  /** Its normal form is `trim`. */
  reason: string;
  /** @default 30 */
  minutes?: number | undefined;
}

export interface NewAnnouncement {
  /** @default "notice" */
  kind?: "notice" | "maintenance" | undefined;
  /** @default "info" */
  level?: "info" | "warning" | undefined;
  /** Its normal form is `trim`. */
  title: string;
  /**
   * Plain text. Empty lines part paragraphs.
   *
   * Its normal form is `trim`.
   */
  text: string;
  /**
   * A notice is shown from then on; maintenance is shown before, too. Left out: now.
   *
   * Its normal form is `moment`.
   */
  starts_at?: string | undefined;
  /**
   * Null: until it is removed or changed.
   *
   * Its normal form is `moment`.
   *
   * @default null
   */
  ends_at?: string | null | undefined;
  /**
   * The sites that it is about. Maintenance without sites and hosts is about every VM.
   *
   * @default []
   */
  site_ids?: string[] | undefined;
  /**
   * The hosts that maintenance is about. Their names are told to nobody. A notice has none.
   *
   * @default []
   */
  host_ids?: string[] | undefined;
  /**
   * Null: everybody.
   *
   * @default null
   */
  organization_ids?: string[] | null | undefined;
  /**
   * Whether the owners of these organizations have it by mail, at once.
   *
   * @default false
   */
  by_mail?: boolean | undefined;
}

export interface NewEdge {
  name: string;
  /** The site whose load balancers it serves. */
  site_id: string;
  /**
   * Lets it serve the CDN, too: it gets the distributions and keys of all workspaces.
   *
   * @default false
   */
  serves_cdn?: boolean | undefined;
  /**
   * What its line carries, in Gbit/s. Reports of more traffic than that are refused.
   *
   * @default 100
   */
  line_gbits?: number | undefined;
}

export interface NewOperator {
  /** Its normal form is `lower`. */
  email: string;
  role: "operator" | "support";
}

export interface NewOperatorToken {
  name: string;
  scopes: ("operator.read" | "operator.write")[];
  /** Its normal form is `moment`. */
  expires_at: string;
  /**
   * Its normal form is `cidr`.
   *
   * @default []
   */
  allowed_ip_ranges?: string[] | undefined;
}

export interface NewPlan {
  plan_id: string;
  /** Its normal form is `trim`. */
  name: string;
  type?: "cloud" | "gpu" | undefined;
  family?: "shared" | "dedicated" | "memory" | "gpu" | undefined;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  /**
   * Its normal form is `trim`.
   *
   * @default null
   */
  gpu_model?: string | null | undefined;
  /** @default 0 */
  gpu_count?: number | undefined;
  /** @default [] */
  site_ids?: string[] | undefined;
  /** @default null */
  organization_ids?: string[] | null | undefined;
  /** @default [] */
  host_tags?: string[] | undefined;
  /** Its normal form is `decimal`. */
  hourly_price: string;
}

export interface NewPriceBook {
  book_id: string;
  /** Its normal form is `trim`. */
  name: string;
}

export interface NewQuotaClass {
  class_id: string;
  /** Its normal form is `trim`. */
  name: string;
  /**
   * What is left out has no limit.
   *
   * @default {}
   */
  limits?: {
    buckets?: number | null | undefined;
    cdn_distributions?: number | null | undefined;
    cloud_vms?: number | null | undefined;
    cpus?: number | null | undefined;
    gpu_vms?: number | null | undefined;
    images?: number | null | undefined;
    load_balancers?: number | null | undefined;
    nat_gateways?: number | null | undefined;
    reserved_ips?: number | null | undefined;
    volume_gb?: number | null | undefined;
    volumes?: number | null | undefined;
  } | undefined;
}

export interface NewRegion {
  /** Its id, with which buckets are created, such as eu-north-1. */
  region: string;
  name: string;
  /**
   * The kind of its server.
   *
   * @default "rgw"
   */
  backend?: "rgw" | undefined;
  /**
   * Of S3 clients, such as https://s3.example.com.
   *
   * Its normal form is `origin`.
   */
  endpoint_url: string;
  /**
   * Where the Admin Ops API is, as workers reach it. By default `endpoint_url`.
   *
   * Its normal form is `origin`.
   */
  admin_url?: string | undefined;
  /** Of the control plane's user at the gateway. */
  access_key: string;
  /** The secret of `access_key`. It is stored sealed and never shown. */
  secret_key: string;
  /** The site that it belongs to. */
  site_id?: string | undefined;
}

export interface NewSite {
  name: string;
  /**
   * Where it is. By default its name.
   *
   * Its normal form is `trim`.
   */
  location?: string | undefined;
  /** The kind of its server. Machines of `simulated` do not exist. */
  provider: "lxd" | "libvirt" | "simulated";
  /**
   * In production, with the provider `simulated`: machines that do not exist are meant.
   *
   * @default false
   */
  simulated?: boolean | undefined;
  /**
   * Of its server, as workers reach it, such as https://10.0.0.5:8443, tls://kvm1.example.com:16514 for libvirt, or
   * unix:///var/lib/lxd/unix.socket.
   *
   * Its normal form is `trim`.
   */
  endpoint?: string | undefined;
  /** The certificate that the server trusts, in PEM. */
  client_cert?: string | undefined;
  /** The private key of `client_cert`, in PEM. It is stored sealed and never shown. */
  client_key?: string | undefined;
  /**
   * The server's own certificate, in PEM. By default, the system's authorities are trusted. With libvirt: the
   * certificate of the authority that signed the server's, which is required for tls.
   */
  server_cert?: string | undefined;
  /**
   * The project on the server, created if it is missing. By default fulmar.
   *
   * Its normal form is `trim`.
   */
  project?: string | undefined;
  /**
   * The storage pool. By default default; with libvirt fulmar, a folder of the site alone.
   *
   * Its normal form is `trim`.
   */
  storage_pool?: string | undefined;
  /**
   * The network of VMs that are in no VPC. By default, one is created.
   *
   * Its normal form is `trim`.
   */
  network?: string | undefined;
  /**
   * The uplink network of OVN networks. A cluster needs one. With libvirt: its name in the hosts' bridge mappings.
   *
   * Its normal form is `trim`.
   */
  uplink?: string | undefined;
  /**
   * `container` or `virtual-machine`. By default virtual-machine where the server runs them.
   *
   * Its normal form is `trim`.
   */
  instance_type?: string | undefined;
  /**
   * With libvirt: the processor that VMs see, such as EPYC. By default the one nearest to the host's.
   *
   * Its normal form is `trim`.
   */
  cpu_model?: string | undefined;
  /**
   * With libvirt: OVN's northbound database, such as ssl:10.0.0.5:6641. By default where the host is.
   *
   * Its normal form is `trim`.
   */
  northbound?: string | undefined;
  /**
   * With libvirt: the next router at the uplink, such as 198.51.100.1/24.
   *
   * Its normal form is `trim`.
   */
  uplink_gateway?: string | undefined;
  /**
   * With libvirt: what routers may take at the uplink, such as 198.51.100.200-198.51.100.250.
   *
   * Its normal form is `trim`.
   */
  uplink_addresses?: string | undefined;
  /**
   * With libvirt: the hosts by which traffic leaves, by their system-id in Open vSwitch, with commas.
   *
   * Its normal form is `trim`.
   */
  uplink_chassis?: string | undefined;
  /**
   * With libvirt by TLS: `tls` where QEMU protects the screens of VMs by certificates. By default `none`.
   *
   * Its normal form is `trim`.
   */
  screens?: string | undefined;
  /**
   * With libvirt: the folder of the storage pool, such as /srv/fulmar. By default /var/lib/libvirt/ with the pool's
   * name.
   *
   * Its normal form is `trim`.
   */
  pool_path?: string | undefined;
  /**
   * With libvirt: `yes` where every host mounts the same folder there, so that hosts can be added. By default `no`.
   *
   * Its normal form is `trim`.
   */
  pool_shared?: string | undefined;
  /**
   * With libvirt: `on` where VMs that boot by UEFI boot only what Microsoft's keys signed. By default `off`.
   *
   * Its normal form is `trim`.
   */
  secure_boot?: string | undefined;
  /**
   * With libvirt: `on` where VMs that boot by UEFI have a TPM 2.0, which their hosts emulate. By default `off`.
   *
   * Its normal form is `trim`.
   */
  tpm?: string | undefined;
  /**
   * With libvirt: the pool of Ceph with the disks of VMs, of the site alone. By default, disks are files.
   *
   * Its normal form is `trim`.
   */
  rbd_pool?: string | undefined;
  /**
   * With libvirt: that Ceph's monitors, as hosts and workers reach them, such as 10.0.0.1,10.0.0.2.
   *
   * Its normal form is `trim`.
   */
  rbd_monitors?: string | undefined;
  /**
   * With libvirt: the user of that Ceph, whose key the hosts have as a secret of libvirt. By default `fulmar`.
   *
   * Its normal form is `trim`.
   */
  rbd_user?: string | undefined;
}

export interface NewTaxRate {
  country: string;
  /**
   * What invoices call it, such as VAT or MwSt.
   *
   * Its normal form is `trim`.
   */
  name: string;
  /** Its normal form is `decimal`. */
  percent: string;
  /** A day (UTC): today or a later one. */
  valid_from: string;
  /**
   * Whether customers with a VAT number pay none, and their invoices say that they owe it.
   *
   * @default false
   */
  reverse_charge?: boolean | undefined;
}

export interface OperationExplanation {
  operation_id: string;
  status: string;
  action: string;
  resource_id: string;
  workspace_id: string;
  asked_by: {
    type: string;
    id: string;
    name: string;
    request_id: string;
    source_ip: string | null;
  } | null;
  submitted_at: Timestamp;
  finished_at: Timestamp | null;
  seconds: number;
  usual_seconds: number | null;
  worker: string | null;
  steps: ({
    name: string;
    status: string;
    attempts: number;
    started_at: Timestamp;
    finished_at: Timestamp | null;
    error: string | null;
    seconds: number;
    usual_seconds: number | null;
  })[];
  error: {
    code: string;
    message: string | null;
  } | null;
  waiting: string | null;
  sentences: string[];
}

export interface Operator {
  user_id: string;
  name: string;
  email: string;
  role: "operator" | "support";
  second_factor: boolean;
  created_at: Timestamp;
}

export interface OperatorActing {
  acting_id: string;
  organization_id: string;
  organization_name: string;
  user_id: string;
  operator_name: string;
  reason: string;
  started_at: Timestamp;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
  ended_by: "operator" | "time" | "lock" | "role" | "sign_out" | "membership" | null;
  active: boolean;
}

export interface OperatorAddress {
  address: string;
  site_id: string;
  public_ip_id: string | null;
  label: string | null;
  workspace_id: string | null;
  workspace_name: string | null;
  organization_id: string | null;
  organization_name: string | null;
  attached_resource_type: "vm" | "nat_gateway" | "load_balancer" | null;
  attached_resource_id: string | null;
  attached_resource_name: string | null;
  isolated_at: Timestamp | null;
  isolated_reason: string | null;
  isolated_by: string | null;
}

export interface OperatorAdoptionPreview {
  site_id: string;
  machine: string;
  workspace_id: string;
  workspace_name: string;
  organization_name: string;
  vm_name: string;
  plan_id: string;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  addresses: string[];
  volumes: ({
    name: string;
    size_gb: number;
    device_path: string;
  })[];
  hourly_price: string | null;
  warnings: string[];
  needs_force: string | null;
}

export interface OperatorAnnouncement {
  announcement_id: string;
  kind: "notice" | "maintenance";
  level: "info" | "warning";
  title: string;
  text: string;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  site_ids: string[];
  updated_at: Timestamp;
  host_ids: string[];
  organization_ids: string[] | null;
  mails: number;
  time: "past" | "present" | "future";
  created_at: Timestamp;
}

export interface OperatorBalance {
  site_id: string;
  state: "none" | "running" | "stopped" | "done";
  restarts: "refuse" | "allow" | null;
  reason: string | null;
  begun_by: string | null;
  begun_at: Timestamp | null;
  ended_at: Timestamp | null;
  moving: number;
}

export interface OperatorBalancePreview {
  site_id: string;
  hosts: ({
    host_id: string;
    name: string;
    ram_mb: number;
    promised_ram_mb: number;
    promised_ram_mb_after: number;
  })[];
  vms: number;
  moves: ({
    vm_id: string;
    name: string;
    organization_name: string;
    from_host: string;
    to_host: string;
    way: "live" | "restarted" | "stopped";
  })[];
}

export interface OperatorCertificate {
  certificate_id: string;
  kind: "load_balancer" | "custom_domain" | "cdn";
  resource_id: string | null;
  resource_name: string | null;
  workspace_id: string | null;
  workspace_name: string | null;
  organization_id: string | null;
  organization_name: string | null;
  names: string[];
  issuer: string | null;
  expires_at: Timestamp | null;
  renew_at: Timestamp | null;
  state: "pending" | "valid" | "renewing" | "failing" | "expired";
  last_error: string | null;
  failures: number;
  next_try_at: Timestamp | null;
  served: ServedCertificate[];
}

export interface OperatorChangePlan {
  would_answer: number;
  changes: OperatorResourceChange[];
  affects: AffectedResource[];
  steps: string[];
  cost: CostChange;
  quotas: QuotaChange[];
  irreversible: boolean;
  restorable_until: Timestamp | null;
  warnings: string[];
}

export interface OperatorDrainPreview {
  host_id: string;
  vms: number;
  live: number;
  restarted: number;
  stopped: number;
  blocked: number;
  blockers: ({
    vm_id: string;
    name: string;
    organization_name: string;
    blocker: "held" | "kept" | "gpu" | "error" | "local_volume" | "no_room" | "placement_group";
    detail: string;
  })[];
}

export interface OperatorEdge {
  edge_id: string;
  name: string;
  site_id: string;
  serves_cdn: boolean;
  hostname: string | null;
  servers: string[];
  state: "waiting" | "connected" | "away";
  token_expires_at: Timestamp | null;
  seen_at: Timestamp | null;
  line_gbits: number;
  behind: number;
  failures: number;
  certificates: number;
  certificates_ending: number;
  refused_reports: number;
}

export interface OperatorEdgeToken {
  edge_id: string;
  name: string;
  site_id: string;
  serves_cdn: boolean;
  hostname: string | null;
  servers: string[];
  state: "waiting" | "connected" | "away";
  token_expires_at: Timestamp | null;
  seen_at: Timestamp | null;
  line_gbits: number;
  behind: number;
  failures: number;
  certificates: number;
  certificates_ending: number;
  refused_reports: number;
  token: string;
}

export interface OperatorEvent {
  event_id: string;
  actor_type: "system" | "token" | "user";
  actor_id: string;
  actor_name: string;
  action: string;
  resource_type: string;
  resource_id: string | null;
  organization_id: string | null;
  reason: string | null;
  fields: Record<string, unknown>;
  request_id: string;
  source_ip: string | null;
  result: number;
  planned: boolean;
  at: Timestamp;
}

export interface OperatorFailingWebhook {
  webhook_id: string;
  name: string;
  host: string;
  workspace_id: string;
  workspace_name: string;
  organization_id: string;
  organization_name: string;
  failing_since: Timestamp;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: Timestamp | null;
  switched_off_at: Timestamp;
}

export interface OperatorHealth {
  state: "ok" | "warn" | "fail";
  reported_at: Timestamp | null;
  findings: HealthFinding[];
  versions: {
    fulmar: string | null;
    node: string | null;
    postgresql: string;
    migrations: number;
    last_migration: string | null;
  };
  queue: {
    waiting: number;
    running: number;
    held: number;
    oldest_at: Timestamp | null;
    sites: ({
      site_id: string | null;
      waiting: number;
      running: number;
      held: number;
      oldest_at: Timestamp | null;
    })[];
  };
  reconcilers: ({
    name: string;
    site_id: string | null;
    finished_at: Timestamp | null;
    took_ms: number | null;
    due_at: Timestamp;
    running: boolean;
    last_error: string | null;
  })[];
  database: {
    size_bytes: number;
    connections: number;
    most_connections: number;
    oldest_transaction_at: Timestamp | null;
    standbys: number;
  };
  processes: ({
    program: string;
    host: string | null;
    pid: number | null;
    connections: number;
  })[];
  edges: ({
    name: string;
    state: "waiting" | "connected" | "away";
    seen_at: Timestamp | null;
  })[];
}

export interface OperatorHit {
  type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation"
    | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc"
    | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group"
    | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener"
    | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set"
    | "secret_store" | "secret" | "alert_rule" | "webhook" | "organization" | "workspace" | "user" | "api_token"
    | "operator_token" | "edge" | "public_address";
  id: string;
  name: string;
  state: string | null;
  workspace_id: string | null;
  workspace_name: string | null;
  organization_id: string | null;
  organization_name: string | null;
}

export interface OperatorHost {
  host_id: string;
  site_id: string;
  site_name: string;
  name: string;
  status: "online" | "offline";
  state: "active" | "cordoned" | "draining" | "drained" | "lost";
  state_reason: string | null;
  state_by: string | null;
  state_at: Timestamp | null;
  endpoint: string | null;
  tags: string[];
  zone: string | null;
  architecture: string | null;
  architectures: string[] | null;
  firmware: ("bios" | "uefi")[] | null;
  moves_live: boolean;
  shared_disks: boolean;
  cpus: number | null;
  ram_mb: number | null;
  free_ram_mb: number | null;
  disk_gb: number | null;
  free_disk_gb: number | null;
  dedicated_organization_id: string | null;
  dedicated_organization_name: string | null;
  clearing: boolean;
  vms: number;
  promised_cpus: number;
  promised_ram_mb: number;
  gpus: HostGpu[] | null;
  seen_at: Timestamp;
  offline_at: Timestamp | null;
  fenced_at: Timestamp | null;
  fence_error: string | null;
}

export interface OperatorHostScript {
  site_id: string;
  script: string;
}

export interface OperatorHostVm {
  vm_id: string;
  type: "cloud" | "gpu";
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  organization_id: string;
  organization_name: string;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  gpu_count: number;
  operation_id: string | null;
  moves_to: string | null;
  dedicated: boolean;
  blocker: "held" | "kept" | "gpu" | "error" | "local_volume" | "no_room" | "placement_group" | null;
}

export interface OperatorImage {
  template_id: string;
  name: string;
  os_type: string;
  os_distro: string;
  version: string;
  min_disk_gb: number;
  site_ids: string[];
  vms: number;
  retired: boolean;
  retired_at: Timestamp | null;
  organization_id: string | null;
  organization_name: string | null;
  published: boolean;
  published_at: Timestamp | null;
}

export interface OperatorInvoice {
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
  postponed_reason: string | null;
  steps: DunningStep[];
}

export interface OperatorLossPreview {
  host_id: string;
  fence: "needed" | "missing" | "not_needed";
  vms: number;
  starts_elsewhere: number;
  moves_stopped: number;
  error: number;
  stays: number;
  machines: ({
    vm_id: string;
    name: string;
    organization_name: string;
    outcome: "starts_elsewhere" | "moves_stopped" | "error" | "stays";
    reason: "kept" | "error" | "local_disks" | "gpu" | "no_room" | "placement_group" | null;
    detail: string | null;
  })[];
}

export interface OperatorMail {
  source: "host" | "settings" | "files" | "none";
  host: string | null;
  port: number | null;
  encryption: "starttls" | "tls" | "none" | null;
  username: string | null;
  password_set: boolean;
  sender: string | null;
  updated_at: Timestamp | null;
}

export interface OperatorOperation {
  operation_id: string;
  status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
  action: string;
  resource_type: string;
  resource_id: string;
  workspace_id: string;
  workspace_name: string;
  organization_id: string;
  organization_name: string;
  error_code: string | null;
  error_message: string | null;
  hold_reason: string | null;
  submitted_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface OperatorOrganization {
  organization_id: string;
  name: string;
  created_at: Timestamp;
  balance: string;
  credit_limit: string;
  currency: string;
  suspended_at: Timestamp | null;
  suspended_by: "operator" | "metering" | "dunning" | null;
  suspended_reason: string | null;
  workspaces: number;
  members: number;
  owners: string[];
  quota_class_id: string;
}

export interface OperatorOrganizationDetail {
  organization_id: string;
  name: string;
  created_at: Timestamp;
  balance: string;
  credit_limit: string;
  currency: string;
  suspended_at: Timestamp | null;
  suspended_by: "operator" | "metering" | "dunning" | null;
  suspended_reason: string | null;
  workspaces: number;
  members: number;
  owners: string[];
  quota_class_id: string;
  workspace_list: ({
    workspace_id: string;
    name: string;
  })[];
  member_list: ({
    user_id: string;
    name: string;
    email: string;
    role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
  })[];
  billing_details: BillingDetails;
}

export interface OperatorOverview {
  organizations: number;
  suspended_organizations: number;
  people: number;
  operators: number;
  operator_tokens: number;
  plans_sold: number;
  plans_retired: number;
  sites: ({
    site_id: string;
    name: string;
    state: "open" | "closed" | "fenced";
  })[];
  failed_operations: number;
  waiting_operations: number;
  held_operations: number;
  open_quota_requests: number;
  disputed_payments: number;
  waiting_mails: number;
  income: string;
  currency: string;
  health: {
    state: "ok" | "warn" | "fail";
    failing: number;
  };
  set_up: ({
    step: "site" | "plan" | "image" | "plan_site" | "plan_price" | "product_price" | "seller";
    ids: string[];
  })[];
}

export interface OperatorPayment {
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
  organization_id: string;
  organization_name: string;
}

export interface OperatorPaymentDetail {
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
  organization_id: string;
  organization_name: string;
  refunds: PaymentRefund[];
  disputes: PaymentDispute[];
}

export interface OperatorPerson {
  user_id: string;
  name: string;
  email: string;
  created_at: Timestamp;
  second_factor: boolean;
  passkeys: number;
  sessions: number;
  organizations: number;
  locked_at: Timestamp | null;
  locked_reason: string | null;
  operator_role: "operator" | "support" | null;
}

export interface OperatorPersonDetail {
  user_id: string;
  name: string;
  email: string;
  created_at: Timestamp;
  second_factor: boolean;
  passkeys: number;
  sessions: number;
  organizations: number;
  locked_at: Timestamp | null;
  locked_reason: string | null;
  operator_role: "operator" | "support" | null;
  memberships: ({
    organization_id: string;
    name: string;
    role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    api_tokens: number;
    access_keys: number;
  })[];
}

export interface OperatorPlan {
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
  currency: string | null;
  site_ids: string[];
  sites_without_gpus: string[];
  organization_ids: string[] | null;
  host_tags: string[];
  position: number;
  vms: number;
  retired: boolean;
  retired_at: Timestamp | null;
}

export interface OperatorPrice {
  sku_code: string;
  name: string | null;
  unit: string | null;
  valid_from: Timestamp;
  hourly_price: string | null;
  monthly_cap: string | null;
  free_quantity: string | null;
  time: "past" | "present" | "future";
}

export interface OperatorPriceBook {
  book_id: string;
  name: string;
  percent_off: string | null;
  discounts: ({
    valid_from: Timestamp;
    percent_off: string;
  })[];
  organizations: number;
  currency: string;
  created_at: Timestamp;
}

export interface OperatorPriceBookDetail {
  book_id: string;
  name: string;
  percent_off: string | null;
  discounts: ({
    valid_from: Timestamp;
    percent_off: string;
  })[];
  organizations: number;
  currency: string;
  created_at: Timestamp;
  prices: OperatorPrice[];
  unpriced: ({
    sku_code: string;
    name: string;
    unit: string;
  })[];
}

export interface OperatorQuotaClass {
  class_id: string;
  name: string;
  is_default: boolean;
  organizations: number;
  limits: ({
    resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers"
      | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
    limit: number | null;
  })[];
  created_at: Timestamp;
}

export interface OperatorQuotaRequest {
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
  organization_id: string;
  organization_name: string;
  workspace_name: string;
  limit: number | null;
  used: number;
}

export interface OperatorRegion {
  region: string;
  name: string;
  backend: "embedded" | "rgw";
  endpoint_url: string | null;
  admin_url: string | null;
  access_key: string | null;
  site_id: string | null;
  state: "waiting" | "connected" | "away";
  seen: string;
  checked_at: Timestamp | null;
  checking: boolean;
  server: string | null;
  unsupported: string[];
  unknown_users: string[];
  buckets: number;
  failing: number;
  created_at: Timestamp;
}

export interface OperatorResourceChange {
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
    | "audit_event" | "event" | "operator" | "operator_token" | "operator_vm" | "operator_acting" | "operator_address"
    | "price_book" | "tax_rate" | "announcement" | "unknown_resource" | "stranger" | "site_host" | "site_decision"
    | "operator_certificate" | "edge" | "operator_region" | "quota_class" | "seller" | "installation_settings"
    | "starter_catalog" | "installation_mail" | "installation_single_sign_on" | "mail" | "health_report"
    | "operator_event";
  id: string | null;
  name: string | null;
  fields: FieldChange[];
}

export interface OperatorResumePreview {
  site_id: string;
  name: string;
  reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete"
    | "unknown_resources" | "by_operator";
  detail: string;
  fenced_at: Timestamp;
  waiting_operations: number;
  operations_that_end: number;
  unknown: ({
    kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer"
      | "cdn_distribution";
    count: number;
  })[];
  looked_at: Timestamp | null;
  problem: string | null;
  with_sites: string[];
}

export interface OperatorRoleChoice {
  role: "operator" | "support";
}

export interface OperatorSelf {
  type: "token" | "user";
  id: string;
  name: string;
  role: "operator" | "support" | null;
  scopes: string[];
}

export interface OperatorSettings {
  currency: string;
  currency_decimals: number;
  currency_fixed: string | null;
  name: string;
  accent: string | null;
  logo_version: string | null;
  support_email: string | null;
  support_url: string | null;
  terms_url: string | null;
  sign_up: "open" | "invited" | "domains";
  sign_up_domains: string[];
  new_organizations: "everyone" | "operators";
  invoice_due_days: number;
  reminder_days: number[];
  dunning_suspension_days: number | null;
  updated_at: Timestamp;
}

export interface OperatorSignInProvider {
  source: "host" | "settings" | "none";
  issuer: string | null;
  client_id: string | null;
  client_secret_set: boolean;
  name: string | null;
  domains: string[];
  organization_id: string | null;
  role: "viewer" | "secret_reader" | "billing" | "developer" | "admin" | null;
  passwords_off: boolean;
  updated_at: Timestamp | null;
}

export interface OperatorSingleSignOn {
  issuer: string | null;
  name: string | null;
  problem: string | null;
  unproven: string[];
}

export interface OperatorSite {
  site_id: string;
  name: string;
  provider: string;
  server: string | null;
  reachable: boolean | null;
  instance_type: string | null;
  vms: number;
  unsupported: string[];
  connected: boolean;
  closed: boolean;
  adds_hosts: boolean;
  one_host_reason: string | null;
  fenced: string | null;
  unknown: number;
  capacity: {
    cpus: number | null;
    ram_mb: number | null;
    free_ram_mb: number | null;
    disk_gb: number | null;
    free_disk_gb: number | null;
    checked_at: Timestamp;
  } | null;
  sold: {
    cpus: number;
    ram_mb: number;
    disk_gb: number;
    gpus: number;
  };
  addresses: {
    total: number;
    used: number;
  };
}

export interface OperatorSiteDecision {
  decision_id: string;
  site_id: string;
  action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
  kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer"
    | "cdn_distribution" | "machine" | null;
  resource_id: string | null;
  name: string | null;
  size: string | null;
  workspace_id: string | null;
  plan_id: string | null;
  vm_name: string | null;
  force: boolean;
  reason: string;
  decided_by: string;
  decided_at: Timestamp;
  state: "waiting" | "done" | "failed";
  ended_at: Timestamp | null;
  outcome: string | null;
  problem: string | null;
}

export interface OperatorSiteDetails {
  site_id: string;
  name: string;
  provider: string;
  server: string | null;
  reachable: boolean | null;
  instance_type: string | null;
  vms: number;
  unsupported: string[];
  connected: boolean;
  closed: boolean;
  adds_hosts: boolean;
  one_host_reason: string | null;
  fenced: string | null;
  unknown: number;
  capacity: {
    cpus: number | null;
    ram_mb: number | null;
    free_ram_mb: number | null;
    disk_gb: number | null;
    free_disk_gb: number | null;
    checked_at: Timestamp;
  } | null;
  sold: {
    cpus: number;
    ram_mb: number;
    disk_gb: number;
    gpus: number;
  };
  addresses: {
    total: number;
    used: number;
    used_by: {
      vms: number;
      nat_gateways: number;
      load_balancers: number;
      reserved: number;
      isolated: number;
    };
    ranges: ({
      first: string;
      last: string;
      total: number;
      used: number;
    })[];
  };
  location: string;
  decision: OperatorSiteDecision | null;
  warnings: string[];
  closed_at: Timestamp | null;
  closed_reason: string | null;
  balance_state: "none" | "running" | "stopped" | "done";
  balance_reason: string | null;
  fenced_at: Timestamp | null;
  fenced_detail: string | null;
  holds: {
    vms: number;
    volumes: number;
    load_balancers: number;
    public_ips: number;
  };
  maintenance: ({
    announcement_id: string;
    title: string;
    starts_at: Timestamp;
    ends_at: Timestamp | null;
  })[];
  history: {
    from: Timestamp;
    to: Timestamp;
    step_seconds: number;
    points: ({
      at: Timestamp;
      cpus: {
        sold: number;
        has: number | null;
      };
      ram_mb: {
        sold: number;
        has: number | null;
      };
      disk_gb: {
        sold: number;
        has: number | null;
      };
    })[];
  };
}

export interface OperatorStranger {
  site_id: string;
  kind: "machine" | "volume";
  name: string;
  type: string | null;
  power: "running" | "stopped" | null;
  cpu: number | null;
  ram_mb: number | null;
  image: string | null;
  disk_gb: number | null;
  addresses: string[];
  hosts: string[];
  volumes: string[];
  machines: string[];
  obstacles: string[];
  warnings: string[];
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  decision: OperatorSiteDecision | null;
}

export interface OperatorTaxRate {
  rate_id: string;
  country: string;
  name: string;
  percent: string;
  reverse_charge: boolean;
  valid_from: string;
  time: "past" | "present" | "future";
  created_at: Timestamp;
}

export interface OperatorTestMail {
  mail_id: string;
  recipient: string;
  state: "waiting" | "sent" | "failed";
  problem: string | null;
  created_at: Timestamp;
}

export interface OperatorToken {
  token_id: string;
  name: string;
  prefix: string;
  scopes: ("operator.read" | "operator.write")[];
  allowed_ip_ranges: string[];
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface OperatorUnknownResource {
  site_id: string;
  kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer"
    | "cdn_distribution";
  resource_id: string;
  name: string | null;
  size: string | null;
  made_at: Timestamp | null;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  workspace_id: string | null;
  workspace_name: string | null;
  organization_id: string | null;
  organization_name: string | null;
  adoptable: boolean;
  needs: ("workspace" | "plan")[];
  decision: OperatorSiteDecision | null;
}

export interface OperatorVm {
  vm_id: string;
  type: "cloud" | "gpu";
  name: string;
  status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error";
  workspace_id: string;
  workspace_name: string;
  organization_id: string;
  organization_name: string;
  site_id: string;
  plan_id: string;
  template_id: string;
  cpu: number;
  ram_mb: number;
  disk_gb: number;
  gpu_count: number;
  public_ip: string | null;
  private_ip: string | null;
  created_at: Timestamp;
  operation_id: string | null;
  held_at: Timestamp | null;
  held_reason: string | null;
}

export interface OperatorWebhook {
  webhook_id: string;
  name: string;
  host: string;
  workspace_id: string;
  workspace_name: string;
  organization_id: string;
  organization_name: string;
  disabled_reason: "gone" | "failing";
  disabled_at: Timestamp | null;
  last_status: number | null;
  last_error: string | null;
}

export interface OrganizationBillingDetails {
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
  /** Its normal form is `trim`. */
  reason: string;
}

export interface OrganizationQuotaClass {
  class_id: string;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface OrganizationResumption {
  /**
   * When the overdue invoices are due again. Left out: after the days that the settings give to a new invoice.
   *
   * Its normal form is `moment`.
   */
  due_at?: string | undefined;
  /**
   * Why they are postponed. Members see it.
   *
   * Its normal form is `trim`.
   */
  reason?: string | undefined;
}

export interface OrganizationSuspension {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface PaymentCancellation {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface PaymentConfirmation {
  /**
   * What arrived, which may be another amount than was asked for.
   *
   * Its normal form is `decimal`.
   */
  amount: string;
  /** The day (UTC) on which it arrived. */
  paid_on: string;
}

export interface PaymentDispute {
  dispute_id: string;
  state: "inquiry" | "open" | "won" | "lost" | "closed";
  reason: string;
  amount: string;
  currency: string;
  evidence_due_at: Timestamp | null;
  taken: string;
  given_back: string;
  unbooked: "other_currency" | "not_in_wallet" | null;
  reference: string;
  url: string;
  created_at: Timestamp;
}

export interface PaymentRefund {
  refund_id: string;
  state: "waiting" | "done" | "failed";
  amount: string;
  currency: string;
  reference: string | null;
  reason: string | null;
  problem: string | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface PaymentRefundRequest {
  /**
   * At most what is left of the payment.
   *
   * Its normal form is `decimal`.
   */
  amount: string;
  /** Its normal form is `trim`. */
  reason: string;
  /**
   * Whether to refund it although the balance does not cover it, and so falls below 0.
   *
   * @default false
   */
  allow_debt?: boolean | undefined;
}

export interface PersonLock {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface PersonUnlock {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface PlanChange {
  /** Its normal form is `trim`. */
  name?: string | undefined;
  family?: "shared" | "dedicated" | "memory" | "gpu" | undefined;
  organization_ids?: string[] | null | undefined;
  host_tags?: string[] | undefined;
  position?: number | undefined;
}

export interface PlanSites {
  site_ids: string[];
}

export interface PriceBookChoice {
  book_id: string;
  /**
   * A whole hour (UTC) in the future. Left out: the next hour.
   *
   * Its normal form is `moment`.
   */
  valid_from?: string | undefined;
}

export interface PriceBookDiscount {
  /** Its normal form is `decimal`. */
  percent_off: string;
  /**
   * A whole hour (UTC) in the future. Left out: the next hour.
   *
   * Its normal form is `moment`.
   */
  valid_from?: string | undefined;
}

export interface PriceBookPreviewRequest {
  book_id: string;
}

export interface PriceBookRename {
  /** Its normal form is `trim`. */
  name: string;
}

export interface PriceChange {
  /**
   * For one unit and hour. Null in a book other than the standard one ends its own price.
   *
   * Its normal form is `decimal`.
   */
  hourly_price: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity?: string | null | undefined;
  /**
   * A whole hour (UTC) in the future. Left out: the next hour; the first standard price of a product holds at once.
   *
   * Its normal form is `moment`.
   */
  valid_from?: string | undefined;
}

export interface PricePreview {
  organizations: ({
    organization_id: string;
    organization_name: string;
    before: string;
    after: string;
    difference: string;
  })[];
  changed: number;
  before: string;
  after: string;
  difference: string;
}

export interface PricePreviewRequest {
  sku_code: string;
  /** Its normal form is `decimal`. */
  hourly_price: string | null;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  monthly_cap?: string | null | undefined;
  /**
   * Its normal form is `decimal`.
   *
   * @default null
   */
  free_quantity?: string | null | undefined;
}

export interface QuotaClassLimits {
  /** What is left out stays. Null: no limit. */
  limits: {
    buckets?: number | null | undefined;
    cdn_distributions?: number | null | undefined;
    cloud_vms?: number | null | undefined;
    cpus?: number | null | undefined;
    gpu_vms?: number | null | undefined;
    images?: number | null | undefined;
    load_balancers?: number | null | undefined;
    nat_gateways?: number | null | undefined;
    reserved_ips?: number | null | undefined;
    volume_gb?: number | null | undefined;
    volumes?: number | null | undefined;
  };
}

export interface QuotaGrant {
  /** The new limit. Left out: what was asked for. */
  granted?: number | undefined;
  /**
   * What is said to it, such as why it is less.
   *
   * Its normal form is `trim`.
   */
  reason?: string | undefined;
}

export interface QuotaRefusal {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface RegionRemoval {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SecondFactorReset {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface Seller {
  legal_name: string | null;
  address_lines: string[];
  postal_code: string | null;
  city: string | null;
  vat_number: string | null;
  country: string | null;
  updated_at: Timestamp | null;
}

export interface ServedCertificate {
  edge_id: string;
  edge_name: string;
  fingerprint: string;
  issuer: string;
  expires_at: Timestamp;
  as_obtained: boolean;
}

export interface SessionsEnd {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SetLogo {
  /** A PNG, WebP or JPEG of at most 64 KiB and 2048 pixels a side, as base64. */
  content: string;
}

export interface SetMail {
  /** Its normal form is `lower`. */
  host: string;
  /** @default 587 */
  port?: number | undefined;
  /**
   * `tls` from the first byte, often at port 465; `starttls` turns to TLS or sends nothing; `none` does where the
   * server offers it, and takes no login but at the host itself.
   *
   * @default "starttls"
   */
  encryption?: "starttls" | "tls" | "none" | undefined;
  /**
   * Null for a server that takes mails without a login.
   *
   * @default null
   */
  username?: string | null | undefined;
  /** Left out: the one that is there, for the same server and user name. It is stored sealed. */
  password?: string | undefined;
  /** Whom mails are from. */
  sender: string;
}

export interface SetSeller {
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
}

export interface SetSingleSignOn {
  /** The provider's issuer, as it writes it. Its configuration is read from there. */
  issuer: string;
  /** What the provider calls this installation. */
  client_id: string;
  /** Left out: the one that is there, for the same issuer and client. It is stored sealed. */
  client_secret?: string | undefined;
  /**
   * What the sign-in page calls the provider.
   *
   * Its normal form is `trim`.
   *
   * @default "single sign-on"
   */
  name?: string | undefined;
  /**
   * Domains of e-mail addresses that may sign in. Empty: all that the provider has verified.
   *
   * Its normal form is `lower`.
   *
   * @default []
   */
  domains?: string[] | undefined;
  /**
   * The organization that new users join. Null: they join by invitations.
   *
   * @default null
   */
  organization_id?: string | null | undefined;
  /**
   * Their role in it.
   *
   * @default "viewer"
   */
  role?: "viewer" | "secret_reader" | "billing" | "developer" | "admin" | undefined;
  /**
   * Whether passwords and passkeys are refused. Only where the provider answers as sign-in needs it.
   *
   * @default false
   */
  passwords_off?: boolean | undefined;
}

export interface SettingsChange {
  /** Only until something was priced, budgeted or charged. Prices keep their numbers. */
  currency?: string | undefined;
  /**
   * What the cloud is called, on pages, in mails and on invoices.
   *
   * Its normal form is `trim`.
   */
  name?: string | undefined;
  /**
   * The colour of links and marks, dark enough to be read. Null is the console's own.
   *
   * Its normal form is `lower`.
   */
  accent?: string | null | undefined;
  /**
   * Whom customers write to.
   *
   * Its normal form is `lower`.
   */
  support_email?: string | null | undefined;
  /** A page with help for customers. */
  support_url?: string | null | undefined;
  /** The terms of service, linked where people sign in. */
  terms_url?: string | null | undefined;
  /** Who gets an account at the first single sign-on: everybody, the invited, or also some domains. */
  sign_up?: "open" | "invited" | "domains" | undefined;
  /**
   * Domains of e-mail addresses. Each is meant alone, without the domains below it.
   *
   * Its normal form is `lower`.
   */
  sign_up_domains?: string[] | undefined;
  /** Who makes organizations. */
  new_organizations?: "everyone" | "operators" | undefined;
  /** Days from the issue of an invoice until it is due. */
  invoice_due_days?: number | undefined;
  /** Days after the due date on which an unpaid invoice is reminded of, ascending. */
  reminder_days?: number[] | undefined;
  /** Days after the due date until the organization is suspended, after the last reminder. Null is never. */
  dunning_suspension_days?: number | null | undefined;
}

export interface SiteBalancing {
  /**
   * Whether VMs that cannot move while they run may be stopped, moved and started.
   *
   * @default "refuse"
   */
  restarts?: "refuse" | "allow" | undefined;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SiteCheck {
  /**
   * Also restricts the project to what its machines need, if an earlier version made it.
   *
   * @default false
   */
  restrict?: boolean | undefined;
}

export interface SiteClosing {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SiteFencing {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SiteRemoval {
  /**
   * The site's own name.
   *
   * Its normal form is `trim`.
   */
  confirm: string;
  /**
   * The server no longer answers: nothing is removed from it.
   *
   * @default false
   */
  server_gone?: boolean | undefined;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface SiteRenewal {
  /** The certificate that the server trusts, in PEM. */
  client_cert: string;
  /** The private key of `client_cert`, in PEM. It is stored sealed and never shown. */
  client_key: string;
  /** The server's own certificate, in PEM. By default, the present one stays. */
  server_cert?: string | undefined;
}

export interface SiteResume {
  /** Its normal form is `trim`. */
  reason: string;
}

export interface StrangerAdoption {
  /** Whose VM it becomes. */
  workspace_id: string;
  /** The name of the VM. By default that of the machine. */
  vm_name?: string | undefined;
  /** What it is charged as. By default the cheapest plan that covers it. */
  plan_id?: string | undefined;
  /**
   * Adopts it although quota, funds or the plan do not suffice.
   *
   * @default false
   */
  force?: boolean | undefined;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface TopUp {
  /** Its normal form is `decimal`. */
  amount: string;
  /** Its normal form is `trim`. */
  reference: string;
}

export interface UnknownAdoption {
  /** Whose it becomes. By default that of its record at the site. */
  workspace_id?: string | undefined;
  /** What a VM is charged as. By default its own plan. */
  plan_id?: string | undefined;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface UnknownDiscard {
  /**
   * The resource's own name, or its id if it has no name.
   *
   * Its normal form is `trim`.
   */
  confirm: string;
  /** Its normal form is `trim`. */
  reason: string;
}

export interface VmHold {
  /** Its normal form is `trim`. */
  reason: string;
}
