import { firewallGroupCreate, firewallGroupDelete, firewallGroupGet, firewallGroupList, firewallGroupUpdate } from "./firewall-group.ts";
import { firewallInstanceLink, firewallInstanceList, firewallInstanceUnlink } from "./firewall-instance.ts";
import { firewallRuleCreate, firewallRuleDelete, firewallRuleReplace, firewallRuleUpdate } from "./firewall-rule.ts";
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
  firewallGroupUpdate,
  firewallGroupDelete,
  firewallRuleCreate,
  firewallRuleReplace,
  firewallRuleUpdate,
  firewallRuleDelete,
  firewallInstanceList,
  firewallInstanceLink,
  firewallInstanceUnlink,
] as const;
