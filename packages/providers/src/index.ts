export type { ComputePort, Instance, InstanceConfiguration, InstanceSnapshot, InstanceSpec, StepBeginning } from "./compute-port.ts";
export { ProviderError } from "./provider-error.ts";
export { simulatedCompute } from "./simulated/simulated-compute.ts";
