// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface BillingStatements {
  admission_list: {
    values: readonly [bigint | number | null, string | null, bigint | number | null];
    row: {
      admission_id: string;
      action: string;
      sku_code: string;
      quantity: number;
      allowed: boolean;
      reason: string;
      hourly_price: string | null;
      currency: string | null;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      resource_id: string | null;
      request_id: string;
      at: Date;
    };
  };
  admission_list_by_allowed: {
    values: readonly [bigint | number | null, string | null, bigint | number | null, boolean | null];
    row: {
      admission_id: string;
      action: string;
      sku_code: string;
      quantity: number;
      allowed: boolean;
      reason: string;
      hourly_price: string | null;
      currency: string | null;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      resource_id: string | null;
      request_id: string;
      at: Date;
    };
  };
  admission_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  billing_quote: {
    values: readonly [string | null, string | null, bigint | number | null, bigint | number | null, string | null, number | null, string | null];
    row: {
      hourly_price: string;
      currency: string;
      suspended_by: "operator" | "metering" | null;
      raises: boolean;
      covered: boolean;
      quota: unknown;
    };
  };
  bucket_measure: {
    values: readonly [number | null];
    row: {
      measured: number;
    };
  };
  budget_batch: {
    values: readonly [string | null, number | null];
    row: {
      organization_id: string;
    };
  };
  budget_delete: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      budget_id: string;
    };
  };
  budget_get: {
    values: readonly [string | null, string | null, string | null];
    row: {
      budget_id: string;
      name: string;
      workspace_id: string | null;
      amount: string;
      thresholds: number[];
      forecast_thresholds: number[];
      month: string;
      spent: string;
      expected: string;
      created_at: Date;
      updated_at: Date;
      reached: ({ basis: "spent" | "expected"; percent: number; at: string | null })[];
    };
  };
  budget_insert: {
    values: readonly [string, string, string, bigint | number | null, string | number | null, readonly (number | null)[], readonly (number | null)[], string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  budget_list: {
    values: readonly [string | null, string | null, string | null, number | null];
    row: {
      budget_id: string;
      name: string;
      workspace_id: string | null;
      amount: string;
      thresholds: number[];
      forecast_thresholds: number[];
      month: string;
      spent: string;
      expected: string;
      created_at: Date;
      updated_at: Date;
      reached: ({ basis: "spent" | "expected"; percent: number; at: string | null })[];
    };
  };
  budget_notice_give: {
    values: readonly [Date | string | null, readonly (string | null)[] | null, string | null];
    row: {
      workspace_id: bigint;
      budget_id: string;
      basis: "spent" | "expected";
      percent: number;
    };
  };
  budget_notice_tell: {
    values: readonly [readonly (bigint | number | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  budget_update: {
    values: readonly [string | null, string | null, string | null, string | null, string | number | null, readonly (number | null)[] | null, readonly (number | null)[] | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      budget_id: string;
    };
  };
  commitment_recount: {
    values: readonly [string | null];
    row: {
      recount_commitment: string | null;
    };
  };
  invoice_claim: {
    values: readonly [Date | string | null, bigint | number | null];
    row: {
      organization_id: string;
    };
  };
  invoice_get: {
    values: readonly [string | null, string | null];
    row: {
      invoice_id: string;
      number: string;
      month: string;
      organization_id: string;
      organization_name: string;
      total: string;
      currency: string;
      issued_at: Date;
    };
  };
  invoice_issue: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, string | null];
    row: {};
  };
  invoice_lines: {
    values: readonly [string | null, string | null];
    row: {
      workspace_id: string;
      workspace_name: string;
      sku_code: string;
      name: string;
      unit: string;
      quantity: string;
      unit_price: string;
      amount: string;
    };
  };
  invoice_list: {
    values: readonly [string | null, string | null, number | null];
    row: {
      invoice_id: string;
      number: string;
      month: string;
      organization_id: string;
      organization_name: string;
      total: string;
      currency: string;
      issued_at: Date;
    };
  };
  invoice_preview: {
    values: readonly [string | null];
    row: {
      metered_until: Date;
      since: Date;
      month: string;
      organization_name: string;
    };
  };
  invoice_preview_lines: {
    values: readonly [string | null, Date | string | null];
    row: {
      workspace_id: string;
      workspace_name: string;
      sku_code: string;
      name: string;
      unit: string;
      quantity: string;
      unit_price: string;
      amount: string;
      total: string;
    };
  };
  ledger_list: {
    values: readonly [string | null, bigint | number | null, bigint | number | null];
    row: {
      entry_number: string;
      kind: "opening" | "top_up" | "usage" | "adjustment";
      workspace_id: string | null;
      amount: string;
      balance_after: string;
      reference: string | null;
      at: Date;
    };
  };
  meter_claim: {
    values: readonly [Date | string | null, bigint | number | null];
    row: {
      organization_id: string;
    };
  };
  meter_last_hour: {
    values: readonly [Date | string | null];
    row: {
      hour: Date;
    };
  };
  meter_record: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  meter_suspend: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  meter_wallets: {
    values: readonly [readonly (string | null)[] | null, string | null];
    row: {};
  };
  price_list_seed: {
    values: readonly [string | null];
    row: {};
  };
  quota_default_give: {
    values: readonly [bigint | number | null];
    row: {
      give_default_quotas: string | null;
    };
  };
  quota_default_list: {
    values: readonly [];
    row: {
      resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "load_balancers" | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
      limit: number;
    };
  };
  quota_default_set: {
    values: readonly [string, number];
    row: {};
  };
  quota_default_unset: {
    values: readonly [string | null];
    row: {};
  };
  quota_list: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, string | null, bigint | number | null];
    row: {
      resource: string | null;
      limit: number | null;
      used: number;
    };
  };
  quota_set: {
    values: readonly [bigint | number | null, string | null, number | null, string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  quota_unset: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  sku_list: {
    values: readonly [string | null, string | null, bigint | number | null];
    row: {
      sku_code: string;
      family: string;
      name: string;
      unit: string;
      hourly_price: string;
      currency: string;
    };
  };
  suspension_find: {
    values: readonly [string | null];
    row: {
      suspended_by: "operator" | "metering" | null;
      seconds: number;
    };
  };
  transfer_add: {
    values: readonly [readonly (bigint | number | null)[] | null, readonly (string | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  transfer_forget: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  usage_forecast: {
    values: readonly [bigint | number | null];
    row: {
      month: string;
      spent: string;
      hourly_rate: string;
      expected: string;
      metered_until: Date;
    };
  };
  usage_list_day: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: string;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_day_of_resource: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: string;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_resource: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: string;
      resource_id: string;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_resource_of_resource: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: string;
      resource_id: string;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_sku: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_sku_of_resource: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_tag: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: string | null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  usage_list_tag_of_resource: {
    values: readonly [bigint | number | null, Date | string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: string | null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      position: string;
    };
  };
  wallet_adjust: {
    values: readonly [string | null, string | number | null];
    row: {};
  };
  wallet_lock: {
    values: readonly [string | null, string | null];
    row: {
      organization_id: string;
    };
  };
  wallet_read: {
    values: readonly [string | null, string | null];
    row: {
      organization_id: string;
      balance: string;
      credit_limit: string;
      currency: string;
      suspended_at: Date | null;
      suspended_by: "operator" | "metering" | null;
      suspended_reason: string | null;
      metered_until: Date;
    };
  };
  wallet_resume: {
    values: readonly [string | null, string | null, string | null];
    row: {
      audit_event_id: string;
    };
  };
  wallet_resume_covered: {
    values: readonly [string | null, string | null];
    row: {};
  };
  wallet_set: {
    values: readonly [string | null, string | number | null, string | null, string | null];
    row: {};
  };
  wallet_suspend: {
    values: readonly [string | null, string | null, string | null, string | null];
    row: {};
  };
  wallet_top_up: {
    values: readonly [string, string | number | null, string | null, string | null, string | null];
    row: {};
  };
}
