// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface IdentityStatements {
  account_email: {
    values: {
      readonly user_id: string;
    };
    row: {
      email: string;
    };
  };
  account_end_other_sessions: {
    values: {
      readonly user_id: string;
      readonly session_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  account_end_session: {
    values: {
      readonly user_id: string;
      readonly session_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  account_end_session_of_token: {
    values: {
      readonly token: string;
    };
    row: {};
  };
  account_event_insert: {
    values: {
      readonly request_id: string;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
      readonly user_agent: string | null;
      readonly audit_event_ids: readonly string[];
      readonly organization_ids: readonly (string | null)[];
      readonly user_id: string;
    };
    row: {};
  };
  account_failure_insert: {
    values: {
      readonly kind: string;
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly result: number;
      readonly action: string;
      readonly source_ip: string | null;
      readonly user_agent: string | null;
      readonly detail: string | null;
      readonly user_id: string;
      readonly email: string;
    };
    row: {};
  };
  account_memberships: {
    values: {
      readonly user_id: string;
    };
    row: {
      organization_id: string;
    };
  };
  account_passkeys: {
    values: {
      readonly user_id: string;
    };
    row: {
      id: string;
      name: string | null;
      backed_up: boolean;
      created_at: Date;
    };
  };
  account_password: {
    values: {
      readonly user_id: string;
    };
    row: {
      password: string | null;
    };
  };
  account_read: {
    values: {
      readonly user_id: string;
    };
    row: {
      two_factor_enabled: boolean;
    };
  };
  account_remove_passkey: {
    values: {
      readonly user_id: string;
      readonly passkey_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  account_rename: {
    values: {
      readonly name: string;
      readonly user_id: string;
    };
    row: {};
  };
  account_rename_passkey: {
    values: {
      readonly name: string | null;
      readonly user_id: string;
      readonly passkey_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  account_sessions: {
    values: {
      readonly user_id: string;
    };
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
    values: {
      readonly password: string | null;
      readonly user_id: string;
    };
    row: {};
  };
  announcement_close: {
    values: {
      readonly user_id: string;
      readonly updated_at: string;
      readonly announcement_id: string;
    };
    row: {
      announcement_id: string;
    };
  };
  first_user_lock: {
    values: Record<never, never>;
    row: {
      pg_advisory_xact_lock: string;
    };
  };
  identity_locked: {
    values: {
      readonly user_id: string;
    };
    row: {
      user_id: string;
    };
  };
  password_reset_account: {
    values: {
      readonly email: string;
    };
    row: {
      id: string;
      has_password: boolean;
    };
  };
  password_reset_claim: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      id: string;
      email: string;
    };
  };
  password_reset_count: {
    values: {
      readonly email: string;
      readonly source_ip: string | null;
    };
    row: {
      for_account: number;
      from_address: number;
    };
  };
  password_reset_insert: {
    values: {
      readonly hash: Uint8Array;
      readonly email: string;
      readonly user_id: string | null;
      readonly source_ip: string | null;
      readonly counted: boolean;
      readonly valid_minutes: number;
    };
    row: {};
  };
  password_reset_lock_account: {
    values: {
      readonly email: string;
    };
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  password_reset_lock_address: {
    values: {
      readonly source_ip: string;
    };
    row: {
      pg_advisory_xact_lock: string | null;
    };
  };
  profile_read: {
    values: {
      readonly session_id: string;
      readonly user_id: string;
    };
    row: {
      user_id: string;
      name: string;
      email: string;
      operator_role: "operator" | "support" | null;
      organization_id: string | null;
      organization_name: string | null;
      approvals_need_two_people: boolean | null;
      strict_scopes: boolean | null;
      one_person_asked_at: Date | null;
      asked_by: string | null;
      asked_by_name: string | null;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      acting_id: string | null;
      ends_at: Date | null;
      workspace_id: string | null;
      workspace_name: string | null;
      deletion_window_hours: number | null;
      own_role: "developer" | "billing" | "viewer" | "secret_reader" | null;
      announcements: ({ announcement_id: string; kind: "notice" | "maintenance"; level: "info" | "warning"; title: string; text: string; starts_at: string | null; ends_at: string | null; updated_at: string | null; site_ids: string[]; sites: string[]; closed: boolean })[];
    };
  };
  second_factor_reseal: {
    values: {
      readonly new_secret: string;
      readonly new_backup_codes: string;
      readonly id: string;
      readonly secret: string;
      readonly backup_codes: string;
    };
    row: {
      id: string;
    };
  };
  second_factor_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      secret: string;
      backup_codes: string;
    };
  };
  second_step_user: {
    values: {
      readonly identifier: string;
    };
    row: {
      user_id: string;
    };
  };
  setup_token_read: {
    values: Record<never, never>;
    row: {
      hash: Buffer;
    };
  };
  setup_token_remove: {
    values: Record<never, never>;
    row: {};
  };
  setup_token_replace: {
    values: {
      readonly hash: Uint8Array;
      readonly valid_hours: number;
    };
    row: {};
  };
  sign_in_failure_counts: {
    values: Record<never, never>;
    row: {
      kind: string;
      failures: number;
    };
  };
  sign_in_provider: {
    values: Record<never, never>;
    row: {
      issuer: string;
      client_id: string;
      client_secret_sealed: Buffer;
      name: string;
      domains: string[];
      organization_id: string | null;
      role: "viewer" | "secret_reader" | "billing" | "developer" | "admin";
      passwords_off: boolean;
      updated_at: Date;
    };
  };
  sign_in_provider_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      issuer: string;
    };
  };
  sign_in_provider_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  sso_first_issuer: {
    values: Record<never, never>;
    row: {
      issuer: string | null;
    };
  };
  sso_join: {
    values: {
      readonly user_id: string;
      readonly role: string;
      readonly organization_id: string;
    };
    row: {
      "?column?": number;
    };
  };
  sso_record_first_issuer: {
    values: {
      readonly of_host: boolean;
      readonly issuer: string | null;
    };
    row: {};
  };
  totp_use: {
    values: {
      readonly user_id: string;
      readonly code: string;
    };
    row: {
      code: string;
    };
  };
  user_any: {
    values: Record<never, never>;
    row: {
      found: boolean;
    };
  };
  user_insert: {
    values: {
      readonly user_id: string;
      readonly email: string;
      readonly name: string;
      readonly account_id: string;
      readonly password: string | null;
    };
    row: {};
  };
  user_set_password: {
    values: {
      readonly user_id: string;
      readonly password: string | null;
    };
    row: {};
  };
  user_verify_address: {
    values: {
      readonly user_id: string;
    };
    row: {};
  };
}
