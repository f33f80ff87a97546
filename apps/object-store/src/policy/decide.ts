import type { Policy } from "./policy-document.ts";
export interface PolicyRequest {
  principal: { accessKeyId: string; workspaceId: bigint } | "anonymous";
  action: string;
  resource: string;
  conditions: (key: string) => string[] | undefined;
}
export function decide(_policy: Policy, _request: PolicyRequest): "allow" | "deny" | "none" {
  return "none";
}
