// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AuditStatements {
  account_event_list: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      user_agent: string | null;
    };
  };
  audit_event_list: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_action: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_action_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_action_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_action_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_action: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_action_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_action_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_action_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_actor_id_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_action: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_action_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_action_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_action_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_action: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_action_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_action_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_action_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_actor_id_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_resource_id_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_result: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_result_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_event_list_by_subject: {
    values: readonly [bigint | number | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
    };
  };
  audit_horizon: {
    values: readonly [bigint | number | null];
    row: {
      horizon: bigint;
      asked: bigint;
    };
  };
  organization_event_list: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_action: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_actor_id: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_actor_id_action: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string | null;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_resource_id: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_resource_id_action: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_resource_id_actor_id: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
  organization_event_list_by_resource_id_actor_id_action: {
    values: readonly [string | null, bigint | number | null, string | null, bigint | number | null, number | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      audit_event_id: string;
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      resource_id: string;
      request_id: string;
      source_ip: string | null;
      result: number;
      planned: boolean;
      at: Date;
      micros: bigint;
      detail: string | null;
      resource_name: string | null;
    };
  };
}
