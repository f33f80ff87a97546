import { firewallGroupCreate, firewallGroupGet, firewallGroupList } from "./firewall-group.ts";
import { natGatewayCreate, natGatewayDelete, natGatewayGet, natGatewayList } from "./nat-gateway.ts";
import { reservedIpAttach, reservedIpCreate, reservedIpDelete, reservedIpDetach, reservedIpGet, reservedIpList } from "./reserved-ip.ts";
import { subnetCreate, subnetDelete, subnetGet, subnetList } from "./subnet.ts";
import { vpcCreate, vpcDelete, vpcGet, vpcList } from "./vpc.ts";
import { vpcNodeAttach, vpcNodeDetach, vpcNodeList } from "./vpc-node.ts";

export const networkingOperations = [
  vpcList,
  vpcCreate,
  vpcGet,
  vpcDelete,
  subnetList,
  subnetCreate,
  subnetGet,
  subnetDelete,
  vpcNodeList,
  vpcNodeAttach,
  vpcNodeDetach,
  natGatewayList,
  natGatewayCreate,
  natGatewayGet,
  natGatewayDelete,
  reservedIpList,
  reservedIpCreate,
  reservedIpGet,
  reservedIpDelete,
  reservedIpAttach,
  reservedIpDetach,
  firewallGroupList,
  firewallGroupCreate,
  firewallGroupGet,
] as const;
