// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TerminalStatements {
  terminal_abandoned: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      terminal_id: string | null;
    };
  };
  terminal_ask: {
    values: readonly [bigint | number | null, string | null, "cloud" | "gpu" | null];
    row: {
      status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error";
      operation_id: string | null;
      action: string | null;
      unsupported: string[];
      locked: string | null;
    };
  };
  terminal_check: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {
      terminal_id: string;
      vm_status: "pending" | "creating" | "provisioning" | "configuring" | "running" | "starting" | "stopping" | "stopped" | "rebooting" | "resizing" | "attaching_volume" | "detaching_volume" | "resizing_plan" | "resizing_disk" | "deleting" | "deleted" | "error" | null;
    };
  };
  terminal_claim: {
    values: readonly [Uint8Array | null, string | null];
    row: {
      terminal_id: string;
      allowed_ip_ranges: string[] | null;
    };
  };
  terminal_end: {
    values: readonly [string | null, string | null, number | null, string | null];
    row: {};
  };
  terminal_end_lost: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null];
    row: {};
  };
  terminal_insert: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null, Uint8Array | null, number | null, number | null];
    row: {
      expires_at: Date;
    };
  };
  terminal_lost: {
    values: readonly [];
    row: {
      terminal_id: string;
    };
  };
  terminal_offer: {
    values: readonly [string | null, string | null];
    row: {
      woken: string;
    };
  };
  terminal_opened: {
    values: readonly [string | null, string | null];
    row: {};
  };
  terminal_purge: {
    values: readonly [];
    row: {};
  };
  terminal_seen: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  terminal_take: {
    values: readonly [number | null, number | null, number | null, number | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null];
    row: {
      terminal_id: string;
      organization_id: string;
      vm_id: string;
      endpoint: string | null;
      columns: number;
      rows: number;
      provider: string;
      slow: boolean;
    };
  };
  terminal_ticket_in_force: {
    values: readonly [string | null];
    row: {
      "?column?": number;
    };
  };
}
