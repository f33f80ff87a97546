// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface OverviewStatements {
  overview_count: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      family: "cloud_vm" | "gpu_vm" | "volume" | "bucket" | "vpc" | "reserved_ip" | "firewall_group" | "load_balancer" | "cdn_distribution" | "secret_store";
      status: string;
      count: number;
    };
  };
  overview_look: {
    values: {
      readonly scopes: readonly string[];
      readonly workspace_id: bigint | number;
    };
    row: {
      kind: "alert_fires" | "failed" | "secret_expires" | "certificate_expires";
      type: "alert_rule" | "cloud_vm" | "gpu_vm" | "volume" | "subnet" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "cdn_custom_domain" | "secret";
      id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | "available" | "attaching" | "in-use" | "detaching" | "without_public_ip" | "updating" | "active" | "deploying" | "disabled" | "failed" | "pending_validation" | "pending_tls" | null;
      parent_ids: string[];
      at: Date | null;
    };
  };
  overview_spent: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      amount: string;
    };
  };
  overview_tokens: {
    values: {
      readonly organization_id: string;
    };
    row: {
      token_id: string;
      name: string;
      at: Date;
    };
  };
}
