// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RequestStatements {
  attempt_count: {
    values: readonly [string | null, string | null, string | null, number | null, number | null, number | null, number | null];
    row: {
      wait_seconds: number | null;
      attempts: number;
      refusals: number;
      of_source: number;
    };
  };
  attempt_give_back: {
    values: readonly [string | null, string | null, string | null, number | null, boolean | null];
    row: {
      attempt_given_back: string | null;
    };
  };
  attempt_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  effect_answered: {
    values: readonly [number, string, bigint | number | null, string | null, string | null];
    row: {};
  };
  effect_record: {
    values: readonly [number, string, bigint | number | null, string, string | null, string, string | null, string, string, string, string | null, string, string | null];
    row: {};
  };
  effect_record_bought: {
    values: readonly [number, string, bigint | number | null, string, string | null, string, string | null, string, string, string, string | null, string, string | null, string | null, number | null];
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
      expired: boolean;
    };
  };
  plan_record: {
    values: readonly [string, string | null, bigint | number | null, string, string, string, string, string | null, string, string | null];
    row: {};
  };
  plan_record_of_person: {
    values: readonly [string | null, string | null, string | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  refusal_record: {
    values: readonly [string, string | null, bigint | number | null, string, string, string, string, string | null, string, string | null, number, boolean];
    row: {};
  };
  refusal_record_denied: {
    values: readonly [string, string | null, bigint | number | null, string, string, string, string, string | null, string, string | null, number, boolean, string | null];
    row: {};
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
