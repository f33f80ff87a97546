// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface IdentityStatements {
  account_email: {
    values: readonly [string | null];
    row: {
      email: string;
    };
  };
  account_end_other_sessions: {
    values: readonly [string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  account_end_session: {
    values: readonly [string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  account_end_session_of_token: {
    values: readonly [string | null];
    row: {};
  };
  account_event_insert: {
    values: readonly [readonly (string | null)[] | null, readonly (string | null)[] | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  account_failure_insert: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, number | null, string | null, string | null, string | null];
    row: {};
  };
  account_memberships: {
    values: readonly [string | null];
    row: {
      organization_id: string;
    };
  };
  account_passkeys: {
    values: readonly [string | null];
    row: {
      id: string;
      name: string | null;
      backed_up: boolean;
      created_at: Date;
    };
  };
  account_password: {
    values: readonly [string | null];
    row: {
      password: string | null;
    };
  };
  account_read: {
    values: readonly [string | null];
    row: {
      two_factor_enabled: boolean;
    };
  };
  account_remove_passkey: {
    values: readonly [string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  account_rename: {
    values: readonly [string | null, string];
    row: {};
  };
  account_rename_passkey: {
    values: readonly [string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  account_sessions: {
    values: readonly [string | null];
    row: {
      id: string;
      user_agent: string | null;
      ip_address: string | null;
      created_at: Date;
      updated_at: Date;
      expires_at: Date;
    };
  };
  account_set_password: {
    values: readonly [string | null, string | null];
    row: {};
  };
  first_user_lock: {
    values: readonly [];
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  password_reset_account: {
    values: readonly [string | null];
    row: {
      id: string;
      has_password: boolean;
    };
  };
  password_reset_claim: {
    values: readonly [Uint8Array | null];
    row: {
      id: string;
      email: string;
    };
  };
  password_reset_count: {
    values: readonly [string | null, string | null];
    row: {
      for_account: number;
      from_address: number;
    };
  };
  password_reset_insert: {
    values: readonly [Uint8Array, string, string | null, string | null, boolean, number | null];
    row: {};
  };
  password_reset_lock_account: {
    values: readonly [string | null];
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  password_reset_lock_address: {
    values: readonly [string | null];
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  profile_read: {
    values: readonly [string | null];
    row: {
      user_id: string;
      name: string;
      email: string;
      organization_id: string | null;
      organization_name: string | null;
      approvals_need_two_people: boolean | null;
      strict_scopes: boolean | null;
      one_person_asked_at: Date | null;
      asked_by: string | null;
      asked_by_name: string | null;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      workspace_id: string | null;
      workspace_name: string | null;
      deletion_window_hours: number | null;
      own_role: "developer" | "billing" | "viewer" | "secret_reader" | null;
    };
  };
  second_factor_reseal: {
    values: readonly [string | null, string | null, string, string | null, string];
    row: {
      id: string;
    };
  };
  second_factor_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      secret: string;
      backup_codes: string;
    };
  };
  second_step_user: {
    values: readonly [string | null];
    row: {
      user_id: string;
    };
  };
  setup_token_read: {
    values: readonly [];
    row: {
      hash: Buffer;
    };
  };
  setup_token_remove: {
    values: readonly [];
    row: {};
  };
  setup_token_replace: {
    values: readonly [Uint8Array, number | null];
    row: {};
  };
  sign_in_failure_counts: {
    values: readonly [];
    row: {
      kind: string;
      failures: number;
    };
  };
  sso_join: {
    values: readonly [string | null, string | null, string | null];
    row: {
      "?column?": number;
    };
  };
  totp_use: {
    values: readonly [string, string];
    row: {
      code: string;
    };
  };
  user_any: {
    values: readonly [];
    row: {
      found: boolean;
    };
  };
  user_insert: {
    values: readonly [string, string, string, string, string | null];
    row: {};
  };
  user_set_password: {
    values: readonly [string | null, string | null];
    row: {};
  };
  user_verify_address: {
    values: readonly [string | null];
    row: {};
  };
}
