// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface ObjectStoreStatements {
  object_store_ready: {
    values: Record<never, never>;
    row: {
      "?column?": number;
    };
  };
}
