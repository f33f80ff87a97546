// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface BillingStatements {
  admission_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly allowed: boolean;
      readonly after: string;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  billing_details_read: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
      legal_name: string | null;
      address_lines: string[];
      postal_code: string | null;
      city: string | null;
      country: string | null;
      vat_number: string | null;
      email: string | null;
      updated_at: Date | null;
      tax: { name: string | null; country: string | null; percent: string | null; reverse_charge: boolean | null } | null;
    };
  };
  billing_details_set: {
    values: {
      readonly organization_id: string;
      readonly legal_name: string;
      readonly address_lines: readonly string[];
      readonly postal_code: string | null;
      readonly city: string | null;
      readonly country: string;
      readonly vat_number: string | null;
      readonly email: string | null;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string | null;
    };
    row: {};
  };
  billing_details_update: {
    values: {
      readonly organization_id: string;
      readonly legal_name: string;
      readonly address_lines: readonly string[];
      readonly postal_code: string | null;
      readonly city: string | null;
      readonly country: string;
      readonly vat_number: string | null;
      readonly email: string | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  billing_quote: {
    values: {
      readonly hours: number | null;
      readonly workspace_id: bigint | number;
      readonly quantity: bigint | number;
      readonly adds: string | null;
      readonly organization_id: string | null;
      readonly also: string;
      readonly sku_code: string;
      readonly binding: boolean;
      readonly needed: readonly (string | null)[];
    };
    row: {
      hourly_price: string;
      currency: string;
      suspended_by: "operator" | "metering" | "dunning" | null;
      raises: boolean;
      covered: boolean;
      quota: unknown;
    };
  };
  billing_unpriced: {
    values: {
      readonly needed: readonly (string | null)[];
      readonly organization_id: string;
    };
    row: {
      unpriced: string | null;
    };
  };
  bucket_measure: {
    values: {
      readonly measured: number;
    };
    row: {
      measured: number;
    };
  };
  budget_batch: {
    values: {
      readonly last: string;
      readonly limit: number;
    };
    row: {
      organization_id: string;
    };
  };
  budget_delete: {
    values: {
      readonly organization_id: string;
      readonly token_id: string;
      readonly budget_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      budget_id: string;
    };
  };
  budget_get: {
    values: {
      readonly organization_id: string;
      readonly token_id: string;
      readonly budget_id: string;
    };
    row: {
      budget_id: string;
      name: string;
      workspace_id: string | null;
      amount: string;
      thresholds: number[];
      forecast_thresholds: number[];
      at_cap: "notify" | "refuse" | "refuse_and_stop";
      stop: unknown;
      currency: string;
      month: string;
      spent: string;
      expected: string;
      created_at: Date;
      updated_at: Date;
      reached: ({ basis: "spent" | "expected"; percent: number; at: string | null })[];
      stopped: ({ workspace_id: string; vm_id: string; stopped_at: string | null })[];
      stopped_groups: ({ workspace_id: string; vm_group_id: string; stopped_at: string | null })[];
    };
  };
  budget_insert: {
    values: {
      readonly organization_id: string;
      readonly budget_id: string;
      readonly name: string;
      readonly workspace_id: bigint | number | null;
      readonly amount: string | number;
      readonly thresholds: readonly number[];
      readonly forecast_thresholds: readonly number[];
      readonly at_cap: string;
      readonly stop: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  budget_list: {
    values: {
      readonly organization_id: string;
      readonly token_id: string;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      budget_id: string;
      name: string;
      workspace_id: string | null;
      amount: string;
      thresholds: number[];
      forecast_thresholds: number[];
      at_cap: "notify" | "refuse" | "refuse_and_stop";
      stop: unknown;
      currency: string;
      month: string;
      spent: string;
      expected: string;
      created_at: Date;
      updated_at: Date;
      reached: ({ basis: "spent" | "expected"; percent: number; at: string | null })[];
      stopped: ({ workspace_id: string; vm_id: string; stopped_at: string | null })[];
      stopped_groups: ({ workspace_id: string; vm_group_id: string; stopped_at: string | null })[];
    };
  };
  budget_notice_give: {
    values: {
      readonly now: Date | string | null;
      readonly organization_ids: readonly string[];
    };
    row: {
      workspace_id: bigint;
      budget_id: string;
      basis: "spent" | "expected";
      percent: number;
    };
  };
  budget_notice_tell: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly budget_ids: readonly (string | null)[];
      readonly bases: readonly string[];
      readonly percents: readonly number[];
      readonly audit_event_ids: readonly string[];
    };
    row: {};
  };
  budget_update: {
    values: {
      readonly name: string | null;
      readonly amount: string | number | null;
      readonly thresholds: readonly (number | null)[] | null;
      readonly forecast_thresholds: readonly (number | null)[] | null;
      readonly at_cap: string | null;
      readonly stop: string | null;
      readonly organization_id: string;
      readonly token_id: string;
      readonly budget_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      budget_id: string;
    };
  };
  commitment_recount: {
    values: {
      readonly organization_id: string;
    };
    row: {
      recount_commitment: string | null;
    };
  };
  currency_read: {
    values: Record<never, never>;
    row: {
      currency: string;
    };
  };
  dispute_search_claim: {
    values: {
      readonly provider: string;
    };
    row: {
      asked_until: Date;
      asked_at: Date;
    };
  };
  dispute_search_done: {
    values: {
      readonly asked_at: Date | string;
      readonly provider: string;
    };
    row: {};
  };
  dunning_claim: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      organization_id: string;
    };
  };
  dunning_lift: {
    values: {
      readonly organization_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
      readonly now: Date | string | null;
    };
    row: {};
  };
  dunning_take: {
    values: {
      readonly organization_ids: readonly string[];
      readonly now: Date | string | null;
      readonly audit_event_ids: readonly string[];
    };
    row: {};
  };
  invoice_claim: {
    values: {
      readonly now: Date | string | null;
      readonly limit: bigint | number;
    };
    row: {
      organization_id: string;
    };
  };
  invoice_get: {
    values: {
      readonly organization_id: string;
      readonly invoice_id: string;
    };
    row: {
      invoice_id: string;
      number: string;
      month: string;
      organization_id: string;
      organization_name: string;
      net_total: string;
      tax_total: string;
      total: string;
      currency: string;
      issued_at: Date;
      due_at: Date | null;
      owed: string;
      outstanding: string;
      state: "paid" | "open" | "overdue";
      tax_lines: unknown;
      buyer: unknown;
      seller: unknown;
      cloud: string;
    };
  };
  invoice_issue: {
    values: {
      readonly organization_ids: readonly string[];
      readonly invoice_ids: readonly string[];
      readonly now: Date | string | null;
    };
    row: {};
  };
  invoice_lines: {
    values: {
      readonly organization_id: string;
      readonly invoice_id: string;
    };
    row: {
      workspace_id: string;
      workspace_name: string;
      sku_code: string;
      name: string;
      unit: string;
      quantity: string;
      unit_price: string;
      price_since: Date | null;
      free_quantity: string;
      free_amount: string;
      capped_amount: string;
      amount: string;
    };
  };
  invoice_list: {
    values: {
      readonly organization_id: string;
      readonly before: string;
      readonly limit: number;
    };
    row: {
      invoice_id: string;
      number: string;
      month: string;
      organization_id: string;
      organization_name: string;
      net_total: string;
      tax_total: string;
      total: string;
      currency: string;
      issued_at: Date;
      due_at: Date | null;
      owed: string;
      outstanding: string;
      state: "paid" | "open" | "overdue";
    };
  };
  invoice_preview: {
    values: {
      readonly organization_id: string;
    };
    row: {
      metered_until: Date;
      since: Date;
      month: string;
      organization_name: string;
      currency: string;
    };
  };
  invoice_preview_lines: {
    values: {
      readonly organization_id: string;
      readonly since: Date | string;
    };
    row: {
      workspace_id: string;
      workspace_name: string;
      sku_code: string;
      name: string;
      unit: string;
      quantity: string;
      unit_price: string;
      price_since: Date | null;
      free_quantity: string;
      free_amount: string;
      capped_amount: string;
      amount: string;
      net_total: string;
      tax_total: string;
      total: string;
      tax_lines: ({ name: string | null; country: string | null; percent: string | null; net: string; tax: string | null; reverse_charge: boolean | null })[];
    };
  };
  ledger_list: {
    values: {
      readonly organization_id: string;
      readonly entry_number: bigint | number;
      readonly limit: bigint | number;
    };
    row: {
      entry_number: string;
      kind: "opening" | "top_up" | "usage" | "adjustment" | "tax";
      workspace_id: string | null;
      amount: string;
      balance_after: string;
      reference: string | null;
      at: Date;
    };
  };
  meter_claim: {
    values: {
      readonly until: Date | string;
      readonly limit: bigint | number;
    };
    row: {
      organization_id: string;
    };
  };
  meter_last_hour: {
    values: {
      readonly now: Date | string | null;
    };
    row: {
      hour: Date;
    };
  };
  meter_record: {
    values: {
      readonly organization_ids: readonly string[];
    };
    row: {};
  };
  meter_suspend: {
    values: {
      readonly organization_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
    };
    row: {};
  };
  meter_wallets: {
    values: {
      readonly organization_ids: readonly string[];
    };
    row: {};
  };
  organization_set_quota_class: {
    values: {
      readonly organization_id: string;
      readonly class_id: string;
      readonly resources: readonly string[];
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  payment_cancel: {
    values: {
      readonly payment_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string | null;
    };
    row: {
      audit_event_id: string;
    };
  };
  payment_claim: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      payment_id: string;
      organization_id: string;
      provider: "transfer" | "stripe";
      reference: string;
    };
  };
  payment_confirm: {
    values: {
      readonly paid_amount: string | number | null;
      readonly paid_currency: string | null;
      readonly paid_at: string | null;
      readonly capture: string | null;
      readonly payment_id: string;
      readonly organization_id: string;
      readonly provider: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      unbooked: "other_currency" | "balance_too_large" | "credited_before" | null;
    };
  };
  payment_dispute_book: {
    values: {
      readonly dispute_id: string;
      readonly audit_event_id: string;
      readonly event_id: string;
    };
    row: {
      is_given_back: boolean;
    };
  };
  payment_dispute_claim: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      provider: string;
      reference: string;
    };
  };
  payment_dispute_record: {
    values: {
      readonly reference: string;
      readonly provider: string;
      readonly dispute_id: string;
      readonly url: string;
      readonly state: string;
      readonly reason: string;
      readonly amount: string | number;
      readonly currency: string;
      readonly evidence_due_at: string | null;
      readonly told_at: Date | string;
      readonly withdrawn: boolean;
      readonly reinstated: boolean;
      readonly capture: string;
    };
    row: {
      dispute_id: string;
      payment_id: string;
      organization_id: string;
      state: "inquiry" | "open" | "won" | "lost" | "closed";
      is_news: boolean;
    };
  };
  payment_dispute_tell: {
    values: {
      readonly dispute_id: string;
      readonly event_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  payment_end: {
    values: {
      readonly state: string;
      readonly payment_id: string;
      readonly organization_id: string;
      readonly provider: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  payment_get: {
    values: {
      readonly organization_id: string;
      readonly payment_id: string;
    };
    row: {
      payment_id: string;
      state: "waiting" | "paid" | "failed" | "expired" | "cancelled";
      amount: string;
      currency: string;
      provider: "transfer" | "stripe";
      reference: string;
      url: string | null;
      paid_amount: string | null;
      paid_currency: string | null;
      paid_at: Date | null;
      unbooked: "other_currency" | "balance_too_large" | "credited_before" | null;
      refunded: string;
      dispute_state: "inquiry" | "open" | "won" | "lost" | "closed" | null;
      disputed: string;
      requester_name: string | null;
      created_at: Date;
      payee: string;
    };
  };
  payment_insert: {
    values: {
      readonly payment_id: string;
      readonly organization_id: string;
      readonly amount: string | number;
      readonly currency: string;
      readonly provider: string;
      readonly reference: string;
      readonly url: string | null;
      readonly requester_name: string | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  payment_list: {
    values: {
      readonly organization_id: string;
      readonly after: string;
      readonly state: string | null;
      readonly limit: number;
    };
    row: {
      payment_id: string;
      state: "waiting" | "paid" | "failed" | "expired" | "cancelled";
      amount: string;
      currency: string;
      provider: "transfer" | "stripe";
      reference: string;
      url: string | null;
      paid_amount: string | null;
      paid_currency: string | null;
      paid_at: Date | null;
      unbooked: "other_currency" | "balance_too_large" | "credited_before" | null;
      refunded: string;
      dispute_state: "inquiry" | "open" | "won" | "lost" | "closed" | null;
      disputed: string;
      requester_name: string | null;
      created_at: Date;
      payee: string;
    };
  };
  payment_of_capture: {
    values: {
      readonly capture: string;
      readonly provider: string;
    };
    row: {
      organization_id: string;
    };
  };
  payment_payer: {
    values: {
      readonly organization_id: string;
    };
    row: {
      name: string;
      cloud: string;
      currency: string;
    };
  };
  payment_refund_adopt: {
    values: {
      readonly amount: string | number;
      readonly capture: string;
      readonly provider: string;
      readonly currency: string;
      readonly reference: string;
      readonly refund_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  payment_refund_ask: {
    values: {
      readonly amount: string | number;
      readonly payment_id: string;
      readonly allow_debt: boolean;
      readonly refund_id: string;
      readonly reason: string | null;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  payment_refund_claim: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      refund_id: string;
      organization_id: string;
      amount: string;
      currency: string;
      provider: "transfer" | "stripe";
      capture: string | null;
    };
  };
  payment_refund_done: {
    values: {
      readonly reference: string | null;
      readonly refund_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  payment_refund_failed: {
    values: {
      readonly problem: string | null;
      readonly refund_id: string;
      readonly reference: string;
      readonly capture: string;
      readonly audit_event_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  payment_refund_known: {
    values: {
      readonly capture: string;
      readonly provider: string;
      readonly reference: string;
    };
    row: {
      refund_id: string;
    };
  };
  payment_refund_problem: {
    values: {
      readonly problem: string | null;
      readonly refund_id: string;
    };
    row: {};
  };
  payment_refund_refusal: {
    values: {
      readonly amount: string | number | null;
      readonly payment_id: string;
    };
    row: {
      paid: boolean;
      disputed: boolean;
      too_much: boolean;
      left: string;
    };
  };
  payment_remember: {
    values: {
      readonly payment_id: string;
      readonly organization_id: string;
      readonly amount: string | number;
      readonly currency: string;
      readonly provider: string;
      readonly reference: string;
    };
    row: {};
  };
  payment_settle: {
    values: {
      readonly paid_amount: string | number | null;
      readonly paid_currency: string | null;
      readonly paid_at: string | null;
      readonly capture: string | null;
      readonly payment_id: string;
      readonly organization_id: string;
      readonly provider: string;
      readonly audit_event_id: string;
    };
    row: {
      unbooked: "other_currency" | "balance_too_large" | "credited_before" | null;
    };
  };
  price_begin: {
    values: Record<never, never>;
    row: {
      began: boolean;
    };
  };
  price_book_assign: {
    values: {
      readonly valid_from: Date | string | null;
      readonly organization_id: string;
      readonly book_id: string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_book_assignments: {
    values: {
      readonly organization_id: string | null;
      readonly book_id: string | null;
    };
    row: {
      organization_id: string;
      organization_name: string;
      book_id: string;
      valid_from: Date;
    };
  };
  price_book_create: {
    values: {
      readonly book_id: string;
      readonly name: string;
    };
    row: {};
  };
  price_book_discount_remove: {
    values: {
      readonly book_id: string;
      readonly valid_from: Date | string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_book_discount_set: {
    values: {
      readonly valid_from: Date | string | null;
      readonly percent_off: string | number;
      readonly book_id: string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_book_list: {
    values: Record<never, never>;
    row: {
      book_id: string;
      name: string;
      created_at: Date;
      currency: string;
      percent_off: string | null;
      discounts: ({ valid_from: string; percent_off: string })[];
      organizations: number;
    };
  };
  price_book_remove: {
    values: {
      readonly book_id: string;
    };
    row: {
      book_id: string;
    };
  };
  price_book_rename: {
    values: {
      readonly name: string;
      readonly book_id: string;
    };
    row: {
      book_id: string;
    };
  };
  price_book_unassign: {
    values: {
      readonly organization_id: string;
      readonly valid_from: Date | string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_list_all: {
    values: {
      readonly book_id: string;
      readonly sku_code: string | null;
    };
    row: {
      book_id: string;
      sku_code: string;
      name: string | null;
      unit: string | null;
      valid_from: Date;
      hourly_price: string | null;
      monthly_cap: string | null;
      free_quantity: string | null;
      time: "future" | "past" | "present";
    };
  };
  price_missing: {
    values: {
      readonly book_id: string;
    };
    row: {
      sku_code: string;
      name: string;
      unit: string;
    };
  };
  price_preview: {
    values: {
      readonly begins: Date | string;
      readonly limit: number;
    };
    row: {
      organization_id: string;
      organization_name: string;
      before: string;
      after: string;
      difference: string;
      changed: number;
      before_all: string | null;
      after_all: string | null;
      difference_all: string | null;
    };
  };
  price_remove: {
    values: {
      readonly book_id: string;
      readonly sku_code: string;
      readonly valid_from: Date | string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_set: {
    values: {
      readonly valid_from: Date | string | null;
      readonly hourly_price: string | number | null;
      readonly monthly_cap: string | number | null;
      readonly free_quantity: string | number | null;
      readonly book_id: string;
      readonly sku_code: string;
    };
    row: {
      valid_from: Date;
    };
  };
  price_show: {
    values: {
      readonly hourly_price: string | number | null;
      readonly sku_code: string;
    };
    row: {};
  };
  product_seed: {
    values: {
      readonly products: string;
    };
    row: {};
  };
  quota_class_default: {
    values: Record<never, never>;
    row: {
      class_id: string;
    };
  };
  quota_class_limits_default: {
    values: Record<never, never>;
    row: {
      resource: "buckets" | "cdn_distributions" | "cloud_vms" | "cpus" | "gpu_vms" | "images" | "load_balancers" | "nat_gateways" | "reserved_ips" | "volume_gb" | "volumes";
      limit: number;
    };
  };
  quota_class_lock: {
    values: {
      readonly class_id: string;
    };
    row: {
      class_id: string;
    };
  };
  quota_class_set_limits: {
    values: {
      readonly limits: string;
      readonly class_id: string;
    };
    row: {
      workspaces: number;
    };
  };
  quota_default_give: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      give_default_quotas: string | null;
    };
  };
  quota_list: {
    values: {
      readonly resources: readonly string[];
      readonly after: string;
      readonly limit: bigint | number;
      readonly workspace_id: bigint | number;
    };
    row: {
      resource: string;
      limit: number | null;
      used: number;
    };
  };
  quota_request_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly quota_request_id: string;
    };
    row: {
      quota_request_id: string;
      workspace_id: string;
      resource: string;
      wanted: number;
      reason: string;
      status: "open" | "granted" | "refused" | "withdrawn";
      granted: number | null;
      answer: string | null;
      requester_name: string;
      created_at: Date;
      decided_at: Date | null;
    };
  };
  quota_request_grant: {
    values: {
      readonly granted: number | null;
      readonly answer: string | null;
      readonly quota_request_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  quota_request_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly quota_request_id: string;
      readonly organization_id: string;
      readonly resource: string;
      readonly wanted: number;
      readonly reason: string;
      readonly requested_by: string;
      readonly requester_name: string;
    };
    row: {
      quota_request_id: string;
      workspace_id: string;
      resource: string;
      wanted: number;
      reason: string;
      status: "open" | "granted" | "refused" | "withdrawn";
      granted: number | null;
      answer: string | null;
      requester_name: string;
      created_at: Date;
      decided_at: Date | null;
    };
  };
  quota_request_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly status: string | null;
      readonly limit: number;
    };
    row: {
      quota_request_id: string;
      workspace_id: string;
      resource: string;
      wanted: number;
      reason: string;
      status: "open" | "granted" | "refused" | "withdrawn";
      granted: number | null;
      answer: string | null;
      requester_name: string;
      created_at: Date;
      decided_at: Date | null;
    };
  };
  quota_request_refuse: {
    values: {
      readonly answer: string | null;
      readonly quota_request_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  quota_request_withdraw: {
    values: {
      readonly workspace_id: bigint | number;
      readonly quota_request_id: string;
    };
    row: {
      quota_request_id: string;
      workspace_id: string;
      resource: string;
      wanted: number;
      reason: string;
      status: "open" | "granted" | "refused" | "withdrawn";
      granted: number | null;
      answer: string | null;
      requester_name: string;
      created_at: Date;
      decided_at: Date | null;
    };
  };
  quota_set: {
    values: {
      readonly resource_id: string;
      readonly limit: number;
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  quota_unset: {
    values: {
      readonly workspace_id: bigint | number;
      readonly resource_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  sku_list: {
    values: {
      readonly organization_id: string;
      readonly sku_code: string;
      readonly family: string | null;
      readonly limit: bigint | number;
    };
    row: {
      sku_code: string;
      family: string;
      name: string;
      unit: string;
      hourly_price: string;
      monthly_cap: string | null;
      free_quantity: string | null;
      currency: string;
    };
  };
  storing_find: {
    values: {
      readonly organization_id: string;
      readonly products: readonly (string | null)[];
    };
    row: {
      suspended: boolean;
      unpriced: string | null;
    };
  };
  transfer_add: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly resource_ids: readonly string[];
      readonly bytes: readonly (bigint | number)[];
    };
    row: {};
  };
  transfer_forget: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  usage_forecast: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      month: string;
      spent: string;
      hourly_rate: string;
      expected: string;
      metered_until: Date;
      currency: string;
    };
  };
  usage_list_day: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string | null;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: string;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_day_of_resource: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: string;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_resource: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string | null;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: string;
      resource_id: string;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_resource_of_resource: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: string;
      resource_id: string;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_sku: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string | null;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_sku_of_resource: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_tag: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string | null;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: string | null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  usage_list_tag_of_resource: {
    values: {
      readonly workspace_id: bigint | number;
      readonly since: Date | string;
      readonly until: Date | string;
      readonly resource_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      day: null;
      resource_type: null;
      resource_id: null;
      tag: string | null;
      sku_code: string;
      quantity_hours: string;
      amount: string;
      currency: string;
      position: string;
    };
  };
  wallet_adjust: {
    values: {
      readonly balance: string | number;
      readonly organization_id: string;
    };
    row: {};
  };
  wallet_lock: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  wallet_read: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
      balance: string;
      credit_limit: string;
      currency: string;
      suspended_at: Date | null;
      suspended_by: "operator" | "metering" | "dunning" | null;
      suspended_reason: string | null;
      metered_until: Date;
    };
  };
  wallet_resume: {
    values: {
      readonly organization_id: string;
      readonly due_at: Date | string | null;
      readonly reason: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  wallet_resume_covered: {
    values: {
      readonly organization_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  wallet_set: {
    values: {
      readonly credit_limit: string | number;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  wallet_suspend: {
    values: {
      readonly suspended_reason: string | null;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  wallet_top_up: {
    values: {
      readonly organization_id: string;
      readonly amount: string | number;
      readonly reference: string | null;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
}
