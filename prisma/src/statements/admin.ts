// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AdminStatements {
  development_operator: {
    values: {
      readonly user_id: string;
    };
    row: {};
  };
  owner_find: {
    values: {
      readonly organization_id: string;
      readonly email: string;
    };
    row: {
      id: string;
      complete: boolean;
    };
  };
  owner_insert: {
    values: {
      readonly organization_id: string;
      readonly user_id: string;
    };
    row: {};
  };
}
