// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MetricsStatements {
  vm_metric_keep_days: {
    values: readonly [number | null];
    row: {
      kept: string | null;
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
    values: readonly [readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
}
