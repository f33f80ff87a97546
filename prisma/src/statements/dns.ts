// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface DnsStatements {
  dns_claim_activate: {
    values: {
      readonly ms: number;
      readonly delegated_to: readonly string[] | null;
      readonly delegation_ds: readonly string[] | null;
      readonly problem: string | null;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly status: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  dns_claim_call_slow: {
    values: {
      readonly check_slow: boolean;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_claim_confirm: {
    values: {
      readonly ms: number;
      readonly delegated_to: readonly string[] | null;
      readonly delegation_ds: readonly string[] | null;
      readonly problem: string | null;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly status: string;
    };
    row: {};
  };
  dns_claim_due: {
    values: {
      readonly excluded: readonly string[];
      readonly organization_ids: readonly string[];
      readonly held: readonly number[];
      readonly held_slow: readonly number[];
      readonly most_of_organization: number;
      readonly most_slow_of_organization: number;
      readonly most_slow: number;
      readonly most: number;
    };
    row: {
      workspace_id: bigint;
      zone_id: string;
      name: string;
      status: "pending" | "active";
      proof_token: string;
      dnssec: boolean;
      dnssec_public_key: string | null;
      check_waited: boolean;
      check_attempts: number;
      overdue: boolean;
      organization_id: string;
      slow: boolean;
    };
  };
  dns_claim_look_again: {
    values: {
      readonly ms: number;
      readonly delegated_to: readonly (string | null)[] | null;
      readonly delegation_ds: readonly (string | null)[] | null;
      readonly problem: string | null;
      readonly lost: boolean;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly status: string;
    };
    row: {};
  };
  dns_claim_recheck: {
    values: {
      readonly name: string;
    };
    row: {};
  };
  dns_claim_release: {
    values: {
      readonly ms: number;
      readonly delegated_to: readonly string[] | null;
      readonly delegation_ds: readonly string[] | null;
      readonly problem: string | null;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly status: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  dns_claim_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly status: string;
    };
    row: {};
  };
  dns_followed_load_balancer: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      load_balancer_id: string;
    };
  };
  dns_followed_reserved_ip: {
    values: {
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {
      public_ip_id: string;
    };
  };
  dns_followed_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  dns_record_set_all: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      name: string;
      type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
      ttl: number;
      values: string[];
    };
  };
  dns_record_set_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly record_set_id: string;
    };
    row: {
      zone_id: string;
    };
  };
  dns_record_set_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly record_set_id: string;
    };
    row: {
      record_set_id: string;
      zone_id: string;
      name: string;
      type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
      ttl: number;
      values: string[];
      vm_id: string | null;
      load_balancer_id: string | null;
      reserved_ip_id: string | null;
      answered_values: string[];
      created_at: Date;
      updated_at: Date;
    };
  };
  dns_record_set_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly after: string;
      readonly types: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      record_set_id: string;
      zone_id: string;
      name: string;
      type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
      ttl: number;
      values: string[];
      vm_id: string | null;
      load_balancer_id: string | null;
      reserved_ip_id: string | null;
      answered_values: string[];
      created_at: Date;
      updated_at: Date;
    };
  };
  dns_record_set_set: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly record_set_id: string;
      readonly name: string;
      readonly type: string;
      readonly ttl: number;
      readonly values: readonly string[];
      readonly vm_id: string | null;
      readonly load_balancer_id: string | null;
      readonly reserved_ip_id: string | null;
    };
    row: {
      record_set_id: string;
      zone_id: string;
      name: string;
      type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
      ttl: number;
      values: string[];
      vm_id: string | null;
      load_balancer_id: string | null;
      reserved_ip_id: string | null;
      answered_values: string[];
      created_at: Date;
      updated_at: Date;
    };
  };
  dns_removal_done: {
    values: {
      readonly zone_id: string;
    };
    row: {};
  };
  dns_removal_due: {
    values: Record<never, never>;
    row: {
      zone_id: string;
      name: string;
      waited: boolean;
      attempts: number;
    };
  };
  dns_removal_forget: {
    values: {
      readonly zone_id: string;
    };
    row: {};
  };
  dns_removal_later: {
    values: {
      readonly waited: boolean;
      readonly failures: number;
      readonly ms: number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_zone_applied: {
    values: {
      readonly revision: number;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_zone_apply_lost: {
    values: {
      readonly zone_ids: readonly string[];
    };
    row: {};
  };
  dns_zone_behind: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_zone_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_zone_due: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      zone_id: string;
      name: string;
      revision: number;
      dnssec: boolean;
      dnssec_public_key: string | null;
      dnssec_key_sealed: Buffer | null;
      apply_waited: boolean;
      apply_attempts: number;
      organization_id: string;
    };
  };
  dns_zone_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      zone_id: string;
      name: string;
      description: string;
      status: "pending" | "active";
      deletion_protection: boolean;
      proof_token: string;
      delegated_to: string[] | null;
      dnssec: boolean;
      dnssec_public_key: string | null;
      delegation_ds: string[] | null;
      problem: string | null;
      checked_at: Date | null;
      next_check_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
      record_set_count: number;
    };
  };
  dns_zone_hurry: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      zone_id: string;
      name: string;
      description: string;
      status: "pending" | "active";
      deletion_protection: boolean;
      proof_token: string;
      delegated_to: string[] | null;
      dnssec: boolean;
      dnssec_public_key: string | null;
      delegation_ds: string[] | null;
      problem: string | null;
      checked_at: Date | null;
      next_check_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
      record_set_count: number;
    };
  };
  dns_zone_import: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly values: readonly string[];
      readonly record_set_ids: readonly string[];
      readonly names: readonly string[];
      readonly types: readonly string[];
      readonly ttls: readonly number[];
      readonly counts: readonly (number | null)[];
      readonly replace: boolean;
      readonly kept_names: readonly string[];
      readonly kept_types: readonly string[];
    };
    row: {};
  };
  dns_zone_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
      readonly name: string;
      readonly description: string;
      readonly deletion_protection: boolean;
      readonly proof_token: string;
      readonly dnssec: boolean;
      readonly dnssec_public_key: string | null;
      readonly dnssec_key_sealed: Uint8Array | null;
    };
    row: {
      zone_id: string;
      name: string;
      description: string;
      status: "pending" | "active";
      deletion_protection: boolean;
      proof_token: string;
      delegated_to: string[] | null;
      dnssec: boolean;
      dnssec_public_key: string | null;
      delegation_ds: string[] | null;
      problem: string | null;
      checked_at: Date | null;
      next_check_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
      record_set_count: number;
    };
  };
  dns_zone_key_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      zone_id: string;
    };
  };
  dns_zone_key_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  dns_zone_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
    row: {
      zone_id: string;
      name: string;
      description: string;
      status: "pending" | "active";
      deletion_protection: boolean;
      proof_token: string;
      delegated_to: string[] | null;
      dnssec: boolean;
      dnssec_public_key: string | null;
      delegation_ds: string[] | null;
      problem: string | null;
      checked_at: Date | null;
      next_check_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
      record_set_count: number;
    };
  };
  dns_zone_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      name: string;
      status: "pending" | "active";
      revision: number;
      deletion_protection: boolean;
    };
  };
  dns_zone_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      name: string;
    };
  };
  dns_zone_retry: {
    values: {
      readonly error_message: string | null;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
  dns_zone_sets: {
    values: {
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      name: string;
      type: "A" | "AAAA" | "ALIAS" | "CAA" | "CNAME" | "MX" | "NS" | "PTR" | "SRV" | "TXT";
      ttl: number;
      values: string[];
    };
  };
  dns_zone_sign: {
    values: {
      readonly dnssec: boolean;
      readonly dnssec_public_key: string | null;
      readonly dnssec_key_sealed: Uint8Array | null;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      zone_id: string;
    };
  };
  dns_zone_update: {
    values: {
      readonly description: string | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {
      zone_id: string;
      name: string;
      description: string;
      status: "pending" | "active";
      deletion_protection: boolean;
      proof_token: string;
      delegated_to: string[] | null;
      dnssec: boolean;
      dnssec_public_key: string | null;
      delegation_ds: string[] | null;
      problem: string | null;
      checked_at: Date | null;
      next_check_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
      record_set_count: number;
    };
  };
  dns_zone_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly zone_id: string;
    };
    row: {};
  };
}
