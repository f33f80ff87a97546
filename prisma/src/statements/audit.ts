// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AuditStatements {
  audit_horizon: {
    values: readonly [bigint | number | null];
    row: {
      horizon: bigint;
      asked: bigint;
    };
  };
}
