// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AdminStatements {
  owner_find: {
    values: {
      readonly organization_id: string;
      readonly email: string;
    };
    row: {
      id: string;
      member: boolean;
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
