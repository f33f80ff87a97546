// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MetricsStatements {
  gpu_metric_points: {
    values: {
      readonly step_seconds: number;
      readonly from: Date | string;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly to: Date | string;
    };
    row: {
      at: Date | null;
      utilisation_percent: number | null;
      memory_percent: number | null;
      temperature_celsius: number | null;
    };
  };
  metric_keep_days: {
    values: {
      readonly retention_days: number;
    };
    row: {
      kept: string | null;
    };
  };
  metric_pack: {
    values: {
      readonly minutes_after: number;
    };
    row: {
      packed: string | null;
    };
  };
  vm_metric_points_cpu: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly from: Date | string;
      readonly to: Date | string;
      readonly step_seconds: number;
      readonly type: "cloud" | "gpu";
    };
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_disk: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly from: Date | string;
      readonly to: Date | string;
      readonly step_seconds: number;
      readonly type: "cloud" | "gpu";
    };
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_memory: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly from: Date | string;
      readonly to: Date | string;
      readonly step_seconds: number;
      readonly type: "cloud" | "gpu";
    };
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_network: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly from: Date | string;
      readonly to: Date | string;
      readonly step_seconds: number;
      readonly type: "cloud" | "gpu";
    };
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_record: {
    values: {
      readonly vm_ids: readonly string[];
      readonly cpu_percents: readonly number[];
      readonly memory_percents: readonly number[];
      readonly read_bytes: readonly (bigint | number | null)[];
      readonly write_bytes: readonly (bigint | number | null)[];
      readonly rx_bytes: readonly (bigint | number)[];
      readonly tx_bytes: readonly (bigint | number)[];
      readonly gpus: readonly (string | null)[];
    };
    row: {};
  };
  volume_metric_points: {
    values: {
      readonly workspace_id: bigint | number;
      readonly volume_id: string;
      readonly from: Date | string;
      readonly to: Date | string;
      readonly step_seconds: number;
    };
    row: {
      at: Date | null;
      read_bytes_per_second: number | null;
      write_bytes_per_second: number | null;
      read_operations_per_second: number | null;
      write_operations_per_second: number | null;
      used_percent: number | null;
    };
  };
  volume_metric_record: {
    values: {
      readonly volume_ids: readonly string[];
      readonly read_bytes: readonly (bigint | number | null)[];
      readonly write_bytes: readonly (bigint | number | null)[];
      readonly read_operations: readonly (bigint | number | null)[];
      readonly write_operations: readonly (bigint | number | null)[];
      readonly used_percents: readonly (number | null)[];
    };
    row: {};
  };
}
