// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface RequestStatements {
  attempt_count: {
    values: {
      readonly pair_key: string;
      readonly source_key: string;
      readonly account_key: string;
      readonly free: number;
      readonly free_of_source: number;
      readonly free_under_attack: number;
      readonly attack: number;
    };
    row: {
      wait_seconds: number | null;
      attempts: number;
      refusals: number;
      of_source: number;
    };
  };
  attempt_give_back: {
    values: {
      readonly pair_key: string;
      readonly source_key: string;
      readonly account_key: string;
      readonly of_source: number;
      readonly succeeded: boolean;
    };
    row: {
      attempt_given_back: string | null;
    };
  };
  attempt_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  effect_answered: {
    values: {
      readonly status: number;
      readonly body: string;
      readonly workspace_id: bigint | number;
      readonly action: string;
      readonly key: string | null;
    };
    row: {};
  };
  effect_record: {
    values: {
      readonly status: number;
      readonly body: string;
      readonly workspace_id: bigint | number;
      readonly action: string;
      readonly key: string | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
    };
    row: {};
  };
  effect_record_bought: {
    values: {
      readonly status: number;
      readonly body: string;
      readonly workspace_id: bigint | number;
      readonly action: string;
      readonly key: string | null;
      readonly admissions: string;
      readonly bound_hours: number | null;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
    };
    row: {};
  };
  idempotency_claim: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly key: string;
      readonly fingerprint: Uint8Array;
    };
    row: {
      key: string;
    };
  };
  idempotency_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  idempotency_stored: {
    values: {
      readonly workspace_id: bigint | number;
      readonly operation: string;
      readonly key: string;
    };
    row: {
      fingerprint: Buffer;
      status: number;
      body: string;
      expired: boolean;
    };
  };
  operator_event_record: {
    values: {
      readonly event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly action: string;
      readonly resource_type: string;
      readonly resource_id: string | null;
      readonly organization_id: string | null;
      readonly reason: string | null;
      readonly fields: string;
      readonly request_id: string;
      readonly source_ip: string | null;
      readonly result: number;
      readonly planned: boolean;
    };
    row: {};
  };
  plan_record: {
    values: {
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
    };
    row: {};
  };
  plan_record_of_person: {
    values: {
      readonly audit_event_id: string;
      readonly request_id: string;
      readonly organization_id: string | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
      readonly user_id: string;
    };
    row: {};
  };
  refusal_record: {
    values: {
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly result: number;
      readonly organization_id: string | null;
      readonly workspace_id: bigint | number | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
      readonly planned: boolean;
    };
    row: {};
  };
  refusal_record_denied: {
    values: {
      readonly workspace_id: bigint | number;
      readonly admissions: string;
      readonly audit_event_id: string;
      readonly actor_type: string;
      readonly actor_id: string;
      readonly actor_name: string;
      readonly request_id: string;
      readonly result: number;
      readonly organization_id: string | null;
      readonly action: string;
      readonly resource_id: string | null;
      readonly source_ip: string | null;
      readonly planned: boolean;
    };
    row: {};
  };
  user_idempotency_answered: {
    values: {
      readonly status: number;
      readonly body: string;
      readonly user_id: string;
      readonly operation: string;
      readonly key: string;
    };
    row: {};
  };
  user_idempotency_claim: {
    values: {
      readonly user_id: string;
      readonly operation: string;
      readonly key: string;
      readonly fingerprint: Uint8Array;
    };
    row: {
      key: string;
    };
  };
  user_idempotency_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  user_idempotency_stored: {
    values: {
      readonly user_id: string;
      readonly operation: string;
      readonly key: string;
    };
    row: {
      fingerprint: Buffer;
      status: number;
      body: string;
    };
  };
}
