// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface CellsStatements {
  cell_begin: {
    values: {
      readonly first: bigint | number;
    };
    row: {
      workspaces: string | null;
      events: string | null;
    };
  };
  cell_know: {
    values: {
      readonly email: string;
    };
    row: {
      account: boolean;
      invited: boolean;
    };
  };
}
