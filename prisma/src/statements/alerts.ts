// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AlertsStatements {
  alert_end_left: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_backup_destination: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_cdn: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_gpu: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_load_balancer: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_vm: {
    values: Record<never, never>;
    row: {};
  };
  alert_evaluate_volume: {
    values: Record<never, never>;
    row: {};
  };
  alert_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly alert_id: string;
    };
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly alert_rule_id: string | null;
      readonly resource_id: string | null;
      readonly metrics: readonly string[];
      readonly limit: number;
    };
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly alert_rule_id: string | null;
      readonly resource_id: string | null;
      readonly metrics: readonly string[];
      readonly limit: number;
    };
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly alert_rule_id: string | null;
      readonly resource_id: string | null;
      readonly metrics: readonly string[];
      readonly limit: number;
    };
    row: {
      alert_id: string;
      alert_rule_id: string;
      rule_name: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  alert_rule_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly alert_rule_id: string;
      readonly metrics: readonly string[];
    };
    row: {
      alert_rule_id: string;
    };
  };
  alert_rule_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly alert_rule_id: string;
    };
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly workspace_id: bigint | number;
      readonly alert_rule_id: string;
      readonly name: string;
      readonly description: string;
      readonly metric: string;
      readonly comparison: string;
      readonly threshold: number;
      readonly minutes: number;
      readonly resource_ids: readonly string[] | null;
      readonly tag: string | null;
      readonly notify_admins: boolean;
      readonly notify_user_ids: readonly string[];
      readonly enabled: boolean;
    };
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly metric: string | null;
      readonly limit: number;
    };
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly name: string | null;
      readonly description: string | null;
      readonly comparison: string | null;
      readonly threshold: number | null;
      readonly minutes: number | null;
      readonly sets_resource_ids: boolean;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly sets_tag: boolean;
      readonly tag: string | null;
      readonly notify_admins: boolean | null;
      readonly notify_user_ids: readonly (string | null)[] | null;
      readonly enabled: boolean | null;
      readonly workspace_id: bigint | number;
      readonly alert_rule_id: string;
      readonly metrics: readonly string[];
    };
    row: {
      alert_rule_id: string;
      name: string;
      description: string;
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
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
    values: {
      readonly after: string;
      readonly state: string | null;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly alert_rule_id: string;
    };
    row: {
      metric: "vm_cpu_percent" | "vm_memory_percent" | "gpu_utilisation_percent" | "gpu_memory_percent" | "gpu_temperature_celsius" | "volume_used_percent" | "load_balancer_unhealthy_targets" | "load_balancer_5xx_percent" | "load_balancer_response_ms" | "cdn_5xx_percent" | "backup_destination_failed_copies";
      resource_id: string | null;
      resource_type: string | null;
      resource_name: string | null;
      state: "ok" | "firing" | "no_data" | null;
      since: Date | null;
      breached_since: Date | null;
    };
  };
}
