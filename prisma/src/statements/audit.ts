// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface AuditStatements {
  account_event_list: {
    values: {
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actions: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actions: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actions: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly actions: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly string[];
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly number[];
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly results: readonly number[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly results: readonly number[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly subjects: readonly string[];
      readonly limit: number;
    };
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
    values: {
      readonly subjects: readonly string[];
      readonly owner: bigint | number;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      horizon: bigint;
      asked: bigint;
    };
  };
  organization_event_list: {
    values: {
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actions: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly actor_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly resource_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly (string | null)[] | null;
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly (string | null)[] | null;
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
    values: {
      readonly resource_ids: readonly string[];
      readonly owner: string;
      readonly upper: bigint | number;
      readonly upper_id: string;
      readonly from: bigint | number;
      readonly actor_ids: readonly string[];
      readonly actions: readonly string[];
      readonly results: readonly (number | null)[] | null;
      readonly subjects: readonly (string | null)[] | null;
      readonly limit: number;
    };
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
