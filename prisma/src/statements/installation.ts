// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface InstallationStatements {
  announcement_change: {
    values: {
      readonly level: string;
      readonly title: string;
      readonly text: string;
      readonly starts_at: string;
      readonly ends_at: string | null;
      readonly site_ids: readonly string[];
      readonly host_ids: readonly string[];
      readonly organization_ids: readonly string[] | null;
      readonly announcement_id: string;
    };
    row: {};
  };
  announcement_create: {
    values: {
      readonly starts_at: string | null;
      readonly ends_at: string | null;
      readonly kind: string;
      readonly title: string;
      readonly text: string;
      readonly site_ids: readonly string[];
      readonly by_mail: boolean;
      readonly organization_ids: readonly string[] | null;
      readonly announcement_id: string;
      readonly level: string;
      readonly host_ids: readonly string[];
    };
    row: {
      announcement_id: string;
    };
  };
  announcement_delete: {
    values: {
      readonly announcement_id: string;
    };
    row: {
      announcement_id: string;
    };
  };
  announcement_get: {
    values: {
      readonly announcement_id: string;
    };
    row: {
      announcement_id: string;
      kind: "notice" | "maintenance";
      level: "info" | "warning";
      title: string;
      text: string;
      starts_at: Date;
      ends_at: Date | null;
      site_ids: string[];
      host_ids: string[];
      organization_ids: string[] | null;
      mails: number;
      created_at: Date;
      updated_at: Date;
      time: "past" | "future" | "present";
    };
  };
  announcement_list: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      announcement_id: string;
      kind: "notice" | "maintenance";
      level: "info" | "warning";
      title: string;
      text: string;
      starts_at: Date;
      ends_at: Date | null;
      site_ids: string[];
      host_ids: string[];
      organization_ids: string[] | null;
      mails: number;
      created_at: Date;
      updated_at: Date;
      time: "past" | "future" | "present";
    };
  };
  door_operator: {
    values: {
      readonly user_id: string;
    };
    row: {
      id: string;
      name: string;
      two_factor_enabled: boolean;
      role: "operator" | "support" | null;
    };
  };
  door_operator_token: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      token_id: string;
      name: string;
      user_id: string;
      scopes: string[];
      allowed_ip_ranges: string[];
      role: "operator" | "support";
      two_factor_enabled: boolean;
    };
  };
  health_database: {
    values: Record<never, never>;
    row: {
      size_bytes: number;
      connections: number;
      most_connections: number;
      oldest_transaction_at: Date | null;
      standbys: number;
    };
  };
  health_glance: {
    values: Record<never, never>;
    row: {
      reported_at: Date | null;
      stale: boolean;
      failing: number;
      warning: number;
    };
  };
  health_processes: {
    values: Record<never, never>;
    row: {
      program: string;
      process: string;
      connections: number;
    };
  };
  health_queue: {
    values: Record<never, never>;
    row: {
      site_id: string | null;
      waiting: number;
      running: number;
      held: number;
      oldest_at: Date;
    };
  };
  health_reconcilers: {
    values: Record<never, never>;
    row: {
      name: string;
      lane: string | null;
      site_id: string | null;
      finished_at: Date | null;
      took_ms: number | null;
      due_at: Date;
      running: boolean;
      last_error: string | null;
    };
  };
  health_report_read: {
    values: Record<never, never>;
    row: {
      reported_at: Date | null;
      release: string | null;
      node: string | null;
      findings: unknown;
      stale: boolean;
      postgresql: string;
      migrations: number;
      last_migration: string | null;
    };
  };
  image_set_published: {
    values: {
      readonly published: boolean;
      readonly template_id: string;
    };
    row: {
      image_id: string;
    };
  };
  operator_acting_end: {
    values: {
      readonly acting_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  operator_acting_ended: {
    values: Record<never, never>;
    row: {
      acting_id: string;
    };
  };
  operator_acting_get: {
    values: {
      readonly acting_id: string;
    };
    row: {
      acting_id: string;
      organization_id: string;
      organization_name: string;
      user_id: string;
      operator_name: string;
      reason: string;
      started_at: Date;
      ends_at: Date;
      ended_at: Date | null;
      ended_by: string | null;
      active: boolean;
    };
  };
  operator_acting_list: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      acting_id: string;
      organization_id: string;
      organization_name: string;
      user_id: string;
      operator_name: string;
      reason: string;
      started_at: Date;
      ends_at: Date;
      ended_at: Date | null;
      ended_by: string | null;
      active: boolean;
    };
  };
  operator_acting_list_by: {
    values: {
      readonly user_id: string;
      readonly organization_id: string | null;
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      acting_id: string;
      organization_id: string;
      organization_name: string;
      user_id: string;
      operator_name: string;
      reason: string;
      started_at: Date;
      ends_at: Date;
      ended_at: Date | null;
      ended_by: string | null;
      active: boolean;
    };
  };
  operator_acting_list_of: {
    values: {
      readonly organization_id: string;
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      acting_id: string;
      organization_id: string;
      organization_name: string;
      user_id: string;
      operator_name: string;
      reason: string;
      started_at: Date;
      ends_at: Date;
      ended_at: Date | null;
      ended_by: string | null;
      active: boolean;
    };
  };
  operator_acting_open: {
    values: {
      readonly user_id: string;
    };
    row: {
      acting_id: string;
      organization_id: string;
      organization_name: string;
      user_id: string;
      operator_name: string;
      reason: string;
      started_at: Date;
      ends_at: Date;
      ended_at: Date | null;
      ended_by: string | null;
      active: boolean;
    };
  };
  operator_acting_prepare: {
    values: {
      readonly organization_id: string | null;
      readonly user_id: string;
    };
    row: {
      name: string | null;
      is_member: boolean;
    };
  };
  operator_acting_record_end: {
    values: {
      readonly acting_id: string;
      readonly event_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  operator_acting_start: {
    values: {
      readonly acting_id: string;
      readonly organization_id: string;
      readonly user_id: string;
      readonly operator_name: string;
      readonly session_id: string;
      readonly reason: string;
      readonly minutes: number;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  operator_address_get: {
    values: {
      readonly key: string;
    };
    row: {
      address: string;
      site_id: string;
      public_ip_id: string | null;
      label: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      attached_resource_type: "vm" | "nat_gateway" | "load_balancer" | null;
      attached_resource_id: string | null;
      attached_resource_name: string | null;
      isolated_at: Date | null;
      isolated_reason: string | null;
      isolated_by: string | null;
    };
  };
  operator_address_isolate: {
    values: {
      readonly reason: string | null;
      readonly isolated_by: string | null;
      readonly key: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  operator_address_lock: {
    values: {
      readonly key: string;
    };
    row: {
      public_ip_id: string;
    };
  };
  operator_address_release: {
    values: {
      readonly key: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      released: number;
    };
  };
  operator_adoption_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly plan_id: string;
    };
    row: {
      workspace: boolean;
      plan: boolean;
    };
  };
  operator_balance_begin: {
    values: {
      readonly restarts: string | null;
      readonly reason: string | null;
      readonly begun_by: string | null;
      readonly site_id: string;
    };
    row: {
      site_id: string;
    };
  };
  operator_balance_get: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
      state: "running" | "stopped" | "done" | "none";
      restarts: "refuse" | "allow" | null;
      reason: string | null;
      begun_by: string | null;
      begun_at: Date | null;
      ended_at: Date | null;
      moving: number;
    };
  };
  operator_balance_stop: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
    };
  };
  operator_certificate_list: {
    values: {
      readonly after_ends_at: string;
      readonly after_id: string;
      readonly until: string;
      readonly limit: number;
    };
    row: {
      kind: "load_balancer" | "custom_domain" | "cdn";
      certificate_id: string;
      name: string;
      resource_id: string | null;
      resource_name: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      expires_at: Date | null;
      last_error: string | null;
      directory_url: string | null;
      renew_at: Date | null;
      next_try_at: Date | null;
      failures: number;
      served: ({ edge_id: string; edge_name: string; fingerprint: string; issuer: string; expires_at: string | null; as_obtained: boolean })[];
    };
  };
  operator_certificate_list_failing: {
    values: {
      readonly after_ends_at: string;
      readonly after_id: string;
      readonly until: string;
      readonly limit: number;
    };
    row: {
      kind: "load_balancer" | "custom_domain" | "cdn";
      certificate_id: string;
      name: string;
      resource_id: string | null;
      resource_name: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      expires_at: Date | null;
      last_error: string;
      directory_url: string | null;
      renew_at: Date | null;
      next_try_at: Date | null;
      failures: number;
      served: ({ edge_id: string; edge_name: string; fingerprint: string; issuer: string; expires_at: string | null; as_obtained: boolean })[];
    };
  };
  operator_certificate_list_working: {
    values: {
      readonly after_ends_at: string;
      readonly after_id: string;
      readonly until: string;
      readonly limit: number;
    };
    row: {
      kind: "load_balancer" | "custom_domain" | "cdn";
      certificate_id: string;
      name: string;
      resource_id: string | null;
      resource_name: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      expires_at: Date | null;
      last_error: string | null;
      directory_url: string | null;
      renew_at: Date | null;
      next_try_at: Date | null;
      failures: number;
      served: ({ edge_id: string; edge_name: string; fingerprint: string; issuer: string; expires_at: string | null; as_obtained: boolean })[];
    };
  };
  operator_delete: {
    values: {
      readonly user_id: string;
    };
    row: {};
  };
  operator_event_list: {
    values: {
      readonly before: string;
      readonly organization_id: string | null;
      readonly actor_id: string | null;
      readonly resource_id: string | null;
      readonly limit: bigint | number;
    };
    row: {
      event_id: string;
      actor_type: "token" | "user" | "system";
      actor_id: string;
      actor_name: string;
      action: string;
      resource_type: string;
      resource_id: string | null;
      organization_id: string | null;
      reason: string | null;
      fields: unknown;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
    };
  };
  operator_event_list_by_actor: {
    values: {
      readonly actor_id: string | null;
      readonly before: string;
      readonly organization_id: string | null;
      readonly resource_id: string | null;
      readonly limit: bigint | number;
    };
    row: {
      event_id: string;
      actor_type: "token" | "user" | "system";
      actor_id: string;
      actor_name: string;
      action: string;
      resource_type: string;
      resource_id: string | null;
      organization_id: string | null;
      reason: string | null;
      fields: unknown;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
    };
  };
  operator_event_list_by_organization: {
    values: {
      readonly organization_id: string | null;
      readonly before: string;
      readonly actor_id: string | null;
      readonly resource_id: string | null;
      readonly limit: bigint | number;
    };
    row: {
      event_id: string;
      actor_type: "token" | "user" | "system";
      actor_id: string;
      actor_name: string;
      action: string;
      resource_type: string;
      resource_id: string | null;
      organization_id: string;
      reason: string | null;
      fields: unknown;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
    };
  };
  operator_event_list_by_resource: {
    values: {
      readonly resource_id: string | null;
      readonly before: string;
      readonly organization_id: string | null;
      readonly actor_id: string | null;
      readonly limit: bigint | number;
    };
    row: {
      event_id: string;
      actor_type: "token" | "user" | "system";
      actor_id: string;
      actor_name: string;
      action: string;
      resource_type: string;
      resource_id: string;
      organization_id: string | null;
      reason: string | null;
      fields: unknown;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
    };
  };
  operator_find_user: {
    values: {
      readonly email: string;
    };
    row: {
      id: string;
    };
  };
  operator_get: {
    values: {
      readonly user_id: string;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      role: "operator" | "support";
      second_factor: boolean;
      created_at: Date;
    };
  };
  operator_host_astray: {
    values: {
      readonly host_id: string;
      readonly organization_id: string | null;
    };
    row: {
      id: string;
      name: string;
    };
  };
  operator_host_decide: {
    values: {
      readonly state: string;
      readonly reason: string | null;
      readonly state_by: string | null;
      readonly host_id: string;
    };
    row: {
      host_id: string;
    };
  };
  operator_host_declare_lost: {
    values: {
      readonly reason: string | null;
      readonly state_by: string | null;
      readonly host_id: string;
    };
    row: {
      host_id: string;
    };
  };
  operator_host_dedicate: {
    values: {
      readonly organization_id: string | null;
      readonly clearing: boolean;
      readonly host_id: string;
    };
    row: {};
  };
  operator_host_get: {
    values: {
      readonly host_id: string;
    };
    row: {
      host_id: string;
      site_id: string;
      site_name: string;
      name: string;
      endpoint: string | null;
      status: "online" | "offline";
      state: "active" | "cordoned" | "draining" | "drained" | "lost";
      state_reason: string | null;
      state_by: string | null;
      state_at: Date | null;
      tags: string[];
      zone: string | null;
      architecture: string | null;
      architectures: string[] | null;
      firmware: string[] | null;
      moves_live: boolean;
      shared_disks: boolean;
      cpus: number | null;
      ram_mb: number | null;
      free_ram_mb: number | null;
      disk_gb: number | null;
      free_disk_gb: number | null;
      dedicated_organization_id: string | null;
      clearing: boolean;
      dedicated_organization_name: string | null;
      vms: number;
      promised_cpus: number;
      promised_ram_mb: number;
      seen_at: Date;
      offline_at: Date | null;
      fenced_at: Date | null;
      fence_error: string | null;
      gpus: ({ address: string; model: string; card: string | null; uuid: string | null; vm_id: string | null; free: boolean })[] | null;
    };
  };
  operator_host_hold: {
    values: {
      readonly host_id: string;
    };
    row: {};
  };
  operator_host_list: {
    values: {
      readonly site_id: string;
    };
    row: {
      host_id: string;
      site_id: string;
      site_name: string;
      name: string;
      endpoint: string | null;
      status: "online" | "offline";
      state: "active" | "cordoned" | "draining" | "drained" | "lost";
      state_reason: string | null;
      state_by: string | null;
      state_at: Date | null;
      tags: string[];
      zone: string | null;
      architecture: string | null;
      architectures: string[] | null;
      firmware: string[] | null;
      moves_live: boolean;
      shared_disks: boolean;
      cpus: number | null;
      ram_mb: number | null;
      free_ram_mb: number | null;
      disk_gb: number | null;
      free_disk_gb: number | null;
      dedicated_organization_id: string | null;
      clearing: boolean;
      dedicated_organization_name: string | null;
      vms: number;
      promised_cpus: number;
      promised_ram_mb: number;
      seen_at: Date;
      offline_at: Date | null;
      fenced_at: Date | null;
      fence_error: string | null;
      gpus: ({ address: string; model: string; card: string | null; uuid: string | null; vm_id: string | null; free: boolean })[] | null;
    };
  };
  operator_host_loss: {
    values: {
      readonly host_id: string;
    };
    row: {
      vm_id: string;
      name: string;
      organization_name: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      host_tags: string[];
      hosts_of: string | null;
      placement_group_id: string | null;
      strategy: "spread" | "pack" | null;
      over: "hosts" | "zones" | null;
      strict: boolean | null;
      places: string[];
      reason: "kept" | "error" | "local_disks" | "gpu" | null;
      power: "stopped" | "running";
    };
  };
  operator_host_others: {
    values: {
      readonly host_id: string;
    };
    row: {
      host_id: string;
      site_id: string;
      zone: string | null;
      tags: string[];
      cpus: number | null;
      free_ram_mb: number | null;
      free_disk_gb: number | null;
      dedicated_organization_id: string | null;
    };
  };
  operator_host_previewed: {
    values: {
      readonly host_id: string;
    };
    row: {
      vm_id: string;
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      organization_name: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      moves_live: boolean;
      host_tags: string[];
      hosts_of: string | null;
      placement_group_id: string | null;
      strategy: "spread" | "pack" | null;
      over: "hosts" | "zones" | null;
      strict: boolean | null;
      places: string[];
      blocker: "kept" | "held" | "error" | "gpu" | "local_volume" | null;
    };
  };
  operator_host_restore: {
    values: {
      readonly host_id: string;
    };
    row: {
      host_id: string;
    };
  };
  operator_host_site: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  operator_host_update: {
    values: {
      readonly tags: readonly (string | null)[] | null;
      readonly change_zone: boolean;
      readonly zone: string | null;
      readonly host_id: string;
    };
    row: {};
  };
  operator_host_vms: {
    values: {
      readonly host_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      organization_id: string;
      organization_name: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_count: number;
      dedicated: boolean;
      operation_id: string | null;
      moves_to: string | null;
      blocker: "kept" | "held" | "error" | "gpu" | "local_volume" | null;
    };
  };
  operator_hosts_unknown: {
    values: {
      readonly host_ids: readonly string[];
    };
    row: {
      host_id: string | null;
    };
  };
  operator_image_import_place: {
    values: {
      readonly template_id: string | null;
      readonly site_id: string;
    };
    row: {
      name: string;
      provider: string;
      setup_state: "new" | "preparing" | null;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      owned: boolean;
    };
  };
  operator_images: {
    values: {
      readonly template_id: string | null;
    };
    row: {
      template_id: string;
      name: string;
      os_type: string;
      os_distro: string;
      version: string;
      min_disk_gb: number;
      site_ids: string[];
      retired_at: Date | null;
      retired: boolean;
      organization_id: string | null;
      organization_name: string | null;
      published: boolean;
      published_at: Date | null;
      vms: number;
    };
  };
  operator_insert: {
    values: {
      readonly user_id: string;
      readonly role: string;
    };
    row: {
      user_id: string;
    };
  };
  operator_invoice_get: {
    values: {
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
      postponed_reason: string | null;
    };
  };
  operator_invoice_list: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
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
  operator_invoice_list_of: {
    values: {
      readonly before: string;
      readonly organization_id: string;
      readonly limit: bigint | number;
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
  operator_invoice_list_of_by_state: {
    values: {
      readonly before: string;
      readonly organization_id: string;
      readonly state: string;
      readonly limit: bigint | number;
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
  operator_invoice_list_owed: {
    values: {
      readonly before: string;
      readonly state: string;
      readonly limit: bigint | number;
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
  operator_invoice_list_paid: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
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
  operator_invoice_lock: {
    values: {
      readonly invoice_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  operator_invoice_postpone: {
    values: {
      readonly organization_id: string;
      readonly invoice_id: string;
      readonly due_at: Date | string;
      readonly reason: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  operator_invoice_steps: {
    values: {
      readonly organization_id: string;
      readonly invoice_id: string;
    };
    row: {
      kind: "due" | "reminder" | "suspension";
      number: number;
      outstanding: string;
      at: Date;
    };
  };
  operator_is_last: {
    values: {
      readonly user_id: string;
    };
    row: {
      last: boolean;
    };
  };
  operator_list: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      role: "operator" | "support";
      second_factor: boolean;
      created_at: Date;
    };
  };
  operator_lock: {
    values: Record<never, never>;
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  operator_mail_lock: {
    values: Record<never, never>;
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  operator_mail_person: {
    values: {
      readonly user_id: string;
    };
    row: {
      email: string;
      name: string;
    };
  };
  operator_mail_remove: {
    values: Record<never, never>;
    row: {};
  };
  operator_mail_set: {
    values: {
      readonly host: string;
      readonly port: number;
      readonly encryption: string;
      readonly username: string | null;
      readonly password_sealed: Uint8Array | null;
      readonly sender: string;
    };
    row: {};
  };
  operator_mail_try: {
    values: {
      readonly recipient: string;
      readonly details: string;
      readonly secret: Uint8Array | null;
    };
    row: {
      mail_id: string;
      recipient: string;
      created_at: Date;
      problem: string | null;
      state: "sent" | "failed" | "waiting";
    };
  };
  operator_operation_list: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_operation_list_failed: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_operation_list_of: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
      readonly organization_id: string;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_operation_list_of_failed: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
      readonly organization_id: string;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_operation_list_of_open: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
      readonly organization_id: string;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_operation_list_open: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      operation_id: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      action: string;
      resource_type: string;
      resource_id: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      error_code: string | null;
      error_message: string | null;
      hold_reason: string | null;
      submitted_at: Date;
      finished_at: Date | null;
    };
  };
  operator_organization_exists: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  operator_organization_get: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
      name: string;
      created_at: Date;
      quota_class_id: string;
      balance: string;
      credit_limit: string;
      currency: string;
      suspended_at: Date | null;
      suspended_by: "operator" | "metering" | "dunning" | null;
      suspended_reason: string | null;
      workspaces: number;
      members: number;
      owners: string[];
    };
  };
  operator_organization_list: {
    values: {
      readonly before: string;
      readonly suspended: boolean | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      organization_id: string;
      name: string;
      created_at: Date;
      quota_class_id: string;
      balance: string;
      credit_limit: string;
      currency: string;
      suspended_at: Date | null;
      suspended_by: "operator" | "metering" | "dunning" | null;
      suspended_reason: string | null;
      workspaces: number;
      members: number;
      owners: string[];
    };
  };
  operator_organization_members: {
    values: {
      readonly organization_id: string;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  operator_organization_workspaces: {
    values: {
      readonly organization_id: string;
    };
    row: {
      workspace_id: string;
      name: string;
    };
  };
  operator_organizations_unknown: {
    values: {
      readonly organization_ids: readonly string[];
    };
    row: {
      id: string | null;
    };
  };
  operator_overview: {
    values: Record<never, never>;
    row: {
      organizations: number;
      suspended_organizations: number;
      people: number;
      operators: number;
      operator_tokens: number;
      plans_sold: number;
      plans_retired: number;
      sites: ({ site_id: string; name: string; state: "fenced" | "closed" | "open" })[];
      failed_operations: number;
      waiting_operations: number;
      held_operations: number;
      open_quota_requests: number;
      disputed_payments: number;
      waiting_mails: number;
      income: string;
      currency: string;
    };
  };
  operator_payment_disputes: {
    values: {
      readonly payment_id: string;
    };
    row: {
      dispute_id: string;
      state: "inquiry" | "open" | "won" | "lost" | "closed";
      reason: string;
      amount: string;
      currency: string;
      evidence_due_at: Date | null;
      taken: string;
      given_back: string;
      unbooked: "other_currency" | "not_in_wallet" | null;
      reference: string;
      url: string;
      created_at: Date;
    };
  };
  operator_payment_get: {
    values: {
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
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_list: {
    values: {
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_list_by_dispute: {
    values: {
      readonly dispute_state: string;
      readonly state: string | null;
      readonly after: string;
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
      dispute_state: "inquiry" | "open" | "won" | "lost" | "closed";
      disputed: string;
      requester_name: string | null;
      created_at: Date;
      payee: string;
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_list_by_organization: {
    values: {
      readonly organization_id: string;
      readonly state: string | null;
      readonly dispute_state: string | null;
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_list_by_reference: {
    values: {
      readonly reference: string;
      readonly state: string | null;
      readonly dispute_state: string | null;
      readonly organization_id: string | null;
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_list_by_state: {
    values: {
      readonly state: string;
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
    };
  };
  operator_payment_refunds: {
    values: {
      readonly payment_id: string;
    };
    row: {
      refund_id: string;
      state: "waiting" | "done" | "failed";
      amount: string;
      currency: string;
      reference: string | null;
      reason: string | null;
      problem: string | null;
      created_at: Date;
      ended_at: Date | null;
    };
  };
  operator_person_delete: {
    values: {
      readonly user_id: string;
    };
    row: {
      id: string;
    };
  };
  operator_person_end_sessions: {
    values: {
      readonly user_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string | null;
    };
    row: {};
  };
  operator_person_get: {
    values: {
      readonly user_id: string;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      created_at: Date;
      second_factor: boolean;
      passkeys: number;
      sessions: number;
      organizations: number;
      operator_role: "operator" | "support" | null;
      locked_at: Date | null;
      locked_reason: string | null;
    };
  };
  operator_person_list: {
    values: {
      readonly after: string;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      created_at: Date;
      second_factor: boolean;
      passkeys: number;
      sessions: number;
      organizations: number;
      operator_role: "operator" | "support" | null;
      locked_at: Date | null;
      locked_reason: string | null;
    };
  };
  operator_person_lock: {
    values: {
      readonly user_id: string;
      readonly reason: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {};
  };
  operator_person_lock_row: {
    values: {
      readonly user_id: string;
    };
    row: {
      id: string;
    };
  };
  operator_person_memberships: {
    values: {
      readonly user_id: string;
    };
    row: {
      organization_id: string;
      name: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
      api_tokens: number;
      access_keys: number;
    };
  };
  operator_person_owned_alone: {
    values: {
      readonly user_id: string;
    };
    row: {
      organization_id: string;
      name: string;
    };
  };
  operator_person_reset_second_factor: {
    values: {
      readonly user_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string | null;
    };
    row: {};
  };
  operator_person_unlock: {
    values: {
      readonly user_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly reason: string | null;
    };
    row: {};
  };
  operator_plan_insert: {
    values: {
      readonly sku_code: string;
      readonly name: string;
      readonly hourly_price: string | number | null;
      readonly plan_id: string;
      readonly type: "cloud" | "gpu";
      readonly family: string | null;
      readonly cpu: number;
      readonly ram_mb: number;
      readonly disk_gb: number;
      readonly gpu_model: string | null;
      readonly gpu_count: number;
      readonly site_ids: readonly string[];
      readonly organization_ids: readonly string[] | null;
      readonly host_tags: readonly string[];
    };
    row: {};
  };
  operator_plan_move: {
    values: {
      readonly position: number;
      readonly plan_id: string;
    };
    row: {};
  };
  operator_plan_set_sites: {
    values: {
      readonly site_ids: readonly string[];
      readonly plan_id: string;
    };
    row: {};
  };
  operator_plan_update: {
    values: {
      readonly name: string | null;
      readonly family: string | null;
      readonly host_tags: readonly (string | null)[] | null;
      readonly changes_buyers: boolean;
      readonly organization_ids: readonly (string | null)[] | null;
      readonly plan_id: string;
    };
    row: {};
  };
  operator_plans: {
    values: {
      readonly plan_id: string | null;
    };
    row: {
      plan_id: string;
      name: string;
      type: "cloud" | "gpu";
      family: "shared" | "dedicated" | "memory" | "gpu";
      sku_code: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      site_ids: string[];
      sites_without_gpus: string[];
      organization_ids: string[] | null;
      host_tags: string[];
      hourly_price: string | null;
      currency: string | null;
      position: number;
      retired_at: Date | null;
      retired: boolean;
      vms: number;
    };
  };
  operator_quota_class_list: {
    values: {
      readonly class_id: string | null;
    };
    row: {
      class_id: string;
      name: string;
      is_default: boolean;
      created_at: Date;
      organizations: number;
      limits: unknown;
    };
  };
  operator_quota_request_get: {
    values: {
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
      organization_id: string;
      organization_name: string;
      workspace_name: string;
      limit: number | null;
      used: number;
    };
  };
  operator_quota_request_list: {
    values: {
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
      workspace_name: string;
      limit: number | null;
      used: number;
    };
  };
  operator_quota_request_list_by_status: {
    values: {
      readonly status: string;
      readonly after: string;
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
      organization_id: string;
      organization_name: string;
      workspace_name: string;
      limit: number | null;
      used: number;
    };
  };
  operator_search_address: {
    values: {
      readonly address: string;
    };
    row: {
      type: "reserved_ip" | "public_address" | "cloud_vm" | "gpu_vm" | "nat_gateway" | "load_balancer" | "edge";
      id: string;
      name: string;
      state: "free" | "isolated" | "deleted" | "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "error" | "removed" | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
    };
  };
  operator_search_id: {
    values: {
      readonly id: string;
    };
    row: {
      type: "cloud_vm" | "gpu_vm" | "vm_group" | "placement_group" | "ssh_key" | "startup_script" | "vm_image" | "operation" | "volume" | "volume_snapshot" | "snapshot" | "backup" | "backup_policy" | "bucket" | "access_key" | "vpc" | "subnet" | "vpc_node" | "vpc_peering" | "nat_gateway" | "port_forward" | "reserved_ip" | "firewall_group" | "firewall_rule" | "load_balancer" | "load_balancer_pool" | "load_balancer_target" | "load_balancer_listener" | "cdn_distribution" | "cdn_purge" | "cdn_signing_key" | "dns_zone" | "dns_record_set" | "secret_store" | "secret" | "alert_rule" | "webhook" | "organization" | "api_token" | "operator_token" | "edge";
      id: string;
      name: string;
      state: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
    };
  };
  operator_search_text: {
    values: {
      readonly text: string;
      readonly after: string;
      readonly number: bigint | number;
      readonly id: string;
      readonly token: string;
      readonly after_token: string;
      readonly distribution_id: string;
    };
    row: {
      type: "organization" | "workspace" | "user" | "api_token" | "operator_token" | "edge" | "access_key" | "cdn_custom_domain" | "cdn_distribution" | "cloud_vm" | "gpu_vm" | "volume" | "bucket" | "vpc" | "nat_gateway" | "load_balancer" | "secret_store";
      id: string;
      name: string;
      state: string | null;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
    };
  };
  operator_set_role: {
    values: {
      readonly role: string;
      readonly user_id: string;
    };
    row: {};
  };
  operator_settings: {
    values: Record<never, never>;
    row: {
      currency: string;
      name: string;
      accent: string | null;
      logo_version: string | null;
      support_email: string | null;
      support_url: string | null;
      terms_url: string | null;
      sign_up: "open" | "invited" | "domains";
      sign_up_domains: string[];
      new_organizations: "everyone" | "operators";
      invoice_due_days: number;
      reminder_days: number[];
      dunning_suspension_days: number | null;
      updated_at: Date;
      fixed: "Money was credited or charged in it" | "There are invoices in it" | "A wallet has a balance or a credit limit in it" | "Something is being charged for in it" | "There are budgets in it" | "There are prices in it" | null;
    };
  };
  operator_settings_lock: {
    values: Record<never, never>;
    row: {
      singleton: boolean;
    };
  };
  operator_settings_lock_wallets: {
    values: Record<never, never>;
    row: {
      lock_wallets: string | null;
    };
  };
  operator_settings_set_logo: {
    values: {
      readonly content: Uint8Array | null;
      readonly media_type: string | null;
      readonly version: string | null;
    };
    row: {};
  };
  operator_settings_write: {
    values: {
      readonly currency: string;
      readonly name: string;
      readonly accent: string | null;
      readonly support_email: string | null;
      readonly support_url: string | null;
      readonly terms_url: string | null;
      readonly sign_up: string;
      readonly sign_up_domains: readonly string[];
      readonly new_organizations: string;
      readonly invoice_due_days: number;
      readonly reminder_days: readonly number[];
      readonly dunning_suspension_days: number | null;
    };
    row: {};
  };
  operator_signed_in_by_provider: {
    values: {
      readonly provider: string;
    };
    row: {
      found: boolean;
    };
  };
  operator_single_sign_on_lock: {
    values: Record<never, never>;
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  operator_single_sign_on_remove: {
    values: Record<never, never>;
    row: {};
  };
  operator_single_sign_on_set: {
    values: {
      readonly issuer: string;
      readonly client_id: string;
      readonly client_secret_sealed: Uint8Array;
      readonly name: string;
      readonly domains: readonly string[];
      readonly organization_id: string | null;
      readonly role: string;
      readonly passwords_off: boolean;
    };
    row: {};
  };
  operator_site_address_holders: {
    values: {
      readonly site_id: string;
    };
    row: {
      vms: number;
      nat_gateways: number;
      load_balancers: number;
      isolated: number;
      reserved: number;
    };
  };
  operator_site_close: {
    values: {
      readonly reason: string | null;
      readonly site_id: string;
    };
    row: {};
  };
  operator_site_decide: {
    values: {
      readonly decision_id: string;
      readonly site_id: string;
      readonly provider: string;
      readonly action: string;
      readonly kind: string | null;
      readonly resource_id: string | null;
      readonly name: string | null;
      readonly size: string | null;
      readonly workspace_id: bigint | number | null;
      readonly plan_id: string | null;
      readonly vm_name: string | null;
      readonly force: boolean;
      readonly fenced_at: Date | string | null;
      readonly request_sealed: Uint8Array | null;
      readonly reason: string;
      readonly decided_by: string;
    };
    row: {
      decision_id: string;
    };
  };
  operator_site_decision: {
    values: {
      readonly decision_id: string;
    };
    row: {
      decision_id: string;
      site_id: string;
      action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
      kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "machine" | null;
      resource_id: string | null;
      name: string | null;
      size: string | null;
      workspace_id: string | null;
      plan_id: string | null;
      vm_name: string | null;
      force: boolean;
      reason: string;
      decided_by: string;
      decided_at: Date;
      state: "waiting" | "done" | "failed";
      ended_at: Date | null;
      outcome: string | null;
      problem: string | null;
    };
  };
  operator_site_decisions: {
    values: {
      readonly before: string;
      readonly state: string | null;
      readonly limit: bigint | number;
    };
    row: {
      decision_id: string;
      site_id: string;
      action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
      kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "machine" | null;
      resource_id: string | null;
      name: string | null;
      size: string | null;
      workspace_id: string | null;
      plan_id: string | null;
      vm_name: string | null;
      force: boolean;
      reason: string;
      decided_by: string;
      decided_at: Date;
      state: "waiting" | "done" | "failed";
      ended_at: Date | null;
      outcome: string | null;
      problem: string | null;
    };
  };
  operator_site_decisions_named: {
    values: {
      readonly decision_ids: readonly string[];
    };
    row: {
      decision_id: string;
      site_id: string;
      action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
      kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "machine" | null;
      resource_id: string | null;
      name: string | null;
      size: string | null;
      workspace_id: string | null;
      plan_id: string | null;
      vm_name: string | null;
      force: boolean;
      reason: string;
      decided_by: string;
      decided_at: Date;
      state: "waiting" | "done" | "failed";
      ended_at: Date | null;
      outcome: string | null;
      problem: string | null;
    };
  };
  operator_site_decisions_of: {
    values: {
      readonly before: string;
      readonly site_id: string;
      readonly state: string | null;
      readonly limit: bigint | number;
    };
    row: {
      decision_id: string;
      site_id: string;
      action: "adopt" | "discard" | "resume" | "add" | "renew" | "check" | "remove" | "import" | "add_host" | "remove_host";
      kind: "vm" | "volume" | "snapshot" | "backup" | "image" | "subnet" | "vm_network" | "nat_gateway" | "load_balancer" | "cdn_distribution" | "machine" | null;
      resource_id: string | null;
      name: string | null;
      size: string | null;
      workspace_id: string | null;
      plan_id: string | null;
      vm_name: string | null;
      force: boolean;
      reason: string;
      decided_by: string;
      decided_at: Date;
      state: "waiting" | "done" | "failed";
      ended_at: Date | null;
      outcome: string | null;
      problem: string | null;
    };
  };
  operator_site_details: {
    values: {
      readonly site_id: string;
    };
    row: {
      location: string;
      closed_at: Date | null;
      warnings: string[];
      decision_id: string | null;
      closed_reason: string | null;
      fenced_at: Date | null;
      fenced_detail: string | null;
      balance_state: "running" | "stopped" | "done" | "none";
      balance_reason: string | null;
      volumes: number;
      load_balancers: number;
      public_ips: number;
    };
  };
  operator_site_fence: {
    values: {
      readonly behind: readonly string[];
      readonly site_id: string;
    };
    row: {
      site_id: string;
      name: string;
      provider: string;
      setup_state: "new" | "preparing" | null;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      detail: string | null;
      fenced_at: Date | null;
      waiting_operations: number;
      operations_that_end: number;
      looked_at: Date | null;
      problem: string | null;
      with_sites: string[];
    };
  };
  operator_site_history: {
    values: {
      readonly site_id: string;
      readonly since: string;
      readonly until: string;
    };
    row: {
      at: Date | null;
      sold_cpus: number;
      sold_ram_mb: number;
      sold_disk_gb: number;
      cpus: number | null;
      ram_mb: number | null;
      disk_gb: number | null;
    };
  };
  operator_site_maintenance: {
    values: {
      readonly site_id: string;
    };
    row: {
      announcement_id: string;
      title: string;
      starts_at: Date;
      ends_at: Date | null;
    };
  };
  operator_site_open: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
    };
  };
  operator_site_ranges: {
    values: {
      readonly site_id: string;
    };
    row: {
      first: string;
      last: string;
      total: number;
      used: number;
    };
  };
  operator_site_unknown_kinds: {
    values: {
      readonly provider: string;
    };
    row: {
      kind: string;
      count: number;
    };
  };
  operator_sites_unknown: {
    values: {
      readonly site_ids: readonly string[];
    };
    row: {
      site_id: string | null;
    };
  };
  operator_stranger_list: {
    values: {
      readonly provider: string;
      readonly after_kind: string;
      readonly after_name: string;
      readonly kind: string | null;
      readonly limit: bigint | number;
    };
    row: {
      kind: "machine" | "volume";
      name: string;
      type: string | null;
      power: "running" | "stopped" | null;
      cpu: number | null;
      ram_mb: number | null;
      image: string | null;
      disk_gb: number | null;
      addresses: string[];
      hosts: string[];
      volumes: string[];
      machines: string[];
      obstacles: string[];
      warnings: string[];
      first_seen_at: Date;
      last_seen_at: Date;
      decision_id: string | null;
    };
  };
  operator_stranger_machine: {
    values: {
      readonly provider: string;
      readonly machine: string;
    };
    row: {
      kind: "machine" | "volume";
      name: string;
      type: string | null;
      power: "running" | "stopped" | null;
      cpu: number | null;
      ram_mb: number | null;
      image: string | null;
      disk_gb: number | null;
      addresses: string[];
      hosts: string[];
      volumes: string[];
      machines: string[];
      obstacles: string[];
      warnings: string[];
      first_seen_at: Date;
      last_seen_at: Date;
    };
  };
  operator_stranger_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly plan_id: string;
    };
    row: {
      workspace: boolean;
      plan: boolean;
    };
  };
  operator_test_mail_get: {
    values: {
      readonly mail_id: string;
    };
    row: {
      mail_id: string;
      recipient: string;
      created_at: Date;
      problem: string | null;
      state: "sent" | "failed" | "waiting";
    };
  };
  operator_test_mail_send: {
    values: {
      readonly user_id: string;
    };
    row: {
      mail_id: string;
      recipient: string;
      created_at: Date;
      problem: string | null;
      state: "sent" | "failed" | "waiting";
    };
  };
  operator_token_get: {
    values: {
      readonly token_id: string;
    };
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      allowed_ip_ranges: string[];
      user_id: string;
      created_at: Date;
      expires_at: Date;
      last_used_at: Date | null;
    };
  };
  operator_token_in_force: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      token_id: string;
    };
  };
  operator_token_insert: {
    values: {
      readonly token_id: string;
      readonly user_id: string;
      readonly name: string;
      readonly prefix: string;
      readonly hash: Uint8Array;
      readonly scopes: readonly string[];
      readonly allowed_ip_ranges: readonly string[];
      readonly expires_at: Date | string;
    };
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      allowed_ip_ranges: string[];
      user_id: string;
      created_at: Date;
      expires_at: Date;
      last_used_at: Date | null;
    };
  };
  operator_token_list: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      token_id: string;
      name: string;
      prefix: string;
      scopes: string[];
      allowed_ip_ranges: string[];
      user_id: string;
      created_at: Date;
      expires_at: Date;
      last_used_at: Date | null;
    };
  };
  operator_token_revoke: {
    values: {
      readonly token_id: string;
    };
    row: {
      token_id: string;
    };
  };
  operator_tokens_revoke: {
    values: {
      readonly user_id: string;
    };
    row: {};
  };
  operator_unknown_list: {
    values: {
      readonly after_provider: string;
      readonly after_kind: string;
      readonly after_id: string;
      readonly site_id: string | null;
      readonly kind: string | null;
      readonly decision: string | null;
      readonly limit: bigint | number;
    };
    row: {
      provider: string;
      site_id: string;
      kind: string;
      resource_id: string;
      name: string | null;
      size: string | null;
      made_at: Date | null;
      first_seen_at: Date;
      last_seen_at: Date;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      adoptable: boolean;
      needs: (string | null)[] | null;
      decision_id: string | null;
    };
  };
  operator_unknown_list_of: {
    values: {
      readonly after_provider: string;
      readonly after_kind: string;
      readonly after_id: string;
      readonly site_id: string | null;
      readonly kind: string | null;
      readonly decision: string | null;
      readonly limit: bigint | number;
    };
    row: {
      provider: string;
      site_id: string;
      kind: string;
      resource_id: string;
      name: string | null;
      size: string | null;
      made_at: Date | null;
      first_seen_at: Date;
      last_seen_at: Date;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      adoptable: boolean;
      needs: (string | null)[] | null;
      decision_id: string | null;
    };
  };
  operator_unknown_one: {
    values: {
      readonly site_id: string;
      readonly resource_id: string;
    };
    row: {
      provider: string;
      site_id: string;
      kind: string;
      resource_id: string;
      name: string | null;
      size: string | null;
      made_at: Date | null;
      first_seen_at: Date;
      last_seen_at: Date;
      workspace_id: string | null;
      workspace_name: string | null;
      organization_id: string | null;
      organization_name: string | null;
      adoptable: boolean;
      needs: (string | null)[] | null;
    };
  };
  operator_vm_get: {
    values: {
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      site_id: string;
      plan_id: string;
      template_id: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_count: number;
      public_ip: string | null;
      private_ip: string | null;
      created_at: Date;
      operation_id: string | null;
      held_at: Date | null;
      held_reason: string | null;
    };
  };
  operator_vm_hold: {
    values: {
      readonly reason: string | null;
      readonly vm_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  operator_vm_release: {
    values: {
      readonly vm_id: string;
      readonly audit_event_id: string;
      readonly request_id: string;
    };
    row: {
      audit_event_id: string;
    };
  };
  operator_webhook_list: {
    values: {
      readonly before: string;
      readonly limit: bigint | number;
    };
    row: {
      webhook_id: string;
      name: string;
      url: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      disabled_reason: "gone" | "failing";
      disabled_at: Date | null;
      last_status: number | null;
      last_error: string | null;
    };
  };
  operator_webhook_list_failing: {
    values: {
      readonly since: Date | string | null;
      readonly before: string;
      readonly limit: number;
    };
    row: {
      webhook_id: string;
      name: string;
      url: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      failing_since: Date;
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      next_attempt_at: Date | null;
      switched_off_at: Date;
    };
  };
  operator_webhook_list_failing_of: {
    values: {
      readonly before: string;
      readonly organization_id: string;
      readonly since: Date | string | null;
      readonly limit: bigint | number;
    };
    row: {
      webhook_id: string;
      name: string;
      url: string;
      workspace_id: string;
      workspace_name: string;
      organization_id: string;
      organization_name: string;
      failing_since: Date;
      attempts: number;
      last_status: number | null;
      last_error: string | null;
      next_attempt_at: Date | null;
      switched_off_at: Date;
    };
  };
  quota_class_create: {
    values: {
      readonly class_id: string;
      readonly name: string;
    };
    row: {};
  };
  quota_class_delete: {
    values: {
      readonly class_id: string;
    };
    row: {};
  };
  quota_class_no_default: {
    values: Record<never, never>;
    row: {};
  };
  quota_class_set_default: {
    values: {
      readonly class_id: string;
    };
    row: {};
  };
  seller_read: {
    values: Record<never, never>;
    row: {
      legal_name: string | null;
      address_lines: string[];
      postal_code: string | null;
      city: string | null;
      country: string | null;
      vat_number: string | null;
      updated_at: Date | null;
    };
  };
  seller_set: {
    values: {
      readonly legal_name: string;
      readonly address_lines: readonly string[];
      readonly postal_code: string | null;
      readonly city: string | null;
      readonly country: string;
      readonly vat_number: string | null;
    };
    row: {};
  };
  tax_rate_create: {
    values: {
      readonly rate_id: string;
      readonly country: string;
      readonly valid_from: string;
      readonly name: string;
      readonly percent: string | number;
      readonly reverse_charge: boolean;
    };
    row: {};
  };
  tax_rate_delete: {
    values: {
      readonly rate_id: string;
    };
    row: {};
  };
  tax_rate_list: {
    values: {
      readonly rate_id: string | null;
    };
    row: {
      rate_id: string;
      country: string;
      name: string;
      percent: string;
      reverse_charge: boolean;
      valid_from: string;
      created_at: Date;
      time: "future" | "past" | "present";
    };
  };
}
