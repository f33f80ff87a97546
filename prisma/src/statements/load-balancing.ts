// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface LoadBalancingStatements {
  balancer_addresses_page: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly limit: number;
    };
    row: {
      workspace_id: bigint;
      load_balancer_id: string;
      address: string;
    };
  };
  load_balancer_applied: {
    values: {
      readonly revision: number;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  load_balancer_apply_again: {
    values: {
      readonly load_balancer_ids: readonly string[];
    };
    row: {};
  };
  load_balancer_certificate_call_slow: {
    values: {
      readonly check_slow: boolean;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly domain: string;
    };
    row: {};
  };
  load_balancer_certificate_due: {
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
      load_balancer_id: string;
      domain: string;
      check_waited: boolean;
      check_attempts: number;
      issued: boolean;
      name: string;
      site_id: string;
      provider: string;
      public_ip: string | null;
      organization_id: string;
      slow: boolean;
    };
  };
  load_balancer_certificate_issued: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      load_balancer_id: string;
      domain: string;
      chain_pem: string;
      key_sealed: Buffer | null;
    };
  };
  load_balancer_certificate_keep: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly domain: string;
      readonly chain_pem: string | null;
      readonly key_sealed: Uint8Array | null;
      readonly expires_at: Date | string | null;
    };
    row: {};
  };
  load_balancer_certificate_list: {
    values: {
      readonly after: string | null;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly limit: bigint | number;
    };
    row: {
      key: string | null;
      listener_id: string | null;
      domain: string | null;
      expires_at: Date | null;
      problem: string | null;
      status: "active" | "failed" | "pending" | null;
    };
  };
  load_balancer_certificate_look_again: {
    values: {
      readonly ms: number;
      readonly problem: string | null;
      readonly refused: boolean;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly domain: string;
    };
    row: {};
  };
  load_balancer_certificate_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      domain: string;
    };
  };
  load_balancer_certificate_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  load_balancer_certificate_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly domain: string;
    };
    row: {};
  };
  load_balancer_checked_page: {
    values: {
      readonly after: string;
      readonly provider: string | null;
    };
    row: {
      load_balancer_id: string;
      name: string;
      provider: string;
    };
  };
  load_balancer_configuration: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      pools: ({ pool_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; algorithm: "round_robin" | "least_connections" | "source_ip"; sticky_sessions: string; proxy_protocol: string; health_check: unknown; target_tag: string | null; target_port: number | null; targets: ({ target_id: string; vm_id: string | null; ip: string | null; port: number; weight: number; enabled: boolean; by_tag: boolean })[] })[];
      listeners: ({ listener_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; port: number; certificate: { store_id: string | null; secret_id: string } | null; additional_certificates: unknown; domains: (string | null)[]; idle_timeout_seconds: number; default_pool_id: string | null; rules: ({ priority: number; host: string | null; path: unknown; header: unknown; pool_id: string | null; redirect: unknown })[] })[];
    };
  };
  load_balancer_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  load_balancer_due: {
    values: {
      readonly provider: string | null;
    };
    row: {
      workspace_id: bigint;
      load_balancer_id: string;
      name: string;
      site_id: string;
      provider: string;
      revision: number;
      public_ip: string | null;
      subnet_id: string | null;
      apply_waited: boolean;
      apply_attempts: number;
      pools: ({ pool_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; algorithm: "round_robin" | "least_connections" | "source_ip"; sticky_sessions: string; proxy_protocol: string; health_check: unknown; target_tag: string | null; target_port: number | null; targets: ({ target_id: string; vm_id: string | null; ip: string | null; port: number; weight: number; enabled: boolean; by_tag: boolean })[] })[];
      listeners: ({ listener_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; port: number; certificate: { store_id: string | null; secret_id: string } | null; additional_certificates: unknown; domains: (string | null)[]; idle_timeout_seconds: number; default_pool_id: string | null; rules: ({ priority: number; host: string | null; path: unknown; header: unknown; pool_id: string | null; redirect: unknown })[] })[];
      places: unknown;
      record: { installation_id: string; rows: { load_balancer: unknown; load_balancer_pool: ({ workspace_id: number; load_balancer_id: string; pool_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; algorithm: "round_robin" | "least_connections" | "source_ip"; sticky_sessions: string; health_check: unknown; proxy_protocol: string; target_tag: string | null; target_port: number | null })[]; load_balancer_target: ({ workspace_id: number; load_balancer_id: string; pool_id: string; target_id: string; vm_id: string | null; ip: string | null; port: number; weight: number; enabled: boolean; by_tag: boolean })[]; load_balancer_listener: ({ workspace_id: number; load_balancer_id: string; listener_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; port: number; store_id: string | null; secret_id: string | null; default_pool_id: string | null; idle_timeout_seconds: number; additional_certificates: unknown; domains: (string | null)[] })[]; load_balancer_rule: ({ workspace_id: number; load_balancer_id: string; listener_id: string; position: number; priority: number; host: string | null; path: unknown; header: unknown; pool_id: string | null; redirect: unknown })[]; reserved_ip: ({ public_ip_id: string; workspace_id: number; site_id: string; label: string; reverse_dns: string; reservation_type: "user_reserved" | "platform_assigned"; attached_vm_id: string | null; attached_allocation_id: string | null; attached_nat_gateway_id: string | null; created_at: string; updated_at: string; attached_load_balancer_id: string | null; deletion_protection: boolean })[]; public_address: unknown[] } };
    };
  };
  load_balancer_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  load_balancer_health: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      pools: ({ pool_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; algorithm: "round_robin" | "least_connections" | "source_ip"; sticky_sessions: string; proxy_protocol: string; health_check: unknown; target_tag: string | null; target_port: number | null; targets: ({ target_id: string; vm_id: string | null; ip: string | null; port: number; weight: number; enabled: boolean; by_tag: boolean })[] })[];
      listeners: ({ listener_id: string; name: string; protocol: "tcp" | "udp" | "http" | "https"; port: number; certificate: { store_id: string | null; secret_id: string } | null; additional_certificates: unknown; domains: (string | null)[]; idle_timeout_seconds: number; default_pool_id: string | null; rules: ({ priority: number; host: string | null; path: unknown; header: unknown; pool_id: string | null; redirect: unknown })[] })[];
      checked_at: Date | null;
      found: unknown;
    };
  };
  load_balancer_health_put: {
    values: {
      readonly targets: string;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  load_balancer_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly name: string;
      readonly site_id: string;
      readonly vpc_id: string | null;
      readonly subnet_id: string | null;
      readonly tags: readonly string[];
      readonly deletion_protection: boolean;
    };
    row: {};
  };
  load_balancer_keep_vms: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
      name: string;
      type: "cloud" | "gpu";
      site_id: string;
    };
  };
  load_balancer_lacking: {
    values: {
      readonly revision: number;
      readonly ms: number;
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  "load_balancer_list_by_-created_at": {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  "load_balancer_list_by_-name": {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  "load_balancer_list_by_-site_id": {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  load_balancer_list_by_created_at: {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  load_balancer_list_by_name: {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  load_balancer_list_by_site_id: {
    values: {
      readonly workspace_id: bigint | number;
      readonly position: readonly (string | null)[] | null;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly tags: readonly string[] | null;
      readonly search: string | null;
      readonly site_ids: readonly string[] | null;
      readonly limit: bigint | number;
    };
    row: {
      load_balancer_id: string;
      name: string;
      site_id: string;
      status: "error" | "provisioning" | "updating" | "active";
      error_message: string | null;
      pending_changes: boolean;
      public_ip: string | null;
      public_ip_id: string | null;
      vpc_id: string | null;
      subnet_id: string | null;
      tags: string[];
      listener_count: number;
      pool_count: number;
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  load_balancer_metric_forget: {
    values: Record<never, never>;
    row: {
      one: number;
    };
  };
  load_balancer_metric_points: {
    values: {
      readonly step_seconds: number;
      readonly from: Date | string;
      readonly part: string | null;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly to: Date | string;
      readonly part_id: string;
    };
    row: {
      at: Date | null;
      requests: number | null;
      bytes_received: number | null;
      bytes_sent: number | null;
      status_2xx: number | null;
      status_3xx: number | null;
      status_4xx: number | null;
      status_5xx: number | null;
      errors: number | null;
      response_ms: number | null;
    };
  };
  load_balancer_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      load_balancer_id: string;
    };
  };
  load_balancer_pool_follow: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly pool_id: string;
    };
    row: {
      follow_target_tag: string | null;
    };
  };
  load_balancer_pools_astray: {
    values: Record<never, never>;
    row: {
      workspace_id: bigint;
      load_balancer_id: string;
      pool_id: string;
    };
  };
  load_balancer_retry: {
    values: {
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly revision: number;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  load_balancer_save: {
    values: {
      readonly pools: string;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
      readonly targets: string;
      readonly listeners: string;
      readonly rules: string;
    };
    row: {};
  };
  load_balancer_settled_page: {
    values: {
      readonly provider: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  load_balancer_update: {
    values: {
      readonly name: string | null;
      readonly tags: readonly (string | null)[] | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
  load_balancer_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {};
  };
}
