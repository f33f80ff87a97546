export { parentRegistry } from "./dns/parent-registry.ts";
export { powerDns } from "./dns/power-dns.ts";
export { quotedTexts } from "./dns/quoted-texts.ts";
export { dnskeyOf, dsOf, newSigningKey, type SigningKey } from "./dns/signing-key.ts";
export type { AcmeAuthority } from "./edge/acme-account.ts";
export {
  type AcmeChallenge,
  CertificateIssuer,
  type IssuedCertificate,
  type WantedCertificate,
} from "./edge/acme-certificates.ts";
export { cdnCertificates, ownCdnCertificate, ownCertificateId } from "./edge/cdn-certificates.ts";
export { type EdgeCdnOptions, edgeCdn } from "./edge/edge-cdn.ts";
export { EdgeDocuments } from "./edge/edge-documents.ts";
export { edgeLoadBalancers } from "./edge/edge-load-balancers.ts";
export { forgetHeldAddresses, heldAddresses } from "./edge/held-addresses.ts";
export { runFenceHook } from "./hooks/fence-hook.ts";
export { addPrimaryKey, newMasterKeyText, removeKey } from "./key-management/key-file.ts";
export { localKeyManagement, type MasterKeySource, readMasterKeys } from "./key-management/local-key-management.ts";
export { open, seal } from "./key-management/sealing.ts";
export { LxdClient, pathOf } from "./lxd/client/lxd-client.ts";
export { lxdName } from "./lxd/labels.ts";
export { type StripeAccount, stripePayments } from "./payments/stripe.ts";
export { transferPayments } from "./payments/transfer.ts";
export type { MachineLabels, StrangerMachine, Strangers } from "./ports/adoption-port.ts";
export type {
  CdnProvider,
  CertificatePort,
  DomainResolver,
  EdgeConfiguration,
  EdgeDistribution,
  EdgeOrigin,
  EdgePort,
  EdgePurge,
  EdgeSigningKey,
  EdgeWebsite,
} from "./ports/cdn-ports.ts";
export type {
  ComputePort,
  ConsoleLog,
  DiskOfPoint,
  Instance,
  InstanceAccess,
  InstanceConfiguration,
  InstanceSize,
  InstanceSpec,
  InstanceTerminal,
  InstanceTraffic,
  SeenGpus,
  TerminalSize,
} from "./ports/compute-port.ts";
export type { DnsProvider, ServedZone } from "./ports/dns-port.ts";
export type { Host, HostCapacity, HostPort, InspectedGpu, InspectedHost, Move } from "./ports/host-port.ts";
export type { BroughtImage, ImageFile, ImageOrigin, ImagePort, MadeImage, NewImage } from "./ports/image-port.ts";
export {
  type InventoryPort,
  RESOURCE_KINDS,
  type ResourceKind,
  type SiteOwnership,
  SiteRecord,
  type SiteResource,
} from "./ports/inventory-port.ts";
export { type KeyManagement, KeyUnavailable, type WrappedKey } from "./ports/key-management-port.ts";
export type {
  Balancer,
  BalancerConfiguration,
  LoadBalancerPort,
  PoolConfiguration,
} from "./ports/load-balancer-port.ts";
export type { MetadataListener, MetadataMachine, MetadataPort } from "./ports/metadata-port.ts";
export type { GpuLoad, InstanceMetrics, VolumeMetrics } from "./ports/metrics-port.ts";
export type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
  PrivateName,
} from "./ports/network-port.ts";
export type {
  BucketContent,
  BucketGrant,
  BucketSettings,
  BucketSettingsPort,
  BucketTransfer,
  FoundObject,
  ListedObject,
  ObjectPort,
  ObjectStoragePort,
  StorageOwner,
  StorageReport,
  StoredVersion,
  WantedRetention,
} from "./ports/object-storage-port.ts";
export {
  type AskedPayment,
  type AskedRefund,
  type DisputeReport,
  ForgedEvent,
  type PaymentEvent,
  type PaymentProvider,
  PaymentRefused,
  type PaymentReport,
  PaymentUnavailable,
  type RefundReport,
  type StartedPayment,
} from "./ports/payment-port.ts";
export type { Provider, StepBeginning } from "./ports/provider.ts";
export { ProviderError } from "./ports/provider-error.ts";
export type {
  HostAdditions,
  ImageSource,
  ProviderKind,
  ServerEndpoint,
  ServerProvider,
  SiteServer,
} from "./ports/provider-kind.ts";
export type {
  BackupFile,
  BackupSpec,
  CaptureVolume,
  RecoveryPoint,
  RecoveryPort,
  VolumeCopy,
} from "./ports/recovery-port.ts";
export type { SiteFeature, SiteReport } from "./ports/site-port.ts";
export type { StoredVolume, VolumeOfPoint, VolumePort } from "./ports/volume-port.ts";
export { kindOf, PROVIDER_KINDS } from "./registry.ts";
export { rgwObjects } from "./rgw/rgw-objects.ts";
export { rgwSettings } from "./rgw/rgw-settings.ts";
export { rgwStorage } from "./rgw/rgw-storage.ts";
export { isRefusal } from "./rgw/signed-request.ts";
export { COPIED_SETTINGS, CopiedBucket, type CopiedVersion, type VersionPosition } from "./s3/copied-bucket.ts";
export { DestinationBucket, type DestinationPlace } from "./s3/destination-bucket.ts";
export { simulatedCdn } from "./simulated/simulated-cdn.ts";
export { simulatedDns } from "./simulated/simulated-dns.ts";
export { simulatedProvider } from "./simulated/simulated-provider.ts";
export { systemResolver } from "./system-resolver.ts";
