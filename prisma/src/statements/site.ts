// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SiteStatements {
  image_listed: {
    values: readonly [string | null];
    row: {};
  };
  image_offer: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, number | null];
    row: {};
  };
  site_add: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null, Uint8Array | null, string | null, string | null];
    row: {};
  };
  site_add_simulated: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
  site_capacity_record: {
    values: readonly [string, readonly (string | null)[] | null, string, number, number, number, number, number, string | null, readonly (string | null)[]];
    row: {};
  };
  site_conditions: {
    values: readonly [];
    row: {
      site: string;
      kind: string | null;
      value: number;
    };
  };
  site_connected: {
    values: readonly [string | null];
    row: {
      site_id: string;
      provider: string;
    };
  };
  site_health: {
    values: readonly [readonly (string | null)[] | null, string | null];
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
      fence: { provider: string; reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources"; detail: string; since: string } | null;
      unknown: ({ kind: string; id: string; name: string | null; size: string | null; made_at: string | null; first_seen_at: string; adoptable: boolean })[];
      unknown_count: number;
    };
  };
  site_key_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      site_id: string;
    };
  };
  site_key_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer | null;
    };
  };
  site_list_operator: {
    values: readonly [];
    row: {
      site_id: string;
      name: string;
      provider: string;
      endpoint: string | null;
      server: string | null;
      reachable: boolean | null;
      instance_type: "container" | "virtual-machine" | null;
      unsupported: string[];
      closed: boolean;
      fenced: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources" | null;
      unknown: number;
      vms: number;
    };
  };
  site_loss_believed: {
    values: readonly [string | null];
    row: {};
  };
  site_named: {
    values: readonly [string | null];
    row: {};
  };
  site_operated: {
    values: readonly [string | null];
    row: {
      provider: string;
    };
  };
  site_question_answer: {
    values: readonly [string | null, Uint8Array | null, boolean, string | null];
    row: {};
  };
  site_question_collect: {
    values: readonly [string | null];
    row: {
      answer: Buffer | null;
      truncated: boolean;
      error_code: string | null;
    };
  };
  site_question_take: {
    values: readonly [readonly (string | null)[] | null];
    row: {
      question_id: string;
      provider: string;
      vm_id: string;
    };
  };
  site_question_withdraw: {
    values: readonly [string | null];
    row: {};
  };
  site_renew: {
    values: readonly [string | null, string | null, Uint8Array | null, string | null];
    row: {};
  };
  site_unreachable: {
    values: readonly [string | null];
    row: {};
  };
  sites_fenced: {
    values: readonly [];
    row: {
      site_id: string;
      name: string;
      reason: "database_behind" | "database_copied" | "other_installation" | "mark_missing" | "site_incomplete" | "unknown_resources";
      detail: string | null;
    };
  };
}
