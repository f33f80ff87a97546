// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TerminalStatements {
  terminal_abandoned: {
    values: {
      readonly terminal_ids: readonly string[];
    };
    row: {
      terminal_id: string | null;
    };
  };
  terminal_ask: {
    values: {
      readonly workspace_id: bigint | number;
      readonly vm_id: string;
      readonly type: "cloud" | "gpu";
    };
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      held_reason: string | null;
      action: string | null;
      unsupported: string[];
      locked: string | null;
    };
  };
  terminal_check: {
    values: {
      readonly manager_roles: readonly string[];
      readonly roles: readonly string[];
      readonly terminal_ids: readonly string[];
    };
    row: {
      terminal_id: string;
      vm_status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null;
    };
  };
  terminal_claim: {
    values: {
      readonly source_ip: string | null;
      readonly ticket_hash: Uint8Array;
    };
    row: {
      terminal_id: string;
      allowed_ip_ranges: string[] | null;
    };
  };
  terminal_end: {
    values: {
      readonly end_reason: string | null;
      readonly exit_code: number | null;
      readonly terminal_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  terminal_end_lost: {
    values: {
      readonly terminal_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
    };
    row: {};
  };
  terminal_insert: {
    values: {
      readonly terminal_id: string;
      readonly workspace_id: bigint | number;
      readonly organization_id: string;
      readonly vm_id: string;
      readonly caller_type: string;
      readonly caller_id: string;
      readonly caller_name: string;
      readonly session_id: string | null;
      readonly request_id: string;
      readonly ticket_hash: Uint8Array;
      readonly columns: number;
      readonly rows: number;
      readonly screen: boolean;
    };
    row: {
      expires_at: Date;
    };
  };
  terminal_lost: {
    values: Record<never, never>;
    row: {
      terminal_id: string;
    };
  };
  terminal_offer: {
    values: {
      readonly endpoint: string | null;
      readonly terminal_id: string;
    };
    row: {
      woken: string;
    };
  };
  terminal_opened: {
    values: {
      readonly terminal_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  terminal_purge: {
    values: Record<never, never>;
    row: {};
  };
  terminal_seen: {
    values: {
      readonly terminal_ids: readonly string[];
    };
    row: {};
  };
  terminal_take: {
    values: {
      readonly organization_ids: readonly string[];
      readonly held: readonly number[];
      readonly held_slow: readonly number[];
      readonly most_of_organization: number;
      readonly most_slow_of_organization: number;
      readonly most_slow: number;
      readonly most: number;
    };
    row: {
      terminal_id: string;
      organization_id: string;
      vm_id: string;
      endpoint: string | null;
      columns: number;
      rows: number;
      screen: boolean;
      provider: string;
      slow: boolean;
    };
  };
  terminal_ticket_in_force: {
    values: {
      readonly terminal_id: string;
    };
    row: {
      "?column?": number;
    };
  };
}
