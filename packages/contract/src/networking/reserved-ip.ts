import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import {
  NewDeletionProtection,
  pageQuery,
  ResourceId,
  SetDeletionProtection,
  ShownDeletionProtection,
  searchQuery,
  severalOf,
  siteQuery,
  Timestamp,
} from "../values/fields.ts";
import { NetworkDeletion } from "./network-fields.ts";
import { LISTED_RESERVED_IP_STATUSES, RESERVED_IP_STATUSES } from "./states.ts";

export const ReservationType = z.enum(["user_reserved", "platform_assigned"]);
export type ReservationType = z.infer<typeof ReservationType>;

export const ReservedIpStatus = z.enum(RESERVED_IP_STATUSES);
export type ReservedIpStatus = z.infer<typeof ReservedIpStatus>;

/** Reserved IP of the public API. `label` and `reverse_dns` are empty if not set. */
export const ReservedIp = z
  .strictObject({
    public_ip_id: z.string(),
    address: z.string(),
    site_id: z.string(),
    status: ReservedIpStatus,
    organization_id: z.string(),
    workspace_id: z.string(),
    label: z.string(),
    reverse_dns: z.string(),
    reservation_type: ReservationType.nullable(),
    attached_resource_type: z.string().nullable(),
    attached_resource_id: z.string().nullable(),
    attached_vpc_id: z.string().nullable(),
    attached_subnet_id: z.string().nullable(),
    /** Since when an operator isolates the address from the network, and why. Null while nobody does. */
    isolated_at: Timestamp.nullable(),
    isolated_reason: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    deletion_protection: ShownDeletionProtection,
  })
  .meta({ id: "ReservedIp" });
export type ReservedIp = z.infer<typeof ReservedIp>;

