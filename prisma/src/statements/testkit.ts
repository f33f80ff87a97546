// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface TestkitStatements {
  test_count: {
    values: {
      readonly name: string;
    };
    row: {
      found: bigint;
    };
  };
  test_disconnect: {
    values: Record<never, never>;
    row: {
      pg_terminate_backend: boolean | null;
    };
  };
  test_fail: {
    values: Record<never, never>;
    row: {
      "?column?": number;
    };
  };
  test_insert: {
    values: {
      readonly organization_id: string;
      readonly name: string;
    };
    row: {};
  };
  test_named: {
    values: {
      readonly name: string;
    };
    row: {
      organization_id: string;
    };
  };
  test_next: {
    values: Record<never, never>;
    row: {
      number: bigint;
    };
  };
  test_pid: {
    values: Record<never, never>;
    row: {
      pid: number;
    };
  };
  test_rename: {
    values: {
      readonly action: string;
      readonly operation_id: string;
    };
    row: {};
  };
  test_role: {
    values: Record<never, never>;
    row: {
      role: string;
      workspace: string | null;
    };
  };
  test_share: {
    values: {
      readonly parts: number;
    };
    row: {
      share: number | null;
    };
  };
  test_store: {
    values: {
      readonly document: string | null;
    };
    row: {
      jsonb: unknown;
    };
  };
  test_wait: {
    values: Record<never, never>;
    row: {
      pg_sleep: string;
    };
  };
  test_wait_long: {
    values: Record<never, never>;
    row: {
      pg_sleep: string;
    };
  };
  test_who: {
    values: {
      readonly number: number | null;
    };
    row: {
      pid: number;
      number: number | null;
    };
  };
}
