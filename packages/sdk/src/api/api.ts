// Generated from the contract by `npm run generate`.

import type { List } from "../list.ts";
import type { Planned } from "../plans.ts";
import type { CallOptions } from "../transport.ts";
import type { Waitable } from "../wait.ts";
import type {
  Acceptance,
  AccessKey,
  AccessKeyDeletion,
  Admission,
  Alert,
  AlertRule,
  AlertRuleDeletion,
  AlertRuleState,
  ApiToken,
  ApiTokenChange,
  ApiTokenDetail,
  ApiTokenId,
  ApiTokenRotation,
  Approval,
  ApprovalDetail,
  AttachReservedIp,
  AttachVolumeRequest,
  AttachVpcNodeRequest,
  AuditEvent,
  Backup,
  BackupCopy,
  BackupDeletion,
  BackupDestination,
  BackupDestinationDeletion,
  BackupPolicy,
  BackupPolicyChange,
  BackupPolicyEnableRequest,
  BandwidthSummary,
  BillingDetails,
  Bucket,
  BucketCors,
  BucketDeletion,
  BucketLifecycle,
  BucketObjectLock,
  BucketPolicy,
  BucketPolicyDeletion,
  BucketPurge,
  BucketQuota,
  BucketVersioning,
  Budget,
  BudgetDeletion,
  CdnCustomDomain,
  CdnCustomDomainDeletion,
  CdnCustomDomainList,
  CdnCustomDomainReport,
  CdnDeployment,
  CdnDistribution,
  CdnDistributionDeletion,
  CdnMetrics,
  CdnObjectUrl,
  CdnPurge,
  CdnSigningKey,
  CdnWebsite,
  CheckReachabilityRequest,
  CloudVm,
  CloudVmDetail,
  CompleteMultipartUploadRequest,
  ConsoleLog,
  CopyImage,
  CreateAccessKeyRequest,
  CreateAlertRule,
  CreateBackup,
  CreateBackupCopy,
  CreateBackupDestination,
  CreateBucketRequest,
  CreateBudget,
  CreateCdnCustomDomainRequest,
  CreateCdnDistributionRequest,
  CreateCdnPurgeRequest,
  CreateCloudVm,
  CreateDnsZone,
  CreateDownloadUrlRequest,
  CreateFirewallGroupRequest,
  CreateFirewallRuleRequest,
  CreateGpuVm,
  CreateImage,
  CreateLoadBalancer,
  CreateLoadBalancerListener,
  CreateMultipartUploadRequest,
  CreateNatGateway,
  CreatePartUrlsRequest,
  CreatePlacementGroup,
  CreatePortForwardRequest,
  CreateSecretRequest,
  CreateSecretStoreRequest,
  CreateSecretVersionRequest,
  CreateSnapshot,
  CreateSshKey,
  CreateStartupScript,
  CreateSubnet,
  CreateTerminal,
  CreateUploadUrlRequest,
  CreateVersionDownloadUrlRequest,
  CreateVersionRestoreUrlRequest,
  CreateVmGroup,
  CreateVolumeRequest,
  CreateVolumeSnapshotRequest,
  CreateVpc,
  CreateVpcPeering,
  CreateWebhook,
  CreatedAccessKey,
  CreatedApiToken,
  CreatedWebhook,
  DeleteObjectVersionRequest,
  DeleteObjectsRequest,
  DnsRecordSet,
  DnsRecordSetDeletion,
  DnsZone,
  DnsZoneDeletion,
  DnsZoneFile,
  DnsZoneImport,
  DownloadUrl,
  Event,
  FirewallGroup,
  FirewallInstance,
  FirewallRule,
  GenerateCdnUrlRequest,
  GpuMetrics,
  GpuVm,
  GpuVmDetail,
  Image,
  ImageAcceptance,
  ImageCopy,
  ImageCopyDeletion,
  ImageDeletion,
  ImportDnsZone,
  ImportImage,
  Invitation,
  Invoice,
  InvoiceDetail,
  InvoiceFile,
  InvoicePreview,
  LifecyclePreview,
  LinkFirewallInstanceRequest,
  LoadBalancer,
  LoadBalancerConfiguration,
  LoadBalancerConfigurationOutput,
  LoadBalancerDeletion,
  LoadBalancerDomainCertificate,
  LoadBalancerHealth,
  LoadBalancerListener,
  LoadBalancerMetrics,
  LoadBalancerPool,
  LoadBalancerPoolOutput,
  LoadBalancerPoolSettings,
  LoadBalancerRoute,
  LoadBalancerRouteRequest,
  LoadBalancerTarget,
  LoadBalancerTargetSettings,
  Member,
  MoveReservedIpRequest,
  MultipartUpload,
  MultipartUploadAbortion,
  NatGateway,
  NetworkDeletion,
  NewApiToken,
  NewBackupDestination,
  NewPayment,
  NewQuotaRequest,
  NewWorkspace,
  ObjectLegalHold,
  ObjectRetention,
  ObjectTagSet,
  ObjectVersion,
  ObjectVersionDeletion,
  ObjectsDeletion,
  Operation,
  OperationStep,
  PartUrls,
  Payment,
  PlacementGroup,
  PlacementGroupDeletion,
  Plan,
  PortForward,
  PreviewBucketLifecycleRequest,
  PutBucketCorsRequest,
  PutBucketLifecycleRequest,
  PutBucketObjectLockRequest,
  PutBucketPolicyRequest,
  PutBucketQuota,
  PutBucketVersioningRequest,
  PutCdnWebsiteRequest,
  PutObjectLegalHoldRequest,
  PutObjectRetentionRequest,
  PutObjectTagsRequest,
  Quota,
  QuotaRequest,
  Reachability,
  RebootVm,
  RebuildVm,
  ReplaceFirewallRulesRequest,
  RescueVm,
  ReserveIp,
  ReservedIp,
  ResizeVmPlan,
  ResizeVmRootDisk,
  ResizeVolumeRequest,
  ResourceEligibility,
  ResourceEligibilityRequest,
  ResourceGraph,
  RestoreBackup,
  RestoreSnapshot,
  RotateCdnSigningKeyRequest,
  RotatedApiToken,
  RotatedWebhook,
  Secret,
  SecretDeletion,
  SecretStore,
  SecretStoreDeletion,
  SecretValue,
  SecretVersion,
  SetBillingDetails,
  SetDnsRecordSet,
  Site,
  Sku,
  SnapshotDeletion,
  SnapshotList,
  SnapshotSet,
  SshKey,
  SshKeyDeletion,
  StartupScript,
  StartupScriptContent,
  StartupScriptDeletion,
  StopVm,
  StorageRegion,
  StoredObject,
  Subnet,
  Terminal,
  Token,
  UpdateAlertRule,
  UpdateBackupDestination,
  UpdateBucketRequest,
  UpdateBudget,
  UpdateCdnDistributionRequest,
  UpdateDnsZone,
  UpdateFirewallGroupRequest,
  UpdateFirewallRuleRequest,
  UpdateImage,
  UpdateLoadBalancer,
  UpdateLoadBalancerListener,
  UpdateLoadBalancerPool,
  UpdateLoadBalancerTarget,
  UpdateNatGatewayRequest,
  UpdatePlacementGroup,
  UpdateReservedIpRequest,
  UpdateSecretRequest,
  UpdateSecretStoreRequest,
  UpdateSnapshot,
  UpdateSshKey,
  UpdateStartupScript,
  UpdateSubnetRequest,
  UpdateVm,
  UpdateVmAccess,
  UpdateVmGroup,
  UpdateVolumeRequest,
  UpdateVpcRequest,
  UpdateWebhook,
  UpdateWorkspace,
  UploadUrl,
  UsageForecast,
  UsageLine,
  VmGroup,
  VmGroupDeletion,
  VmGroupMember,
  VmGroupTemplate,
  VmMetrics,
  VmNetwork,
  VmOfBackup,
  VmOfCopy,
  VmOfSnapshot,
  VmPurge,
  Volume,
  VolumeDeletion,
  VolumeMetrics,
  VolumeOperation,
  VolumePurge,
  VolumeSnapshot,
  VolumeSnapshotDeletion,
  Vpc,
  VpcNodeAllocation,
  VpcPeering,
  Webhook,
  WebhookDeletion,
  WebhookDelivery,
  WebhookDeliveryDetail,
  Workspace,
  WorkspaceDeletion,
  WorkspaceMap,
} from "./schemas.ts";

/** The operations of the API, by resource. */
export interface Api {
  readonly token: TokenApi;
  readonly apiToken: ApiTokenApi;
  readonly approval: ApprovalApi;
  readonly site: SiteApi;
  readonly plan: PlanApi;
  readonly image: ImageApi;
  readonly cloudVm: CloudVmApi;
  readonly bandwidth: BandwidthApi;
  readonly gpuVm: GpuVmApi;
  readonly vmGroup: VmGroupApi;
  readonly placementGroup: PlacementGroupApi;
  readonly sshKey: SshKeyApi;
  readonly startupScript: StartupScriptApi;
  readonly operation: OperationApi;
  readonly snapshot: SnapshotApi;
  readonly backupPolicy: BackupPolicyApi;
  readonly backup: BackupApi;
  readonly gpuSnapshot: GpuSnapshotApi;
  readonly gpuBackupPolicy: GpuBackupPolicyApi;
  readonly gpuBackup: GpuBackupApi;
  readonly workspaceSnapshot: WorkspaceSnapshotApi;
  readonly workspaceBackup: WorkspaceBackupApi;
  readonly backupDestination: BackupDestinationApi;
  readonly backupCopy: BackupCopyApi;
  readonly metrics: MetricsApi;
  readonly gpuMetrics: GpuMetricsApi;
  readonly gpuBandwidth: GpuBandwidthApi;
  readonly bucket: BucketApi;
  readonly bucketQuota: BucketQuotaApi;
  readonly bucketLifecycle: BucketLifecycleApi;
  readonly bucketPolicy: BucketPolicyApi;
  readonly bucketCors: BucketCorsApi;
  readonly object: ObjectApi;
  readonly objectTags: ObjectTagsApi;
  readonly bucketObjectLock: BucketObjectLockApi;
  readonly objectRetention: ObjectRetentionApi;
  readonly objectLegalHold: ObjectLegalHoldApi;
  readonly bucketVersioning: BucketVersioningApi;
  readonly objectVersion: ObjectVersionApi;
  readonly multipartUpload: MultipartUploadApi;
  readonly region: RegionApi;
  readonly accessKey: AccessKeyApi;
  readonly vpc: VpcApi;
  readonly subnet: SubnetApi;
  readonly vpcNode: VpcNodeApi;
  readonly vpcPeering: VpcPeeringApi;
  readonly natGateway: NatGatewayApi;
  readonly portForward: PortForwardApi;
  readonly reservedIp: ReservedIpApi;
  readonly firewallGroup: FirewallGroupApi;
  readonly firewallRule: FirewallRuleApi;
  readonly firewallInstance: FirewallInstanceApi;
  readonly vmNetwork: VmNetworkApi;
  readonly reachability: ReachabilityApi;
  readonly loadBalancer: LoadBalancerApi;
  readonly loadBalancerConfiguration: LoadBalancerConfigurationApi;
  readonly loadBalancerListener: LoadBalancerListenerApi;
  readonly loadBalancerPool: LoadBalancerPoolApi;
  readonly loadBalancerTarget: LoadBalancerTargetApi;
  readonly cdnDistribution: CdnDistributionApi;
  readonly cdnDeployment: CdnDeploymentApi;
  readonly cdnMetrics: CdnMetricsApi;
  readonly cdnCustomDomain: CdnCustomDomainApi;
  readonly cdnPurge: CdnPurgeApi;
  readonly cdnWebsite: CdnWebsiteApi;
  readonly cdnUrl: CdnUrlApi;
  readonly cdnSigningKey: CdnSigningKeyApi;
  readonly dnsZone: DnsZoneApi;
  readonly dnsRecordSet: DnsRecordSetApi;
  readonly secretStore: SecretStoreApi;
  readonly secret: SecretApi;
  readonly secretVersion: SecretVersionApi;
  readonly volume: VolumeApi;
  readonly volumeSnapshot: VolumeSnapshotApi;
  readonly billing: BillingApi;
  readonly sku: SkuApi;
  readonly quota: QuotaApi;
  readonly quotaRequest: QuotaRequestApi;
  readonly usage: UsageApi;
  readonly admission: AdmissionApi;
  readonly invoice: InvoiceApi;
  readonly billingDetails: BillingDetailsApi;
  readonly payment: PaymentApi;
  readonly budget: BudgetApi;
  readonly auditEvent: AuditEventApi;
  readonly event: EventApi;
  readonly alertRule: AlertRuleApi;
  readonly alert: AlertApi;
  readonly webhook: WebhookApi;
  readonly webhookDelivery: WebhookDeliveryApi;
  readonly resource: ResourceApi;
  readonly workspace: WorkspaceApi;
  readonly member: MemberApi;
  readonly invitation: InvitationApi;
}

/** What the changes of the API would do, by resource. Nothing is changed. */
export interface Plans {
  readonly apiToken: Planned<ApiTokenApi, "create" | "update" | "rotate" | "endOldValue" | "revoke">;
  readonly image: Planned<ImageApi, "create" | "import" | "update" | "delete" | "copy" | "deleteCopy">;
  readonly cloudVm: Planned<CloudVmApi, "create" | "update" | "delete" | "restore" | "purge" | "start" | "stop"
    | "reboot" | "resizePlan" | "resizeRootDisk" | "rebuild" | "rescue" | "updateAccess" | "createTerminal"
    | "attachVolume" | "detachVolume">;
  readonly gpuVm: Planned<GpuVmApi, "create" | "update" | "delete" | "restore" | "purge" | "start" | "stop" | "reboot"
    | "resizePlan" | "resizeRootDisk" | "rebuild" | "rescue" | "updateAccess" | "createTerminal" | "attachVolume"
    | "detachVolume">;
  readonly vmGroup: Planned<VmGroupApi, "create" | "update" | "setTemplate" | "roll" | "pause" | "resume" | "stop"
    | "start" | "detach" | "delete">;
  readonly placementGroup: Planned<PlacementGroupApi, "create" | "update" | "delete">;
  readonly sshKey: Planned<SshKeyApi, "create" | "update" | "delete">;
  readonly startupScript: Planned<StartupScriptApi, "create" | "update" | "delete">;
  readonly operation: Planned<OperationApi, "cancel">;
  readonly snapshot: Planned<SnapshotApi, "create" | "restore" | "delete">;
  readonly backupPolicy: Planned<BackupPolicyApi, "enable" | "disable" | "update">;
  readonly backup: Planned<BackupApi, "create" | "restore" | "delete">;
  readonly gpuSnapshot: Planned<GpuSnapshotApi, "create" | "restore" | "delete">;
  readonly gpuBackupPolicy: Planned<GpuBackupPolicyApi, "enable" | "disable" | "update">;
  readonly gpuBackup: Planned<GpuBackupApi, "create" | "restore" | "delete">;
  readonly workspaceSnapshot: Planned<WorkspaceSnapshotApi, "update" | "createVm" | "delete">;
  readonly workspaceBackup: Planned<WorkspaceBackupApi, "createVm" | "delete">;
  readonly backupDestination: Planned<BackupDestinationApi, "create" | "update" | "delete">;
  readonly backupCopy: Planned<BackupCopyApi, "create" | "createVm">;
  readonly bucket: Planned<BucketApi, "create" | "update" | "delete" | "restore" | "purge">;
  readonly bucketQuota: Planned<BucketQuotaApi, "put">;
  readonly bucketLifecycle: Planned<BucketLifecycleApi, "put">;
  readonly bucketPolicy: Planned<BucketPolicyApi, "put" | "delete">;
  readonly bucketCors: Planned<BucketCorsApi, "put">;
  readonly object: Planned<ObjectApi, "delete">;
  readonly objectTags: Planned<ObjectTagsApi, "put">;
  readonly bucketObjectLock: Planned<BucketObjectLockApi, "put">;
  readonly objectRetention: Planned<ObjectRetentionApi, "put">;
  readonly objectLegalHold: Planned<ObjectLegalHoldApi, "put">;
  readonly bucketVersioning: Planned<BucketVersioningApi, "put">;
  readonly objectVersion: Planned<ObjectVersionApi, "delete">;
  readonly multipartUpload: Planned<MultipartUploadApi, "create" | "complete" | "abort">;
  readonly accessKey: Planned<AccessKeyApi, "create" | "delete">;
  readonly vpc: Planned<VpcApi, "create" | "update" | "delete">;
  readonly subnet: Planned<SubnetApi, "create" | "update" | "delete">;
  readonly vpcNode: Planned<VpcNodeApi, "attach" | "detach">;
  readonly vpcPeering: Planned<VpcPeeringApi, "create" | "accept" | "delete">;
  readonly natGateway: Planned<NatGatewayApi, "create" | "update" | "delete">;
  readonly portForward: Planned<PortForwardApi, "create" | "delete">;
  readonly reservedIp: Planned<ReservedIpApi, "create" | "update" | "delete" | "attach" | "detach" | "move">;
  readonly firewallGroup: Planned<FirewallGroupApi, "create" | "update" | "delete">;
  readonly firewallRule: Planned<FirewallRuleApi, "create" | "replace" | "update" | "delete">;
  readonly firewallInstance: Planned<FirewallInstanceApi, "link" | "unlink">;
  readonly loadBalancer: Planned<LoadBalancerApi, "create" | "update" | "delete">;
  readonly loadBalancerConfiguration: Planned<LoadBalancerConfigurationApi, "put">;
  readonly loadBalancerListener: Planned<LoadBalancerListenerApi, "create" | "update" | "delete">;
  readonly loadBalancerPool: Planned<LoadBalancerPoolApi, "create" | "update" | "delete">;
  readonly loadBalancerTarget: Planned<LoadBalancerTargetApi, "create" | "update" | "delete">;
  readonly cdnDistribution: Planned<CdnDistributionApi, "create" | "update" | "delete">;
  readonly cdnCustomDomain: Planned<CdnCustomDomainApi, "create" | "verify" | "delete">;
  readonly cdnPurge: Planned<CdnPurgeApi, "create">;
  readonly cdnWebsite: Planned<CdnWebsiteApi, "put">;
  readonly cdnUrl: Planned<CdnUrlApi, "generate">;
  readonly cdnSigningKey: Planned<CdnSigningKeyApi, "rotate">;
  readonly dnsZone: Planned<DnsZoneApi, "create" | "update" | "delete" | "verify" | "import">;
  readonly dnsRecordSet: Planned<DnsRecordSetApi, "set" | "delete">;
  readonly secretStore: Planned<SecretStoreApi, "create" | "update" | "delete" | "restore" | "archive" | "unarchive">;
  readonly secret: Planned<SecretApi, "create" | "update" | "delete" | "restore">;
  readonly secretVersion: Planned<SecretVersionApi, "create" | "disable" | "enable" | "destroy">;
  readonly volume: Planned<VolumeApi, "create" | "update" | "delete" | "restore" | "purge" | "attach" | "detach"
    | "resize">;
  readonly volumeSnapshot: Planned<VolumeSnapshotApi, "create" | "delete">;
  readonly quotaRequest: Planned<QuotaRequestApi, "create" | "withdraw">;
  readonly billingDetails: Planned<BillingDetailsApi, "update">;
  readonly payment: Planned<PaymentApi, "create">;
  readonly budget: Planned<BudgetApi, "create" | "update" | "delete">;
  readonly alertRule: Planned<AlertRuleApi, "create" | "update" | "delete">;
  readonly webhook: Planned<WebhookApi, "create" | "update" | "delete" | "rotate" | "test">;
  readonly webhookDelivery: Planned<WebhookDeliveryApi, "resend">;
  readonly workspace: Planned<WorkspaceApi, "create" | "update" | "delete">;
}

export interface ApiTokenListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  name?: string | undefined;
}

export interface ApiTokenGetInput {
  token_id: string;
}

export interface ApiTokenUpdateInput extends ApiTokenChange {
  token_id: string;
}

