// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TenancyStatements {
  demo_lock: {
    values: readonly [];
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  demo_numbers: {
    values: readonly [];
    row: {
      setval: string | null;
    };
  };
  demo_organization: {
    values: readonly [string];
    row: {
      organization_id: string;
    };
  };
  demo_wallet: {
    values: readonly [string, string | number | null, string];
    row: {};
  };
  demo_workspace: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {};
  };
  demo_workspaces: {
    values: readonly [string | null];
    row: {
      workspace_id: string;
    };
  };
  door_session: {
    values: readonly [string | null, bigint | number | null];
    row: {
      caller_id: string;
      caller_name: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      own_role: "developer" | "billing" | "viewer" | "secret_reader" | null;
      organization_id: string | null;
      organization_name: string | null;
      workspace_id: bigint | null;
      workspace_name: string | null;
    };
  };
  invitation_claim: {
    values: readonly [Uint8Array | null];
    row: {
      invitation_id: string;
    };
  };
  invitation_count_of_member: {
    values: readonly [string | null, string | null];
    row: {
      count: number;
    };
  };
  invitation_end_of_member: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  invitation_find_of_member: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {
      invitation_id: string;
    };
  };
  invitation_forget: {
    values: readonly [string | null, string | null];
    row: {};
  };
  invitation_in_force: {
    values: readonly [string | null];
    row: {
      "?column?": number;
    };
  };
  invitation_insert: {
    values: readonly [string, string, string, string, Uint8Array, string, string | null, string | null, string | null, string | null, string | null];
    row: {
      expires_at: Date;
    };
  };
  invitation_join: {
    values: readonly [string, string, string, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  invitation_known: {
    values: readonly [string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  invitation_list: {
    values: readonly [string | null, string | null, bigint | number | null];
    row: {
      invitation_id: string;
      email: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
      invited_by: string;
      created_at: Date;
      expires_at: Date;
    };
  };
  invitation_maker: {
    values: readonly [string | null, string | null];
    row: {
      name: string;
      organization_name: string;
      mailed: number;
    };
  };
  invitation_read: {
    values: readonly [Uint8Array | null];
    row: {
      organization_id: string;
      organization_name: string;
      email: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
      invited_by: string;
      expires_at: Date;
      accepted: boolean;
      expired: boolean;
      user_id: string | null;
    };
  };
  invitation_revoke: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  member_find: {
    values: readonly [string | null, string | null];
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  member_list: {
    values: readonly [string | null, Date | string | null, string | null, bigint | number | null, string | null];
    row: {
      user_id: string;
      name: string;
      email: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
      second_factor: boolean;
      joined_at: Date;
      workspace_roles: ({ workspace_id: string; role: "developer" | "billing" | "viewer" | "secret_reader" })[] | null;
      last_seen_at: Date | null;
      position: string;
    };
  };
  member_lock: {
    values: readonly [string | null, string | null];
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  member_remove: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  member_set_role: {
    values: readonly [string | null, string | null, string, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  organization_approval_rule: {
    values: readonly [string | null];
    row: {
      approvals_need_two_people: boolean;
      one_person_asked_at: Date | null;
      asked_by: string | null;
      asked_by_name: string | null;
    };
  };
  organization_insert: {
    values: readonly [string, string, string, string, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      workspace_id: string;
    };
  };
  organization_list_all: {
    values: readonly [string | null, string | null, bigint | number | null];
    row: {
      organization_id: string;
      name: string;
      created_at: Date;
      balance: string | null;
      credit_limit: string | null;
      currency: string | null;
      suspended_at: Date | null;
      workspace_ids: string[];
      owners: string[];
    };
  };
  organization_lock: {
    values: readonly [string | null];
    row: {};
  };
  organization_rename: {
    values: readonly [string | null, string, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  organization_set_approvals: {
    values: readonly [string | null, boolean, string | null, Date | string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      asked_by: string | null;
      asked_by_name: string | null;
      one_person_asked_at: Date | null;
    };
  };
  organization_set_strict_scopes: {
    values: readonly [string | null, boolean, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  role_authorize: {
    values: readonly [string | null, string | null];
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
    };
  };
  workspace_contents: {
    values: readonly [bigint | number | null];
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  workspace_delete: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  workspace_delete_lock: {
    values: readonly [bigint | number | null];
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  workspace_delete_look: {
    values: readonly [string | null, bigint | number | null];
    row: {
      workspace_id: string;
      siblings: number;
    };
  };
  workspace_delete_queue: {
    values: readonly [string | null];
    row: {
      "?column?": number;
    };
  };
  workspace_get: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_insert: {
    values: readonly [string, string, string | null, string | null, string | null, string | null, string | null];
    row: {
      workspace_id: string;
    };
  };
  workspace_list: {
    values: readonly [string | null, bigint | number | null, string | null, string | null, number | null];
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_rename: {
    values: readonly [string | null, bigint | number | null, string, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_role_end: {
    values: readonly [string | null, string | null, readonly (bigint | number | null)[] | null, readonly (string | null)[] | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  workspace_role_give: {
    values: readonly [string, string, bigint | number, string, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  workspace_role_list: {
    values: readonly [string | null, string | null];
    row: {
      workspace_id: bigint;
      role: "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  workspace_role_place: {
    values: readonly [string | null, bigint | number | null, string | null];
    row: {
      name: string;
      role: "developer" | "billing" | "viewer" | "secret_reader" | null;
    };
  };
  workspace_role_take: {
    values: readonly [string | null, string | null, bigint | number | null, string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  workspace_set_deletion_window: {
    values: readonly [string | null, bigint | number | null, number, string | null, string | null, string | null, string | null, string | null];
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
}
