import { z } from "zod";
import { isPrivateNetwork, networkContains, parseCidr, parseIpv4 } from "./ipv4.ts";
import { NETWORK_STATUSES } from "./states.ts";

/** VPC subnet of the public API. VPCs have the same states. */
export const NetworkStatus = z.enum(NETWORK_STATUSES);
export type NetworkStatus = z.infer<typeof NetworkStatus>;

export const Ipv4Address = z
  .string()
  .refine((text) => parseIpv4(text) !== undefined, "must be an IPv4 address such as 10.0.0.1")
  .meta({ format: "ipv4" });

/** What no host on a network has (RFC 6890): this network, loopback, multicast, reserved and broadcast. */
const OF_NO_HOST = ["0.0.0.0/8", "127.0.0.0/8", "224.0.0.0/4", "240.0.0.0/4"].flatMap((text) => parseCidr(text) ?? []);

/** The address of a server that VMs ask. */
export const HostAddress = Ipv4Address.refine((text) => {
  const first = parseIpv4(text);
  return first === undefined || !OF_NO_HOST.some((network) => networkContains(network, { first, prefixLength: 32 }));
}, "must be the address of a server, such as 10.0.0.53").meta({ format: "ipv4" });

/** A private network whose size lies between two prefix lengths. */
const privateCidr = (largest: number, smallest: number) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text, largest, smallest);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

function problemOf(text: string, largest: number, smallest: number): string | undefined {
  const network = parseCidr(text);
  if (network === undefined) return "must be an IPv4 network whose host bits are zero, such as 10.0.0.0/16";
  if (!isPrivateNetwork(network)) return "must lie in a private range: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16";
  if (network.prefixLength < largest || network.prefixLength > smallest)
    return `must be between /${largest} and /${smallest}`;
  return undefined;
}

export const VpcCidr = privateCidr(16, 28);
/** The smallest subnet has room for a gateway and five VMs. */
export const SubnetCidr = privateCidr(16, 29);

/** The answer to the deletion of a networking resource. */
export const NetworkDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "NetworkDeletion" });
export type NetworkDeletion = z.infer<typeof NetworkDeletion>;