export interface ApiTokenRotateInput extends ApiTokenRotation {
  token_id: string;
}

export interface ApiTokenEndOldValueInput {
  token_id: string;
}

export interface ApiTokenRevokeInput {
  token_id: string;
  /** @default false */
  keep_credentials?: boolean | undefined;
}

export interface ApprovalListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "pending" | "approved" | "rejected" | "carried_out" | "failed" | "expired" | "cancelled" | undefined;
}

export interface ApprovalGetInput {
  approval_id: string;
}

export interface SiteListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface PlanListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  type?: "cloud" | "gpu" | undefined;
  site_id?: string | undefined;
}

export interface ImageListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  site_id?: string | undefined;
  owner?: "catalog" | "published" | "shared" | "workspace" | undefined;
}

export interface ImageGetInput {
  image_id: string;
}

export interface ImageUpdateInput extends UpdateImage {
  image_id: string;
}

export interface ImageDeleteInput {
  image_id: string;
}

export interface ImageCopyInput extends CopyImage {
  image_id: string;
}

export interface ImageDeleteCopyInput {
  image_id: string;
  site_id: string;
}

export interface CloudVmListInput {
  /** @default 1000 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "name" | "-name" | "site_id" | "-site_id" | "os_distro" | "-os_distro"
    | "plan_id" | "-plan_id" | "monthly_price" | "-monthly_price" | undefined;
  /** Fields to send besides the others. */
  include?: ("site_id" | "monthly_price")[] | undefined;
  /** Rows with any of these values are listed. */
  status?: ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error")[] | undefined;
  name?: string | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
  /** Lists the VMs that this announced maintenance touches. */
  announcement_id?: string | undefined;
  /**
   * Lists what was deleted and can be restored, in place of the others.
   *
   * @default false
   */
  deleted?: boolean | undefined;
}

export interface CloudVmGetInput {
  vm_id: string;
}

export interface CloudVmUpdateInput extends UpdateVm {
  vm_id: string;
}

export interface CloudVmDeleteInput {
  vm_id: string;
  /**
   * Whether its backups stay without it.
   *
   * @default false
   */
  keep_backups?: boolean | undefined;
  /**
   * Whether all of its snapshots stay without it.
   *
   * @default false
   */
  keep_snapshots?: boolean | undefined;
}

export interface CloudVmRestoreInput {
  vm_id: string;
}

export interface CloudVmPurgeInput {
  vm_id: string;
}

export interface CloudVmStartInput {
  vm_id: string;
}

export interface CloudVmStopInput extends StopVm {
  vm_id: string;
}

export interface CloudVmRebootInput extends RebootVm {
  vm_id: string;
}

export interface CloudVmResizePlanInput extends ResizeVmPlan {
  vm_id: string;
}

export interface CloudVmResizeRootDiskInput extends ResizeVmRootDisk {
  vm_id: string;
}

export interface CloudVmRebuildInput extends RebuildVm {
  vm_id: string;
}

export interface CloudVmRescueInput extends RescueVm {
  vm_id: string;
}

export interface CloudVmUpdateAccessInput extends UpdateVmAccess {
  vm_id: string;
}

export interface CloudVmOperationsInput {
  vm_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out")[]
    | undefined;
  /** Rows with any of these values are listed. */
  action?: ("create" | "start" | "stop" | "reboot" | "delete" | "resize" | "attach_volume" | "detach_volume"
    | "resize_plan" | "resize_root_disk" | "update_access" | "snapshot" | "restore" | "rebuild" | "rescue" | "move")[]
    | undefined;
}

export interface CloudVmConsoleLogInput {
  vm_id: string;
}

export interface CloudVmCreateTerminalInput extends CreateTerminal {
  vm_id: string;
}

export interface CloudVmAttachVolumeInput {
  vm_id: string;
  volume_id: string;
}

export interface CloudVmDetachVolumeInput {
  vm_id: string;
  volume_id: string;
}

export interface BandwidthGetInput {
  vm_id: string;
  month: string;
}

export interface GpuVmListInput {
  /** @default 1000 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "name" | "-name" | "site_id" | "-site_id" | "os_distro" | "-os_distro"
    | "plan_id" | "-plan_id" | "monthly_price" | "-monthly_price" | undefined;
  /** Fields to send besides the others. */
  include?: ("site_id" | "monthly_price")[] | undefined;
  /** Rows with any of these values are listed. */
  status?: ("pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped"
    | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk"
    | "deleting" | "deleted" | "error")[] | undefined;
  name?: string | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
  /** Lists the VMs that this announced maintenance touches. */
  announcement_id?: string | undefined;
  /**
   * Lists what was deleted and can be restored, in place of the others.
   *
   * @default false
   */
  deleted?: boolean | undefined;
}

export interface GpuVmGetInput {
  vm_id: string;
}

export interface GpuVmUpdateInput extends UpdateVm {
  vm_id: string;
}

export interface GpuVmDeleteInput {
  vm_id: string;
  /**
   * Whether its backups stay without it.
   *
   * @default false
   */
  keep_backups?: boolean | undefined;
  /**
   * Whether all of its snapshots stay without it.
   *
   * @default false
   */
  keep_snapshots?: boolean | undefined;
}

export interface GpuVmRestoreInput {
  vm_id: string;
}

export interface GpuVmPurgeInput {
  vm_id: string;
}

export interface GpuVmStartInput {
  vm_id: string;
}

export interface GpuVmStopInput extends StopVm {
  vm_id: string;
}

export interface GpuVmRebootInput extends RebootVm {
  vm_id: string;
}

export interface GpuVmResizePlanInput extends ResizeVmPlan {
  vm_id: string;
}

export interface GpuVmResizeRootDiskInput extends ResizeVmRootDisk {
  vm_id: string;
}

export interface GpuVmRebuildInput extends RebuildVm {
  vm_id: string;
}

export interface GpuVmRescueInput extends RescueVm {
  vm_id: string;
}

export interface GpuVmUpdateAccessInput extends UpdateVmAccess {
  vm_id: string;
}

export interface GpuVmOperationsInput {
  vm_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out")[]
    | undefined;
  /** Rows with any of these values are listed. */
  action?: ("create" | "start" | "stop" | "reboot" | "delete" | "resize" | "attach_volume" | "detach_volume"
    | "resize_plan" | "resize_root_disk" | "update_access" | "snapshot" | "restore" | "rebuild" | "rescue" | "move")[]
    | undefined;
}

export interface GpuVmConsoleLogInput {
  vm_id: string;
}

export interface GpuVmCreateTerminalInput extends CreateTerminal {
  vm_id: string;
}

export interface GpuVmAttachVolumeInput {
  vm_id: string;
  volume_id: string;
}

export interface GpuVmDetachVolumeInput {
  vm_id: string;
  volume_id: string;
}

export interface VmGroupListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface VmGroupGetInput {
  vm_group_id: string;
}

export interface VmGroupUpdateInput extends UpdateVmGroup {
  vm_group_id: string;
}

export interface VmGroupSetTemplateInput extends VmGroupTemplate {
  vm_group_id: string;
}

export interface VmGroupRollInput {
  vm_group_id: string;
}

export interface VmGroupPauseInput {
  vm_group_id: string;
}

export interface VmGroupResumeInput {
  vm_group_id: string;
}

export interface VmGroupStopInput {
  vm_group_id: string;
}

export interface VmGroupStartInput {
  vm_group_id: string;
}

export interface VmGroupMembersInput {
  vm_group_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface VmGroupDetachInput {
  vm_group_id: string;
  vm_id: string;
}

export interface VmGroupDeleteInput {
  vm_group_id: string;
  /**
   * Whether its VMs stay.
   *
   * @default false
   */
  keep_vms?: boolean | undefined;
}

export interface PlacementGroupListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface PlacementGroupGetInput {
  placement_group_id: string;
}

export interface PlacementGroupUpdateInput extends UpdatePlacementGroup {
  placement_group_id: string;
}

export interface PlacementGroupDeleteInput {
  placement_group_id: string;
}

export interface SshKeyListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface SshKeyGetInput {
  ssh_key_id: string;
}

export interface SshKeyUpdateInput extends UpdateSshKey {
  ssh_key_id: string;
}

export interface SshKeyDeleteInput {
  ssh_key_id: string;
}

export interface StartupScriptListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface StartupScriptGetInput {
  startup_script_id: string;
}

export interface StartupScriptContentInput {
  startup_script_id: string;
}

export interface StartupScriptUpdateInput extends UpdateStartupScript {
  startup_script_id: string;
}

export interface StartupScriptDeleteInput {
  startup_script_id: string;
}

export interface OperationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  vm_id?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out")[]
    | undefined;
  /** Rows with any of these values are listed. */
  action?: ("create" | "start" | "stop" | "reboot" | "delete" | "resize" | "attach_volume" | "detach_volume"
    | "resize_plan" | "resize_root_disk" | "update_access" | "snapshot" | "restore" | "rebuild" | "rescue" | "move")[]
    | undefined;
}

export interface OperationGetInput {
  operation_id: string;
  /** @default 0 */
  wait?: number | undefined;
}

export interface OperationStepsInput {
  operation_id: string;
}

export interface OperationCancelInput {
  operation_id: string;
}

export interface SnapshotListInput {
  vm_id: string;
  /** @default 50 */
  limit?: number | undefined;
  /** @default 0 */
  offset?: number | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
}

export interface SnapshotCreateInput extends CreateSnapshot {
  vm_id: string;
}

export interface SnapshotGetInput {
  vm_id: string;
  snapshot_set_id: string;
}

export interface SnapshotRestoreInput extends RestoreSnapshot {
  vm_id: string;
  snapshot_set_id: string;
}

export interface SnapshotDeleteInput {
  vm_id: string;
  snapshot_set_id: string;
}

export interface BackupPolicyEnableInput extends BackupPolicyEnableRequest {
  vm_id: string;
}

export interface BackupPolicyDisableInput {
  vm_id: string;
}

export interface BackupPolicyGetInput {
  vm_id: string;
}

export interface BackupPolicyUpdateInput extends BackupPolicyChange {
  vm_id: string;
}

export interface BackupListInput {
  vm_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" | undefined;
  type?: "full" | "incremental" | undefined;
}

export interface BackupCreateInput extends CreateBackup {
  vm_id: string;
}

export interface BackupGetInput {
  vm_id: string;
  backup_id: string;
}

export interface BackupRestoreInput extends RestoreBackup {
  vm_id: string;
  backup_id: string;
}

export interface BackupDeleteInput {
  vm_id: string;
  backup_id: string;
}

export interface GpuSnapshotListInput {
  vm_id: string;
  /** @default 50 */
  limit?: number | undefined;
  /** @default 0 */
  offset?: number | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
}

export interface GpuSnapshotCreateInput extends CreateSnapshot {
  vm_id: string;
}

export interface GpuSnapshotGetInput {
  vm_id: string;
  snapshot_set_id: string;
}

export interface GpuSnapshotRestoreInput extends RestoreSnapshot {
  vm_id: string;
  snapshot_set_id: string;
}

export interface GpuSnapshotDeleteInput {
  vm_id: string;
  snapshot_set_id: string;
}

export interface GpuBackupPolicyEnableInput extends BackupPolicyEnableRequest {
  vm_id: string;
}

export interface GpuBackupPolicyDisableInput {
  vm_id: string;
}

export interface GpuBackupPolicyGetInput {
  vm_id: string;
}

export interface GpuBackupPolicyUpdateInput extends BackupPolicyChange {
  vm_id: string;
}

export interface GpuBackupListInput {
  vm_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" | undefined;
  type?: "full" | "incremental" | undefined;
}

export interface GpuBackupCreateInput extends CreateBackup {
  vm_id: string;
}

export interface GpuBackupGetInput {
  vm_id: string;
  backup_id: string;
}

export interface GpuBackupRestoreInput extends RestoreBackup {
  vm_id: string;
  backup_id: string;
}

export interface GpuBackupDeleteInput {
  vm_id: string;
  backup_id: string;
}

export interface WorkspaceSnapshotListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" | undefined;
  kept?: boolean | undefined;
}

export interface WorkspaceSnapshotGetInput {
  snapshot_set_id: string;
}

export interface WorkspaceSnapshotUpdateInput extends UpdateSnapshot {
  snapshot_set_id: string;
}

export interface WorkspaceSnapshotCreateVmInput extends VmOfSnapshot {
  snapshot_set_id: string;
}

export interface WorkspaceSnapshotDeleteInput {
  snapshot_set_id: string;
}

export interface WorkspaceBackupListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | "cancelled" | undefined;
  type?: "full" | "incremental" | undefined;
  kept?: boolean | undefined;
}

export interface WorkspaceBackupGetInput {
  backup_id: string;
}

export interface WorkspaceBackupCreateVmInput extends VmOfBackup {
  backup_id: string;
}

export interface WorkspaceBackupDeleteInput {
  backup_id: string;
}

export interface BackupDestinationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface BackupDestinationGetInput {
  destination_id: string;
}

export interface BackupDestinationUpdateInput extends UpdateBackupDestination {
  destination_id: string;
}

export interface BackupDestinationDeleteInput {
  destination_id: string;
}

export interface BackupCopyListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  destination_id?: string | undefined;
  backup_id?: string | undefined;
  status?: "waiting" | "copied" | "failed" | "removing" | undefined;
}

export interface BackupCopyCreateVmInput extends VmOfCopy {
  copy_id: string;
}

