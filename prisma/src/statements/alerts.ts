// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AlertsStatements {
  alert_end_left: {
    values: readonly [];
    row: {};
  };
  alert_evaluate_cdn: {
    values: readonly [];
    row: {};
  };
  alert_evaluate_gpu: {
    values: readonly [];
    row: {};
  };
  alert_evaluate_load_balancer: {
    values: readonly [];
    row: {};
  };
  alert_evaluate_vm: {
    values: readonly [];
    row: {};
  };
  alert_evaluate_volume: {
    values: readonly [];
    row: {};
  };
  alert_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_id: string;
      resource_type: string;
      resource_name: string;
      value: number;
      began_at: Date;
      ended_at: Date | null;
      end_reason: "ok" | "no_data" | "resource_deleted" | "not_selected" | "rule_disabled" | "rule_deleted" | null;
    };
  };
  alert_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null, readonly (string | null)[] | null];
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_id: string;
      resource_type: string;
      resource_name: string;
      value: number;
      began_at: Date;
      ended_at: Date | null;
      end_reason: "ok" | "no_data" | "resource_deleted" | "not_selected" | "rule_disabled" | "rule_deleted" | null;
    };
  };
  alert_list_ended: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null, readonly (string | null)[] | null];
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_id: string;
      resource_type: string;
      resource_name: string;
      value: number;
      began_at: Date;
      ended_at: Date;
      end_reason: "ok" | "no_data" | "resource_deleted" | "not_selected" | "rule_disabled" | "rule_deleted" | null;
    };
  };
  alert_list_firing: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null, readonly (string | null)[] | null];
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_id: string;
      resource_type: string;
      resource_name: string;
      value: number;
      began_at: Date;
      ended_at: Date | null;
      end_reason: "ok" | "no_data" | "resource_deleted" | "not_selected" | "rule_disabled" | "rule_deleted" | null;
    };
  };
  alert_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  alert_rule_delete: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null];
    row: {
      alert_rule_id: string;
    };
  };
  alert_rule_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_ids: string[] | null;
      tag: string | null;
      notify_admins: boolean;
      notify_user_ids: string[];
      enabled: boolean;
      created_at: Date;
      updated_at: Date;
      firing_count: number;
    };
  };
  alert_rule_insert: {
    values: readonly [bigint | number, string, string, string, string, string, number, number, readonly (string | null)[] | null, string | null, boolean, readonly (string | null)[], boolean];
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_ids: string[] | null;
      tag: string | null;
      notify_admins: boolean;
      notify_user_ids: string[];
      enabled: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  alert_rule_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, number | null];
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_ids: string[] | null;
      tag: string | null;
      notify_admins: boolean;
      notify_user_ids: string[];
      enabled: boolean;
      created_at: Date;
      updated_at: Date;
      firing_count: number;
    };
  };
  alert_rule_update: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, number | null, number | null, readonly (string | null)[] | null, boolean | null, string | null, boolean | null, boolean | null, readonly (string | null)[] | null, boolean | null, readonly (string | null)[] | null];
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      comparison: "above" | "below";
      threshold: number;
      minutes: number;
      resource_ids: string[] | null;
      tag: string | null;
      notify_admins: boolean;
      notify_user_ids: string[];
      enabled: boolean;
      created_at: Date;
      updated_at: Date;
      firing_count: number;
    };
  };
  alert_state_list: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, number | null];
    row: {
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent";
      resource_id: string | null;
      resource_type: string | null;
      resource_name: string | null;
      state: "ok" | "firing" | "no_data" | null;
      since: Date | null;
      breached_since: Date | null;
    };
  };
}