const hostname =
  /^(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

const Label = z.string().max(63);
/** A full name: resolvers take what ends in a number for an address (RFC 3696, 2), and localhost is everybody's own. */
const isFullName = (name: string) => /\.(?!(\d+|0x[\da-f]*|localhost)$)[^.]+$/i.test(name);

const ReverseDns = z
  .string()
  .regex(hostname, "must be a host name such as vm1.example.com")
  .refine((name) => !hostname.test(name) || isFullName(name), "must be a full host name such as vm1.example.com")
  .or(z.literal(""));

export const ReserveIp = z
  .strictObject({
    site_id: ResourceId,
    label: Label.default(""),
    reverse_dns: ReverseDns.default(""),
    deletion_protection: NewDeletionProtection,
  })
  .meta({ id: "ReserveIp", examples: [{ site_id: "site-ams-1", label: "web", reverse_dns: "www.example.com" }] });
export type ReserveIp = z.infer<typeof ReserveIp>;

export const UpdateReservedIp = z
  .strictObject({
    label: Label.optional(),
    reverse_dns: ReverseDns.optional(),
    deletion_protection: SetDeletionProtection,
  })
  .meta({ id: "UpdateReservedIpRequest", examples: [{ label: "web", reverse_dns: "www.example.com" }] });

export type UpdateReservedIp = z.infer<typeof UpdateReservedIp>;

const target = z
  .strictObject({
    vm_id: ResourceId.optional(),
    nat_gateway_id: ResourceId.optional(),
    load_balancer_id: ResourceId.optional(),
  })
  .refine(
    (body) => Object.values(body).filter((id) => id !== undefined).length === 1,
    "needs exactly one of vm_id, nat_gateway_id and load_balancer_id",
  );
export const AttachReservedIp = target.meta({
  id: "AttachReservedIp",
  examples: [{ vm_id: "vm_01kq3v9d5n8c2r7m4x6t0w1y5z" }],
});
export const MoveReservedIp = target.meta({
  id: "MoveReservedIpRequest",
  examples: [{ load_balancer_id: "lb_01kq3v9d5n8c2r7m4x6t0w1y5z" }],
});
export type AttachReservedIp = z.infer<typeof AttachReservedIp>;

const family = "Networking";
const path = "/networking/reserved-ips";
const reservedIpId = { reserved_ip_id: ResourceId };

const reservedIpList = defineOperation({
  id: "reservedIp.list",
  resource: "reserved_ip",
  family,
  method: "GET",
  path,
  scope: "network.read",
  summary: "List reserved IPs",
  query: {
    ...pageQuery(),
    ...searchQuery,
    status: severalOf(z.enum(LISTED_RESERVED_IP_STATUSES)),
    ...siteQuery,
  },
  output: z.array(ReservedIp),
  list: true,
});

const reservedIpCreate = defineOperation({
  id: "reservedIp.create",
  resource: "reserved_ip",
  family,
  method: "POST",
  path,
  scope: "network.write",
  summary: "Reserve a public IPv4 address",
  body: ReserveIp,
  output: ReservedIp,
  success: 201,
  billable: true,
  errors: ["conflict", "billing_denied"],
});

const reservedIpGet = defineOperation({
  id: "reservedIp.get",
  resource: "reserved_ip",
  family,
  method: "GET",
  path: `${path}/{reserved_ip_id}`,
  scope: "network.read",
  summary: "Get a reserved IP",
  params: reservedIpId,
  output: ReservedIp,
  errors: ["not_found"],
});

const reservedIpDelete = defineOperation({
  id: "reservedIp.delete",
  resource: "reserved_ip",
  family,
  method: "DELETE",
  path: `${path}/{reserved_ip_id}`,
  scope: "network.write",
  summary: "Release a reserved IP",
  description: "It must be detached first.",
  params: reservedIpId,
  output: NetworkDeletion,
  errors: ["not_found", "conflict"],
});

const reservedIpAttach = defineOperation({
  id: "reservedIp.attach",
  resource: "reserved_ip",
  family,
  method: "POST",
  path: `${path}/{reserved_ip_id}/attach`,
  scope: "network.write",
  summary: "Attach a reserved IP to a VM, a NAT gateway or a load balancer",
  params: reservedIpId,
  body: AttachReservedIp,
  output: ReservedIp,
  errors: ["not_found", "conflict"],
});

const reservedIpDetach = defineOperation({
  id: "reservedIp.detach",
  resource: "reserved_ip",
  family,
  method: "POST",
  path: `${path}/{reserved_ip_id}/detach`,
  scope: "network.write",
  summary: "Detach a reserved IP",
  description:
    "Detaching an IP that is not attached changes nothing. An address that the platform assigned is " +
    "released with its attachment.",
  params: reservedIpId,
  output: ReservedIp,
  errors: ["not_found"],
});

const reservedIpUpdate = defineOperation({
  id: "reservedIp.update",
  resource: "reserved_ip",
  family,
  method: "PATCH",
  path: `${path}/{reserved_ip_id}`,
  scope: "network.write",
  summary: "Change the label, the reverse DNS or the protection of a reserved IP",
  description:
    "An empty text removes the value. An address that the platform assigned cannot be protected; it is " +
    "released with its attachment.",
  params: reservedIpId,
  body: UpdateReservedIp,
  output: ReservedIp,
  errors: ["not_found"],
});

const reservedIpMove = defineOperation({
  id: "reservedIp.move",
  resource: "reserved_ip",
  family,
  method: "POST",
  path: `${path}/{reserved_ip_id}/move`,
  scope: "network.write",
  summary: "Move a reserved IP to another resource",
  description:
    "It is detached from its current resource and attached to the other one in one step. Moving it to " +
    "where it is already attached changes nothing.",
  params: reservedIpId,
  body: MoveReservedIp,
  output: ReservedIp,
  errors: ["not_found", "conflict"],
});

export const reservedIpOperations = [
  reservedIpList,
  reservedIpCreate,
  reservedIpGet,
  reservedIpUpdate,
  reservedIpDelete,
  reservedIpAttach,
  reservedIpDetach,
  reservedIpMove,
] as const;
