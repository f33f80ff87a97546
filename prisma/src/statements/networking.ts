// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface NetworkingStatements {
  address_set_networks: {
    values: {
      readonly workspace_id: bigint | number;
      readonly source: string;
      readonly site_id: string;
    };
    row: {
      want_network: "" | null;
    };
  };
  address_sets_note_all: {
    values: Record<never, never>;
    row: {};
  };
  address_sets_spread: {
    values: Record<never, never>;
    row: {};
  };
  firewall_group_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {};
  };
  firewall_group_exists: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {};
  };
  firewall_group_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      firewall_group_id: string;
      name: string;
      description: string | null;
      is_default: boolean;
      created_at: Date;
      updated_at: Date;
      linked_instance_count: number;
      rules: ({ rule_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[];
    };
  };
  firewall_group_insert: {
    values: {
      readonly firewall_group_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly description: string | null;
      readonly is_default: boolean;
      readonly rule_id: string;
    };
    row: {};
  };
  firewall_group_keep: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_ids: readonly string[];
    };
    row: {};
  };
  firewall_group_linked: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  firewall_group_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      firewall_group_id: string;
      name: string;
      description: string | null;
      is_default: boolean;
      created_at: Date;
      updated_at: Date;
      linked_instance_count: number;
      rules: ({ rule_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[];
    };
  };
  firewall_group_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      name: string;
      is_default: boolean;
    };
  };
  firewall_group_named_by: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      type: "firewall_rule";
      id: string;
      name: string;
    };
  };
  firewall_group_touch: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      firewall_group_id: string;
    };
  };
  firewall_group_update: {
    values: {
      readonly name: string | null;
      readonly sets_description: boolean;
      readonly description: string | null;
      readonly is_default: boolean | null;
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {};
  };
  firewall_groups_link: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly firewall_group_ids: readonly string[];
    };
    row: {};
  };
  firewall_groups_of_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      firewall_group_id: string;
    };
  };
  firewall_instance_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
      vm_type: "cloud" | "gpu";
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      linked_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  firewall_instance_link: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  firewall_instance_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      vm_id: string;
      vm_type: "cloud" | "gpu";
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      linked_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  firewall_instance_unlink: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
    };
  };
  firewall_rule_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly rule_id: string;
    };
    row: {};
  };
  firewall_rule_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly rule_id: string;
    };
    row: {
      rule_id: string;
      direction: "ingress" | "egress";
      protocol: "tcp" | "udp" | "icmp" | "any";
      action: "allow" | "drop";
      description: string | null;
      port_start: number | null;
      port_end: number | null;
      icmp_type: number | null;
      icmp_code: number | null;
      priority: number | null;
      remote_targets: string[];
      remote_group_id: string | null;
      remote_tag: string | null;
      enabled: boolean;
      system_managed: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  firewall_rule_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly rule_id: string;
      readonly direction: "ingress" | "egress";
      readonly protocol: "tcp" | "udp" | "icmp" | "any";
      readonly action: "allow" | "drop";
      readonly description: string | null;
      readonly port_start: number | null;
      readonly port_end: number | null;
      readonly icmp_type: number | null;
      readonly icmp_code: number | null;
      readonly priority: number | null;
      readonly remote_targets: readonly string[];
      readonly remote_group_id: string | null;
      readonly remote_tag: string | null;
      readonly enabled: boolean;
    };
    row: {
      rule_id: string;
      direction: "ingress" | "egress";
      protocol: "tcp" | "udp" | "icmp" | "any";
      action: "allow" | "drop";
      description: string | null;
      port_start: number | null;
      port_end: number | null;
      icmp_type: number | null;
      icmp_code: number | null;
      priority: number | null;
      remote_targets: string[];
      remote_group_id: string | null;
      remote_tag: string | null;
      enabled: boolean;
      system_managed: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  firewall_rule_update: {
    values: {
      readonly direction: "ingress" | "egress";
      readonly protocol: "tcp" | "udp" | "icmp" | "any";
      readonly action: "allow" | "drop";
      readonly description: string | null;
      readonly port_start: number | null;
      readonly port_end: number | null;
      readonly icmp_type: number | null;
      readonly icmp_code: number | null;
      readonly priority: number | null;
      readonly remote_targets: readonly string[];
      readonly remote_group_id: string | null;
      readonly remote_tag: string | null;
      readonly enabled: boolean;
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
      readonly rule_id: string;
    };
    row: {
      rule_id: string;
      direction: "ingress" | "egress";
      protocol: "tcp" | "udp" | "icmp" | "any";
      action: "allow" | "drop";
      description: string | null;
      port_start: number | null;
      port_end: number | null;
      icmp_type: number | null;
      icmp_code: number | null;
      priority: number | null;
      remote_targets: string[];
      remote_group_id: string | null;
      remote_tag: string | null;
      enabled: boolean;
      system_managed: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  firewall_rules_replace: {
    values: {
      readonly rules: string;
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {};
  };
  load_balancer_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      name: string;
      site_id: string;
      vpc_id: string | null;
      deletion_protection: boolean;
    };
  };
  nat_gateway_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {};
  };
  nat_gateway_exists: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {};
  };
  nat_gateway_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {
      nat_gateway_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      public_ip_id: string | null;
      public_ip: string | null;
      created_at: Date;
      updated_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_code: string | null;
      error_message: string | null;
      subnet_ids: string[];
    };
  };
  nat_gateway_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly site_id: string;
      readonly name: string;
      readonly subnet_ids: readonly string[];
    };
    row: {};
  };
  nat_gateway_keep_serving: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      nat_gateway_id: string;
    };
  };
  nat_gateway_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly after: string;
      readonly name: string | null;
      readonly limit: bigint | number;
    };
    row: {
      nat_gateway_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      public_ip_id: string | null;
      public_ip: string | null;
      created_at: Date;
      updated_at: Date;
      pending_changes: boolean;
      applied_at: Date | null;
      error_code: string | null;
      error_message: string | null;
      subnet_ids: string[];
    };
  };
  nat_gateway_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {
      nat_gateway_id: string;
    };
  };
  nat_gateway_named: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      type: "nat_gateway";
      id: string;
      name: string;
    };
  };
  nat_gateway_rename: {
    values: {
      readonly name: string;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {};
  };
  nat_gateway_serving: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_ids: readonly string[];
    };
    row: {
      type: "nat_gateway";
      id: string;
      name: string;
    };
  };
  nat_gateway_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
    };
    row: {
      type: "vpc_node" | "port_forward";
      id: string;
      name: string;
    };
  };
  nat_gateway_vpc: {
    values: {
      readonly workspace_id: bigint | number;
      readonly nat_gateway_id: string;
    };
    row: {
      vpc_id: string;
    };
  };
  network_applied: {
    values: {
      readonly revision: number;
      readonly workspace_id: bigint | number;
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_id: string;
    };
    row: {};
  };
  network_apply_again: {
    values: {
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_ids: readonly string[];
    };
    row: {};
  };
  network_due: {
    values: {
      readonly provider: string | null;
    };
    row: {
      workspace_id: bigint;
      resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      resource_id: string;
      revision: number;
      apply_waited: boolean;
      apply_attempts: number;
      name: string | null;
      provider: string | null;
      subnet: { vpcId: string; cidr: string; gateway: string; ipv6Cidr: string | null; dns: string[]; peers: ({ vpcId: string; cidr: string; ipv6Cidr: string | null })[]; record: { installation_id: string; rows: { subnet: unknown; vpc: unknown[]; firewall_group: ({ firewall_group_id: string; workspace_id: number; name: string; description: string | null; is_default: boolean; created_at: string; updated_at: string })[]; firewall_rule: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[]; firewall_group_subnet: ({ workspace_id: number; firewall_group_id: string; vpc_id: string; subnet_id: string; created_at: string })[] } } } | null;
      vm: { nics: ({ subnetId: string; address: string; ipv6Address: string | null; prefixLength: number; gateway: string; natGatewayId: string | null })[]; publicAddress: { address: string; reverseDns: string } | null; rules: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[] | null; sets: ({ source: string; revision: number; addresses: string[] })[]; record: { installation_id: string; rows: { vpc_node: ({ allocation_id: string; workspace_id: number; vpc_id: string; subnet_id: string; vm_id: string; subnet_cidr: string; gateway: string; private_ip: string; nat_gateway_id: string | null; site_private_ip: string | null; created_at: string; ipv6_address: string | null })[]; reserved_ip: ({ public_ip_id: string; workspace_id: number; site_id: string; label: string; reverse_dns: string; reservation_type: "user_reserved" | "platform_assigned"; attached_vm_id: string | null; attached_allocation_id: string | null; attached_nat_gateway_id: string | null; created_at: string; updated_at: string; attached_load_balancer_id: string | null; deletion_protection: boolean })[]; public_address: unknown[]; firewall_group: ({ firewall_group_id: string; workspace_id: number; name: string; description: string | null; is_default: boolean; created_at: string; updated_at: string })[]; firewall_rule: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[]; firewall_group_vm: ({ workspace_id: number; firewall_group_id: string; vm_id: string; created_at: string })[] } } } | null;
      nat_gateway: { subnetIds: string[]; publicAddress: { address: string; reverseDns: string } | null; forwards: ({ protocol: "tcp" | "udp"; publicPort: number; address: string; privatePort: number })[]; record: { installation_id: string; rows: { nat_gateway: unknown; nat_gateway_subnet: ({ subnet_id: string; workspace_id: number; vpc_id: string; nat_gateway_id: string })[]; port_forward: ({ port_forward_id: string; workspace_id: number; vpc_id: string; nat_gateway_id: string; allocation_id: string; protocol: "tcp" | "udp"; public_port: number; private_port: number; description: string | null; created_at: string })[]; vpc: unknown[]; reserved_ip: ({ public_ip_id: string; workspace_id: number; site_id: string; label: string; reverse_dns: string; reservation_type: "user_reserved" | "platform_assigned"; attached_vm_id: string | null; attached_allocation_id: string | null; attached_nat_gateway_id: string | null; created_at: string; updated_at: string; attached_load_balancer_id: string | null; deletion_protection: boolean })[]; public_address: unknown[] } } } | null;
      address_set: { source: string; site_id: string; addresses: string[] } | null;
      vpc_names: { names: ({ name: string; addresses: string[] | null })[] } | null;
    };
  };
  network_forget: {
    values: {
      readonly workspace_id: bigint | number;
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_id: string;
    };
    row: {};
  };
  network_of_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly resource_id: string;
    };
    row: {
      workspace_id: bigint;
      resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      resource_id: string;
      revision: number;
      apply_waited: boolean;
      apply_attempts: number;
      name: string;
      provider: string;
      vm: { nics: ({ subnetId: string; address: string; ipv6Address: string | null; prefixLength: number; gateway: string; natGatewayId: string | null })[]; publicAddress: { address: string; reverseDns: string } | null; rules: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[] | null; sets: ({ source: string; revision: number; addresses: string[] })[]; record: { installation_id: string; rows: { vpc_node: ({ allocation_id: string; workspace_id: number; vpc_id: string; subnet_id: string; vm_id: string; subnet_cidr: string; gateway: string; private_ip: string; nat_gateway_id: string | null; site_private_ip: string | null; created_at: string; ipv6_address: string | null })[]; reserved_ip: ({ public_ip_id: string; workspace_id: number; site_id: string; label: string; reverse_dns: string; reservation_type: "user_reserved" | "platform_assigned"; attached_vm_id: string | null; attached_allocation_id: string | null; attached_nat_gateway_id: string | null; created_at: string; updated_at: string; attached_load_balancer_id: string | null; deletion_protection: boolean })[]; public_address: unknown[]; firewall_group: ({ firewall_group_id: string; workspace_id: number; name: string; description: string | null; is_default: boolean; created_at: string; updated_at: string })[]; firewall_rule: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[]; firewall_group_vm: ({ workspace_id: number; firewall_group_id: string; vm_id: string; created_at: string })[] } } };
    };
  };
  network_retry: {
    values: {
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly revision: number;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_id: string;
    };
    row: {};
  };
  network_settled_page: {
    values: {
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly after: string;
      readonly limit: bigint | number;
      readonly provider: string;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  network_show_subnet: {
    values: {
      readonly error_message: string | null;
      readonly hopeless: boolean;
      readonly workspace_id: bigint | number;
      readonly subnet_id: string;
    };
    row: {};
  };
  network_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly resource_type: "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";
      readonly resource_id: string;
    };
    row: {};
  };
  port_forward_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly port_forward_id: string;
    };
    row: {
      port_forward_id: string;
    };
  };
  port_forward_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly port_forward_id: string;
    };
    row: {
      port_forward_id: string;
      vpc_id: string;
      nat_gateway_id: string;
      protocol: "tcp" | "udp";
      public_port: number;
      vm_id: string;
      private_ip: string;
      private_port: number;
      description: string | null;
      created_at: Date;
    };
  };
  port_forward_insert: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly port_forward_id: string;
      readonly allocation_id: string;
      readonly protocol: "tcp" | "udp";
      readonly public_port: number;
      readonly private_port: number;
      readonly description: string | null;
    };
    row: {};
  };
  port_forward_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      port_forward_id: string;
      vpc_id: string;
      nat_gateway_id: string;
      protocol: "tcp" | "udp";
      public_port: number;
      vm_id: string;
      private_ip: string;
      private_port: number;
      description: string | null;
      created_at: Date;
    };
  };
  port_forward_node: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly vm_id: string;
    };
    row: {
      allocation_id: string;
    };
  };
  port_forward_of_port: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly nat_gateway_id: string;
      readonly protocol: "tcp" | "udp";
      readonly public_port: number;
    };
    row: {
      type: "port_forward";
      id: string;
      name: string;
    };
  };
  public_address_free: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  public_address_seed: {
    values: {
      readonly simulated_ranges: readonly string[];
    };
    row: {};
  };
  public_range_add: {
    values: {
      readonly first: string;
      readonly site_id: string;
      readonly count: number;
    };
    row: {
      added: number;
    };
  };
  public_range_foreign: {
    values: {
      readonly range: string;
      readonly site_id: string;
    };
    row: {
      address: string;
    };
  };
  public_range_site: {
    values: {
      readonly site_id: string;
    };
    row: {};
  };
  reachability_group: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_id: string;
    };
    row: {
      name: string;
    };
  };
  reachability_holders: {
    values: {
      readonly port: number;
      readonly protocol: string;
      readonly workspace_id: bigint | number;
      readonly addresses: readonly string[];
    };
    row: {
      address: string;
      public_address: { public_ip_id: string; address: string; isolated: boolean };
      attached_vm_id: string | null;
      nat_gateway_id: string | null;
      gateway_name: string | null;
      vpc_id: string | null;
      port_forward_id: string | null;
      forward_vm_id: string | null;
      load_balancer_id: string | null;
      load_balancer_name: string | null;
      listens: boolean;
    };
  };
  reachability_machines: {
    values: {
      readonly protocol: string;
      readonly port: number;
      readonly planned_sources: readonly (string | null)[];
      readonly workspace_id: bigint | number;
      readonly vm_ids: readonly string[];
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      name: string;
      pending_changes: boolean;
      public_address: { public_ip_id: string; address: string; isolated: boolean } | null;
      nics: ({ vpc_id: string; vpc_name: string; vpc_cidr: string; subnet_id: string; subnet_name: string; cidr: string; address: string; vpc_ipv6_cidr: string | null; ipv6_cidr: string | null; ipv6_address: string | null; gateway: { nat_gateway_id: string; name: string } | null; gateway_address: { public_ip_id: string; address: string; isolated: boolean } | null; peers: ({ vpc_peering_id: string; name: string; vpc_id: string; cidr: string | null; ipv6_cidr: string | null; vpc_name: string | null })[] })[];
      forwards: ({ port_forward_id: string; nat_gateway_id: string; gateway_name: string; gateway_address: { public_ip_id: string; address: string; isolated: boolean } | null; public_port: number; private_port: number; vpc_id: string; address: string })[];
      rules: ({ rule_id: string; workspace_id: number; firewall_group_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null; group_name: string })[] | null;
      sets: ({ source: string; addresses: string[] })[];
    };
  };
  reachability_named_groups: {
    values: {
      readonly workspace_id: bigint | number;
      readonly firewall_group_ids: readonly string[];
    };
    row: {
      groups: number;
    };
  };
  reachability_private_addresses: {
    values: {
      readonly workspace_id: bigint | number;
      readonly addresses: readonly string[];
      readonly from_vm_id: string | null;
    };
    row: {
      address: string;
      vpc_id: string;
      vm_id: string;
    };
  };
  reserved_ip_attach: {
    values: {
      readonly attached_vm_id: string | null;
      readonly attached_allocation_id: string | null;
      readonly attached_nat_gateway_id: string | null;
      readonly attached_load_balancer_id: string | null;
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {
      public_ip_id: string;
    };
  };
  reserved_ip_begin_change: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      pg_advisory_xact_lock: "" | null;
    };
  };
  reserved_ip_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {};
  };
  reserved_ip_detach: {
    values: {
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {};
  };
  reserved_ip_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {
      public_ip_id: string;
      address: string;
      site_id: string;
      label: string;
      reverse_dns: string;
      reservation_type: "user_reserved" | "platform_assigned";
      deletion_protection: boolean;
      attached_vm_id: string | null;
      attached_nat_gateway_id: string | null;
      attached_load_balancer_id: string | null;
      attached_resource_name: string | null;
      attached_vm_type: "cloud" | "gpu" | null;
      attached_vpc_id: string | null;
      attached_subnet_id: string | null;
      created_at: Date;
      updated_at: Date;
      isolated_at: Date | null;
      isolated_reason: string | null;
    };
  };
  reserved_ip_insert: {
    values: {
      readonly public_ip_id: string;
      readonly site_id: string;
      readonly workspace_id: bigint | number;
      readonly label: string;
      readonly reverse_dns: string;
      readonly reservation_type: "user_reserved" | "platform_assigned";
      readonly attached_vm_id: string | null;
      readonly attached_allocation_id: string | null;
      readonly attached_nat_gateway_id: string | null;
      readonly attached_load_balancer_id: string | null;
      readonly deletion_protection: boolean;
    };
    row: {
      public_ip_id: string;
    };
  };
  reserved_ip_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly attached: boolean | null;
      readonly site_ids: readonly string[] | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      public_ip_id: string;
      address: string;
      site_id: string;
      label: string;
      reverse_dns: string;
      reservation_type: "user_reserved" | "platform_assigned";
      deletion_protection: boolean;
      attached_vm_id: string | null;
      attached_nat_gateway_id: string | null;
      attached_load_balancer_id: string | null;
      attached_resource_name: string | null;
      attached_vm_type: "cloud" | "gpu" | null;
      attached_vpc_id: string | null;
      attached_subnet_id: string | null;
      created_at: Date;
      updated_at: Date;
      isolated_at: Date | null;
      isolated_reason: string | null;
    };
  };
  reserved_ip_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {
      public_ip_id: string;
    };
  };
  reserved_ip_of_load_balancer: {
    values: {
      readonly workspace_id: bigint | number;
      readonly load_balancer_id: string;
    };
    row: {
      public_ip_id: string;
      address: string;
      site_id: string;
      label: string;
      reverse_dns: string;
      reservation_type: "user_reserved" | "platform_assigned";
      deletion_protection: boolean;
      attached_vm_id: string | null;
      attached_nat_gateway_id: string | null;
      attached_load_balancer_id: string;
      attached_resource_name: string | null;
      attached_vm_type: "cloud" | "gpu" | null;
      attached_vpc_id: string | null;
      attached_subnet_id: string | null;
      created_at: Date;
      updated_at: Date;
      isolated_at: Date | null;
      isolated_reason: string | null;
    };
  };
  reserved_ip_of_vm: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      public_ip_id: string;
      address: string;
      site_id: string;
      label: string;
      reverse_dns: string;
      reservation_type: "user_reserved" | "platform_assigned";
      deletion_protection: boolean;
      attached_vm_id: string;
      attached_nat_gateway_id: string | null;
      attached_load_balancer_id: string | null;
      attached_resource_name: string | null;
      attached_vm_type: "cloud" | "gpu" | null;
      attached_vpc_id: string | null;
      attached_subnet_id: string | null;
      created_at: Date;
      updated_at: Date;
      isolated_at: Date | null;
      isolated_reason: string | null;
    };
  };
  reserved_ip_update: {
    values: {
      readonly label: string | null;
      readonly reverse_dns: string | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly public_ip_id: string;
    };
    row: {};
  };
  reverse_dns_page: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      position: string;
      address: string;
      reverse_dns: string;
    };
  };
  subnet_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {};
  };
  subnet_first: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      type: "subnet";
      id: string;
      name: string;
    };
  };
  subnet_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      subnet_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      cidr: string;
      ipv6_cidr: string | null;
      gateway: string;
      dns: string[];
      firewall_group_ids: string[];
      status: "provisioning" | "available" | "error" | "deleting";
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  subnet_insert: {
    values: {
      readonly subnet_id: string;
      readonly name: string;
      readonly cidr: string;
      readonly gateway: string;
      readonly dns: readonly string[];
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      subnet_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      cidr: string;
      ipv6_cidr: string | null;
      gateway: string;
      dns: string[];
      firewall_group_ids: string[];
      status: "provisioning" | "available" | "error" | "deleting";
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  subnet_keep: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_ids: readonly string[];
    };
    row: {
      subnet_id: string;
    };
  };
  subnet_link_firewall_groups: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
      readonly firewall_group_ids: readonly string[];
    };
    row: {};
  };
  subnet_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly after: string;
      readonly status: "provisioning" | "available" | "error" | "deleting" | null;
      readonly name: string | null;
      readonly limit: bigint | number;
    };
    row: {
      subnet_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      cidr: string;
      ipv6_cidr: string | null;
      gateway: string;
      dns: string[];
      firewall_group_ids: string[];
      status: "provisioning" | "available" | "error" | "deleting";
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  subnet_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      subnet_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      cidr: string;
      ipv6_cidr: string | null;
      gateway: string;
      dns: string[];
      firewall_group_ids: string[];
      status: "provisioning" | "available" | "error" | "deleting";
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  subnet_lock_to_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      subnet_id: string;
      vpc_id: string;
      site_id: string;
      name: string;
      cidr: string;
      ipv6_cidr: string | null;
      gateway: string;
      dns: string[];
      firewall_group_ids: string[];
      status: "provisioning" | "available" | "error" | "deleting";
      error_message: string | null;
      created_at: Date;
      updated_at: Date;
    };
  };
  subnet_overlapping: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly cidr: string;
    };
    row: {
      type: "subnet";
      id: string;
      name: string;
    };
  };
  subnet_unlink_firewall_groups: {
    values: {
      readonly workspace_id: bigint | number;
      readonly subnet_id: string;
      readonly firewall_group_ids: readonly string[];
    };
    row: {};
  };
  subnet_update: {
    values: {
      readonly name: string | null;
      readonly dns: readonly (string | null)[] | null;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {};
  };
  subnet_users: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      type: "vpc_node" | "nat_gateway" | "load_balancer";
      id: string;
      name: string;
    };
  };
  vm_addresses_show: {
    values: {
      readonly changed: boolean;
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {};
  };
  vm_first_node: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      allocation_id: string;
    };
  };
  vm_network_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      vm_type: "cloud" | "gpu";
      pending_changes: boolean;
      applied_at: Date | null;
      error_code: string | null;
      error_message: string | null;
      nodes: ({ allocation_id: string; vpc_id: string; subnet_id: string; vm_id: string; private_ip: string; ipv6_address: string | null; private_dns_name: string | null; prefix_length: number; subnet_mask: string; gateway: string; dns: string[]; public_ip_id: string | null; public_ip: string | null; nat_gateway_id: string | null; nat_public_ip: string | null; status: "attached" | "error"; vpc_name: string; subnet_name: string; subnet_cidr: string })[];
      reserved_ips: ({ public_ip_id: string; address: string; site_id: string; label: string; reverse_dns: string; reservation_type: "user_reserved" | "platform_assigned"; deletion_protection: boolean; attached_vm_id: string; attached_nat_gateway_id: string | null; attached_load_balancer_id: string | null; attached_resource_name: string | null; attached_vm_type: "cloud" | "gpu" | null; attached_vpc_id: string | null; attached_subnet_id: string | null; created_at: string; updated_at: string; isolated_at: string | null; isolated_reason: string | null })[];
      firewall_groups: ({ firewall_group_id: string; name: string; description: string | null; is_default: boolean; created_at: string; updated_at: string; linked_instance_count: number; rules: ({ rule_id: string; direction: "ingress" | "egress"; protocol: "tcp" | "udp" | "icmp" | "any"; action: "allow" | "drop"; description: string | null; port_start: number | null; port_end: number | null; priority: number | null; remote_targets: string[]; enabled: boolean; system_managed: boolean; created_at: string; updated_at: string; remote_group_id: string | null; remote_tag: string | null; icmp_type: number | null; icmp_code: number | null })[] })[];
      port_forwards: ({ port_forward_id: string; vpc_id: string; nat_gateway_id: string; protocol: "tcp" | "udp"; public_port: number; vm_id: string; private_ip: string; private_port: number; description: string | null; created_at: string })[];
    };
  };
  vm_network_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
    };
    row: {
      vm_id: string;
      type: "cloud" | "gpu";
      name: string;
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      site_id: string;
    };
  };
  vpc_active_peerings: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      type: "vpc_peering";
      id: string;
      name: string;
    };
  };
  vpc_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
  vpc_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      vpc_id: string;
      site_id: string;
      name: string;
      description: string | null;
      cidr: string;
      ipv6: boolean;
      ipv6_cidr: string | null;
      status: "provisioning" | "available" | "error" | "deleting";
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_insert: {
    values: {
      readonly vpc_id: string;
      readonly workspace_id: bigint | number;
      readonly site_id: string;
      readonly name: string;
      readonly description: string | null;
      readonly cidr: string;
      readonly ipv6_cidr: string | null;
      readonly deletion_protection: boolean;
    };
    row: {
      vpc_id: string;
      site_id: string;
      name: string;
      description: string | null;
      cidr: string;
      ipv6: boolean;
      ipv6_cidr: string | null;
      status: "provisioning" | "available" | "error" | "deleting";
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly site_ids: readonly string[] | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vpc_id: string;
      site_id: string;
      name: string;
      description: string | null;
      cidr: string;
      ipv6: boolean;
      ipv6_cidr: string | null;
      status: "provisioning" | "available" | "error" | "deleting";
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      vpc_id: string;
      site_id: string;
      name: string;
      description: string | null;
      cidr: string;
      ipv6: boolean;
      ipv6_cidr: string | null;
      status: "provisioning" | "available" | "error" | "deleting";
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_lock_to_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      vpc_id: string;
      site_id: string;
      name: string;
      description: string | null;
      cidr: string;
      ipv6: boolean;
      ipv6_cidr: string | null;
      status: "provisioning" | "available" | "error" | "deleting";
      deletion_protection: boolean;
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_names_note_all: {
    values: Record<never, never>;
    row: {};
  };
  vpc_names_spread: {
    values: Record<never, never>;
    row: {};
  };
  vpc_node_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly allocation_id: string;
    };
    row: {};
  };
  vpc_node_find: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
      readonly vm_id: string;
    };
    row: {
      allocation_id: string;
      vpc_id: string;
      subnet_id: string;
      vm_id: string;
      private_ip: string;
      ipv6_address: string | null;
      private_dns_name: string | null;
      prefix_length: number;
      subnet_mask: string;
      gateway: string;
      dns: string[];
      public_ip_id: string | null;
      public_ip: string | null;
      nat_gateway_id: string | null;
      nat_public_ip: string | null;
      status: "attached" | "error";
    };
  };
  vpc_node_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly allocation_id: string;
    };
    row: {
      allocation_id: string;
      vpc_id: string;
      subnet_id: string;
      vm_id: string;
      private_ip: string;
      ipv6_address: string | null;
      private_dns_name: string | null;
      prefix_length: number;
      subnet_mask: string;
      gateway: string;
      dns: string[];
      public_ip_id: string | null;
      public_ip: string | null;
      nat_gateway_id: string | null;
      nat_public_ip: string | null;
      status: "attached" | "error";
    };
  };
  vpc_node_insert: {
    values: {
      readonly allocation_id: string;
      readonly nat_gateway_id: string | null;
      readonly vm_id: string;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly subnet_id: string;
    };
    row: {
      allocation_id: string;
    };
  };
  vpc_node_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly after: string;
      readonly subnet_id: string | null;
      readonly vm_id: string | null;
      readonly limit: bigint | number;
    };
    row: {
      allocation_id: string;
      vpc_id: string;
      subnet_id: string;
      vm_id: string;
      private_ip: string;
      ipv6_address: string | null;
      private_dns_name: string | null;
      prefix_length: number;
      subnet_mask: string;
      gateway: string;
      dns: string[];
      public_ip_id: string | null;
      public_ip: string | null;
      nat_gateway_id: string | null;
      nat_public_ip: string | null;
      status: "attached" | "error";
    };
  };
  vpc_nodes_first: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {
      type: "vpc_node";
      id: string;
      name: string;
    };
  };
  vpc_overlapping: {
    values: {
      readonly workspace_id: bigint | number;
      readonly site_id: string;
      readonly cidr: string;
    };
    row: {
      type: "vpc";
      id: string;
      name: string;
    };
  };
  vpc_peering_accept: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_peering_id: string;
    };
    row: {
      vpc_peering_id: string;
    };
  };
  vpc_peering_between: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly peer_vpc_id: string;
    };
    row: {
      type: "vpc_peering";
      id: string;
      name: string;
    };
  };
  vpc_peering_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_peering_id: string;
    };
    row: {};
  };
  vpc_peering_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_peering_id: string;
    };
    row: {
      vpc_peering_id: string;
      site_id: string;
      name: string;
      vpc_id: string;
      cidr: string;
      peer_vpc_id: string;
      peer_cidr: string | null;
      side: "requester" | "accepter";
      status: "pending" | "active" | "rejected" | "ended";
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_peering_insert: {
    values: {
      readonly vpc_peering_id: string;
      readonly name: string;
      readonly peer_vpc_id: string;
      readonly other_side_id: string;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
  vpc_peering_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly vpc_id: string | null;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
    row: {
      vpc_peering_id: string;
      site_id: string;
      name: string;
      vpc_id: string;
      cidr: string;
      peer_vpc_id: string;
      peer_cidr: string | null;
      side: "requester" | "accepter";
      status: "pending" | "active" | "rejected" | "ended";
      created_at: Date;
      updated_at: Date;
    };
  };
  vpc_peering_lock: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_peering_id: string;
    };
    row: {
      vpc_peering_id: string;
    };
  };
  vpc_peering_overlapping: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
      readonly peer_cidr: string;
      readonly peer_vpc_id: string;
      readonly cidr: string;
    };
    row: {
      type: "vpc_peering";
      id: string;
      name: string;
    };
  };
  vpc_set_ipv6: {
    values: {
      readonly ipv6_cidr: string | null;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
  vpc_set_ipv6_of_nodes: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
  vpc_set_ipv6_of_subnets: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
  vpc_update: {
    values: {
      readonly name: string | null;
      readonly sets_description: boolean;
      readonly description: string | null;
      readonly deletion_protection: boolean | null;
      readonly workspace_id: bigint | number;
      readonly vpc_id: string;
    };
    row: {};
  };
}