export interface MetricsGetInput {
  vm_id: string;
  metric: "cpu" | "memory" | "disk" | "network";
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface GpuMetricsGetInput {
  vm_id: string;
  metric: "cpu" | "memory" | "disk" | "network";
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface GpuMetricsGpusInput {
  vm_id: string;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface GpuBandwidthGetInput {
  vm_id: string;
  month: string;
}

export interface BucketListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "name" | "-name" | undefined;
  name?: string | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
  /** Rows with any of these values are listed. */
  region?: string[] | undefined;
  /**
   * Lists what was deleted and can be restored, in place of the others.
   *
   * @default false
   */
  deleted?: boolean | undefined;
}

export interface BucketGetInput {
  bucket_name: string;
}

export interface BucketUpdateInput extends UpdateBucketRequest {
  bucket_name: string;
}

export interface BucketDeleteInput {
  bucket_name: string;
  /** @default false */
  force?: boolean | undefined;
}

export interface BucketRestoreInput {
  bucket_name: string;
}

export interface BucketPurgeInput {
  bucket_name: string;
}

export interface BucketQuotaGetInput {
  bucket_name: string;
}

export interface BucketQuotaPutInput extends PutBucketQuota {
  bucket_name: string;
}

export interface BucketLifecycleGetInput {
  bucket_name: string;
}

export interface BucketLifecyclePutInput extends PutBucketLifecycleRequest {
  bucket_name: string;
}

export interface BucketLifecyclePreviewInput extends PreviewBucketLifecycleRequest {
  bucket_name: string;
}

export interface BucketPolicyGetInput {
  bucket_name: string;
}

export interface BucketPolicyPutInput extends PutBucketPolicyRequest {
  bucket_name: string;
}

export interface BucketPolicyDeleteInput {
  bucket_name: string;
}

export interface BucketCorsGetInput {
  bucket_name: string;
}

export interface BucketCorsPutInput extends PutBucketCorsRequest {
  bucket_name: string;
}

export interface ObjectListInput {
  bucket_name: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  prefix?: string | undefined;
  delimiter?: "/" | undefined;
}

export interface ObjectCreateDownloadUrlInput extends CreateDownloadUrlRequest {
  bucket_name: string;
}

export interface ObjectCreateUploadUrlInput extends CreateUploadUrlRequest {
  bucket_name: string;
}

export interface ObjectDeleteInput extends DeleteObjectsRequest {
  bucket_name: string;
}

export interface ObjectTagsGetInput {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface ObjectTagsPutInput extends PutObjectTagsRequest {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface BucketObjectLockGetInput {
  bucket_name: string;
}

export interface BucketObjectLockPutInput extends PutBucketObjectLockRequest {
  bucket_name: string;
}

export interface ObjectRetentionGetInput {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface ObjectRetentionPutInput extends PutObjectRetentionRequest {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface ObjectLegalHoldGetInput {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface ObjectLegalHoldPutInput extends PutObjectLegalHoldRequest {
  bucket_name: string;
  object_key: string;
  version_id?: string | undefined;
}

export interface BucketVersioningGetInput {
  bucket_name: string;
}

export interface BucketVersioningPutInput extends PutBucketVersioningRequest {
  bucket_name: string;
}

export interface ObjectVersionListInput {
  bucket_name: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  object_key?: string | undefined;
  prefix?: string | undefined;
  deleted?: boolean | undefined;
}

export interface ObjectVersionCreateDownloadUrlInput extends CreateVersionDownloadUrlRequest {
  bucket_name: string;
}

export interface ObjectVersionCreateRestoreUrlInput extends CreateVersionRestoreUrlRequest {
  bucket_name: string;
}

export interface ObjectVersionDeleteInput extends DeleteObjectVersionRequest {
  bucket_name: string;
}

export interface MultipartUploadCreateInput extends CreateMultipartUploadRequest {
  bucket_name: string;
}

export interface MultipartUploadCreatePartUrlsInput extends CreatePartUrlsRequest {
  bucket_name: string;
  upload_id: string;
}

export interface MultipartUploadCompleteInput extends CompleteMultipartUploadRequest {
  bucket_name: string;
  upload_id: string;
}

export interface MultipartUploadAbortInput {
  bucket_name: string;
  upload_id: string;
}

export interface RegionListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface AccessKeyListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface AccessKeyGetInput {
  access_key_id: string;
}

export interface AccessKeyDeleteInput {
  access_key_id: string;
}

export interface VpcListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("provisioning" | "available" | "error" | "deleting")[] | undefined;
  name?: string | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
}

export interface VpcGetInput {
  vpc_id: string;
}

export interface VpcUpdateInput extends UpdateVpcRequest {
  vpc_id: string;
}

export interface VpcDeleteInput {
  vpc_id: string;
}

export interface SubnetListInput {
  vpc_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "provisioning" | "available" | "error" | "deleting" | undefined;
  name?: string | undefined;
}

export interface SubnetCreateInput extends CreateSubnet {
  vpc_id: string;
}

export interface SubnetGetInput {
  vpc_id: string;
  subnet_id: string;
}

export interface SubnetUpdateInput extends UpdateSubnetRequest {
  vpc_id: string;
  subnet_id: string;
}

export interface SubnetDeleteInput {
  vpc_id: string;
  subnet_id: string;
}

export interface VpcNodeListInput {
  vpc_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  subnet_id?: string | undefined;
  vm_id?: string | undefined;
}

export interface VpcNodeAttachInput extends AttachVpcNodeRequest {
  vpc_id: string;
}

export interface VpcNodeDetachInput {
  vpc_id: string;
  allocation_id: string;
}

export interface VpcPeeringListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("pending" | "active" | "rejected" | "ended")[] | undefined;
  vpc_id?: string | undefined;
}

export interface VpcPeeringGetInput {
  vpc_peering_id: string;
}

export interface VpcPeeringAcceptInput {
  vpc_peering_id: string;
}

export interface VpcPeeringDeleteInput {
  vpc_peering_id: string;
}

export interface NatGatewayListInput {
  vpc_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  name?: string | undefined;
}

export interface NatGatewayCreateInput extends CreateNatGateway {
  vpc_id: string;
}

export interface NatGatewayGetInput {
  vpc_id: string;
  nat_gateway_id: string;
}

export interface NatGatewayUpdateInput extends UpdateNatGatewayRequest {
  vpc_id: string;
  nat_gateway_id: string;
}

export interface NatGatewayDeleteInput {
  vpc_id: string;
  nat_gateway_id: string;
}

export interface PortForwardListInput {
  vpc_id: string;
  nat_gateway_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface PortForwardCreateInput extends CreatePortForwardRequest {
  vpc_id: string;
  nat_gateway_id: string;
}

export interface PortForwardGetInput {
  vpc_id: string;
  nat_gateway_id: string;
  port_forward_id: string;
}

export interface PortForwardDeleteInput {
  vpc_id: string;
  nat_gateway_id: string;
  port_forward_id: string;
}

export interface ReservedIpListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("reserved" | "attached")[] | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
}

export interface ReservedIpGetInput {
  reserved_ip_id: string;
}

export interface ReservedIpUpdateInput extends UpdateReservedIpRequest {
  reserved_ip_id: string;
}

export interface ReservedIpDeleteInput {
  reserved_ip_id: string;
}

export interface ReservedIpAttachInput extends AttachReservedIp {
  reserved_ip_id: string;
}

export interface ReservedIpDetachInput {
  reserved_ip_id: string;
}

export interface ReservedIpMoveInput extends MoveReservedIpRequest {
  reserved_ip_id: string;
}

export interface FirewallGroupListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface FirewallGroupGetInput {
  firewall_group_id: string;
}

export interface FirewallGroupUpdateInput extends UpdateFirewallGroupRequest {
  firewall_group_id: string;
}

export interface FirewallGroupDeleteInput {
  firewall_group_id: string;
}

export interface FirewallRuleCreateInput extends CreateFirewallRuleRequest {
  firewall_group_id: string;
}

export interface FirewallRuleReplaceInput extends ReplaceFirewallRulesRequest {
  firewall_group_id: string;
}

export interface FirewallRuleUpdateInput extends UpdateFirewallRuleRequest {
  firewall_group_id: string;
  rule_id: string;
}

export interface FirewallRuleDeleteInput {
  firewall_group_id: string;
  rule_id: string;
}

export interface FirewallInstanceListInput {
  firewall_group_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface FirewallInstanceLinkInput extends LinkFirewallInstanceRequest {
  firewall_group_id: string;
}

export interface FirewallInstanceUnlinkInput {
  firewall_group_id: string;
  vm_id: string;
}

export interface VmNetworkGetInput {
  vm_id: string;
}

export interface LoadBalancerListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "name" | "-name" | "site_id" | "-site_id" | undefined;
  /** Rows with any of these values are listed. */
  status?: ("provisioning" | "active" | "updating" | "error")[] | undefined;
  name?: string | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
}

export interface LoadBalancerGetInput {
  load_balancer_id: string;
}

export interface LoadBalancerUpdateInput extends UpdateLoadBalancer {
  load_balancer_id: string;
}

export interface LoadBalancerDeleteInput {
  load_balancer_id: string;
}

export interface LoadBalancerConfigurationGetInput {
  load_balancer_id: string;
}

export interface LoadBalancerConfigurationPutInput extends LoadBalancerConfiguration {
  load_balancer_id: string;
}

export interface LoadBalancerHealthInput {
  load_balancer_id: string;
}

export interface LoadBalancerCertificatesInput {
  load_balancer_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LoadBalancerMetricsInput {
  load_balancer_id: string;
  listener_id?: string | undefined;
  target_id?: string | undefined;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface LoadBalancerRouteInput extends LoadBalancerRouteRequest {
  load_balancer_id: string;
}

export interface LoadBalancerListenerListInput {
  load_balancer_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LoadBalancerListenerCreateInput extends CreateLoadBalancerListener {
  load_balancer_id: string;
}

export interface LoadBalancerListenerGetInput {
  load_balancer_id: string;
  listener_id: string;
}

export interface LoadBalancerListenerUpdateInput extends UpdateLoadBalancerListener {
  load_balancer_id: string;
  listener_id: string;
}

export interface LoadBalancerListenerDeleteInput {
  load_balancer_id: string;
  listener_id: string;
}

export interface LoadBalancerPoolListInput {
  load_balancer_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LoadBalancerPoolCreateInput extends LoadBalancerPoolSettings {
  load_balancer_id: string;
}

export interface LoadBalancerPoolGetInput {
  load_balancer_id: string;
  pool_id: string;
}

export interface LoadBalancerPoolUpdateInput extends UpdateLoadBalancerPool {
  load_balancer_id: string;
  pool_id: string;
}

export interface LoadBalancerPoolDeleteInput {
  load_balancer_id: string;
  pool_id: string;
}

export interface LoadBalancerTargetListInput {
  load_balancer_id: string;
  pool_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface LoadBalancerTargetCreateInput extends LoadBalancerTargetSettings {
  load_balancer_id: string;
  pool_id: string;
}

export interface LoadBalancerTargetGetInput {
  load_balancer_id: string;
  pool_id: string;
  target_id: string;
}

export interface LoadBalancerTargetUpdateInput extends UpdateLoadBalancerTarget {
  load_balancer_id: string;
  pool_id: string;
  target_id: string;
}

export interface LoadBalancerTargetDeleteInput {
  load_balancer_id: string;
  pool_id: string;
  target_id: string;
}

export interface CdnDistributionListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("active" | "deploying" | "disabled" | "failed" | "deleted")[] | undefined;
  name?: string | undefined;
}

export interface CdnDistributionGetInput {
  distribution_id: string;
}

export interface CdnDistributionUpdateInput extends UpdateCdnDistributionRequest {
  distribution_id: string;
}

export interface CdnDistributionDeleteInput {
  distribution_id: string;
}

export interface CdnDeploymentGetInput {
  distribution_id: string;
}

export interface CdnMetricsGetInput {
  distribution_id: string;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface CdnCustomDomainListInput {
  distribution_id: string;
}

export interface CdnCustomDomainCreateInput extends CreateCdnCustomDomainRequest {
  distribution_id: string;
}

export interface CdnCustomDomainGetInput {
  distribution_id: string;
  domain: string;
}

export interface CdnCustomDomainVerifyInput {
  distribution_id: string;
  domain: string;
}

export interface CdnCustomDomainDeleteInput {
  distribution_id: string;
  domain: string;
}

export interface CdnPurgeCreateInput extends CreateCdnPurgeRequest {
  distribution_id: string;
}

export interface CdnPurgeListInput {
  distribution_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | undefined;
}

export interface CdnPurgeGetInput {
  distribution_id: string;
  purge_id: string;
}

export interface CdnWebsiteGetInput {
  distribution_id: string;
}

export interface CdnWebsitePutInput extends PutCdnWebsiteRequest {
  distribution_id: string;
}

export interface CdnSigningKeyListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface DnsZoneListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  status?: ("pending" | "active")[] | undefined;
  name?: string | undefined;
}

export interface DnsZoneGetInput {
  zone_id: string;
}

export interface DnsZoneUpdateInput extends UpdateDnsZone {
  zone_id: string;
}

export interface DnsZoneDeleteInput {
  zone_id: string;
}

export interface DnsZoneVerifyInput {
  zone_id: string;
}

export interface DnsZoneExportInput {
  zone_id: string;
}

export interface DnsZoneImportInput extends ImportDnsZone {
  zone_id: string;
}

export interface DnsRecordSetListInput {
  zone_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** Rows with any of these values are listed. */
  type?: ("A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT")[] | undefined;
  name?: string | undefined;
}

export interface DnsRecordSetSetInput extends SetDnsRecordSet {
  zone_id: string;
}

export interface DnsRecordSetGetInput {
  zone_id: string;
  record_set_id: string;
}

export interface DnsRecordSetDeleteInput {
  zone_id: string;
  record_set_id: string;
}

export interface SecretStoreListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  status?: "active" | "archived" | "deleting" | undefined;
  name?: string | undefined;
}

export interface SecretStoreGetInput {
  store_id: string;
}

export interface SecretStoreUpdateInput extends UpdateSecretStoreRequest {
  store_id: string;
}

export interface SecretStoreDeleteInput {
  store_id: string;
  /** @default false */
  force?: boolean | undefined;
  /** @default false */
  destroy?: boolean | undefined;
}

export interface SecretStoreRestoreInput {
  store_id: string;
}

export interface SecretStoreArchiveInput {
  store_id: string;
}

export interface SecretStoreUnarchiveInput {
  store_id: string;
}

export interface SecretListInput {
  store_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "key" | "-key" | undefined;
  key?: string | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
  /** @default false */
  deleted?: boolean | undefined;
}

export interface SecretCreateInput extends CreateSecretRequest {
  store_id: string;
}

export interface SecretGetInput {
  store_id: string;
  secret_id: string;
}

export interface SecretUpdateInput extends UpdateSecretRequest {
  store_id: string;
  secret_id: string;
}

export interface SecretDeleteInput {
  store_id: string;
  secret_id: string;
  /** @default false */
  destroy?: boolean | undefined;
  if_version?: number | undefined;
}

export interface SecretRestoreInput {
  store_id: string;
  secret_id: string;
}

export interface SecretValueInput {
  store_id: string;
  secret_id: string;
  version?: number | undefined;
}

export interface SecretVersionListInput {
  store_id: string;
  secret_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface SecretVersionCreateInput extends CreateSecretVersionRequest {
  store_id: string;
  secret_id: string;
}

export interface SecretVersionDisableInput {
  version: string;
  store_id: string;
  secret_id: string;
}

export interface SecretVersionEnableInput {
  version: string;
  store_id: string;
  secret_id: string;
}

export interface SecretVersionDestroyInput {
  version: string;
  store_id: string;
  secret_id: string;
}

export interface VolumeListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  /** @default "-created_at" */
  sort?: "created_at" | "-created_at" | "name" | "-name" | "site_id" | "-site_id" | "size_gb" | "-size_gb"
    | "monthly_price" | "-monthly_price" | undefined;
  /** Rows with any of these values are listed. */
  status?: ("creating" | "available" | "attaching" | "in-use" | "detaching" | "resizing" | "deleting" | "error")[]
    | undefined;
  /** Rows with any of these values are listed. */
  site_id?: string[] | undefined;
  name?: string | undefined;
  /**
   * Lists what was deleted and can be restored, in place of the others.
   *
   * @default false
   */
  deleted?: boolean | undefined;
}

export interface VolumeGetInput {
  volume_id: string;
  /** @default 0 */
  wait?: number | undefined;
}

export interface VolumeUpdateInput extends UpdateVolumeRequest {
  volume_id: string;
}

export interface VolumeDeleteInput {
  volume_id: string;
  /** @default false */
  force?: boolean | undefined;
}

export interface VolumeRestoreInput {
  volume_id: string;
}

export interface VolumePurgeInput {
  volume_id: string;
}

export interface VolumeAttachInput extends AttachVolumeRequest {
  volume_id: string;
}

export interface VolumeDetachInput {
  volume_id: string;
}

export interface VolumeResizeInput extends ResizeVolumeRequest {
  volume_id: string;
}

export interface VolumeOperationsInput {
  volume_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface VolumeMetricsInput {
  volume_id: string;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  step?: number | undefined;
}

export interface VolumeSnapshotListInput {
  volume_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "queued" | "running" | "succeeded" | "failed" | undefined;
  name?: string | undefined;
}

export interface VolumeSnapshotCreateInput extends CreateVolumeSnapshotRequest {
  volume_id: string;
}

export interface VolumeSnapshotGetInput {
  volume_id: string;
  snapshot_id: string;
  /** @default 0 */
  wait?: number | undefined;
}

export interface VolumeSnapshotDeleteInput {
  volume_id: string;
  snapshot_id: string;
}

export interface SkuListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  family?: "compute" | "object-storage" | "block-storage" | "networking" | "load-balancing" | "cdn" | undefined;
}

export interface QuotaListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface QuotaRequestListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "open" | "granted" | "refused" | "withdrawn" | undefined;
}

export interface QuotaRequestGetInput {
  quota_request_id: string;
}

export interface QuotaRequestWithdrawInput {
  quota_request_id: string;
}

export interface UsageListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
  /** @default "sku" */
  group_by?: "sku" | "resource" | "day" | "tag" | undefined;
  resource_id?: string | undefined;
}

export interface AdmissionListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  allowed?: boolean | undefined;
}

export interface InvoiceListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface InvoiceGetInput {
  invoice_id: string;
}

export interface InvoiceFileInput {
  invoice_id: string;
  /** @default "pdf" */
  format?: "pdf" | "csv" | undefined;
}

export interface PaymentListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  state?: "waiting" | "paid" | "failed" | "expired" | "cancelled" | undefined;
}

export interface PaymentGetInput {
  payment_id: string;
}

export interface BudgetListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface BudgetGetInput {
  budget_id: string;
}

export interface BudgetUpdateInput extends UpdateBudget {
  budget_id: string;
}

export interface BudgetDeleteInput {
  budget_id: string;
}

export interface AuditEventListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  action?: string | undefined;
  actor_id?: string | undefined;
  resource_id?: string | undefined;
  result?: string | undefined;
  /** Its normal form is `moment`. */
  from?: string | undefined;
  /** Its normal form is `moment`. */
  to?: string | undefined;
}

export interface EventListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  after?: string | undefined;
  type?: string | undefined;
  resource_type?: string | undefined;
  resource_id?: string | undefined;
}

export interface AlertRuleListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
  metric?: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent"
    | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets"
    | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies"
    | undefined;
}

export interface AlertRuleGetInput {
  alert_rule_id: string;
}

export interface AlertRuleUpdateInput extends UpdateAlertRule {
  alert_rule_id: string;
}

export interface AlertRuleDeleteInput {
  alert_rule_id: string;
}

export interface AlertRuleStatesInput {
  alert_rule_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  state?: "ok" | "firing" | "no_data" | undefined;
}

export interface AlertListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "firing" | "ended" | undefined;
  alert_rule_id?: string | undefined;
  resource_id?: string | undefined;
}

export interface AlertGetInput {
  alert_id: string;
}

export interface WebhookListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  name?: string | undefined;
}

export interface WebhookGetInput {
  webhook_id: string;
}

export interface WebhookUpdateInput extends UpdateWebhook {
  webhook_id: string;
}

export interface WebhookDeleteInput {
  webhook_id: string;
}

export interface WebhookRotateInput {
  webhook_id: string;
}

export interface WebhookTestInput {
  webhook_id: string;
}

export interface WebhookDeliveryListInput {
  webhook_id: string;
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  status?: "pending" | "delivered" | "failed" | "cancelled" | undefined;
}

export interface WebhookDeliveryGetInput {
  webhook_id: string;
  delivery_id: string;
}

export interface WebhookDeliveryResendInput {
  webhook_id: string;
  delivery_id: string;
}

export interface ResourceGraphInput {
  resource_id: string;
  /** @default 2 */
  depth?: number | undefined;
  resource_type?: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image"
    | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key"
    | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group"
    | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener"
    | "cdn_distribution" | "cdn_custom_domain" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set"
    | "secret_store" | "secret" | "alert_rule" | "webhook" | undefined;
}

export interface ResourceMapInput {
  /** Rows with any of these values are listed. */
  resource_type?: ("cdn_distribution" | "load_balancer" | "vpc" | "subnet" | "nat_gateway" | "cloud_vm" | "gpu_vm"
    | "volume" | "bucket" | "firewall_group" | "reserved_ip" | "secret")[] | undefined;
  /** Rows with any of these values are listed. */
  tag?: string[] | undefined;
}

export interface WorkspaceListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  name?: string | undefined;
}

export interface WorkspaceGetInput {
  id: string;
}

export interface WorkspaceUpdateInput extends UpdateWorkspace {
  id: string;
}

export interface WorkspaceDeleteInput {
  id: string;
}

export interface MemberListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface InvitationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface TokenApi {
  /**
   * Get the token that sends this request.
   *
   * Any valid token may call this. `workspace_ids` is empty for a token of the entire organization, and
   * `allowed_ip_ranges` for a token that works from any address; `last_used_at` may lag by seconds. Console users have
   * no token: 403.
   *
   * Any valid token.
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<Token>;
}

export interface ApiTokenApi {
  /**
   * List the organization's API tokens that are not revoked, newest first.
   *
   * `name` matches part of a name, ignoring case.
   *
   * Scope: `token.read` (list the organization's API tokens, without their values).
   */
  list(input?: ApiTokenListInput, options?: CallOptions): List<ApiToken>;

  /**
   * Get an API token with its latest changes.
   *
   * `access_keys` and `tokens` count the credentials that are revoked with it: the access keys that it created, and the
   * tokens that it created or last rotated.
   *
   * Scope: `token.read` (list the organization's API tokens, without their values).
   */
  get(input: ApiTokenGetInput, options?: CallOptions): Promise<ApiTokenDetail>;

  /**
   * Create an API token.
   *
   * The value is shown only in this answer. A token can only create tokens with no more rights than its own; they share
   * its rate limit.
   *
   * Scope: `token.write` (create, change, rotate and revoke API tokens that may do no more than this one).
   */
  create(input: NewApiToken, options?: CallOptions): Promise<CreatedApiToken>;

  /**
   * Change a token's name, ranges, expiry, guard and ceilings.
   *
   * Its scopes and workspaces cannot be changed. A token can only make the guard and ceilings stricter. A token can act
   * only on tokens with no more rights than its own: scopes, workspaces, expiry, ranges, guard and ceilings.
   *
   * Scope: `token.write` (create, change, rotate and revoke API tokens that may do no more than this one).
   */
  update(input: ApiTokenUpdateInput, options?: CallOptions): Promise<ApiToken>;

  /**
   * Rotate the value of a token.
   *
   * The value is shown only in this answer. The old value stays in force for `overlap`. Send the prefix of the value
   * that you know in `replaces`: if someone else has rotated the token since, the answer is 409. A token may rotate
   * itself. A token can act only on tokens with no more rights than its own: scopes, workspaces, expiry, ranges, guard
   * and ceilings.
   *
   * Scope: `token.write` (create, change, rotate and revoke API tokens that may do no more than this one).
   */
  rotate(input: ApiTokenRotateInput, options?: CallOptions): Promise<RotatedApiToken>;

  /**
   * Revoke the old value of a rotated token early.
   *
   * A token can act only on tokens with no more rights than its own: scopes, workspaces, expiry, ranges, guard and
   * ceilings.
   *
   * Scope: `token.write` (create, change, rotate and revoke API tokens that may do no more than this one).
   */
  endOldValue(input: ApiTokenEndOldValueInput, options?: CallOptions): Promise<ApiTokenId>;

  /**
   * Revoke an API token.
   *
   * The token is refused from its next request. Unless `keep_credentials` is true, this also revokes the access keys
   * that it created, the tokens that it created or last rotated, and their access keys. A token can act only on tokens
   * with no more rights than its own: scopes, workspaces, expiry, ranges, guard and ceilings.
   *
   * Scope: `token.write` (create, change, rotate and revoke API tokens that may do no more than this one).
   */
  revoke(input: ApiTokenRevokeInput, options?: CallOptions): Promise<ApiTokenId>;
}

export interface ApprovalApi {
  /**
   * List approval requests, pending and decided, newest first.
   *
   * A token sees its own requests; a console user sees those of the workspace. They are kept for 30 days.
   *
   * Any valid token.
   */
  list(input?: ApprovalListInput, options?: CallOptions): List<Approval>;

  /**
   * Get an approval request with its outcome.
   *
   * `status` becomes `carried_out` once a person has approved the request and it has been carried out; `outcome` has
   * the status of its answer.
   *
   * Any valid token.
   */
  get(input: ApprovalGetInput, options?: CallOptions): Promise<ApprovalDetail>;
}

export interface SiteApi {
  /**
   * List the sites where VMs can be created.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: SiteListInput, options?: CallOptions): List<Site>;
}

export interface PlanApi {
  /**
   * List the plans of cloud and GPU VMs with their prices.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: PlanListInput, options?: CallOptions): List<Plan>;
}

export interface ImageApi {
  /**
   * List the images that the workspace can make VMs from.
   *
   * Catalog images come first, in catalog order, then images that others have published or shared with the
   * organization, then the workspace's own, newest first.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: ImageListInput, options?: CallOptions): List<Image>;

  /**
   * Make an image of a VM.
   *
   * The image holds the VM's current root disk, or the root disk of one of its snapshots or backups, even if the VM has
   * been deleted since. The VM may keep running. The image is `creating`, then `available` at the VM's site, or in
   * `error` with the reason in its record. A VM created from it needs a root disk at least as large as the source's.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreateImage, options?: CallOptions): Promise<ImageAcceptance & Waitable>;

  /**
   * Import an image from a file.
   *
   * The file is an object in a bucket of the workspace, or is at a URL with a public address. A worker fetches it
   * within a day, checks its `sha256`, and refuses a file that refers to other files, disguises another format, or
   * needs more than `min_disk_gb`. The image is `creating` until it has reached the site, with the reason in
   * `waiting_reason` while the import is retried, or in `error` with the reason in `error_message`. Deleting the image
   * cancels the import.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `bucket_name` also needs the scope `object-storage.read`.
   */
  import(input: ImportImage, options?: CallOptions): Promise<Image>;

