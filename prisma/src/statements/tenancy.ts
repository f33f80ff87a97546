// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TenancyStatements {
  demo_lock: {
    values: Record<never, never>;
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  demo_numbers: {
    values: Record<never, never>;
    row: {
      setval: string | null;
    };
  };
  demo_organization: {
    values: {
      readonly organization_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  demo_wallet: {
    values: {
      readonly organization_id: string;
      readonly balance: string | number;
    };
    row: {};
  };
  demo_workspace: {
    values: {
      readonly workspace_id: bigint | number;
      readonly organization_id: string;
      readonly name: string;
    };
    row: {};
  };
  demo_workspaces: {
    values: {
      readonly organization_id: string;
    };
    row: {
      workspace_id: string;
    };
  };
  door_session: {
    values: {
      readonly workspace_id: bigint | number | null;
      readonly session_id: string | null;
      readonly user_id: string;
    };
    row: {
      caller_id: string;
      caller_name: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      acting_id: string | null;
      own_role: "developer" | "billing" | "viewer" | "secret_reader" | null;
      organization_id: string | null;
      organization_name: string | null;
      workspace_id: bigint | null;
      workspace_name: string | null;
    };
  };
  invitation_claim: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      invitation_id: string;
    };
  };
  invitation_count_of_member: {
    values: {
      readonly organization_id: string;
      readonly invited_by: string;
    };
    row: {
      count: number;
    };
  };
  invitation_end_of_member: {
    values: {
      readonly invitation_ids: readonly string[];
      readonly audit_event_ids: readonly string[];
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  invitation_find_of_member: {
    values: {
      readonly organization_id: string;
      readonly invited_by: string;
      readonly roles: readonly string[];
    };
    row: {
      invitation_id: string;
    };
  };
  invitation_forget: {
    values: {
      readonly organization_id: string;
      readonly email: string;
    };
    row: {};
  };
  invitation_in_force: {
    values: {
      readonly invitation_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  invitation_insert: {
    values: {
      readonly invitation_id: string;
      readonly organization_id: string;
      readonly email: string;
      readonly role: string;
      readonly hash: Uint8Array;
      readonly invited_by: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      expires_at: Date;
    };
  };
  invitation_join: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
      readonly role: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly invitation_id: string | null;
      readonly source_ip: string | null;
    };
    row: {};
  };
  invitation_known: {
    values: {
      readonly organization_id: string;
      readonly email: string;
    };
    row: {
      "?column?": number;
    };
  };
  invitation_list: {
    values: {
      readonly organization_id: string;
      readonly invitation_id: string;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly person_id: string;
      readonly organization_id: string;
    };
    row: {
      name: string;
      organization_name: string;
      mailed: number;
    };
  };
  invitation_read: {
    values: {
      readonly hash: Uint8Array;
    };
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
    values: {
      readonly organization_id: string;
      readonly invitation_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      "?column?": number;
    };
  };
  member_find: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
    };
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  member_list: {
    values: {
      readonly token_id: string;
      readonly organization_id: string;
      readonly joined_at: Date | string | null;
      readonly user_id: string;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly organization_id: string;
      readonly user_id: string;
    };
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  member_remove: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
      readonly role: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      "?column?": number;
    };
  };
  member_set_role: {
    values: {
      readonly role: string;
      readonly organization_id: string;
      readonly user_id: string;
      readonly judged: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      "?column?": number;
    };
  };
  organization_approval_rule: {
    values: {
      readonly organization_id: string;
    };
    row: {
      approvals_need_two_people: boolean;
      one_person_asked_at: Date | null;
      asked_by: string | null;
      asked_by_name: string | null;
    };
  };
  organization_insert: {
    values: {
      readonly organization_id: string;
      readonly name: string;
      readonly created_by: string | null;
      readonly workspace_name: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      workspace_id: string;
    };
  };
  organization_list_all: {
    values: {
      readonly after: string;
      readonly search: string | null;
      readonly limit: bigint | number;
    };
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
    values: {
      readonly organization_id: string;
    };
    row: {};
  };
  organization_rename: {
    values: {
      readonly name: string;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  organization_set_approvals: {
    values: {
      readonly approvals_need_two_people: boolean;
      readonly asked_by: string | null;
      readonly asked_at: Date | string | null;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      asked_by: string | null;
      asked_by_name: string | null;
      one_person_asked_at: Date | null;
    };
  };
  organization_set_strict_scopes: {
    values: {
      readonly strict_scopes: boolean;
      readonly organization_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  role_authorize: {
    values: {
      readonly organization_id: string | null;
      readonly session_id: string | null;
      readonly user_id: string;
    };
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      acting_id: string | null;
    };
  };
  workspace_contents: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      type: string;
      id: string;
      name: string;
    };
  };
  workspace_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  workspace_delete_lock: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  workspace_delete_look: {
    values: {
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      workspace_id: string;
      siblings: number;
    };
  };
  workspace_delete_queue: {
    values: {
      readonly organization_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  workspace_get: {
    values: {
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
      readonly token_id: string;
    };
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_insert: {
    values: {
      readonly organization_id: string;
      readonly name: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      workspace_id: string;
    };
  };
  workspace_list: {
    values: {
      readonly organization_id: string;
      readonly last: bigint | number;
      readonly name: string | null;
      readonly token_id: string;
      readonly limit: number;
    };
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_rename: {
    values: {
      readonly name: string;
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
      readonly token_id: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
  workspace_role_end: {
    values: {
      readonly workspace_ids: readonly (bigint | number)[];
      readonly audit_event_ids: readonly string[];
      readonly organization_id: string;
      readonly user_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {};
  };
  workspace_role_give: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
      readonly workspace_id: bigint | number;
      readonly role: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
      readonly name: string;
      readonly former_role: string;
    };
    row: {};
  };
  workspace_role_list: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
    };
    row: {
      workspace_id: bigint;
      role: "developer" | "billing" | "viewer" | "secret_reader";
    };
  };
  workspace_role_place: {
    values: {
      readonly user_id: string;
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
    };
    row: {
      name: string;
      role: "developer" | "billing" | "viewer" | "secret_reader" | null;
    };
  };
  workspace_role_take: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
      readonly name: string;
      readonly former_role: string;
    };
    row: {};
  };
  workspace_set_deletion_window: {
    values: {
      readonly deletion_window_hours: number;
      readonly organization_id: string;
      readonly workspace_id: bigint | number;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string | null;
      readonly request_id: string;
      readonly source_ip: string | null;
    };
    row: {
      workspace_id: string;
      organization_id: string;
      name: string;
      deletion_window_hours: number;
      created_at: Date;
    };
  };
}
