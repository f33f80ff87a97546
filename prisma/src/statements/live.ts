// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface LiveStatements {
  change_now: {
    values: readonly [];
    row: {
      snapshot: string;
    };
  };
  change_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  change_since: {
    values: readonly [string | null, readonly (bigint | number | null)[] | null, readonly (string | null)[] | null];
    row: {
      snapshot: string;
      workspace_id: bigint | null;
      organization_id: string | null;
      topic: string | null;
      resource_id: string | null;
    };
  };
  workspace_visitor: {
    values: readonly [string | null, bigint | number | null];
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      organization_id: string | null;
    };
  };
}
