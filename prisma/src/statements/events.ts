// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EventsStatements {
  event_list: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null, string | null, bigint | number | null, bigint | number | null];
    row: {
      event_id: string;
      kind: string;
      resource_id: string | null;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      request_id: string | null;
      operation_id: string | null;
      at: Date;
      micros: bigint;
      name: string | null;
    };
  };
  event_list_after: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null, string | null, bigint | number | null, bigint | number | null];
    row: {
      event_id: string;
      kind: string;
      resource_id: string | null;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      request_id: string | null;
      operation_id: string | null;
      at: Date;
      micros: bigint;
      name: string | null;
    };
  };
  event_list_after_of: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null, string | null, bigint | number | null, bigint | number | null, string | null];
    row: {
      event_id: string;
      kind: string;
      resource_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      request_id: string | null;
      operation_id: string | null;
      at: Date;
      micros: bigint;
      name: string | null;
    };
  };
  event_list_of: {
    values: readonly [bigint | number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, bigint | number | null, string | null, bigint | number | null, bigint | number | null, string | null];
    row: {
      event_id: string;
      kind: string;
      resource_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      request_id: string | null;
      operation_id: string | null;
      at: Date;
      micros: bigint;
      name: string | null;
    };
  };
  event_position: {
    values: readonly [bigint | number | null, string | null];
    row: {
      micros: bigint;
    };
  };
  event_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
}