  /**
   * Get an image that the workspace can make VMs from.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: ImageGetInput, options?: CallOptions): Promise<Image>;

  /**
   * Rename, describe, tag, share or deprecate an image of the workspace.
   *
   * `tags` and `shared_with` replace the current values. Organizations in `shared_with` see the image with your
   * organization's name and can create VMs from it, so they can read everything on its disk. An organization that you
   * remove can create no more VMs from it, and keeps the VMs that it has. A deprecated image still works; its record
   * shows that its owner advises against it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: ImageUpdateInput, options?: CallOptions): Promise<Image>;

  /**
   * Delete an image of the workspace.
   *
   * VMs created from it stay, including those of other organizations. An image cannot be deleted while it is being
   * created, or while a VM of the workspace is being created or rebuilt from it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: ImageDeleteInput, options?: CallOptions): Promise<ImageDeletion>;

  /**
   * Copy an image to a site.
   *
   * Creating or rebuilding a VM at a site without the image copies it there first. Use this to copy it in advance. The
   * copy is `copying` in `copies`, then `available`, or in `error` with the reason. It stays until it or the image is
   * deleted, and is charged like the image.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  copy(input: ImageCopyInput, options?: CallOptions): Promise<ImageCopy>;

  /**
   * Delete the copy of an image at a site.
   *
   * VMs created from it stay, and a later create copies the image again. A copy in progress is cancelled. A copy cannot
   * be deleted while a VM is being created or rebuilt from it, or while a VM group creates VMs from it at the site.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  deleteCopy(input: ImageDeleteCopyInput, options?: CallOptions): Promise<ImageCopyDeletion>;
}

export interface CloudVmApi {
  /**
   * List cloud VMs.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: CloudVmListInput, options?: CallOptions): List<CloudVm>;

  /**
   * Create a cloud VM.
   *
   * The VM is `pending` until its operation begins and `running` when it has succeeded; a create that fails leaves it
   * in `error`. The VM has its addresses and firewall groups from the start, and keeps them until it is deleted.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `volume_ids` also needs the scope `block-storage.read`.
   */
  create(input: CreateCloudVm, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a cloud VM.
   *
   * A deleted VM stays readable for 7 days, for as long as backups or snapshots of it are kept, and for as long as it
   * can be restored: then `restorable_until` is set.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: CloudVmGetInput, options?: CallOptions): Promise<CloudVmDetail>;

  /**
   * Rename, tag or protect a cloud VM.
   *
   * `tags` and `firewall_group_ids` replace the current values. If nothing changes, the answer is the unchanged record.
   * `user_data` appears in the VM's metadata from then on and is used by the next rebuild; nothing runs now, and no
   * answer shows it. It is refused while an operation is in progress on the VM.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: CloudVmUpdateInput, options?: CallOptions): Promise<CloudVmDetail>;

  /**
   * Delete a cloud VM.
   *
   * Its snapshots and backups are deleted with it; its volumes stay. With `keep_backups`, successful backups stay until
   * they are deleted, and are listed and charged with those of the workspace. So do its snapshots with
   * `keep_snapshots`, and those with `outlives_vm` always. In a workspace with a deletion window, the VM is stopped and
   * kept until `restorable_until`, with its snapshots and backups; a VM in `error` is not kept.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: CloudVmDeleteInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Restore a deleted cloud VM.
   *
   * It returns with its root disk, snapshots and backups, and starts if it was running. Its volumes are attached again,
   * and it rejoins its subnets, addresses, firewall groups and pools where these still exist and are free. `dry_run`
   * shows which.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: CloudVmRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a deleted cloud VM for good.
   *
   * It can no longer be restored and is no longer charged.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  purge(input: CloudVmPurgeInput, options?: CallOptions): Promise<VmPurge>;

  /**
   * Start a stopped cloud VM.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  start(input: CloudVmStartInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Stop a running cloud VM.
   *
   * With `force`, the VM does not shut down first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  stop(input: CloudVmStopInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Reboot a running cloud VM.
   *
   * With `force`, the VM does not shut down first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  reboot(input: CloudVmRebootInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Change the plan of a cloud VM.
   *
   * A running VM is shut down and started again. The root disk grows to the new plan's size if that is larger, and
   * never shrinks; disk space beyond the plan is billed by the gigabyte.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  resizePlan(input: CloudVmResizePlanInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Grow the root disk of a cloud VM.
   *
   * A root disk can only grow; its current size changes nothing. The file system takes the new space at the next boot
   * of the VM. Disk space beyond the plan is billed by the gigabyte.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  resizeRootDisk(input: CloudVmResizeRootDiskInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Rebuild a cloud VM from an image.
   *
   * Erases the root disk. The VM keeps its id, addresses, attached volumes and plan. Without `template_id` the current
   * image is used again; keys and user data that are not sent stay the same.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  rebuild(input: CloudVmRebuildInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Turn the rescue mode of a cloud VM on or off.
   *
   * In rescue mode the VM runs a rescue system, with its root disk attached. A running VM restarts.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  rescue(input: CloudVmRescueInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Change the SSH keys or the password of a cloud VM.
   *
   * `ssh_keys` and `ssh_key_ids` together replace all keys; `password` is for the image's first user. Only a hash of it
   * is stored.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  updateAccess(input: CloudVmUpdateAccessInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * List the operations of a cloud VM, newest first.
   *
   * The operations of a deleted VM stay readable for as long as the VM itself.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  operations(input: CloudVmOperationsInput, options?: CallOptions): List<Operation>;

  /**
   * Read the console log of a cloud VM.
   *
   * At most the last 64 KiB, read from the VM's site: 503 `site_unavailable` while the site does not answer, 409
   * `no_instance` before the VM is created and after it was deleted, 409 `unsupported_by_site` where the site keeps no
   * console logs.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  consoleLog(input: CloudVmConsoleLogInput, options?: CallOptions): Promise<ConsoleLog>;

  /**
   * Get a ticket for a terminal in a cloud VM.
   *
   * The ticket opens one WebSocket within 60 seconds: connect to `url` with the subprotocols `fulmar.terminal` and the
   * ticket. Binary frames are the bytes of a shell, with root's rights; a text frame such as
   * `{"type":"resize","columns":120,"rows":40}` changes its size. The server sends `{"type":"opened"}` when the shell
   * runs and `{"type":"exit","code":0}` when it has ended, and says in the close frame why a terminal ends. A terminal
   * ends with the token or the session that opened it, when the VM stops, after 15 idle minutes, and after 8 hours. 409
   * `too_many_terminals` beyond 5 terminals of a VM or 50 of a workspace. With `screen`, binary frames carry the VM's
   * screen by RFB 3.8 (RFC 6143), the protocol of VNC viewers, without a password; the VM's own login asks for one. 409
   * `unsupported_by_site` where the site has no screens.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  createTerminal(input: CloudVmCreateTerminalInput, options?: CallOptions): Promise<Terminal>;

  /**
   * Attach a volume to a cloud VM.
   *
   * The VM must be running or stopped, and the volume must be at its site. The volume's record names its device.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `volume_id` also needs the scope `block-storage.read`.
   */
  attachVolume(input: CloudVmAttachVolumeInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Detach a volume from a cloud VM.
   *
   * Unmount it in the VM first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  detachVolume(input: CloudVmDetachVolumeInput, options?: CallOptions): Promise<Acceptance & Waitable>;
}

export interface BandwidthApi {
  /**
   * Get the traffic that a cloud VM received and sent in a calendar month (UTC).
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: BandwidthGetInput, options?: CallOptions): Promise<BandwidthSummary>;
}

export interface GpuVmApi {
  /**
   * List GPU VMs.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: GpuVmListInput, options?: CallOptions): List<GpuVm>;

  /**
   * Create a GPU VM.
   *
   * The VM is `pending` until its operation begins and `running` when it has succeeded; a create that fails leaves it
   * in `error`. The VM has its addresses and firewall groups from the start, and keeps them until it is deleted.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `volume_ids` also needs the scope `block-storage.read`.
   */
  create(input: CreateGpuVm, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a GPU VM.
   *
   * A deleted VM stays readable for 7 days, for as long as backups or snapshots of it are kept, and for as long as it
   * can be restored: then `restorable_until` is set.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuVmGetInput, options?: CallOptions): Promise<GpuVmDetail>;

  /**
   * Rename, tag or protect a GPU VM.
   *
   * `tags` and `firewall_group_ids` replace the current values. If nothing changes, the answer is the unchanged record.
   * `user_data` appears in the VM's metadata from then on and is used by the next rebuild; nothing runs now, and no
   * answer shows it. It is refused while an operation is in progress on the VM.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: GpuVmUpdateInput, options?: CallOptions): Promise<GpuVmDetail>;

  /**
   * Delete a GPU VM.
   *
   * Its snapshots and backups are deleted with it; its volumes stay. With `keep_backups`, successful backups stay until
   * they are deleted, and are listed and charged with those of the workspace. So do its snapshots with
   * `keep_snapshots`, and those with `outlives_vm` always. In a workspace with a deletion window, the VM is stopped and
   * kept until `restorable_until`, with its snapshots and backups; a VM in `error` is not kept.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: GpuVmDeleteInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Restore a deleted GPU VM.
   *
   * It returns with its root disk, snapshots and backups, and starts if it was running. Its volumes are attached again,
   * and it rejoins its subnets, addresses, firewall groups and pools where these still exist and are free. `dry_run`
   * shows which.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: GpuVmRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a deleted GPU VM for good.
   *
   * It can no longer be restored and is no longer charged.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  purge(input: GpuVmPurgeInput, options?: CallOptions): Promise<VmPurge>;

  /**
   * Start a stopped GPU VM.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  start(input: GpuVmStartInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Stop a running GPU VM.
   *
   * With `force`, the VM does not shut down first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  stop(input: GpuVmStopInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Reboot a running GPU VM.
   *
   * With `force`, the VM does not shut down first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  reboot(input: GpuVmRebootInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Change the plan of a GPU VM.
   *
   * A running VM is shut down and started again. The root disk grows to the new plan's size if that is larger, and
   * never shrinks; disk space beyond the plan is billed by the gigabyte.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  resizePlan(input: GpuVmResizePlanInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Grow the root disk of a GPU VM.
   *
   * A root disk can only grow; its current size changes nothing. The file system takes the new space at the next boot
   * of the VM. Disk space beyond the plan is billed by the gigabyte.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  resizeRootDisk(input: GpuVmResizeRootDiskInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Rebuild a GPU VM from an image.
   *
   * Erases the root disk. The VM keeps its id, addresses, attached volumes and plan. Without `template_id` the current
   * image is used again; keys and user data that are not sent stay the same.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  rebuild(input: GpuVmRebuildInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Turn the rescue mode of a GPU VM on or off.
   *
   * In rescue mode the VM runs a rescue system, with its root disk attached. A running VM restarts.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  rescue(input: GpuVmRescueInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Change the SSH keys or the password of a GPU VM.
   *
   * `ssh_keys` and `ssh_key_ids` together replace all keys; `password` is for the image's first user. Only a hash of it
   * is stored.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  updateAccess(input: GpuVmUpdateAccessInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * List the operations of a GPU VM, newest first.
   *
   * The operations of a deleted VM stay readable for as long as the VM itself.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  operations(input: GpuVmOperationsInput, options?: CallOptions): List<Operation>;

  /**
   * Read the console log of a GPU VM.
   *
   * At most the last 64 KiB, read from the VM's site: 503 `site_unavailable` while the site does not answer, 409
   * `no_instance` before the VM is created and after it was deleted, 409 `unsupported_by_site` where the site keeps no
   * console logs.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  consoleLog(input: GpuVmConsoleLogInput, options?: CallOptions): Promise<ConsoleLog>;

  /**
   * Get a ticket for a terminal in a GPU VM.
   *
   * The ticket opens one WebSocket within 60 seconds: connect to `url` with the subprotocols `fulmar.terminal` and the
   * ticket. Binary frames are the bytes of a shell, with root's rights; a text frame such as
   * `{"type":"resize","columns":120,"rows":40}` changes its size. The server sends `{"type":"opened"}` when the shell
   * runs and `{"type":"exit","code":0}` when it has ended, and says in the close frame why a terminal ends. A terminal
   * ends with the token or the session that opened it, when the VM stops, after 15 idle minutes, and after 8 hours. 409
   * `too_many_terminals` beyond 5 terminals of a VM or 50 of a workspace. With `screen`, binary frames carry the VM's
   * screen by RFB 3.8 (RFC 6143), the protocol of VNC viewers, without a password; the VM's own login asks for one. 409
   * `unsupported_by_site` where the site has no screens.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  createTerminal(input: GpuVmCreateTerminalInput, options?: CallOptions): Promise<Terminal>;

  /**
   * Attach a volume to a GPU VM.
   *
   * The VM must be running or stopped, and the volume must be at its site. The volume's record names its device.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `volume_id` also needs the scope `block-storage.read`.
   */
  attachVolume(input: GpuVmAttachVolumeInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Detach a volume from a GPU VM.
   *
   * Unmount it in the VM first.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  detachVolume(input: GpuVmDetachVolumeInput, options?: CallOptions): Promise<Acceptance & Waitable>;
}

export interface VmGroupApi {
  /**
   * List VM groups.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: VmGroupListInput, options?: CallOptions): List<VmGroup>;

  /**
   * Create a VM group.
   *
   * A group has a template and a count. Its VMs are created with the request, which is refused if the quota or the
   * wallet does not cover all of them. From then on a worker creates missing VMs, removes surplus ones, and replaces
   * VMs that are in `error`, were deleted, or fail the pool's health check. The group acts with the rights of whoever
   * changed it last.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   *
   * `load_balancer_id` also needs the scope `load-balancer.read`.
   */
  create(input: CreateVmGroup, options?: CallOptions): Promise<VmGroup>;

