import { z } from "zod";

const Config = z.record(z.string(), z.string());

/** A network as the server describes it. Only `managed` ones have a configuration that can be changed. */
export const LxdNetwork = z.object({
  name: z.string(),
  managed: z.boolean(),
  type: z.string(),
  config: Config,
  used_by: z.array(z.string()).nullish(),
});
export type LxdNetwork = z.infer<typeof LxdNetwork>;

export const LxdProfile = z.object({ name: z.string(), config: Config, devices: z.record(z.string(), Config) });
export type LxdProfile = z.infer<typeof LxdProfile>;

/** A rule of an ACL; empty fields match everything. The server sorts rules by action: drops come before allows. */
export const AclRule = z.object({
  action: z.enum(["allow", "drop"]),
  state: z.literal("enabled"),
  protocol: z.enum(["tcp", "udp", "icmp4"]).optional(),
  source: z.string().optional(),
  destination: z.string().optional(),
  destination_port: z.string().optional(),
  icmp_type: z.string().optional(),
  icmp_code: z.string().optional(),
});
export type AclRule = z.infer<typeof AclRule>;

export const LxdAcl = z.object({
  name: z.string(),
  config: Config,
  ingress: z.array(AclRule),
  egress: z.array(AclRule),
});

export const LxdForward = z.object({ listen_address: z.string(), config: Config, description: z.string() });
export type LxdForward = z.infer<typeof LxdForward>;
