// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SiteStatements {
  gpu_check_held: {
    values: {
      readonly site_id: string;
    };
    row: {
      host: string;
      address: string;
      model: string;
      vm_id: string | null;
      is_vm: boolean;
      changes: boolean;
    };
  };
  gpu_check_hold: {
    values: {
      readonly site_id: string;
      readonly host: string;
      readonly vm_id: string;
      readonly model: string;
      readonly count: number;
      readonly addresses: readonly (string | null)[];
    };
    row: {
      kept: (string | null)[] | null;
    };
  };
  gpu_check_image: {
    values: {
      readonly site_id: string;
    };
    row: {
      template_id: string;
      name: string;
      min_disk_gb: number;
      installation_id: string;
    };
  };
  gpu_check_let_go: {
    values: {
      readonly site_id: string;
      readonly vm_id: string | null;
    };
    row: {
      release_tried_gpus: string | null;
    };
  };
  gpu_check_plans: {
    values: {
      readonly site_id: string;
    };
    row: {
      plan_id: string;
      name: string;
      gpu_model: string | null;
      gpu_count: number;
      cpu: number;
      ram_mb: number;
      listed: boolean | null;
    };
  };
  gpu_check_site: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
      name: string;
      installation_id: string;
    };
  };
  gpu_check_strangers: {
    values: {
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string | null;
    };
  };
  image_listed: {
    values: {
      readonly template_id: string;
    };
    row: {};
  };
  image_offer: {
    values: {
      readonly template_id: string;
      readonly name: string;
      readonly os_distro: string;
      readonly version: string;
      readonly min_disk_gb: number;
      readonly site_id: string | null;
    };
    row: {};
  };
  site_add: {
    values: {
      readonly site_id: string;
      readonly name: string;
      readonly location: string;
      readonly provider: string;
      readonly setup_state: string | null;
      readonly endpoint: string;
      readonly options: string;
      readonly client_certificate: string | null;
      readonly client_key_sealed: Uint8Array | null;
      readonly server_certificate: string | null;
    };
    row: {};
  };
  site_add_simulated: {
    values: {
      readonly site_id: string;
      readonly name: string;
      readonly location: string;
    };
    row: {};
  };
  site_capacity_record: {
    values: {
      readonly site_id: string;
      readonly unsupported: readonly (string | null)[] | null;
      readonly server: string;
      readonly cpus: number;
      readonly ram_mb: number;
      readonly free_ram_mb: number;
      readonly disk_gb: number;
      readonly free_disk_gb: number;
      readonly instance_type: string | null;
      readonly warnings: readonly string[];
    };
    row: {};
  };
  site_conditions: {
    values: Record<never, never>;
    row: {
      site: string;
      kind: string | null;
      value: number;
    };
  };
  site_connect: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  site_connected: {
    values: {
      readonly provider: string | null;
    };
    row: {
      site_id: string;
      provider: string;
    };
  };
  site_health: {
    values: {
      readonly organization_id: string;
      readonly with_providers: readonly string[];
    };
    row: {
      site_id: string;
      name: string;
      location: string;
      provider: string;
      checked_at: Date | null;
      failing: string[];
      instance_type: "container" | "virtual-machine" | null;
      warnings: string[] | null;
      alive: boolean;
      fence: { provider: string; reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator"; detail: string; since: string } | null;
      unknown: ({ kind: string; id: string; name: string | null; size: string | null; made_at: string | null; first_seen_at: string; adoptable: boolean })[];
      unknown_count: number;
    };
  };
  site_host_added: {
    values: {
      readonly endpoint: string | null;
      readonly site_id: string;
      readonly name: string;
    };
    row: {
      host_id: string;
    };
  };
  site_host_cordon: {
    values: {
      readonly reason: string | null;
      readonly state_by: string | null;
      readonly host_id: string;
    };
    row: {};
  };
  site_host_forget: {
    values: {
      readonly host_id: string;
    };
    row: {};
  };
  site_host_gpus_record: {
    values: {
      readonly host: string;
      readonly gpus: string;
      readonly provider: string;
    };
    row: {
      record_host_gpus: string | null;
    };
  };
  site_host_removed: {
    values: {
      readonly host_id: string;
    };
    row: {
      host_id: string;
      name: string;
      site_id: string;
      endpoint: string | null;
      dedicated_organization_id: string | null;
      provider: string;
    };
  };
  site_host_residents: {
    values: {
      readonly host_id: string;
    };
    row: {
      type: "VM";
      id: string;
      name: string;
    };
  };
  site_hosts_connection: {
    values: {
      readonly site_id: string;
    };
    row: {
      revision: number;
    };
  };
  site_hosts_otherwise: {
    values: {
      readonly site_id: string;
      readonly name: string;
      readonly endpoint: string;
    };
    row: {};
  };
  site_hosts_record: {
    values: {
      readonly hosts: string;
      readonly provider: string;
      readonly began_ms_ago: number | null;
    };
    row: {};
  };
  site_hosts_server: {
    values: {
      readonly site_id: string;
    };
    row: {
      provider: string;
      setup_state: "new" | "preparing" | null;
      endpoint: string | null;
      options: unknown;
      client_certificate: string | null;
      server_certificate: string | null;
    };
  };
  site_hosts_store: {
    values: {
      readonly options: string;
      readonly site_id: string;
      readonly revision: number;
    };
    row: {
      site_id: string;
    };
  };
  site_hosts_taken: {
    values: {
      readonly site_id: string;
      readonly endpoint: string;
    };
    row: {};
  };
  site_hours_record: {
    values: Record<never, never>;
    row: {};
  };
  site_key_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      site_id: string;
    };
  };
  site_key_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer | null;
    };
  };
  site_list_operator: {
    values: Record<never, never>;
    row: {
      endpoint: string | null;
      site_id: string;
      name: string;
      provider: string;
      server: string | null;
      reachable: boolean | null;
      instance_type: "container" | "virtual-machine" | null;
      unsupported: string[];
      connected: boolean;
      closed: boolean;
      fenced: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      unknown: number;
      url: string | null;
      options: unknown;
      cpus: number | null;
      ram_mb: number | null;
      free_ram_mb: number | null;
      disk_gb: number | null;
      free_disk_gb: number | null;
      checked_at: Date | null;
      addresses: number;
      addresses_used: number;
      vms: number;
      sold_cpus: number;
      sold_ram_mb: number;
      sold_disk_gb: number;
      sold_gpus: number;
    };
  };
  site_loss_believed: {
    values: {
      readonly provider: string;
    };
    row: {};
  };
  site_named: {
    values: {
      readonly name: string;
    };
    row: {};
  };
  site_operated: {
    values: {
      readonly site_id: string;
    };
    row: {
      provider: string;
    };
  };
  site_prepare: {
    values: {
      readonly site_id: string;
      readonly options: string;
    };
    row: {};
  };
  site_question_answer: {
    values: {
      readonly answer: Uint8Array | null;
      readonly truncated: boolean;
      readonly error_code: string | null;
      readonly question_id: string;
    };
    row: {};
  };
  site_question_collect: {
    values: {
      readonly question_id: string;
    };
    row: {
      answer: Buffer | null;
      truncated: boolean;
      error_code: string | null;
    };
  };
  site_question_take: {
    values: {
      readonly providers: readonly string[];
    };
    row: {
      question_id: string;
      provider: string;
      vm_id: string;
    };
  };
  site_question_withdraw: {
    values: {
      readonly question_id: string;
    };
    row: {};
  };
  site_renew: {
    values: {
      readonly client_certificate: string | null;
      readonly client_key_sealed: Uint8Array | null;
      readonly server_certificate: string | null;
      readonly site_id: string;
    };
    row: {};
  };
  site_request_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      decision_id: string;
    };
  };
  site_request_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  site_state: {
    values: {
      readonly site_id: string;
    };
    row: {
      site_id: string;
      name: string;
      provider: string;
      server: string | null;
      reachable: boolean | null;
      instance_type: "container" | "virtual-machine" | null;
      unsupported: string[];
      connected: boolean;
      closed: boolean;
      fenced: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      unknown: number;
      url: string | null;
      options: unknown;
      cpus: number | null;
      ram_mb: number | null;
      free_ram_mb: number | null;
      disk_gb: number | null;
      free_disk_gb: number | null;
      checked_at: Date | null;
      addresses: number;
      addresses_used: number;
      vms: number;
      sold_cpus: number;
      sold_ram_mb: number;
      sold_disk_gb: number;
      sold_gpus: number;
    };
  };
  site_states: {
    values: Record<never, never>;
    row: {
      site_id: string;
      name: string;
      provider: string;
      server: string | null;
      reachable: boolean | null;
      instance_type: "container" | "virtual-machine" | null;
      unsupported: string[];
      connected: boolean;
      closed: boolean;
      fenced: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator" | null;
      unknown: number;
      url: string | null;
      options: unknown;
      cpus: number | null;
      ram_mb: number | null;
      free_ram_mb: number | null;
      disk_gb: number | null;
      free_disk_gb: number | null;
      checked_at: Date | null;
      addresses: number;
      addresses_used: number;
      vms: number;
      sold_cpus: number;
      sold_ram_mb: number;
      sold_disk_gb: number;
      sold_gpus: number;
    };
  };
  site_unreachable: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  sites_fenced: {
    values: Record<never, never>;
    row: {
      site_id: string;
      name: string;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | "by_operator";
      detail: string | null;
    };
  };
}