  /**
   * Get a VM group.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: VmGroupGetInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Change the name, the count, the scaling rules or the power schedule of a VM group.
   *
   * Added VMs are created with the request. Surplus VMs are removed, first those that are not running, then the newest.
   * VMs keep their names. The plan of a `scaling` change shows the most VMs that its rules can remove and create; that
   * of a `power_schedule` shows the VMs that it stops or starts. While the group is stopped, a new count takes effect
   * when it starts.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: VmGroupUpdateInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Change the template of a VM group.
   *
   * Its VMs are replaced one at a time: a new VM is created, and once it is running and healthy in the pool, an old one
   * is removed with its disk. Meanwhile the group has one extra VM. The site stays the same. If the wallet or the quota
   * does not cover a new VM, the group is in `error` and the old VMs stay. A stopped group replaces its VMs after it
   * has started.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  setTemplate(input: VmGroupSetTemplateInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Replace all VMs of a VM group from the same template.
   *
   * They are replaced one at a time, as with a new template.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  roll(input: VmGroupRollInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Pause a VM group: it creates and removes nothing until it is resumed.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  pause(input: VmGroupPauseInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Resume a VM group.
   *
   * The group acts with the rights of whoever resumes it, even if it was not paused.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  resume(input: VmGroupResumeInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Stop the VMs of a VM group.
   *
   * They shut down and keep their disks and addresses. Until the group is started, it creates, heals, scales and
   * replaces nothing. Its `power_schedule` may start it. Stopping it again stops VMs that were started since.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  stop(input: VmGroupStopInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Start the VMs of a VM group that it has stopped.
   *
   * A VM that someone else stopped stays stopped. The group then creates, heals, scales and replaces VMs again; those
   * of an earlier template are replaced one at a time once they run. The group acts with the rights of whoever starts
   * it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  start(input: VmGroupStartInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * List the VMs of a VM group, newest first.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  members(input: VmGroupMembersInput, options?: CallOptions): List<VmGroupMember>;

  /**
   * Detach a VM from its VM group.
   *
   * The VM stays as it is, and the group has one VM fewer.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  detach(input: VmGroupDetachInput, options?: CallOptions): Promise<VmGroup>;

  /**
   * Delete a VM group with its VMs.
   *
   * If a VM cannot be deleted now, the answer is 409 and names it, and nothing is deleted. With `keep_vms`, the VMs
   * stay as they are.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: VmGroupDeleteInput, options?: CallOptions): Promise<VmGroupDeletion>;
}

export interface PlacementGroupApi {
  /**
   * List placement groups.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: PlacementGroupListInput, options?: CallOptions): List<PlacementGroup>;

  /**
   * Create a placement group.
   *
   * New VMs and templates of VM groups refer to it in `placement_group_id`. Its rule holds when a VM is created and
   * whenever the VM moves to another host. Some sites do not list their hosts; a strict group is refused there.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreatePlacementGroup, options?: CallOptions): Promise<PlacementGroup>;

  /**
   * Get a placement group.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: PlacementGroupGetInput, options?: CallOptions): Promise<PlacementGroup>;

  /**
   * Change the name and the tags of a placement group.
   *
   * Its rule cannot change, because its VMs were placed by it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: PlacementGroupUpdateInput, options?: CallOptions): Promise<PlacementGroup>;

  /**
   * Delete a placement group.
   *
   * The 409 names the VMs in it, including deleted VMs that are kept, and the VM groups whose template refers to it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: PlacementGroupDeleteInput, options?: CallOptions): Promise<PlacementGroupDeletion>;
}

export interface SshKeyApi {
  /**
   * List the SSH keys of the workspace's library.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: SshKeyListInput, options?: CallOptions): List<SshKey>;

  /**
   * Add an SSH key to the workspace's library.
   *
   * A public key in OpenSSH format: Ed25519, ECDSA, RSA of at least 2048 bits, or that of a security key. It is stored
   * with single spaces and without a line break. VMs refer to it in `ssh_key_ids`.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreateSshKey, options?: CallOptions): Promise<SshKey>;

  /**
   * Get an SSH key.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: SshKeyGetInput, options?: CallOptions): Promise<SshKey>;

  /**
   * Rename an SSH key.
   *
   * The key itself cannot be changed: add another one.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: SshKeyUpdateInput, options?: CallOptions): Promise<SshKey>;

  /**
   * Delete an SSH key from the library.
   *
   * VMs that have the key keep it; replace their keys with `update-access`.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: SshKeyDeleteInput, options?: CallOptions): Promise<SshKeyDeletion>;
}

export interface StartupScriptApi {
  /**
   * List the startup scripts of the workspace's library.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: StartupScriptListInput, options?: CallOptions): List<StartupScript>;

  /**
   * Add a startup script to the workspace's library.
   *
   * Creating or rebuilding a VM can refer to it in `startup_script_id`, instead of `user_data`.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreateStartupScript, options?: CallOptions): Promise<StartupScript>;

  /**
   * Get a startup script, without its text.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: StartupScriptGetInput, options?: CallOptions): Promise<StartupScript>;

  /**
   * Read the text of a startup script.
   *
   * It may contain secrets, so reading it needs the scope that gives it to VMs and writes an audit event.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  content(input: StartupScriptContentInput, options?: CallOptions): Promise<StartupScriptContent>;

  /**
   * Rename a startup script.
   *
   * Its text cannot change, so that a request that waits for approval runs the text that was approved; add another
   * script instead.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: StartupScriptUpdateInput, options?: CallOptions): Promise<StartupScript>;

  /**
   * Delete a startup script from the library.
   *
   * VMs that were created with it have a copy.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: StartupScriptDeleteInput, options?: CallOptions): Promise<StartupScriptDeletion>;
}

export interface OperationApi {
  /**
   * List asynchronous operations.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: OperationListInput, options?: CallOptions): List<Operation>;

  /**
   * Get the state of an asynchronous operation.
   *
   * With `wait`, the answer is held until the operation has ended or that many seconds have passed. While its site is
   * fenced, an unfinished operation waits with the `error_code` `site_fenced`, and `error_message` says why.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: OperationGetInput, options?: CallOptions): Promise<Operation & Waitable>;

  /**
   * List the steps of an asynchronous operation in their order.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  steps(input: OperationStepsInput, options?: CallOptions): Promise<OperationStep[]>;

  /**
   * Cancel an asynchronous operation.
   *
   * Possible until the operation's point of no return. Completed steps are undone; poll the operation until it is
   * `cancelled`.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  cancel(input: OperationCancelInput, options?: CallOptions): Promise<Operation & Waitable>;
}

export interface SnapshotApi {
  /**
   * List the snapshots of a cloud VM, newest first.
   *
   * `search` finds snapshots whose name or description contains the text; `total` counts all matches.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input: SnapshotListInput, options?: CallOptions): Promise<SnapshotList>;

  /**
   * Take a snapshot of a cloud VM.
   *
   * The VM keeps running meanwhile. The snapshots of a VM are deleted with it, unless `outlives_vm` or the deletion of
   * the VM keeps them.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: SnapshotCreateInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a snapshot of a cloud VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: SnapshotGetInput, options?: CallOptions): Promise<SnapshotSet>;

  /**
   * Restore a cloud VM from a snapshot.
   *
   * Restores the root volume and the data volumes of the snapshot to their contents at that time; with `volume_ids`,
   * only those volumes. A running VM is stopped for the restore and started again. A data volume is restored in place,
   * so it must be attached to the VM: one that is not is named by the 409; attach it again, or leave it out of
   * `volume_ids`. If the restore fails or is cancelled, the volumes hold what they held before.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: SnapshotRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a snapshot of a cloud VM.
   *
   * A snapshot cannot be deleted while it is being taken or restored.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: SnapshotDeleteInput, options?: CallOptions): Promise<SnapshotDeletion>;
}

export interface BackupPolicyApi {
  /**
   * Enable the backups of a cloud VM.
   *
   * Hour, minute and day are in the schedule's time zone. A run begins within `window_minutes` after its time, always
   * at the same moment for the same VM. If another operation holds the VM, the run waits until the window has passed
   * and is then listed as a failed backup. If runs were missed while the service was down, one is made afterwards.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  enable(input: BackupPolicyEnableInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Disable the backups of a cloud VM.
   *
   * Scheduled backups stop. Existing backups stay until they expire or are deleted; the policy can be enabled again.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  disable(input: BackupPolicyDisableInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Get the backup policy of a cloud VM.
   *
   * The answer is 404 until backups are enabled for the first time.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: BackupPolicyGetInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Change the backup policy of a cloud VM.
   *
   * Fields that are not sent stay as they are, also within `schedule`. A new `retention_days` also applies to existing
   * backups.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: BackupPolicyUpdateInput, options?: CallOptions): Promise<BackupPolicy>;
}

export interface BackupApi {
  /**
   * List the backups of a cloud VM, newest first.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input: BackupListInput, options?: CallOptions): List<Backup>;

  /**
   * Back up a cloud VM now.
   *
   * Backs up the root volume and every attached data volume; the action of its operation is `snapshot`. Without `type`,
   * the policy decides: incremental if that is enabled and the last full backup is recent enough, otherwise full. A VM
   * without a policy is backed up in full, and such a backup does not expire. The backups of a VM are deleted with it,
   * unless its deletion keeps them.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: BackupCreateInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a backup of a cloud VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: BackupGetInput, options?: CallOptions): Promise<Backup>;

  /**
   * Restore a cloud VM from a backup.
   *
   * Restores the root volume and the data volumes of the backup to their contents at that time; with `volume_ids`, only
   * those volumes. A running VM is stopped for the restore and started again. A data volume is restored in place, so it
   * must be attached to the VM: one that is not is named by the 409; attach it again, or leave it out of `volume_ids`.
   * If the restore fails or is cancelled, the volumes hold what they held before.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: BackupRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a backup of a cloud VM.
   *
   * A backup cannot be deleted while it runs or is being restored, or while later incremental backups depend on it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: BackupDeleteInput, options?: CallOptions): Promise<BackupDeletion>;
}

export interface GpuSnapshotApi {
  /**
   * List the snapshots of a GPU VM, newest first.
   *
   * `search` finds snapshots whose name or description contains the text; `total` counts all matches.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input: GpuSnapshotListInput, options?: CallOptions): Promise<SnapshotList>;

  /**
   * Take a snapshot of a GPU VM.
   *
   * The VM keeps running meanwhile. The snapshots of a VM are deleted with it, unless `outlives_vm` or the deletion of
   * the VM keeps them.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: GpuSnapshotCreateInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a snapshot of a GPU VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuSnapshotGetInput, options?: CallOptions): Promise<SnapshotSet>;

  /**
   * Restore a GPU VM from a snapshot.
   *
   * Restores the root volume and the data volumes of the snapshot to their contents at that time; with `volume_ids`,
   * only those volumes. A running VM is stopped for the restore and started again. A data volume is restored in place,
   * so it must be attached to the VM: one that is not is named by the 409; attach it again, or leave it out of
   * `volume_ids`. If the restore fails or is cancelled, the volumes hold what they held before.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: GpuSnapshotRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a snapshot of a GPU VM.
   *
   * A snapshot cannot be deleted while it is being taken or restored.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: GpuSnapshotDeleteInput, options?: CallOptions): Promise<SnapshotDeletion>;
}

export interface GpuBackupPolicyApi {
  /**
   * Enable the backups of a GPU VM.
   *
   * Hour, minute and day are in the schedule's time zone. A run begins within `window_minutes` after its time, always
   * at the same moment for the same VM. If another operation holds the VM, the run waits until the window has passed
   * and is then listed as a failed backup. If runs were missed while the service was down, one is made afterwards.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  enable(input: GpuBackupPolicyEnableInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Disable the backups of a GPU VM.
   *
   * Scheduled backups stop. Existing backups stay until they expire or are deleted; the policy can be enabled again.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  disable(input: GpuBackupPolicyDisableInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Get the backup policy of a GPU VM.
   *
   * The answer is 404 until backups are enabled for the first time.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuBackupPolicyGetInput, options?: CallOptions): Promise<BackupPolicy>;

  /**
   * Change the backup policy of a GPU VM.
   *
   * Fields that are not sent stay as they are, also within `schedule`. A new `retention_days` also applies to existing
   * backups.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: GpuBackupPolicyUpdateInput, options?: CallOptions): Promise<BackupPolicy>;
}

export interface GpuBackupApi {
  /**
   * List the backups of a GPU VM, newest first.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input: GpuBackupListInput, options?: CallOptions): List<Backup>;

  /**
   * Back up a GPU VM now.
   *
   * Backs up the root volume and every attached data volume; the action of its operation is `snapshot`. Without `type`,
   * the policy decides: incremental if that is enabled and the last full backup is recent enough, otherwise full. A VM
   * without a policy is backed up in full, and such a backup does not expire. The backups of a VM are deleted with it,
   * unless its deletion keeps them.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: GpuBackupCreateInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Get a backup of a GPU VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuBackupGetInput, options?: CallOptions): Promise<Backup>;

  /**
   * Restore a GPU VM from a backup.
   *
   * Restores the root volume and the data volumes of the backup to their contents at that time; with `volume_ids`, only
   * those volumes. A running VM is stopped for the restore and started again. A data volume is restored in place, so it
   * must be attached to the VM: one that is not is named by the 409; attach it again, or leave it out of `volume_ids`.
   * If the restore fails or is cancelled, the volumes hold what they held before.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  restore(input: GpuBackupRestoreInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a backup of a GPU VM.
   *
   * A backup cannot be deleted while it runs or is being restored, or while later incremental backups depend on it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: GpuBackupDeleteInput, options?: CallOptions): Promise<BackupDeletion>;
}

export interface WorkspaceSnapshotApi {
  /**
   * List the snapshots of all VMs, newest first.
   *
   * Includes snapshots that have outlived their VM. `kept` lists only these or leaves them out; `search` finds
   * snapshots whose name or description contains the text.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: WorkspaceSnapshotListInput, options?: CallOptions): List<SnapshotSet>;

  /**
   * Get a snapshot of any VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: WorkspaceSnapshotGetInput, options?: CallOptions): Promise<SnapshotSet>;

  /**
   * Choose whether a snapshot outlives its VM.
   *
   * A snapshot with `outlives_vm` stays at its site, listed and charged, until it is deleted itself. Once its VM is
   * deleted, this can no longer be undone. If nothing changes, the answer is the unchanged record.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: WorkspaceSnapshotUpdateInput, options?: CallOptions): Promise<SnapshotSet>;

  /**
   * Create a VM from a snapshot.
   *
   * A new VM of the same kind, whether or not there still is the VM that the snapshot is of. It is at the site of the
   * snapshot, or at the one of `site_id`, which the snapshot is brought to. Its root disk is that of the snapshot and
   * at least as large. The data volumes of the snapshot become new volumes that are attached to it. Its machine
   * identity, such as host keys, is generated anew at the first boot, as with an image.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  createVm(input: WorkspaceSnapshotCreateVmInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a snapshot of any VM.
   *
   * A snapshot cannot be deleted while it is being taken or restored.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: WorkspaceSnapshotDeleteInput, options?: CallOptions): Promise<SnapshotDeletion>;
}

export interface WorkspaceBackupApi {
  /**
   * List the backups of all VMs, newest first.
   *
   * Includes backups that were kept when their VM was deleted. `kept` lists only these or leaves them out.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: WorkspaceBackupListInput, options?: CallOptions): List<Backup>;

  /**
   * Get a backup of any VM.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: WorkspaceBackupGetInput, options?: CallOptions): Promise<Backup>;

  /**
   * Create a VM from a backup.
   *
   * A new VM of the same kind, whether or not there still is the VM that it was made of. It is at the site of the
   * backup, or at the one of `site_id`, which the backup is brought to. Its root disk is that of the backup and at
   * least as large. The data volumes of the backup become new volumes that are attached to it. Its machine identity,
   * such as host keys, is generated anew at the first boot, as with an image.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  createVm(input: WorkspaceBackupCreateVmInput, options?: CallOptions): Promise<Acceptance & Waitable>;

  /**
   * Delete a backup of any VM.
   *
   * A backup cannot be deleted while it runs or is being restored, or while later incremental backups depend on it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: WorkspaceBackupDeleteInput, options?: CallOptions): Promise<BackupDeletion>;
}

export interface BackupDestinationApi {
  /**
   * List the destinations of copies of backups.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: BackupDestinationListInput, options?: CallOptions): List<BackupDestination>;

  /**
   * Add a bucket of any S3 service as a backup destination.
   *
   * Backup policies refer to it. Copies are encrypted with the key of the destination, which you send or which is shown
   * only in this answer. With the bucket and the key, VMs can be created from the copies in any workspace of any
   * installation. A worker checks the bucket and then lists the copies in it.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreateBackupDestination, options?: CallOptions): Promise<NewBackupDestination>;

  /**
   * Get a destination of copies of backups.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: BackupDestinationGetInput, options?: CallOptions): Promise<BackupDestination>;

  /**
   * Change a backup destination.
   *
   * A shorter retention removes copies within a minute. Copies stay under the prefix that they were written under and
   * are still found there. The endpoint and the bucket can change only while nothing is copied there; otherwise add
   * another destination. If the bucket or the access to it changes, a worker checks it again. The encryption key stays
   * the same.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  update(input: BackupDestinationUpdateInput, options?: CallOptions): Promise<BackupDestination>;

  /**
   * Remove a backup destination.
   *
   * The contents of the bucket stay. A destination that a backup policy uses cannot be removed.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  delete(input: BackupDestinationDeleteInput, options?: CallOptions): Promise<BackupDestinationDeletion>;
}

export interface BackupCopyApi {
  /**
   * List the copies of backups at the destinations, newest first.
   *
   * Lists copies that this workspace has made or is making, and copies that a worker has found in a destination's
   * bucket, when it was added and every hour since.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  list(input?: BackupCopyListInput, options?: CallOptions): List<BackupCopy>;

  /**
   * Copy a backup to a destination now.
   *
   * Also works for a backup whose policy names no destination, and after a failed copy. The copy is `waiting` until a
   * worker has written all of it to the bucket. It counts for the destination's retention like any other.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  create(input: CreateBackupCopy, options?: CallOptions): Promise<BackupCopy>;

  /**
   * Create a VM from a copy of a backup.
   *
   * The VM can be at any site of the kind that the backup was made at, even if that site, the original VM and the
   * backup no longer exist. The data volumes of the backup become new volumes that are attached to the VM. Every byte
   * is verified.
   *
   * Scope: `vm.write` (create, update and delete VMs, run power actions).
   */
  createVm(input: BackupCopyCreateVmInput, options?: CallOptions): Promise<Acceptance & Waitable>;
}

export interface MetricsApi {
  /**
   * Get the metrics of a cloud VM over time.
   *
   * Running VMs are measured once a minute, and measurements are kept for 30 days. Without `from` and `to`, the range
   * is the last hour; without `step` (seconds), the step is the fewest whole minutes that give at most 300 points. A
   * range is at most 31 days and 1,500 points.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: MetricsGetInput, options?: CallOptions): Promise<VmMetrics>;
}

export interface GpuMetricsApi {
  /**
   * Get the metrics of a GPU VM over time.
   *
   * Running VMs are measured once a minute, and measurements are kept for 30 days. Without `from` and `to`, the range
   * is the last hour; without `step` (seconds), the step is the fewest whole minutes that give at most 300 points. A
   * range is at most 31 days and 1,500 points.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuMetricsGetInput, options?: CallOptions): Promise<VmMetrics>;

  /**
   * Get the utilisation, memory and temperature of a VM's GPUs over time.
   *
   * Running VMs are measured once a minute, and measurements are kept for 30 days. There are no points at a site that
   * does not measure GPUs. Without `from` and `to`, the range is the last hour; without `step` (seconds), the step is
   * the fewest whole minutes that give at most 300 points. A range is at most 31 days and 1,500 points.
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  gpus(input: GpuMetricsGpusInput, options?: CallOptions): Promise<GpuMetrics>;
}

export interface GpuBandwidthApi {
  /**
   * Get the traffic that a GPU VM received and sent in a calendar month (UTC).
   *
   * Scope: `vm.read` (list and get VMs and operations).
   */
  get(input: GpuBandwidthGetInput, options?: CallOptions): Promise<BandwidthSummary>;
}

export interface BucketApi {
  /**
   * List buckets.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  list(input?: BucketListInput, options?: CallOptions): List<Bucket>;

  /**
   * Create a bucket.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `is_public` `true` also needs the scope `object-storage.read` if the organization has `strict_scopes`.
   */
  create(input: CreateBucketRequest, options?: CallOptions): Promise<Bucket>;

  /**
   * Get a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketGetInput, options?: CallOptions): Promise<Bucket>;

  /**
   * Make a bucket public or private, or protect it from deletion.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `is_public` `true` also needs the scope `object-storage.read` if the organization has `strict_scopes`.
   */
  update(input: BucketUpdateInput, options?: CallOptions): Promise<Bucket>;

  /**
   * Delete a bucket.
   *
   * The bucket must be empty. In a workspace with a deletion window, it is kept with its settings until
   * `restorable_until`, and with `force` a bucket that has objects is kept with them. Its name stays taken until then.
   * A bucket with object lock is deleted only when it is empty.
   *
   * Scope: `object-storage.delete` (delete buckets and objects).
   */
  delete(input: BucketDeleteInput, options?: CallOptions): Promise<BucketDeletion>;

  /**
   * Restore a deleted bucket.
   *
   * It returns with its objects, their versions and its settings, and access keys reach it as before. Restoring one
   * that is not deleted changes nothing.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  restore(input: BucketRestoreInput, options?: CallOptions): Promise<Bucket>;

  /**
   * Delete a deleted bucket for good.
   *
   * It can no longer be restored and is no longer charged. Its objects are deleted within minutes, and then its name is
   * free.
   *
   * Scope: `object-storage.delete` (delete buckets and objects).
   */
  purge(input: BucketPurgeInput, options?: CallOptions): Promise<BucketPurge>;
}

export interface BucketQuotaApi {
  /**
   * Get the size quota of a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketQuotaGetInput, options?: CallOptions): Promise<BucketQuota>;

  /**
   * Set or remove the size quota of a bucket.
   *
   * An upload, or a part of one, that would take the bucket beyond its quota is refused: S3 clients get `QuotaExceeded`
   * (403). Parts count until their upload is completed or aborted. Keys, metadata and tags count by their bytes. A
   * quota below what the bucket holds deletes nothing; it refuses uploads until enough has been deleted.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: BucketQuotaPutInput, options?: CallOptions): Promise<BucketQuota>;
}

export interface BucketLifecycleApi {
  /**
   * Get the lifecycle rules of a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketLifecycleGetInput, options?: CallOptions): Promise<BucketLifecycle>;

  /**
   * Replace the lifecycle rules of a bucket.
   *
   * All rules are replaced; without rules, none are left. They are the same that S3 clients set. The object store
   * applies them once after each midnight (UTC) and soon after a change. Retained objects stay.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `rules` also needs the scope `object-storage.delete`.
   */
  put(input: BucketLifecyclePutInput, options?: CallOptions): Promise<BucketLifecycle>;

  /**
   * Count the objects that a lifecycle rule would match now.
   *
   * Changes nothing. It counts present objects in the order of their keys, the first 20,000 that begin with the rule's
   * prefix; `is_complete` is false if there are more.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  preview(input: BucketLifecyclePreviewInput, options?: CallOptions): Promise<LifecyclePreview>;
}

export interface BucketPolicyApi {
  /**
   * Get the policy of a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketPolicyGetInput, options?: CallOptions): Promise<BucketPolicy>;

  /**
   * Set the policy of a bucket.
   *
   * A policy in S3's language, the same that S3 clients set: it allows or denies S3 requests of access keys and of
   * everyone. It does not concern the public API. A policy that allows everyone something is refused while the public
   * access block refuses those (409 `public_access_blocked`).
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `policy` also needs the scope `object-storage.read`.
   *
   * `policy` also needs the scope `object-storage.delete`.
   */
  put(input: BucketPolicyPutInput, options?: CallOptions): Promise<BucketPolicy>;

