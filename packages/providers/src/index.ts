export type { ComputePort, Instance, InstanceConfiguration, InstanceSpec } from "./compute-port.ts";
export type { Provider, StepBeginning } from "./provider.ts";
export { ProviderError } from "./provider-error.ts";
export type { CaptureVolume, RecoveryPort, VolumeSnapshot } from "./recovery-port.ts";
export { simulatedProvider } from "./simulated/simulated-provider.ts";
