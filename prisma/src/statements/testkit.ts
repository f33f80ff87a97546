// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TestkitStatements {
  test_count: {
    values: readonly [string | null];
    row: {
      found: bigint;
    };
  };
  test_disconnect: {
    values: readonly [];
    row: {
      pg_terminate_backend: boolean | null;
    };
  };
  test_fail: {
    values: readonly [];
    row: {
      "?column?": number;
    };
  };
  test_insert: {
    values: readonly [string, string];
    row: {};
  };
  test_named: {
    values: readonly [string | null];
    row: {
      organization_id: string;
    };
  };
  test_next: {
    values: readonly [];
    row: {
      number: bigint;
    };
  };
  test_pid: {
    values: readonly [];
    row: {
      pid: number;
    };
  };
  test_rename: {
    values: readonly [string | null, string];
    row: {};
  };
  test_role: {
    values: readonly [];
    row: {
      role: string;
      workspace: string | null;
    };
  };
  test_share: {
    values: readonly [number | null];
    row: {
      share: number | null;
    };
  };
  test_store: {
    values: readonly [string | null];
    row: {
      jsonb: unknown;
    };
  };
  test_wait: {
    values: readonly [];
    row: {
      pg_sleep: string;
    };
  };
  test_wait_long: {
    values: readonly [];
    row: {
      pg_sleep: string;
    };
  };
  test_who: {
    values: readonly [number | null];
    row: {
      pid: number;
      number: number | null;
    };
  };
}