  /**
   * Delete the policy of a bucket.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `bucket_name` also needs the scope `object-storage.read`.
   *
   * `bucket_name` also needs the scope `object-storage.delete`.
   */
  delete(input: BucketPolicyDeleteInput, options?: CallOptions): Promise<BucketPolicyDeletion>;
}

export interface BucketCorsApi {
  /**
   * Get the CORS rules of a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketCorsGetInput, options?: CallOptions): Promise<BucketCors>;

  /**
   * Replace the CORS rules of a bucket.
   *
   * All rules are replaced; without rules, none are left. They are the same that S3 clients set. They let pages of
   * other origins send S3 requests; pages of this console need none.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: BucketCorsPutInput, options?: CallOptions): Promise<BucketCors>;
}

export interface ObjectApi {
  /**
   * List the objects of a bucket.
   *
   * Ordered by the bytes of their keys. With `prefix`, only objects whose keys begin with it; with `delimiter` (`/`),
   * keys that are the same up to the next `/` are rolled up into one entry of the kind `prefix`.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  list(input: ObjectListInput, options?: CallOptions): List<StoredObject>;

  /**
   * Create a URL for downloading an object.
   *
   * A presigned S3 URL, valid for a GET without any other credential for `expires_in` seconds. It is created for each
   * request and stored nowhere; each answer writes an audit event.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  createDownloadUrl(input: ObjectCreateDownloadUrlInput, options?: CallOptions): Promise<DownloadUrl>;

  /**
   * Create a URL for uploading an object.
   *
   * A presigned S3 URL, valid for a PUT of this one object with the answered `headers` for `expires_in` seconds. An
   * existing object is replaced. It is created for each request and stored nowhere; each answer writes an audit event.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  createUploadUrl(input: ObjectCreateUploadUrlInput, options?: CallOptions): Promise<UploadUrl>;

  /**
   * Delete objects.
   *
   * All of them or none: if one is retained (409 `object_retained`), nothing is deleted, and `blockers` names the
   * retained objects. Keys without an object are ignored.
   *
   * Scope: `object-storage.delete` (delete buckets and objects).
   */
  delete(input: ObjectDeleteInput, options?: CallOptions): Promise<ObjectsDeletion>;
}

export interface ObjectTagsApi {
  /**
   * Get the tags of an object.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: ObjectTagsGetInput, options?: CallOptions): Promise<ObjectTagSet>;

  /**
   * Replace the tags of an object.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: ObjectTagsPutInput, options?: CallOptions): Promise<ObjectTagSet>;
}

export interface BucketObjectLockApi {
  /**
   * Get the object lock of a bucket.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketObjectLockGetInput, options?: CallOptions): Promise<BucketObjectLock>;

  /**
   * Turn on the object lock of a bucket and set its default retention.
   *
   * Object lock cannot be turned off again. A bucket that was created without it needs versioning (409
   * `versioning_required`). The default applies to objects that are written from then on.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: BucketObjectLockPutInput, options?: CallOptions): Promise<BucketObjectLock>;
}

export interface ObjectRetentionApi {
  /**
   * Get the retention of an object.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: ObjectRetentionGetInput, options?: CallOptions): Promise<ObjectRetention>;

  /**
   * Retain an object.
   *
   * The bucket needs object lock (409 `object_lock_off`). A retention can be extended; it can be shortened, changed or
   * removed only if it is GOVERNANCE and `bypass_governance` is true (409 `object_retained`). COMPLIANCE is never
   * shortened.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `bypass_governance` `true` also needs the scope `object-storage.read`.
   *
   * `bypass_governance` `true` also needs the scope `object-storage.delete`.
   */
  put(input: ObjectRetentionPutInput, options?: CallOptions): Promise<ObjectRetention>;
}

export interface ObjectLegalHoldApi {
  /**
   * Get the legal hold of an object.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: ObjectLegalHoldGetInput, options?: CallOptions): Promise<ObjectLegalHold>;

  /**
   * Set or end the legal hold of an object.
   *
   * The bucket needs object lock (409 `object_lock_off`).
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: ObjectLegalHoldPutInput, options?: CallOptions): Promise<ObjectLegalHold>;
}

export interface BucketVersioningApi {
  /**
   * Get whether a bucket keeps earlier versions of its objects.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: BucketVersioningGetInput, options?: CallOptions): Promise<BucketVersioning>;

  /**
   * Enable or suspend the versioning of a bucket.
   *
   * While it is enabled, an object that is replaced or deleted stays as an earlier version, which counts as an object
   * of the bucket with its size. Versioning can be suspended and not turned off again; with object lock it cannot be
   * suspended (409 `bucket_locked`).
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  put(input: BucketVersioningPutInput, options?: CallOptions): Promise<BucketVersioning>;
}

export interface ObjectVersionApi {
  /**
   * List versions of objects.
   *
   * Ordered by the bytes of their keys, the newest of a key first. `object_key` lists the versions of one key, `prefix`
   * those of all keys that begin with it. `deleted` lists only the delete markers of keys that have no object; deleting
   * such a marker brings the object back.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  list(input: ObjectVersionListInput, options?: CallOptions): List<ObjectVersion>;

  /**
   * Create a URL for downloading a version of an object.
   *
   * A presigned S3 URL, valid for a GET without any other credential for `expires_in` seconds. Each answer writes an
   * audit event.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  createDownloadUrl(input: ObjectVersionCreateDownloadUrlInput, options?: CallOptions): Promise<DownloadUrl>;

  /**
   * Create a URL for restoring a version of an object.
   *
   * A presigned S3 URL. A PUT with the answered `headers` and no body copies the version to its key, as the newest
   * version, without sending its bytes. It needs the right to read objects too. Each answer writes an audit event.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  createRestoreUrl(input: ObjectVersionCreateRestoreUrlInput, options?: CallOptions): Promise<UploadUrl>;

  /**
   * Delete a version of an object.
   *
   * The bytes of the version are gone; the version before it becomes the object if it was the newest. Deleting a delete
   * marker brings the object back. A version under retention or legal hold stays (409 `object_retained`).
   *
   * Scope: `object-storage.delete` (delete buckets and objects).
   */
  delete(input: ObjectVersionDeleteInput, options?: CallOptions): Promise<ObjectVersionDeletion>;
}

export interface MultipartUploadApi {
  /**
   * Begin an upload in parts.
   *
   * For large objects: parts can be uploaded in parallel, and a part that fails is uploaded again by itself. The object
   * exists once the upload is completed. Until then its parts count for the bucket's quota and are charged as objects
   * are. An upload that is not completed within seven days is aborted.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  create(input: MultipartUploadCreateInput, options?: CallOptions): Promise<MultipartUpload>;

  /**
   * Create URLs for uploading parts.
   *
   * Presigned S3 URLs, each valid for a PUT of one part for `expires_in` seconds. The answer to such a PUT has the
   * part's `ETag`, which the completion has to send. Every part except the last must have 5 MiB to 5 GiB; a part that
   * is uploaded again is replaced. Each answer writes an audit event.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  createPartUrls(input: MultipartUploadCreatePartUrlsInput, options?: CallOptions): Promise<PartUrls>;

  /**
   * Create an object from its uploaded parts.
   *
   * The object consists of the named parts, in their order; other parts are deleted. An existing object is replaced,
   * unless `only_new` (409 `object_exists`) or its retention (409 `object_retained`) forbids it. Also 409 if a part was
   * not uploaded with its ETag (`part_unknown`), a part other than the last is smaller than 5 MiB (`part_too_small`),
   * or the parts do not add up to `size` bytes (`size_differs`); the upload then stays as it is. A repeated request has
   * the same answer.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  complete(input: MultipartUploadCompleteInput, options?: CallOptions): Promise<StoredObject>;

  /**
   * Abort an upload in parts.
   *
   * Its parts are deleted.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  abort(input: MultipartUploadAbortInput, options?: CallOptions): Promise<MultipartUploadAbortion>;
}

export interface RegionApi {
  /**
   * List object storage regions.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  list(input?: RegionListInput, options?: CallOptions): List<StorageRegion>;
}

export interface AccessKeyApi {
  /**
   * List access keys of S3 clients.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  list(input?: AccessKeyListInput, options?: CallOptions): List<AccessKey>;

  /**
   * Create an access key for S3 clients.
   *
   * A key grants no more than its creator has. A key created by a token expires with the token at the latest and works
   * only from the token's IP ranges. The token's guard and ceilings apply to the key too: it can read, and with
   * `approve_destructive` or ceilings it can also add objects. `secret_access_key` is only in this answer (and in its
   * repetition under the same idempotency key). Without `bucket_names` the key reaches all buckets of the workspace. A
   * deleted bucket is removed from the lists of its keys; a key whose list becomes empty reaches no bucket.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   *
   * `permission` `read` or `read_write` also needs the scope `object-storage.read`.
   *
   * `permission` `read_write` also needs the scope `object-storage.delete`.
   */
  create(input: CreateAccessKeyRequest, options?: CallOptions): Promise<CreatedAccessKey>;

  /**
   * Get an access key.
   *
   * Scope: `object-storage.read` (list and read buckets and their objects).
   */
  get(input: AccessKeyGetInput, options?: CallOptions): Promise<AccessKey>;

  /**
   * Delete an access key.
   *
   * S3 clients that use it are refused at once.
   *
   * Scope: `object-storage.write` (create buckets, update their settings and upload objects).
   */
  delete(input: AccessKeyDeleteInput, options?: CallOptions): Promise<AccessKeyDeletion>;
}

export interface VpcApi {
  /**
   * List VPCs.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input?: VpcListInput, options?: CallOptions): List<Vpc>;

  /**
   * Create a VPC.
   *
   * The networks of a workspace's VPCs at one site do not overlap.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: CreateVpc, options?: CallOptions): Promise<Vpc>;

  /**
   * Get a VPC.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: VpcGetInput, options?: CallOptions): Promise<Vpc>;

  /**
   * Change the name, the description, IPv6 or the protection of a VPC.
   *
   * With `ipv6` its VMs get their addresses at once; each must ask for its own by DHCPv6. Without it they lose them, so
   * that a VPC with VMs is refused.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: VpcUpdateInput, options?: CallOptions): Promise<Vpc>;

  /**
   * Delete a VPC.
   *
   * Its subnets must be deleted first.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: VpcDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface SubnetApi {
  /**
   * List the subnets of a VPC.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input: SubnetListInput, options?: CallOptions): List<Subnet>;

  /**
   * Create a subnet.
   *
   * It lies inside the VPC's network and overlaps none of the VPC's other subnets.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: SubnetCreateInput, options?: CallOptions): Promise<Subnet>;

  /**
   * Get a subnet.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: SubnetGetInput, options?: CallOptions): Promise<Subnet>;

  /**
   * Change the name, the resolvers or the firewall groups of a subnet.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: SubnetUpdateInput, options?: CallOptions): Promise<Subnet>;

  /**
   * Delete a subnet.
   *
   * Its nodes must be detached first, and the NAT gateway that serves it deleted.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: SubnetDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface VpcNodeApi {
  /**
   * List the VMs attached to a VPC.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input: VpcNodeListInput, options?: CallOptions): List<VpcNodeAllocation>;

  /**
   * Attach a VM to a subnet.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  attach(input: VpcNodeAttachInput, options?: CallOptions): Promise<VpcNodeAllocation>;

  /**
   * Detach a VM from a subnet.
   *
   * A reserved IP that the node used is detached and kept; an address that the platform assigned is given back.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  detach(input: VpcNodeDetachInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface VpcPeeringApi {
  /**
   * List VPC peerings.
   *
   * Requests of other workspaces are among them, as `pending` ones whose `side` is `accepter`.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input?: VpcPeeringListInput, options?: CallOptions): List<VpcPeering>;

  /**
   * Ask for a VPC peering.
   *
   * Between two VPCs of the workspace it is active at once, and each VPC has its side in the list. A VPC of another
   * workspace gets a request, which that workspace accepts or deletes. Until then the answer is the same whether or not
   * there is such a VPC at the site.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: CreateVpcPeering, options?: CallOptions): Promise<VpcPeering>;

  /**
   * Get a VPC peering.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: VpcPeeringGetInput, options?: CallOptions): Promise<VpcPeering>;

  /**
   * Accept a VPC peering.
   *
   * VMs of both VPCs then reach each other by their private addresses, as their firewall groups allow. Accepting an
   * active one changes nothing.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  accept(input: VpcPeeringAcceptInput, options?: CallOptions): Promise<VpcPeering>;

  /**
   * End a VPC peering, or refuse a request.
   *
   * An active one ends for both sides, at once. A request of this side is taken back, and one of the other side is
   * rejected.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: VpcPeeringDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface NatGatewayApi {
  /**
   * List the NAT gateways of a VPC.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input: NatGatewayListInput, options?: CallOptions): List<NatGateway>;

  /**
   * Create a NAT gateway.
   *
   * A subnet is served by one NAT gateway at most.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: NatGatewayCreateInput, options?: CallOptions): Promise<NatGateway>;

  /**
   * Get a NAT gateway.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: NatGatewayGetInput, options?: CallOptions): Promise<NatGateway>;

  /**
   * Rename a NAT gateway.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: NatGatewayUpdateInput, options?: CallOptions): Promise<NatGateway>;

  /**
   * Delete a NAT gateway.
   *
   * The nodes that use it must be detached first, and its port forwards deleted.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: NatGatewayDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface PortForwardApi {
  /**
   * List the port forwards of a NAT gateway.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input: PortForwardListInput, options?: CallOptions): List<PortForward>;

  /**
   * Forward a port of a NAT gateway to a VM.
   *
   * The VM must be in a subnet that the gateway serves. The forward ends when the VM leaves that subnet or is deleted.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: PortForwardCreateInput, options?: CallOptions): Promise<PortForward>;

  /**
   * Get a port forward.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: PortForwardGetInput, options?: CallOptions): Promise<PortForward>;

  /**
   * Delete a port forward.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: PortForwardDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface ReservedIpApi {
  /**
   * List reserved IPs.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input?: ReservedIpListInput, options?: CallOptions): List<ReservedIp>;

  /**
   * Reserve a public IPv4 address.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: ReserveIp, options?: CallOptions): Promise<ReservedIp>;

  /**
   * Get a reserved IP.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: ReservedIpGetInput, options?: CallOptions): Promise<ReservedIp>;

  /**
   * Change the label, the reverse DNS or the protection of a reserved IP.
   *
   * An empty text removes the value. An address that the platform assigned cannot be protected; it is released with its
   * attachment.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: ReservedIpUpdateInput, options?: CallOptions): Promise<ReservedIp>;

  /**
   * Release a reserved IP.
   *
   * It must be detached first.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: ReservedIpDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;

  /**
   * Attach a reserved IP to a VM, a NAT gateway or a load balancer.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  attach(input: ReservedIpAttachInput, options?: CallOptions): Promise<ReservedIp>;

  /**
   * Detach a reserved IP.
   *
   * Detaching an IP that is not attached changes nothing. An address that the platform assigned is released with its
   * attachment.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  detach(input: ReservedIpDetachInput, options?: CallOptions): Promise<ReservedIp>;

  /**
   * Move a reserved IP to another resource.
   *
   * It is detached from its current resource and attached to the other one in one step. Moving it to where it is
   * already attached changes nothing.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  move(input: ReservedIpMoveInput, options?: CallOptions): Promise<ReservedIp>;
}

export interface FirewallGroupApi {
  /**
   * List firewall groups.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input?: FirewallGroupListInput, options?: CallOptions): List<FirewallGroup>;

  /**
   * Create a firewall group.
   *
   * A new group allows all outbound and no inbound traffic: it has one system-managed rule. A workspace has at most one
   * default group.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: CreateFirewallGroupRequest, options?: CallOptions): Promise<FirewallGroup>;

  /**
   * Get a firewall group.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: FirewallGroupGetInput, options?: CallOptions): Promise<FirewallGroup>;

  /**
   * Change a firewall group's name, description or whether it is the default.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: FirewallGroupUpdateInput, options?: CallOptions): Promise<FirewallGroup>;

  /**
   * Delete a firewall group.
   *
   * It must be linked to no VM and no subnet, no rule of another group may name it, and it must not be the default.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: FirewallGroupDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface FirewallRuleApi {
  /**
   * Add a rule to a firewall group.
   *
   * A group can have at most 100 rules besides its system-managed ones.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  create(input: FirewallRuleCreateInput, options?: CallOptions): Promise<FirewallRule>;

  /**
   * Replace the rules of a firewall group, all at once.
   *
   * System-managed rules stay. A rule without a priority comes after the rule before it. A rule that does the same as a
   * current one keeps its `rule_id`.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  replace(input: FirewallRuleReplaceInput, options?: CallOptions): Promise<FirewallGroup>;

  /**
   * Change a rule of a firewall group.
   *
   * A system-managed rule cannot be changed. Of `remote_targets`, `remote_group_id` and `remote_tag`, one that is sent
   * replaces the other two.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  update(input: FirewallRuleUpdateInput, options?: CallOptions): Promise<FirewallRule>;

  /**
   * Remove a rule from a firewall group.
   *
   * A system-managed rule cannot be removed.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  delete(input: FirewallRuleDeleteInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface FirewallInstanceApi {
  /**
   * List the VMs that a firewall group is linked to.
   *
   * `pending_changes` says that the newest state is not applied to a VM's network yet; `applied_at` says when it was
   * last up to date.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  list(input: FirewallInstanceListInput, options?: CallOptions): List<FirewallInstance>;

  /**
   * Link a firewall group to a VM.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  link(input: FirewallInstanceLinkInput, options?: CallOptions): Promise<FirewallInstance>;

  /**
   * Unlink a firewall group from a VM.
   *
   * Scope: `network.write` (create, update, attach and delete networking resources).
   */
  unlink(input: FirewallInstanceUnlinkInput, options?: CallOptions): Promise<NetworkDeletion>;
}

export interface VmNetworkApi {
  /**
   * Get the network of a VM.
   *
   * For a cloud or a GPU VM: its nodes, its public address, its firewall groups, the port forwards that lead to it, and
   * whether its site has applied all of these.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  get(input: VmNetworkGetInput, options?: CallOptions): Promise<VmNetwork>;
}

export interface ReachabilityApi {
  /**
   * Check who can reach whom.
   *
   * Answers from the networks, public addresses, port forwards and firewall groups as they are wanted, and sends
   * nothing. A VM sends by the card whose subnet has the other address, else by its first card. Whether the VM runs and
   * listens is not asked.
   *
   * Scope: `network.read` (list VPCs, subnets, NAT gateways, reserved IPs and firewall resources).
   */
  check(input?: CheckReachabilityRequest, options?: CallOptions): Promise<Reachability>;
}

export interface LoadBalancerApi {
  /**
   * List load balancers.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  list(input?: LoadBalancerListInput, options?: CallOptions): List<LoadBalancer>;

  /**
   * Create a load balancer.
   *
   * The request may contain the whole configuration. The load balancer is `provisioning` until it works, seconds later.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `configuration.listeners[].certificate` also needs the scope `secret-store.read`.
   *
   * `configuration.listeners[].additional_certificates[]` also needs the scope `secret-store.read`.
   *
   * `configuration.pools[].targets[].vm_id` also needs the scope `vm.read`.
   *
   * `configuration.pools[].target_tag` also needs the scope `vm.read`.
   */
  create(input: CreateLoadBalancer, options?: CallOptions): Promise<LoadBalancer>;

  /**
   * Get a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  get(input: LoadBalancerGetInput, options?: CallOptions): Promise<LoadBalancer>;

  /**
   * Rename, tag or protect a load balancer.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  update(input: LoadBalancerUpdateInput, options?: CallOptions): Promise<LoadBalancer>;

  /**
   * Delete a load balancer and its configuration.
   *
   * A reserved IP stays with the workspace.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  delete(input: LoadBalancerDeleteInput, options?: CallOptions): Promise<LoadBalancerDeletion>;

  /**
   * Get the health of a load balancer's targets, with the reasons of failures.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  health(input: LoadBalancerHealthInput, options?: CallOptions): Promise<LoadBalancerHealth>;

  /**
   * List the certificates of a load balancer's domains.
   *
   * Certificates from the secret store are not among them.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  certificates(input: LoadBalancerCertificatesInput, options?: CallOptions): List<LoadBalancerDomainCertificate>;

  /**
   * Get the requests, traffic, errors and response times of a load balancer over time.
   *
   * Edges with HAProxy count by the minute, and counts are kept for 30 days. UDP is not counted. `listener_id` or
   * `target_id` selects one of them. Without `from` and `to`, the range is the last hour; without `step` (seconds), the
   * step is the fewest whole minutes that give at most 300 points. A range is at most 31 days and 1,500 points.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  metrics(input: LoadBalancerMetricsInput, options?: CallOptions): Promise<LoadBalancerMetrics>;

  /**
   * Get where a load balancer would send a request.
   *
   * Evaluates the wanted configuration without sending anything, so that rules can be tried before visitors reach them.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  route(input: LoadBalancerRouteInput, options?: CallOptions): Promise<LoadBalancerRoute>;
}

export interface LoadBalancerConfigurationApi {
  /**
   * Get the whole configuration of a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  get(input: LoadBalancerConfigurationGetInput, options?: CallOptions): Promise<LoadBalancerConfigurationOutput>;

  /**
   * Replace the whole configuration of a load balancer.
   *
   * The change is atomic: no visitor sees part of it. Listeners and pools that keep their names keep their ids, and so
   * do targets that keep their pool, VM or address, and port. Concurrent requests are applied one after another; the
   * last one wins.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `listeners[].certificate` also needs the scope `secret-store.read`.
   *
   * `listeners[].additional_certificates[]` also needs the scope `secret-store.read`.
   *
   * `pools[].targets[].vm_id` also needs the scope `vm.read`.
   *
   * `pools[].target_tag` also needs the scope `vm.read`.
   */
  put(input: LoadBalancerConfigurationPutInput, options?: CallOptions): Promise<LoadBalancerConfigurationOutput>;
}

export interface LoadBalancerListenerApi {
  /**
   * List the listeners of a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  list(input: LoadBalancerListenerListInput, options?: CallOptions): List<LoadBalancerListener>;

  /**
   * Add a listener to a load balancer.
   *
   * Rules belong to their listener and are replaced as a whole, because their order matters.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `certificate` also needs the scope `secret-store.read`.
   *
   * `additional_certificates[]` also needs the scope `secret-store.read`.
   */
  create(input: LoadBalancerListenerCreateInput, options?: CallOptions): Promise<LoadBalancerListener>;

