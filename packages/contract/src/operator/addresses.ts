// A public address of the installation, free or a customer's.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Timestamp } from "../values/fields.ts";
import { Reason } from "./organizations.ts";

const shared = {
  family: "Operator",
  resource: "operator_address",
  audience: "operator",
  subject: "installation",
} as const;
const address = "/operator/addresses/{address}";
const oneAddress = { address: z.string().trim().min(1).max(64) };
const SPELLINGS = "`address` is an IPv4 address in any spelling, or the id of a reserved IP.";

export const OperatorAddress = z
  .strictObject({
    address: z.string(),
    site_id: z.string(),
    /** The reserved IP that has the address. Null while it is free, as are the fields below. */
    public_ip_id: z.string().nullable(),
    label: z.string().nullable(),
    workspace_id: z.string().nullable(),
    workspace_name: z.string().nullable(),
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
    attached_resource_type: z.enum(["vm", "nat_gateway", "load_balancer"]).nullable(),
    attached_resource_id: z.string().nullable(),
    attached_resource_name: z.string().nullable(),
    /** Since when an operator isolates it, why, and which operator does. Null while nobody does. */
    isolated_at: Timestamp.nullable(),
    isolated_reason: z.string().nullable(),
    isolated_by: z.string().nullable(),
  })
  .meta({ id: "OperatorAddress" });
export type OperatorAddress = z.infer<typeof OperatorAddress>;

const operatorAddressGet = defineOperation({
  ...shared,
  id: "operatorAddress.get",
  method: "GET",
  path: address,
  summary: "Get a public address with its owner",
  description: SPELLINGS,
  params: oneAddress,
  output: OperatorAddress,
  errors: ["not_found"],
});

export const AddressIsolation = z
  .strictObject({ reason: Reason })
  .meta({ id: "AddressIsolation", examples: [{ reason: "It scans other networks; ticket 4711." }] });

const operatorAddressIsolate = defineOperation({
  ...shared,
  id: "operatorAddress.isolate",
  method: "POST",
  path: `${address}/isolate`,
  summary: "Take a public address off the network, with a reason that its owner sees",
  description:
    "A worker takes it off within seconds. The VM, NAT gateway or load balancer that has it keeps running and " +
    "keeps its other addresses. Until it is released, its owner cannot attach, move, detach or release it, and " +
    `no customer gets it. Isolating it again changes the reason. ${SPELLINGS}`,
  params: oneAddress,
  body: AddressIsolation,
  output: OperatorAddress,
  errors: ["not_found"],
});

const operatorAddressRelease = defineOperation({
  ...shared,
  id: "operatorAddress.release",
  method: "POST",
  path: `${address}/release`,
  summary: "Put a public address that an operator isolated back on the network",
  description: SPELLINGS,
  params: oneAddress,
  output: OperatorAddress,
  errors: ["not_found", "conflict"],
});

export const operatorAddressOperations = [operatorAddressGet, operatorAddressIsolate, operatorAddressRelease] as const;
