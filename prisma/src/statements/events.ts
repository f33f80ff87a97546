// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EventsStatements {
  event_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly kinds: readonly string[];
      readonly micros: bigint | number;
      readonly horizon: bigint | number;
      readonly event_id: string;
      readonly limit: bigint | number;
      readonly scopes: readonly string[];
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly kinds: readonly string[];
      readonly micros: bigint | number;
      readonly event_id: string;
      readonly horizon: bigint | number;
      readonly limit: bigint | number;
      readonly scopes: readonly string[];
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly kinds: readonly string[];
      readonly resource_id: string;
      readonly micros: bigint | number;
      readonly event_id: string;
      readonly horizon: bigint | number;
      readonly limit: bigint | number;
      readonly scopes: readonly string[];
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly kinds: readonly string[];
      readonly resource_id: string;
      readonly micros: bigint | number;
      readonly horizon: bigint | number;
      readonly event_id: string;
      readonly limit: bigint | number;
      readonly scopes: readonly string[];
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly event_id: string;
    };
    row: {
      micros: bigint;
    };
  };
  event_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
}
