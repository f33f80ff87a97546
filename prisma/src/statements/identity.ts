// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface IdentityStatements {
  first_user_lock: {
    values: readonly [];
    row: {
      pg_advisory_xact_lock: string;
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
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | null;
      workspace_id: string | null;
      workspace_name: string | null;
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
}
