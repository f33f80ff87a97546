// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ForesightStatements {
  plan_announced: {
    values: readonly [];
    row: {
      topic: string;
      resource_id: string;
    };
  };
  plan_charged: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      resource_id: string;
      hourly: string;
    };
  };
  plan_contents: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      id: string;
      field: "snapshots" | "backups" | "secrets";
      held: number;
    };
  };
  plan_difference: {
    values: readonly [string | number | null, string | number | null, readonly (string | null)[] | null];
    row: {
      hourly_delta: string;
      monthly_delta: string;
    };
  };
  plan_hourly: {
    values: readonly [string | null];
    row: {
      hourly: string;
      currency: string | null;
      began: Date;
      at: Date;
    };
  };
  plan_operations: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      operation_id: string;
      workspace_id: bigint;
      resource_id: string;
      resource_type: string;
      saga: string;
      input: unknown;
    };
  };
  plan_places: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      type: "cloud_vm" | "gpu_vm" | "ssh_key" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "load_balancer" | "cdn_distribution" | "cdn_signing_key" | "secret_store" | "secret" | "alert_rule" | "webhook";
      announced: string;
      path: string[];
    };
  };
}
