// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EdgeStatements {
  edge_certificates_end: {
    values: {
      readonly certificate_id: string;
    };
    row: {};
  };
  edge_challenges_end: {
    values: Record<never, never>;
    row: {};
  };
  edge_document_changes: {
    values: {
      readonly site_id: string;
      readonly sequence: bigint | number;
      readonly serves_cdn: boolean;
    };
    row: {
      kind: "load_balancer" | "balancer_challenge" | "distribution" | "purge" | "certificate" | "challenge";
      id: string;
      revision: number;
      sequence: bigint;
      body_sealed: Buffer | null;
    };
  };
  edge_document_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      id: string;
    };
  };
  edge_document_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  edge_documents_forget: {
    values: Record<never, never>;
    row: {
      one: number;
    };
  };
  edge_enroll: {
    values: {
      readonly credential_hash: Uint8Array | null;
      readonly hostname: string | null;
      readonly enrollment_hash: Uint8Array;
    };
    row: {
      edge_id: string;
    };
  };
  edge_identify: {
    values: {
      readonly credential_hash: Uint8Array;
    };
    row: {
      edge_id: string;
      site_id: string;
      serves_cdn: boolean;
    };
  };
  edge_insert: {
    values: {
      readonly site_id: string;
      readonly edge_id: string;
      readonly name: string;
      readonly enrollment_hash: Uint8Array | null;
      readonly serves_cdn: boolean;
      readonly line_gbits: number;
    };
    row: {
      site_id: string;
    };
  };
  edge_line_set: {
    values: {
      readonly line_gbits: number;
      readonly edge_id: string;
    };
    row: {
      edge_id: string;
    };
  };
  edge_list: {
    values: {
      readonly edge_id: string | null;
    };
    row: {
      edge_id: string;
      name: string;
      site_id: string;
      serves_cdn: boolean;
      hostname: string | null;
      servers: (string | null)[];
      enrolled_at: Date | null;
      seen_at: Date | null;
      line_gbits: number;
      refused_reports: number;
      token_expires_at: Date | null;
      lately_refused: boolean;
      connected: boolean;
      behind: number;
      failures: number;
      certificates: number;
      certificates_ending: number;
    };
  };
  edge_purges_end: {
    values: Record<never, never>;
    row: {};
  };
  edge_remove: {
    values: {
      readonly edge_id: string;
    };
    row: {
      edge_id: string;
      pg_notify: string;
    };
  };
  edge_report: {
    values: {
      readonly edge_id: string;
      readonly usage_batch: string | null;
      readonly line_bytes: number;
      readonly applied_sequence: bigint | number;
      readonly servers: readonly (string | null)[];
      readonly kinds: readonly (string | null)[];
      readonly failures: string;
      readonly health: string;
      readonly certificates: string | null;
      readonly distributions: string;
      readonly load_balancers: string;
    };
    row: {
      taken: boolean | null;
      line_gbits: number;
      free_seconds: number | null;
    };
  };
  edge_serves_alone: {
    values: {
      readonly edge_id: string;
    };
    row: {
      type: "load_balancer" | "cdn_distribution";
      id: string;
      name: string;
    };
  };
  edge_stream_state: {
    values: {
      readonly edge_id: string;
      readonly credential_hash: Uint8Array;
    };
    row: {
      database: string;
      forgotten: bigint;
      fenced: boolean;
    };
  };
  edge_token_in_force: {
    values: {
      readonly hash: Uint8Array;
    };
    row: {
      edge_id: string;
    };
  };
  edge_token_renew: {
    values: {
      readonly enrollment_hash: Uint8Array | null;
      readonly edge_id: string;
    };
    row: {
      edge_id: string;
    };
  };
}
