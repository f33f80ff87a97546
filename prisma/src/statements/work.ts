// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface WorkStatements {
  installation_make: {
    values: {
      readonly installation_id: string;
    };
    row: {};
  };
  site_connection: {
    values: {
      readonly provider: string;
    };
    row: {
      site_id: string;
      endpoint: string;
      options: unknown;
      client_certificate: string | null;
      client_key_sealed: Buffer | null;
      server_certificate: string | null;
      revision: number;
    };
  };
  site_connection_of: {
    values: {
      readonly site_id: string;
    };
    row: {
      name: string;
      provider: string;
      setup_state: "new" | "preparing" | null;
      site_id: string;
      endpoint: string;
      options: unknown;
      client_certificate: string | null;
      client_key_sealed: Buffer | null;
      server_certificate: string | null;
    };
  };
  site_fence_advance: {
    values: {
      readonly next_epoch: bigint | number;
      readonly token: string;
      readonly provider: string;
      readonly epoch: bigint | number;
    };
    row: {
      provider: string;
    };
  };
  site_fence_claim: {
    values: {
      readonly provider: string;
      readonly epoch: bigint | number;
      readonly token: string;
    };
    row: {
      provider: string;
    };
  };
  site_fence_hold_again: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  site_fence_raise: {
    values: {
      readonly reason: string | null;
      readonly detail: string | null;
      readonly provider: string;
    };
    row: {};
  };
  site_fence_raise_by_hand: {
    values: {
      readonly provider: string;
      readonly token: string;
      readonly detail: string | null;
    };
    row: {
      provider: string;
    };
  };
  site_fence_read: {
    values: {
      readonly provider: string | null;
    };
    row: {
      installation_id: string;
      present_database: string;
      database_id: string | null;
      epoch: bigint | null;
      token: string | null;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      detail: string | null;
    };
  };
  site_providers: {
    values: Record<never, never>;
    row: {
      provider: string;
    };
  };
  tombstone_forget: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly resource_ids: readonly string[];
    };
    row: {};
  };
  tombstone_page: {
    values: {
      readonly provider: string;
      readonly kind: string;
      readonly before: string;
    };
    row: {
      resource_id: string;
      vm_id: string | null;
    };
  };
}
