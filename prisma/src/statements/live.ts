// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface LiveStatements {
  change_now: {
    values: Record<never, never>;
    row: {
      snapshot: string;
    };
  };
  change_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  change_since: {
    values: {
      readonly seen: string | null;
      readonly workspace_ids: readonly (bigint | number)[] | null;
      readonly organization_ids: readonly string[] | null;
    };
    row: {
      snapshot: string;
      workspace_id: bigint | null;
      organization_id: string | null;
      topic: string | null;
      resource_id: string | null;
    };
  };
  workspace_visitor: {
    values: {
      readonly workspace_id: bigint | number | null;
      readonly session_id: string | null;
      readonly user_id: string;
    };
    row: {
      role: "owner" | "admin" | "developer" | "billing" | "viewer" | "secret_reader" | null;
      acting_id: string | null;
      organization_id: string | null;
    };
  };
}
