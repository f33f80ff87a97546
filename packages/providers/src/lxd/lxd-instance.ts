import { z } from "zod";

const Configuration = z.record(z.string(), z.string());

/** A device of an instance, such as its root disk or a network card. */
export const LxdDevice = Configuration;
export type LxdDevice = z.infer<typeof LxdDevice>;

const Devices = z.record(z.string(), LxdDevice);

/**
 * An instance as the server describes it; `config` and `devices` are its own, the expanded ones include those of its
 * profiles. When the cluster member is down, lists contain little more than the name and the status Error.
 */
export const LxdInstance = z.object({
  name: z.string(),
  status: z.string(),
  architecture: z.string(),
  /** The cluster member that it is on. */
  location: z.string(),
  created_at: z.string().optional(),
  config: Configuration.nullish().transform((config) => config ?? {}),
  expanded_config: Configuration.nullish().transform((config) => config ?? {}),
  devices: Devices.nullish().transform((devices) => devices ?? {}),
  expanded_devices: Devices.nullish().transform((devices) => devices ?? {}),
  profiles: z.array(z.string()).nullish(),
});
export type LxdInstance = z.infer<typeof LxdInstance>;

const Counters = z.object({ bytes_received: z.int(), bytes_sent: z.int() });

/** The runtime state of an instance; a stopped one has neither a process nor networks. */
export const LxdState = z.object({
  status: z.string(),
  pid: z.int(),
  disk: z.record(z.string(), z.object({ usage: z.int() })).nullable(),
  network: z.record(z.string(), z.object({ type: z.string(), counters: Counters })).nullable(),
});
export type LxdState = z.infer<typeof LxdState>;
