// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface EdgeStatements {
  edge_certificates_end: {
    values: readonly [string | null];
    row: {};
  };
  edge_challenges_end: {
    values: readonly [];
    row: {};
  };
  edge_document_changes: {
    values: readonly [string | null, bigint | number | null, boolean | null];
    row: {
      kind: "load_balancer" | "balancer_challenge" | "distribution" | "purge" | "certificate" | "challenge";
      id: string;
      revision: number;
      sequence: bigint;
      body_sealed: Buffer | null;
    };
  };
  edge_document_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      id: string;
    };
  };
  edge_document_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  edge_documents_forget: {
    values: readonly [];
    row: {
      one: number;
    };
  };
  edge_enroll: {
    values: readonly [Uint8Array | null, Uint8Array | null, string | null];
    row: {
      edge_id: string;
    };
  };
  edge_identify: {
    values: readonly [Uint8Array | null];
    row: {
      edge_id: string;
      site_id: string;
      serves_cdn: boolean;
    };
  };
  edge_insert: {
    values: readonly [string | null, string | null, string | null, Uint8Array | null, boolean | null, number | null];
    row: {
      site_id: string;
    };
  };
  edge_line_set: {
    values: readonly [string | null, number];
    row: {
      edge_id: string;
      site_id: string;
      line_gbits: number;
    };
  };
  edge_list: {
    values: readonly [];
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
      lately_refused: boolean;
      connected: boolean;
      behind: number;
      failures: number;
    };
  };
  edge_purges_end: {
    values: readonly [];
    row: {};
  };
  edge_remove: {
    values: readonly [string | null];
    row: {
      edge_id: string;
      name: string;
      site_id: string;
      pg_notify: string;
    };
  };
  edge_report: {
    values: readonly [string | null, bigint | number, readonly (string | null)[], string | null, string | null, readonly (string | null)[], string | null, string | null, string | null, number | null];
    row: {
      taken: boolean | null;
      line_gbits: number;
      free_seconds: number | null;
    };
  };
  edge_stream_state: {
    values: readonly [string | null, Uint8Array | null];
    row: {
      database: string;
      forgotten: bigint;
      fenced: boolean;
    };
  };
  edge_token_renew: {
    values: readonly [string | null, Uint8Array | null];
    row: {
      edge_id: string;
      name: string;
      site_id: string;
    };
  };
}
