import { z } from "zod";

const Config = z.record(z.string(), z.string());

/** A network as the server describes it; `managed` ones alone have a configuration that can be changed. */
export const LxdNetwork = z.object({ name: z.string(), managed: z.boolean(), type: z.string(), config: Config });
export type LxdNetwork = z.infer<typeof LxdNetwork>;

export const LxdProfile = z.object({ name: z.string(), config: Config, devices: z.record(z.string(), Config) });
export type LxdProfile = z.infer<typeof LxdProfile>;

export const LxdAcl = z.object({ name: z.string(), config: Config });

export const LxdForward = z.object({ listen_address: z.string(), config: Config, description: z.string() });
export type LxdForward = z.infer<typeof LxdForward>;
