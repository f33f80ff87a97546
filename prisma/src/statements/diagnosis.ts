// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface DiagnosisStatements {
  diagnosis_clock: {
    values: readonly [];
    row: {
      ms: number;
    };
  };
  diagnosis_domain_certificates: {
    values: readonly [];
    row: {
      certificate_id: string;
      expires_at: Date | null;
      problem: string | null;
    };
  };
  diagnosis_mails: {
    values: readonly [];
    row: {
      lost: number;
      stuck: number;
      problem: string | null;
    };
  };
  diagnosis_programs: {
    values: readonly [];
    row: {
      name: string;
    };
  };
  diagnosis_sealed_values: {
    values: readonly [];
    row: {
      kind: "access key" | "site";
      id: string;
      sealed: Buffer;
    };
  };
  diagnosis_settings: {
    values: readonly [];
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
    values: readonly [];
    row: {
      site_id: string;
      client_certificate: string | null;
      server_certificate: string | null;
    };
  };
  diagnosis_store_folder: {
    values: readonly [];
    row: {
      host: string;
      folder: string;
    };
  };
  diagnosis_work: {
    values: readonly [];
    row: {
      alive: boolean;
      unclaimed: number;
      failing: unknown;
    };
  };
}
