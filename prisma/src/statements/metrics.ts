// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MetricsStatements {
  gpu_metric_points: {
    values: readonly [bigint | number | null, string | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      utilisation_percent: number | null;
      memory_percent: number | null;
      temperature_celsius: number | null;
    };
  };
  metric_keep_days: {
    values: readonly [number | null];
    row: {
      kept: string | null;
    };
  };
  metric_pack: {
    values: readonly [number | null];
    row: {
      packed: string | null;
    };
  };
  vm_metric_points_cpu: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_disk: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_memory: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_points_network: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      first: number | null;
      second: number | null;
    };
  };
  vm_metric_record: {
    values: readonly [readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  volume_metric_points: {
    values: readonly [bigint | number | null, string | null, Date | string | null, Date | string | null, number | null];
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
    values: readonly [readonly (string | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (number | null)[] | null];
    row: {};
  };
}