  /**
   * Get a listener of a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  get(input: LoadBalancerListenerGetInput, options?: CallOptions): Promise<LoadBalancerListener>;

  /**
   * Change a listener.
   *
   * Rules belong to their listener and are replaced as a whole, because their order matters.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `certificate` also needs the scope `secret-store.read`.
   *
   * `additional_certificates[]` also needs the scope `secret-store.read`.
   */
  update(input: LoadBalancerListenerUpdateInput, options?: CallOptions): Promise<LoadBalancerListener>;

  /**
   * Delete a listener.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  delete(input: LoadBalancerListenerDeleteInput, options?: CallOptions): Promise<LoadBalancerDeletion>;
}

export interface LoadBalancerPoolApi {
  /**
   * List the pools of a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  list(input: LoadBalancerPoolListInput, options?: CallOptions): List<LoadBalancerPool>;

  /**
   * Add a pool to a load balancer.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `targets[].vm_id` also needs the scope `vm.read`.
   *
   * `target_tag` also needs the scope `vm.read`.
   */
  create(input: LoadBalancerPoolCreateInput, options?: CallOptions): Promise<LoadBalancerPoolOutput>;

  /**
   * Get a pool of a load balancer.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  get(input: LoadBalancerPoolGetInput, options?: CallOptions): Promise<LoadBalancerPoolOutput>;

  /**
   * Change a pool; its targets have their own paths.
   *
   * A health check is replaced as a whole.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `target_tag` also needs the scope `vm.read`.
   */
  update(input: LoadBalancerPoolUpdateInput, options?: CallOptions): Promise<LoadBalancerPoolOutput>;

  /**
   * Delete a pool that no listener uses.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  delete(input: LoadBalancerPoolDeleteInput, options?: CallOptions): Promise<LoadBalancerDeletion>;
}

export interface LoadBalancerTargetApi {
  /**
   * List the targets of a pool.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  list(input: LoadBalancerTargetListInput, options?: CallOptions): List<LoadBalancerTarget>;

  /**
   * Add a target to a pool.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   *
   * `vm_id` also needs the scope `vm.read`.
   */
  create(input: LoadBalancerTargetCreateInput, options?: CallOptions): Promise<LoadBalancerTarget>;

  /**
   * Get a target of a pool.
   *
   * Scope: `load-balancer.read` (list load balancers and read provisioning status).
   */
  get(input: LoadBalancerTargetGetInput, options?: CallOptions): Promise<LoadBalancerTarget>;

  /**
   * Change a target's port or weight, or drain it.
   *
   * A target by tag cannot be changed: 409 `target_by_tag`. List its VM as a target of its own instead.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  update(input: LoadBalancerTargetUpdateInput, options?: CallOptions): Promise<LoadBalancerTarget>;

  /**
   * Remove a target from a pool.
   *
   * A target by tag cannot be removed: 409 `target_by_tag`. Take the tag from its VM.
   *
   * Scope: `load-balancer.write` (create, update and delete load balancers).
   */
  delete(input: LoadBalancerTargetDeleteInput, options?: CallOptions): Promise<LoadBalancerDeletion>;
}

export interface CdnDistributionApi {
  /**
   * List CDN distributions.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  list(input?: CdnDistributionListInput, options?: CallOptions): List<CdnDistribution>;

  /**
   * Create a CDN distribution.
   *
   * It is `deploying` until the edge has it, seconds later; then `active`, or `failed`, with the reason on its
   * deployment.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   *
   * `origin_id` with `origin_type` `bucket` also needs the scope `object-storage.read` if the organization has
   * `strict_scopes`.
   */
  create(input: CreateCdnDistributionRequest, options?: CallOptions): Promise<CdnDistribution>;

  /**
   * Get a CDN distribution.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnDistributionGetInput, options?: CallOptions): Promise<CdnDistribution>;

  /**
   * Rename, enable or disable a CDN distribution, or change how it caches.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  update(input: CdnDistributionUpdateInput, options?: CallOptions): Promise<CdnDistribution>;

  /**
   * Delete a CDN distribution and its custom domains.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  delete(input: CdnDistributionDeleteInput, options?: CallOptions): Promise<CdnDistributionDeletion>;
}

export interface CdnDeploymentApi {
  /**
   * Get the deployment of a CDN distribution's settings, and what blocks it.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnDeploymentGetInput, options?: CallOptions): Promise<CdnDeployment>;
}

export interface CdnMetricsApi {
  /**
   * Get the requests and the traffic of a CDN distribution over time.
   *
   * Edges count by the minute, and counts are kept for 30 days. Without `from` and `to`, the range is the last hour;
   * without `step` (seconds), the step is the fewest whole minutes that give at most 300 points. A range is at most 31
   * days and 1,500 points.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnMetricsGetInput, options?: CallOptions): Promise<CdnMetrics>;
}

export interface CdnCustomDomainApi {
  /**
   * List the custom domains of a CDN distribution.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  list(input: CdnCustomDomainListInput, options?: CallOptions): Promise<CdnCustomDomainList>;

  /**
   * Add a custom domain to a CDN distribution.
   *
   * The domain is served once its DNS proves that it is yours, as the instructions say, and its certificate is issued.
   * Send an international name in its `xn--` form, and every name without a trailing dot.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  create(input: CdnCustomDomainCreateInput, options?: CallOptions): Promise<CdnCustomDomain>;

  /**
   * Get a custom domain of a CDN distribution with the result of its last check.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnCustomDomainGetInput, options?: CallOptions): Promise<CdnCustomDomainReport>;

  /**
   * Check the DNS of a custom domain now.
   *
   * The check runs within seconds; its result is on the custom domain. Checks of one domain are at least ten seconds
   * apart.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  verify(input: CdnCustomDomainVerifyInput, options?: CallOptions): Promise<CdnCustomDomainReport>;

  /**
   * Remove a custom domain from a CDN distribution.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  delete(input: CdnCustomDomainDeleteInput, options?: CallOptions): Promise<CdnCustomDomainDeletion>;
}

export interface CdnPurgeApi {
  /**
   * Purge paths of a CDN distribution, or everything, from the cache.
   *
   * Purges that wait at the same time are carried out together.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  create(input: CdnPurgeCreateInput, options?: CallOptions): Promise<CdnPurge>;

  /**
   * List the purges of a CDN distribution.
   *
   * Completed purges are kept for 30 days.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  list(input: CdnPurgeListInput, options?: CallOptions): List<CdnPurge>;

  /**
   * Get a purge of a CDN distribution.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnPurgeGetInput, options?: CallOptions): Promise<CdnPurge>;
}

export interface CdnWebsiteApi {
  /**
   * Get the website settings of a CDN distribution.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  get(input: CdnWebsiteGetInput, options?: CallOptions): Promise<CdnWebsite>;

  /**
   * Replace the website settings of a CDN distribution.
   *
   * Settings that are not sent return to their defaults.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  put(input: CdnWebsitePutInput, options?: CallOptions): Promise<CdnWebsite>;
}

export interface CdnUrlApi {
  /**
   * Generate a URL under which an object of a bucket is served.
   *
   * The bucket must exist; the object need not. A URL that expires, names a disposition or is for a key that ends in a
   * slash is signed with the workspace's current signing key, and is valid only unchanged. A signed URL is for the
   * object of exactly this key; a plain URL that ends in a slash is for the index document of a folder. It expires at
   * the latest with the caller's token or membership.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   *
   * `bucket_name` also needs the scope `object-storage.read` if the organization has `strict_scopes`.
   */
  generate(input: GenerateCdnUrlRequest, options?: CallOptions): Promise<CdnObjectUrl>;
}

export interface CdnSigningKeyApi {
  /**
   * List the keys whose signed URLs are valid.
   *
   * Scope: `cdn.read` (list distributions, website settings and custom domains).
   */
  list(input?: CdnSigningKeyListInput, options?: CallOptions): List<CdnSigningKey>;

  /**
   * Sign URLs with a new key from now on.
   *
   * URLs that were signed before stay valid until they expire, unless the previous keys are revoked.
   *
   * Scope: `cdn.write` (manage distributions, website settings, domains, URLs and cache purges).
   */
  rotate(input?: RotateCdnSigningKeyRequest, options?: CallOptions): Promise<CdnSigningKey>;
}

export interface DnsZoneApi {
  /**
   * List DNS zones.
   *
   * Scope: `dns.read` (list DNS zones and their record sets, and export them).
   */
  list(input?: DnsZoneListInput, options?: CallOptions): List<DnsZone>;

  /**
   * Create a DNS zone.
   *
   * The zone is `pending`, and its record sets can be prepared, until it is proven that the domain is yours: the
   * registry names a name server of `name_servers`, or the name servers that answer now have the record of
   * `proof_record`. It is checked every few minutes. Several workspaces may have a pending zone of one name; only one
   * is served. A workspace has at most 100 zones.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  create(input: CreateDnsZone, options?: CallOptions): Promise<DnsZone>;

  /**
   * Get a DNS zone with the result of its last check.
   *
   * Scope: `dns.read` (list DNS zones and their record sets, and export them).
   */
  get(input: DnsZoneGetInput, options?: CallOptions): Promise<DnsZone>;

  /**
   * Change the description, the signing or the protection of a DNS zone.
   *
   * With `dnssec` the name servers sign the zone, and `instructions` say which DS record the registrar needs. Before it
   * is switched off, the DS record has to be gone at the registrar: resolvers that check signatures refuse every answer
   * of a zone that has one and is not signed. A zone that is signed again has the same key.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  update(input: DnsZoneUpdateInput, options?: CallOptions): Promise<DnsZone>;

  /**
   * Delete a DNS zone and its record sets.
   *
   * The name servers stop answering for it. Tell the registrar other name servers first: nobody else is served the name
   * without a proof of their own, but visitors get no answer.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  delete(input: DnsZoneDeleteInput, options?: CallOptions): Promise<DnsZoneDeletion>;

  /**
   * Check the delegation and the proof of a DNS zone now.
   *
   * The check runs within seconds; its result is on the zone. Checks of one zone are at least ten seconds apart.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  verify(input: DnsZoneVerifyInput, options?: CallOptions): Promise<DnsZone>;

  /**
   * Export a DNS zone as a master file.
   *
   * The file has every record set and the zone's own NS records. ALIAS records stand in it as PowerDNS writes them:
   * most other name servers do not know them.
   *
   * Scope: `dns.read` (list DNS zones and their record sets, and export them).
   */
  export(input: DnsZoneExportInput, options?: CallOptions): Promise<DnsZoneFile>;

  /**
   * Import record sets of a master file into a DNS zone.
   *
   * All of it is imported, or nothing: a refusal names the line. Record sets of the file replace those of the same name
   * and type. Lines that begin with `$INCLUDE` or `$GENERATE` are refused.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  import(input: DnsZoneImportInput, options?: CallOptions): Promise<DnsZoneImport>;
}

export interface DnsRecordSetApi {
  /**
   * List the record sets of a DNS zone.
   *
   * Scope: `dns.read` (list DNS zones and their record sets, and export them).
   */
  list(input: DnsRecordSetListInput, options?: CallOptions): List<DnsRecordSet>;

  /**
   * Create or replace the record set of a name and type.
   *
   * The whole set is replaced at once. While the zone is served, the answer comes when the name servers have the
   * change, or after three seconds: `pending_changes` of the zone says whether they do. A zone has at most 2000 record
   * sets, and a set at most 100 values. A set of A or AAAA may follow a VM, a load balancer or a reserved IP instead;
   * while that has no public address of the type, the name is not answered.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   *
   * `vm_id` also needs the scope `vm.read`.
   *
   * `load_balancer_id` also needs the scope `load-balancer.read`.
   *
   * `reserved_ip_id` also needs the scope `network.read`.
   */
  set(input: DnsRecordSetSetInput, options?: CallOptions): Promise<DnsRecordSet>;

  /**
   * Get a record set.
   *
   * Scope: `dns.read` (list DNS zones and their record sets, and export them).
   */
  get(input: DnsRecordSetGetInput, options?: CallOptions): Promise<DnsRecordSet>;

  /**
   * Delete a record set.
   *
   * Scope: `dns.write` (create, change and delete DNS zones and their record sets).
   */
  delete(input: DnsRecordSetDeleteInput, options?: CallOptions): Promise<DnsRecordSetDeletion>;
}

export interface SecretStoreApi {
  /**
   * List secret stores.
   *
   * Stores that are being deleted are listed only with `status=deleting`.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  list(input?: SecretStoreListInput, options?: CallOptions): List<SecretStore>;

  /**
   * Create a secret store.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  create(input: CreateSecretStoreRequest, options?: CallOptions): Promise<SecretStore>;

  /**
   * Get a secret store.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  get(input: SecretStoreGetInput, options?: CallOptions): Promise<SecretStore>;

  /**
   * Change the name, the description or the protection of a secret store.
   *
   * Its `store_key` stays the same.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  update(input: SecretStoreUpdateInput, options?: CallOptions): Promise<SecretStore>;

  /**
   * Delete a secret store.
   *
   * A store that holds secrets is deleted only with `force`, together with its secrets. It is `deleting` for 7 days, in
   * which it can be restored with all its secrets, and is then destroyed. `destroy` destroys it at once, even if it is
   * being deleted already.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  delete(input: SecretStoreDeleteInput, options?: CallOptions): Promise<SecretStoreDeletion>;

  /**
   * Restore a secret store that is being deleted.
   *
   * It returns to its former status, active or archived, with all its secrets. Restoring one that is not being deleted
   * changes nothing.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  restore(input: SecretStoreRestoreInput, options?: CallOptions): Promise<SecretStore>;

  /**
   * Archive a secret store.
   *
   * An archived store is read-only. Archiving one that is archived changes nothing.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  archive(input: SecretStoreArchiveInput, options?: CallOptions): Promise<SecretStore>;

  /**
   * Unarchive a secret store.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  unarchive(input: SecretStoreUnarchiveInput, options?: CallOptions): Promise<SecretStore>;
}

export interface SecretApi {
  /**
   * List the secrets of a store.
   *
   * Without their values. With `deleted`, the answer lists only deleted secrets that can be restored.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  list(input: SecretListInput, options?: CallOptions): List<Secret>;

  /**
   * Create a secret with its first version.
   *
   * The value is text, or bytes in base64 with `encoding`, of at most 64 KiB. Only `…/value` returns it.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  create(input: SecretCreateInput, options?: CallOptions): Promise<Secret>;

  /**
   * Get a secret, without its value.
   *
   * A deleted secret is returned until it is destroyed.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  get(input: SecretGetInput, options?: CallOptions): Promise<Secret>;

  /**
   * Change the metadata of a secret.
   *
   * With `if_version`, only while that is the secret's latest version.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  update(input: SecretUpdateInput, options?: CallOptions): Promise<Secret>;

  /**
   * Delete a secret.
   *
   * It can be restored for 7 days and is then destroyed, with all versions. `destroy` destroys it at once, even if it
   * is deleted already. With `if_version`, only while that is its latest version.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  delete(input: SecretDeleteInput, options?: CallOptions): Promise<SecretDeletion>;

  /**
   * Restore a deleted secret.
   *
   * Within 7 days of its deletion, and while no other secret of the store has its key. Restoring one that is not
   * deleted changes nothing.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  restore(input: SecretRestoreInput, options?: CallOptions): Promise<Secret>;

  /**
   * Read the value of a secret.
   *
   * The value of the latest version, or of the version with this number. Each answer writes an audit event. The value
   * of a secret that has expired is not answered.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  value(input: SecretValueInput, options?: CallOptions): Promise<SecretValue>;
}

export interface SecretVersionApi {
  /**
   * List the versions of a secret.
   *
   * Newest first, without their values.
   *
   * Scope: `secret-store.read` (list stores, get secret metadata and values).
   */
  list(input: SecretVersionListInput, options?: CallOptions): List<SecretVersion>;

  /**
   * Give a secret a new value.
   *
   * It becomes the latest version at once; earlier versions stay as they are. With `if_version`, only while that is the
   * latest version.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  create(input: SecretVersionCreateInput, options?: CallOptions): Promise<SecretVersion>;

  /**
   * Disable a version of a secret.
   *
   * Its value is not answered until it is enabled again. Disabling one that is disabled changes nothing.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  disable(input: SecretVersionDisableInput, options?: CallOptions): Promise<SecretVersion>;

  /**
   * Enable a version of a secret.
   *
   * Enabling one that is enabled changes nothing; one that is destroyed stays so.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  enable(input: SecretVersionEnableInput, options?: CallOptions): Promise<SecretVersion>;

  /**
   * Destroy a version of a secret.
   *
   * Its value is permanently erased at once; the version stays in the list. Destroying one that is destroyed changes
   * nothing.
   *
   * Scope: `secret-store.write` (create and archive stores, create and update secrets).
   */
  destroy(input: SecretVersionDestroyInput, options?: CallOptions): Promise<SecretVersion>;
}

export interface VolumeApi {
  /**
   * List volumes.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  list(input?: VolumeListInput, options?: CallOptions): List<Volume>;

  /**
   * Create a volume.
   *
   * The volume is `creating` and then `available`, or in `error` with the reason on its record. A volume created from a
   * snapshot is at the site of the snapshot's volume and is at least as large as that volume was.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  create(input: CreateVolumeRequest, options?: CallOptions): Promise<Volume>;

  /**
   * Get a volume.
   *
   * With `wait`, the answer is held until the volume is `available`, `in-use` or in `error`, or that many seconds have
   * passed.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  get(input: VolumeGetInput, options?: CallOptions): Promise<Volume>;

  /**
   * Rename or protect a volume.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  update(input: VolumeUpdateInput, options?: CallOptions): Promise<Volume>;

  /**
   * Delete a volume.
   *
   * An attached volume, or one that has snapshots, is deleted only with `force`: it is detached first, and its
   * snapshots are deleted with it. In a workspace with a deletion window, it is kept with its snapshots until
   * `restorable_until`; a volume in `error` is not kept.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  delete(input: VolumeDeleteInput, options?: CallOptions): Promise<VolumeDeletion>;

  /**
   * Restore a deleted volume.
   *
   * It is `available`, with its content and its snapshots. Restoring one that is not deleted changes nothing.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  restore(input: VolumeRestoreInput, options?: CallOptions): Promise<Volume>;

  /**
   * Delete a deleted volume for good.
   *
   * It can no longer be restored and is no longer charged.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  purge(input: VolumePurgeInput, options?: CallOptions): Promise<VolumePurge>;

  /**
   * Attach a volume to a VM of its site.
   *
   * The volume is `attaching` and then `in-use`. A volume that is `detaching` from another VM may be attached already:
   * the operation waits until it is free.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  attach(input: VolumeAttachInput, options?: CallOptions): Promise<Volume>;

  /**
   * Detach a volume from its VM.
   *
   * The volume is `detaching` and then `available`. Unmount it in the VM first.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  detach(input: VolumeDetachInput, options?: CallOptions): Promise<Volume>;

  /**
   * Grow a volume.
   *
   * The volume is `resizing` with its old size, and then has its earlier status with the new size. It can only grow;
   * its current size changes nothing.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  resize(input: VolumeResizeInput, options?: CallOptions): Promise<Volume>;

  /**
   * List the operation history of a volume.
   *
   * The history stays readable after the volume has been deleted. While the volume's site is fenced, `error` of an
   * operation in progress says why it waits.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  operations(input: VolumeOperationsInput, options?: CallOptions): List<VolumeOperation>;

  /**
   * Get what a volume read and wrote over time, and how full it is.
   *
   * A volume is measured once a minute while it is attached to a running VM, and measurements are kept for 30 days.
   * Sites differ in what they measure: LXD and Incus know how full the volumes of containers are. Without `from` and
   * `to`, the range is the last hour; without `step` (seconds), the step is the fewest whole minutes that give at most
   * 300 points. A range is at most 31 days and 1,500 points.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  metrics(input: VolumeMetricsInput, options?: CallOptions): Promise<VolumeMetrics>;
}

export interface VolumeSnapshotApi {
  /**
   * List the snapshots of a volume.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  list(input: VolumeSnapshotListInput, options?: CallOptions): List<VolumeSnapshot>;

  /**
   * Take a snapshot of a volume.
   *
   * The snapshot is `queued`, `running` and then `succeeded` or `failed`. The volume keeps its state meanwhile, but
   * cannot be changed.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  create(input: VolumeSnapshotCreateInput, options?: CallOptions): Promise<VolumeSnapshot>;

  /**
   * Get a snapshot of a volume.
   *
   * With `wait`, the answer is held until the snapshot has succeeded or failed, or that many seconds have passed.
   *
   * Scope: `block-storage.read` (list volumes and read volume operation history).
   */
  get(input: VolumeSnapshotGetInput, options?: CallOptions): Promise<VolumeSnapshot>;

