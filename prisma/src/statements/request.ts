// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RequestStatements {
  dependents_going: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null];
    row: {
      going: boolean;
    };
  };
  door_session: {
    values: readonly [string | null, bigint | number | null];
    row: {
      caller_id: string;
      caller_name: string;
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | null;
      organization_id: string | null;
      organization_name: string | null;
      workspace_id: bigint | null;
      workspace_name: string | null;
      allowed: boolean;
    };
  };
  door_token: {
    values: readonly [Uint8Array | null, bigint | number | null];
    row: {
      caller_id: string;
      caller_name: string;
      scopes: string[];
      allowed_ip_ranges: string[];
      old_value: boolean | null;
      valid: boolean | null;
      organization_id: string;
      organization_name: string;
      workspace_id: bigint | null;
      workspace_name: string | null;
      allowed: boolean | null;
    };
  };
  effect_record: {
    values: readonly [number, string, bigint | number | null, string, string | null, string, string | null, string, string, string, string | null, string, string | null];
    row: {};
  };
  effect_record_bought: {
    values: readonly [number, string, bigint | number | null, string, string | null, string, string | null, string, string, string, string | null, string, string | null, string | null];
    row: {};
  };
  idempotency_claim: {
    values: readonly [bigint | number | null, string | null, string | null, Uint8Array | null];
    row: {
      key: string;
    };
  };
  idempotency_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  idempotency_stored: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      fingerprint: Buffer;
      status: number;
      body: string;
    };
  };
  refusal_record: {
    values: readonly [string, string | null, bigint | number | null, string, string, string, string, string | null, string, string | null, number];
    row: {};
  };
  refusal_record_denied: {
    values: readonly [string, string | null, bigint | number | null, string, string, string, string, string | null, string, string | null, number, string | null];
    row: {};
  };
  role_authorize: {
    values: readonly [string | null, string | null];
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | null;
    };
  };
  user_idempotency_answered: {
    values: readonly [string | null, string | null, string | null, number, string];
    row: {};
  };
  user_idempotency_claim: {
    values: readonly [string, string, string, Uint8Array];
    row: {
      key: string;
    };
  };
  user_idempotency_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  user_idempotency_stored: {
    values: readonly [string | null, string | null, string | null];
    row: {
      fingerprint: Buffer;
      status: number;
      body: string;
    };
  };
}
