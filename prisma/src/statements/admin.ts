// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AdminStatements {
  owner_find: {
    values: readonly [string | null, string | null];
    row: {
      id: string;
      member: boolean;
    };
  };
  owner_insert: {
    values: readonly [string, string];
    row: {};
  };
}