  /**
   * Delete a snapshot of a volume.
   *
   * Volumes that were created from it are copies and stay; one that is being created from it is finished first.
   *
   * Scope: `block-storage.write` (create, attach, detach, resize and delete volumes).
   */
  delete(input: VolumeSnapshotDeleteInput, options?: CallOptions): Promise<VolumeSnapshotDeletion>;
}

export interface BillingApi {
  /**
   * Ask whether a product could be bought now.
   *
   * A billable create makes the same decision itself. The answer holds for this moment and reserves nothing; every
   * request is decided again.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  resourceEligibility(input: ResourceEligibilityRequest, options?: CallOptions): Promise<ResourceEligibility>;
}

export interface SkuApi {
  /**
   * List the products and their prices.
   *
   * Ordered by code.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: SkuListInput, options?: CallOptions): List<Sku>;
}

export interface QuotaApi {
  /**
   * List the workspace's quotas and how much of each is used.
   *
   * Ordered by name. Resources that are being created count. A create that would exceed a quota is refused with 403
   * `quota_exceeded`.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: QuotaListInput, options?: CallOptions): List<Quota>;
}

export interface QuotaRequestApi {
  /**
   * List the workspace's requests for higher quotas, newest first.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: QuotaRequestListInput, options?: CallOptions): List<QuotaRequest>;

  /**
   * Ask for a higher quota.
   *
   * An operator grants all or part of it, or refuses it with a reason, and the requester gets an e-mail. A workspace
   * can have one open request for each quota.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  create(input: NewQuotaRequest, options?: CallOptions): Promise<QuotaRequest>;

  /**
   * Get a request for a higher quota.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  get(input: QuotaRequestGetInput, options?: CallOptions): Promise<QuotaRequest>;

  /**
   * Withdraw an open request for a higher quota.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  withdraw(input: QuotaRequestWithdrawInput, options?: CallOptions): Promise<QuotaRequest>;
}

export interface UsageApi {
  /**
   * List the workspace's usage and its cost.
   *
   * Covers at most 366 days, from one hour (`from`, by default the beginning of the month) to another (`to`, by default
   * now), by product, by resource and product, by day and product, or by tag and product, for all resources or for one
   * (`resource_id`). Tags are those that resources have now; a resource with several tags counts for each of them.
   * Usage is metered hour by hour, within minutes of the hour's end; the running hour is not included.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: UsageListInput, options?: CallOptions): List<UsageLine>;

  /**
   * Get the workspace's expected cost this month.
   *
   * The sum of what was metered this month and of what runs now, until the end of the month (UTC), at today's prices.
   * Transfer is assumed to continue as in the last 24 hours.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  forecast(input?: Record<never, never>, options?: CallOptions): Promise<UsageForecast>;
}

export interface AdmissionApi {
  /**
   * List billing's decisions about purchases in the workspace.
   *
   * Every billable request of the last 90 days that reached a billing decision, allowed or denied, with the reason,
   * newest first. Checks (`POST /billing/resource-eligibility`) and requests that were refused for other reasons are
   * not listed.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: AdmissionListInput, options?: CallOptions): List<Admission>;
}

export interface InvoiceApi {
  /**
   * List the organization's invoices, newest month first.
   *
   * An invoice is issued within minutes of the end of each calendar month (UTC) with usage. It never changes, except
   * for the amount still owed. It covers all workspaces of the organization, so a token of specific workspaces cannot
   * read it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: InvoiceListInput, options?: CallOptions): List<Invoice>;

  /**
   * Get an invoice with its lines.
   *
   * A line is the usage of one product in one workspace at one price, without tax. The tax is that of the last day of
   * the month, on the sum of the lines. It covers all workspaces of the organization, so a token of specific workspaces
   * cannot read it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  get(input: InvoiceGetInput, options?: CallOptions): Promise<InvoiceDetail>;

  /**
   * Get an invoice as a file.
   *
   * As PDF or CSV; `content` is the file in base64. It covers all workspaces of the organization, so a token of
   * specific workspaces cannot read it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  file(input: InvoiceFileInput, options?: CallOptions): Promise<InvoiceFile>;

  /**
   * Get the cost of the current month so far.
   *
   * In the form of an invoice, with current names and the expected tax. It is not an invoice. It covers all workspaces
   * of the organization, so a token of specific workspaces cannot read it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  preview(input?: Record<never, never>, options?: CallOptions): Promise<InvoicePreview>;
}

export interface BillingDetailsApi {
  /**
   * Get the billing details on invoices, and their tax.
   *
   * Prices, budgets and forecasts are without tax; invoices add it. They belong to the organization, so a token of
   * specific workspaces has no access to them.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  get(input?: Record<never, never>, options?: CallOptions): Promise<BillingDetails>;

  /**
   * Set the billing details on invoices.
   *
   * Replaces all details: what is left out is removed. They apply from the next invoice; issued invoices do not change.
   * The country decides the tax. A VAT number must have its country's form. They belong to the organization, so a token
   * of specific workspaces has no access to them.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  update(input: SetBillingDetails, options?: CallOptions): Promise<BillingDetails>;
}

export interface PaymentApi {
  /**
   * List the organization's payments, newest first.
   *
   * It belongs to the organization, so a token of specific workspaces has no access to it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: PaymentListInput, options?: CallOptions): List<Payment>;

  /**
   * Begin a payment into the wallet.
   *
   * The answer has the `url` of the payment page, or in `pay_to` the account to transfer the money to, with the
   * `reference` to give. Whatever amount arrives is credited. With the same idempotency key, the payment is begun once.
   * It belongs to the organization, so a token of specific workspaces has no access to it.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  create(input: NewPayment, options?: CallOptions): Promise<Payment>;

  /**
   * Get a payment.
   *
   * It belongs to the organization, so a token of specific workspaces has no access to it.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  get(input: PaymentGetInput, options?: CallOptions): Promise<Payment>;
}

export interface BudgetApi {
  /**
   * List the budgets of the organization and its workspaces, newest first.
   *
   * Each with the amount spent this month and the amount expected by its end. A token of specific workspaces sees only
   * the budgets of those workspaces.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  list(input?: BudgetListInput, options?: CallOptions): List<Budget>;

  /**
   * Create a budget.
   *
   * A budget covers the entire organization or the workspace of the request (`covers`). Thresholds are percentages of
   * the amount: `thresholds` of what was spent, `forecast_thresholds` of what is expected by the end of the month. Each
   * notifies once a month, by e-mail to the owners and billing members and as an event. With `at_cap` "refuse",
   * requests that cost more are refused with 402 `budget_reached` if the month, with everything that runs until its
   * end, would cost more than the amount. "refuse_and_stop" also stops the VMs and VM groups that `stop` selects once
   * the amount is spent, and starts those that nobody else has touched when the budget is raised, removed or changed,
   * or the next month begins. Nothing is deleted, and stopped VMs are charged as before. An organization has at most
   * 100 budgets. A token of specific workspaces sees only the budgets of those workspaces.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  create(input: CreateBudget, options?: CallOptions): Promise<Budget>;

  /**
   * Get a budget.
   *
   * A token of specific workspaces sees only the budgets of those workspaces.
   *
   * Scope: `billing.read` (check purchases, read prices, usage, invoices, payments, billing details and budgets).
   */
  get(input: BudgetGetInput, options?: CallOptions): Promise<Budget>;

  /**
   * Change a budget.
   *
   * A threshold that has notified this month does not notify again, even with another amount. A token of specific
   * workspaces sees only the budgets of those workspaces.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  update(input: BudgetUpdateInput, options?: CallOptions): Promise<Budget>;

  /**
   * Delete a budget.
   *
   * A token of specific workspaces sees only the budgets of those workspaces.
   *
   * Scope: `billing.write` (change billing details; begin payments; create, change and delete budgets; ask for higher
   * quotas).
   */
  delete(input: BudgetDeleteInput, options?: CallOptions): Promise<BudgetDeletion>;
}

export interface AuditEventApi {
  /**
   * List what was changed in the workspace, and by whom.
   *
   * Needs at least one read scope, and lists the events of the families whose read scope the caller has. The answer is
   * complete: no event appears later among or below the events shown, or in a range whose `to` had passed. `from` is
   * included, `to` is not.
   *
   * Any valid token.
   */
  list(input?: AuditEventListInput, options?: CallOptions): List<AuditEvent>;
}

export interface EventApi {
  /**
   * List or follow the changes of the workspace's resources.
   *
   * Needs at least one read scope, and lists the events of the families whose read scope the caller has, newest first,
   * for 30 days. With `after`, the id of an event or `start`, it lists those after it, oldest first: no event appears
   * later among those listed. A change that takes time has two events: `cloud_vm.create_accepted`, and
   * `cloud_vm.created` or `cloud_vm.create_failed` when its operation has ended. With `Accept: text/event-stream` the
   * answer stays open and sends events as they happen, from `after`, from the header `Last-Event-ID`, or from now on;
   * each message has the event's id, its type, and its record as data.
   *
   * Any valid token.
   */
  list(input?: EventListInput, options?: CallOptions): List<Event>;
}

export interface AlertRuleApi {
  /**
   * List the workspace's alert rules.
   *
   * Scope: `alert.read` (list alert rules and alerts).
   */
  list(input?: AlertRuleListInput, options?: CallOptions): List<AlertRule>;

  /**
   * Create an alert rule.
   *
   * A rule compares a metric of resources with a threshold once a minute. Its alert for a resource fires when the value
   * has been above or below the threshold for `minutes`, and ends when it no longer is, or when nothing was measured
   * for five minutes. Both are reported by e-mail and as the events `alert.firing` and `alert.resolved`. A workspace
   * has at most 100 rules.
   *
   * Scope: `alert.write` (create, change and delete alert rules).
   *
   * `metric` `vm_cpu_percent`, `vm_memory_percent`, `gpu_utilisation_percent`, `gpu_memory_percent`,
   * `gpu_temperature_celsius` or `backup_destination_failed_copies` also needs the scope `vm.read`.
   *
   * `metric` `volume_used_percent` also needs the scope `block-storage.read`.
   *
   * `metric` `load_balancer_unhealthy_targets`, `load_balancer_5xx_percent` or `load_balancer_response_ms` also needs
   * the scope `load-balancer.read`.
   *
   * `metric` `cdn_5xx_percent` also needs the scope `cdn.read`.
   */
  create(input: CreateAlertRule, options?: CallOptions): Promise<AlertRule>;

  /**
   * Get an alert rule.
   *
   * Scope: `alert.read` (list alert rules and alerts).
   */
  get(input: AlertRuleGetInput, options?: CallOptions): Promise<AlertRule>;

  /**
   * Change an alert rule, or switch it on or off.
   *
   * The metric cannot change. Firing alerts continue if the new condition also holds, and end within a minute if it
   * does not. Switching the rule off ends them at once. It also needs the scope that reads the resources of the metric:
   * `vm.read`, `block-storage.read`, `load-balancer.read` or `cdn.read`.
   *
   * Scope: `alert.write` (create, change and delete alert rules).
   */
  update(input: AlertRuleUpdateInput, options?: CallOptions): Promise<AlertRule>;

  /**
   * Delete an alert rule, which ends its alerts.
   *
   * It also needs the scope that reads the resources of the metric: `vm.read`, `block-storage.read`,
   * `load-balancer.read` or `cdn.read`.
   *
   * Scope: `alert.write` (create, change and delete alert rules).
   */
  delete(input: AlertRuleDeleteInput, options?: CallOptions): Promise<AlertRuleDeletion>;

  /**
   * List the resources of an alert rule with their states, newest resources first.
   *
   * A resource appears with the first check after it was created, within a minute. It also needs the scope that reads
   * the resources of the metric: `vm.read`, `block-storage.read`, `load-balancer.read` or `cdn.read`.
   *
   * Scope: `alert.read` (list alert rules and alerts).
   */
  states(input: AlertRuleStatesInput, options?: CallOptions): List<AlertRuleState>;
}

export interface AlertApi {
  /**
   * List firing alerts and those of the last 90 days, newest first.
   *
   * Lists the alerts of resources that the caller may read: alerts of VMs need the scope `vm.read`, for example.
   *
   * Scope: `alert.read` (list alert rules and alerts).
   */
  list(input?: AlertListInput, options?: CallOptions): List<Alert>;

  /**
   * Get an alert.
   *
   * It also needs the scope that reads the resources of the metric: `vm.read`, `block-storage.read`,
   * `load-balancer.read` or `cdn.read`.
   *
   * Scope: `alert.read` (list alert rules and alerts).
   */
  get(input: AlertGetInput, options?: CallOptions): Promise<Alert>;
}

export interface WebhookApi {
  /**
   * List the workspace's webhooks.
   *
   * Scope: `webhook.read` (list webhooks and their deliveries).
   */
  list(input?: WebhookListInput, options?: CallOptions): List<Webhook>;

  /**
   * Create a webhook.
   *
   * Sends the events of the workspace to a URL, signed according to Standard Webhooks. The secret is shown only in this
   * answer. From now on it sends the events of the families whose read scope the caller has. A workspace has at most 50
   * webhooks.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  create(input: CreateWebhook, options?: CallOptions): Promise<CreatedWebhook>;

  /**
   * Get a webhook.
   *
   * Scope: `webhook.read` (list webhooks and their deliveries).
   */
  get(input: WebhookGetInput, options?: CallOptions): Promise<Webhook>;

  /**
   * Change a webhook, or switch it on or off.
   *
   * Events that happen while it is off are not sent, and switching it off cancels pending deliveries. Changing the URL
   * or the filter, or switching it on, needs the read scopes in `event_scopes`.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  update(input: WebhookUpdateInput, options?: CallOptions): Promise<Webhook>;

  /**
   * Delete a webhook with its deliveries.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  delete(input: WebhookDeleteInput, options?: CallOptions): Promise<WebhookDeletion>;

  /**
   * Rotate the secret of a webhook.
   *
   * The new secret is shown only in this answer. For 24 hours each request is signed with both, the old and the new
   * one. Another rotation in that time ends the older secret at once.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  rotate(input: WebhookRotateInput, options?: CallOptions): Promise<RotatedWebhook>;

  /**
   * Send a test event.
   *
   * Sends an event of the type `webhook.test`, regardless of the filter, and returns its delivery.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  test(input: WebhookTestInput, options?: CallOptions): Promise<WebhookDelivery>;
}

export interface WebhookDeliveryApi {
  /**
   * List the deliveries of a webhook of the last 30 days, newest first.
   *
   * Lists the deliveries of the families whose read scope the caller has.
   *
   * Scope: `webhook.read` (list webhooks and their deliveries).
   */
  list(input: WebhookDeliveryListInput, options?: CallOptions): List<WebhookDelivery>;

  /**
   * Get a delivery with its body and its attempts.
   *
   * `attempts` has the last 100, oldest first. The caller needs the read scope of the event's family.
   *
   * Scope: `webhook.read` (list webhooks and their deliveries).
   */
  get(input: WebhookDeliveryGetInput, options?: CallOptions): Promise<WebhookDeliveryDetail>;

  /**
   * Send a delivery again.
   *
   * It is sent with the same `webhook-id` and body, before other deliveries that wait for the same resource.
   *
   * Scope: `webhook.write` (create, change and delete webhooks, and send deliveries again).
   */
  resend(input: WebhookDeliveryResendInput, options?: CallOptions): Promise<WebhookDelivery>;
}

export interface ResourceApi {
  /**
   * Get what a resource uses, and what uses it.
   *
   * Needs the read scope of the resource, and shows the related resources whose read scope the caller has; the others
   * are counted in `hidden`. An edge leads from a resource to one that it uses. The graph follows what the resource
   * uses and, in the other direction, what uses the resource, up to `depth` steps and 200 resources. A bucket is
   * identified by its name, an access key by its access key id, a custom domain by itself; `resource_type` tells them
   * apart if two share a name.
   *
   * Any valid token.
   */
  graph(input: ResourceGraphInput, options?: CallOptions): Promise<ResourceGraph>;

  /**
   * Get the map of a workspace: its resources and how they use each other.
   *
   * Shows the types whose read scope the caller has; `hidden` names the others. An edge leads from a resource to one
   * that it uses. With up to 200 resources, each is a node. With more, several resources of a type in the same subnet
   * or VPC become one node with their number in each state, whose `id` and `name` are null. With `tag`, the map has the
   * resources with one of these tags, what they use, and what uses them directly. It has only those secrets that are
   * certificates of load balancers.
   *
   * Any valid token.
   */
  map(input?: ResourceMapInput, options?: CallOptions): Promise<WorkspaceMap>;
}

export interface WorkspaceApi {
  /**
   * List the organization's workspaces that the caller may use, newest first.
   *
   * Scope: `workspace.read` (list workspaces, members and invitations).
   */
  list(input?: WorkspaceListInput, options?: CallOptions): List<Workspace>;

  /**
   * Get a workspace.
   *
   * Scope: `workspace.read` (list workspaces, members and invitations).
   */
  get(input: WorkspaceGetInput, options?: CallOptions): Promise<Workspace>;

  /**
   * Create a workspace.
   *
   * A token of specific workspaces cannot create one, because it could not use it.
   *
   * Scope: `workspace.write` (create, rename and delete workspaces).
   */
  create(input: NewWorkspace, options?: CallOptions): Promise<Workspace>;

  /**
   * Rename a workspace.
   *
   * Scope: `workspace.write` (create, rename and delete workspaces).
   */
  update(input: WorkspaceUpdateInput, options?: CallOptions): Promise<Workspace>;

  /**
   * Delete an empty workspace.
   *
   * Scope: `workspace.write` (create, rename and delete workspaces).
   */
  delete(input: WorkspaceDeleteInput, options?: CallOptions): Promise<WorkspaceDeletion>;
}

export interface MemberApi {
  /**
   * List the organization's members, in the order in which they joined.
   *
   * Scope: `workspace.read` (list workspaces, members and invitations).
   */
  list(input?: MemberListInput, options?: CallOptions): List<Member>;
}

export interface InvitationApi {
  /**
   * List the open invitations to the organization, newest first.
   *
   * Scope: `workspace.read` (list workspaces, members and invitations).
   */
  list(input?: InvitationListInput, options?: CallOptions): List<Invitation>;
}
