export type { CdnProvider } from "./cdn-provider.ts";
export type { CertificatePort } from "./certificate-port.ts";
export type {
  ComputePort,
  ConsoleLog,
  Instance,
  InstanceAccess,
  InstanceConfiguration,
  InstanceSize,
  InstanceSpec,
  InstanceTraffic,
} from "./compute-port.ts";
export type { DomainResolver } from "./domain-resolver.ts";
export type { EdgeConfiguration, EdgeDistribution, EdgeOrigin, EdgePort, EdgePurge, EdgeWebsite } from "./edge-port.ts";
export {
  type InventoryPort,
  RESOURCE_KINDS,
  type ResourceKind,
  ResourceRecord,
  type SiteMark,
  type SiteResource,
} from "./inventory-port.ts";
export { addPrimaryKey, removeKey } from "./key-management/key-file.ts";
export { localKeyManagement, type MasterKeySource, readMasterKeys } from "./key-management/local-key-management.ts";
export { newMasterKeyText } from "./key-management/master-key.ts";
export { open, seal } from "./key-management/sealing.ts";
export { type KeyManagement, KeyUnavailable, type WrappedKey } from "./key-management-port.ts";
export type {
  Balancer,
  BalancerConfiguration,
  BalancerListener,
  BalancerPool,
  BalancerRule,
  BalancerTargetHealth,
  LoadBalancerPort,
} from "./load-balancer-port.ts";
export { LxdClient } from "./lxd/client/lxd-client.ts";
export { pathOf } from "./lxd/client/path-of.ts";
export { type LxdProvider, type LxdSiteOptions, lxdProvider } from "./lxd/lxd-provider.ts";
export { lxdName } from "./lxd/names.ts";
export { type ImageSource, importImage } from "./lxd/site/import-image.ts";
export { prepareSite, siteNetwork } from "./lxd/site/prepare-site.ts";
export { removeSite } from "./lxd/site/remove-site.ts";
export type { InstanceMetrics } from "./metrics-port.ts";
export type {
  GatewayConfiguration,
  InstanceNetwork,
  NetworkConfiguration,
  NetworkKind,
  NetworkPort,
} from "./network-port.ts";
export type { Provider, StepBeginning } from "./provider.ts";
export { ProviderError } from "./provider-error.ts";
export type {
  BackupFile,
  BackupSpec,
  CaptureVolume,
  RecoveryPoint,
  RecoveryPort,
  VolumeCopy,
} from "./recovery-port.ts";
export { simulatedCdn } from "./simulated/simulated-cdn.ts";
export { simulatedProvider } from "./simulated/simulated-provider.ts";
export type { SiteFeature, SiteReport } from "./site-port.ts";
export { systemResolver } from "./system-resolver.ts";
export type { StoredVolume, VolumePort } from "./volume-port.ts";
