export type { CaptureVolume, ComputePort, Instance, InstanceConfiguration, InstanceSpec, StepBeginning, VolumeSnapshot } from "./compute-port.ts";
export { ProviderError } from "./provider-error.ts";
export { simulatedCompute } from "./simulated/simulated-compute.ts";
