// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface DiagnosisStatements {
  diagnosis_clock: {
    values: Record<never, never>;
    row: {
      ms: number;
    };
  };
  diagnosis_domain_certificates: {
    values: Record<never, never>;
    row: {
      certificate_id: string;
      expires_at: Date | null;
      renew_at: Date | null;
      problem: string | null;
      late: bigint;
    };
  };
  diagnosis_mails: {
    values: Record<never, never>;
    row: {
      lost: number;
      stuck: number;
      problem: string | null;
    };
  };
  diagnosis_operation: {
    values: {
      readonly operation_id: string;
    };
    row: {
      operation_id: string;
      workspace_id: bigint;
      resource_id: string;
      resource_type: string;
      action: string;
      saga: string;
      status: "accepted" | "running" | "waiting" | "compensating" | "succeeded" | "failed" | "cancelled" | "timed_out";
      current_step: string | null;
      outcome: "failed" | "cancelled" | "timed_out" | null;
      error_code: string | null;
      error_message: string | null;
      submitted_at: Date;
      finished_at: Date | null;
      deadline_at: Date;
      cancel_requested_at: Date | null;
      run_at: Date;
      lease_owner: string | null;
      lease_until: Date | null;
      held_at: Date | null;
      hold_reason: string | null;
      provider: string | null;
      read_at: Date;
      seconds: number;
      behind: string | null;
      leased: number;
      workers: number;
    };
  };
  diagnosis_operation_asked: {
    values: {
      readonly operation_id: string;
    };
    row: {
      actor_type: string;
      actor_id: string;
      actor_name: string;
      action: string;
      request_id: string;
      source_ip: string | null;
      at: Date;
    };
  };
  diagnosis_operation_steps: {
    values: {
      readonly operation_id: string;
    };
    row: {
      name: string;
      status: "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone";
      attempt: number;
      error: string | null;
      started_at: Date;
      finished_at: Date | null;
      waited: boolean;
      seconds: number;
    };
  };
  diagnosis_owner: {
    values: Record<never, never>;
    row: {
      is_own: boolean;
    };
  };
  diagnosis_programs: {
    values: Record<never, never>;
    row: {
      name: string;
    };
  };
  diagnosis_sealed_values: {
    values: Record<never, never>;
    row: {
      kind: "access key" | "site" | "mail" | "single sign-on";
      id: string;
      sealed: Buffer;
    };
  };
  diagnosis_served_certificates: {
    values: Record<never, never>;
    row: {
      edge: string;
      name: string;
      served_until: Date;
      obtained_until: Date | null;
      found: bigint;
    };
  };
  diagnosis_settings: {
    values: Record<never, never>;
    row: {
      number: number;
      version: string;
      fsync: string;
      full_page_writes: string;
      synchronous_commit: string;
      standby: boolean | null;
      places: number;
      taken: number;
      size: string | null;
      standbys: number;
    };
  };
  diagnosis_site_certificates: {
    values: Record<never, never>;
    row: {
      site_id: string;
      client_certificate: string | null;
      server_certificate: string | null;
    };
  };
  diagnosis_store_folder: {
    values: Record<never, never>;
    row: {
      host: string;
      folder: string;
    };
  };
  diagnosis_used_without_price: {
    values: {
      readonly sku_codes: readonly (string | null)[] | null;
      readonly plan_ids: readonly string[];
    };
    row: {
      code: string;
    };
  };
  diagnosis_usual: {
    values: {
      readonly saga: string;
      readonly operation_id: string;
    };
    row: {
      step: string | null;
      compared: number;
      seconds: number | null;
    };
  };
  diagnosis_work: {
    values: Record<never, never>;
    row: {
      alive: boolean;
      unclaimed: number;
      failing: unknown;
    };
  };
  health_report_write: {
    values: {
      readonly host: string;
      readonly release: string | null;
      readonly node: string;
      readonly findings: string;
    };
    row: {};
  };
}
