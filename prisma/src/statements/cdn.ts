// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface CdnStatements {
  acme_account_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      directory_url: string;
    };
  };
  acme_account_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  acme_certificate_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      certificate_id: string;
    };
  };
  acme_certificate_sealed: {
    values: readonly [string | null];
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  cdn_common_path_deployed: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {};
  };
  cdn_common_path_due: {
    values: readonly [];
    row: {
      workspace_id: bigint;
      bucket_id: string;
      revision: number;
      deploy_attempts: number;
      name: string;
      region: string;
      endpoint_url: string | null;
      is_public: boolean;
      serves: boolean;
      signing_keys: ({ key_id: string; salt: string; valid_until: number | null })[] | null;
      ended_signers: ({ signer: string; until: number | null })[] | null;
    };
  };
  cdn_common_path_retry: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {};
  };
  cdn_common_path_serve: {
    values: readonly [bigint | number, string];
    row: {};
  };
  cdn_deploy_again: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  cdn_deploy_path_again: {
    values: readonly [readonly (string | null)[] | null];
    row: {};
  };
  cdn_deployment_deployed: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {};
  };
  cdn_deployment_due: {
    values: readonly [];
    row: {
      workspace_id: bigint;
      distribution_id: string;
      name: string;
      status: "active" | "deploying" | "disabled" | "failed";
      revision: number;
      enabled: boolean;
      origin_type: "bucket" | "custom";
      origin_id: string;
      origin_bucket_id: string | null;
      cache_policy: "static-assets" | "media" | "short" | "no-cache";
      deploy_waited: boolean;
      deploy_attempts: number;
      bucket_name: string | null;
      region: string | null;
      endpoint_url: string | null;
      is_public: boolean | null;
      signing_keys: ({ key_id: string; salt: string; valid_until: number | null })[] | null;
      ended_signers: ({ signer: string; until: number | null })[] | null;
      domains: string[];
      index_document: string | null;
      error_document: string | null;
      spa: boolean | null;
      redirects: unknown;
      headers: unknown;
    };
  };
  cdn_deployment_fail: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {};
  };
  cdn_deployment_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      distribution_id: string;
      status: "active" | "deploying" | "disabled" | "failed";
      pending_changes: boolean;
      deployed_at: Date | null;
      failed_attempts: number;
      next_attempt_at: Date | null;
      error_code: string | null;
      error_message: string | null;
    };
  };
  cdn_deployment_retry: {
    values: readonly [bigint | number | null, string | null, number | null, string | null, string | null, number | null];
    row: {};
  };
  cdn_deployment_wait: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {};
  };
  cdn_distribution_delete: {
    values: readonly [bigint | number | null, string | null];
    row: {
      distribution_id: string;
    };
  };
  cdn_distribution_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      distribution_id: string;
      name: string;
      origin_id: string;
      origin_type: "bucket" | "custom";
      cache_policy: "static-assets" | "media" | "short" | "no-cache";
      enabled: boolean;
      status: "active" | "deploying" | "disabled" | "failed";
      custom_domains: string[];
      created_at: Date;
      updated_at: Date | null;
    };
  };
  cdn_distribution_insert: {
    values: readonly [string, bigint | number, string, "bucket" | "custom", string, string | null, string];
    row: {
      distribution_id: string;
      name: string;
      origin_id: string;
      origin_type: "bucket" | "custom";
      cache_policy: "static-assets" | "media" | "short" | "no-cache";
      enabled: boolean;
      status: "active" | "deploying" | "disabled" | "failed";
      custom_domains: string[];
      created_at: Date;
      updated_at: Date | null;
    };
  };
  cdn_distribution_list: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null, string | null, number | null];
    row: {
      distribution_id: string;
      name: string;
      origin_id: string;
      origin_type: "bucket" | "custom";
      cache_policy: "static-assets" | "media" | "short" | "no-cache";
      enabled: boolean;
      status: "active" | "deploying" | "disabled" | "failed";
      custom_domains: string[];
      created_at: Date;
      updated_at: Date | null;
    };
  };
  cdn_distribution_lock: {
    values: readonly [bigint | number | null, string | null];
    row: {
      status: "active" | "deploying" | "disabled" | "failed";
    };
  };
  cdn_distribution_name_taken: {
    values: readonly [bigint | number | null, string | null];
    row: {};
  };
  cdn_distribution_status: {
    values: readonly [bigint | number | null, string | null];
    row: {
      status: "active" | "deploying" | "disabled" | "failed";
    };
  };
  cdn_distribution_update: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, boolean | null];
    row: {};
  };
  cdn_distributions_serving: {
    values: readonly [bigint | number | null, string | null];
    row: {
      id: string;
      name: string;
    };
  };
  cdn_domain_call_slow: {
    values: readonly [bigint | number | null, string | null, boolean];
    row: {};
  };
  cdn_domain_certify: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null, Date | string | null, number | null, string | null];
    row: {};
  };
  cdn_domain_confirm: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null, number | null];
    row: {};
  };
  cdn_domain_delete: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      domain: string;
    };
  };
  cdn_domain_due: {
    values: readonly [number | null, number | null, number | null, number | null, readonly (string | null)[] | null, readonly (number | null)[] | null, readonly (number | null)[] | null, readonly (string | null)[] | null];
    row: {
      workspace_id: bigint;
      domain: string;
      distribution_id: string;
      name: string;
      status: "pending_validation" | "pending_tls" | "active" | "failed";
      validation_token: string;
      check_waited: boolean;
      check_attempts: number;
      overdue: boolean;
      organization_id: string;
      slow: boolean;
    };
  };
  cdn_domain_fail: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null, string | null, string | null];
    row: {};
  };
  cdn_domain_get: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      domain: string;
      distribution_id: string;
      status: "pending_validation" | "pending_tls" | "active" | "failed";
      tls_status: string | null;
      validation_token: string;
      created_at: Date;
      check_at: Date | null;
      checked_at: Date | null;
      problem: string | null;
      proof_lost_at: Date | null;
      certificate_expires_at: Date | null;
    };
  };
  cdn_domain_hurry: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      domain: string;
      distribution_id: string;
      status: "pending_validation" | "pending_tls" | "active" | "failed";
      tls_status: string | null;
      validation_token: string;
      created_at: Date;
      check_at: Date | null;
      checked_at: Date | null;
      problem: string | null;
      proof_lost_at: Date | null;
      certificate_expires_at: Date | null;
    };
  };
  cdn_domain_insert: {
    values: readonly [bigint | number | null, string | null, string | null, string | null];
    row: {
      domain: string;
      distribution_id: string;
      status: "pending_validation" | "pending_tls" | "active" | "failed";
      tls_status: string | null;
      validation_token: string;
      created_at: Date;
      check_at: Date | null;
      checked_at: Date | null;
      problem: string | null;
      proof_lost_at: Date | null;
      certificate_expires_at: Date | null;
    };
  };
  cdn_domain_list: {
    values: readonly [bigint | number | null, string | null];
    row: {
      domain: string;
      distribution_id: string;
      status: "pending_validation" | "pending_tls" | "active" | "failed";
      tls_status: string | null;
      validation_token: string;
      created_at: Date;
      check_at: Date | null;
      checked_at: Date | null;
      problem: string | null;
      proof_lost_at: Date | null;
      certificate_expires_at: Date | null;
    };
  };
  cdn_domain_look_again: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null, number | null, string | null, boolean | null, boolean | null];
    row: {};
  };
  cdn_domain_prove: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null];
    row: {};
  };
  cdn_domain_recheck: {
    values: readonly [string | null];
    row: {};
  };
  cdn_domain_wait: {
    values: readonly [bigint | number | null, string | null, string | null, "pending_validation" | "pending_tls" | "active" | "failed" | null, number | null];
    row: {};
  };
  cdn_metric_forget: {
    values: readonly [];
    row: {
      one: number;
    };
  };
  cdn_metric_points: {
    values: readonly [bigint | number | null, string | null, Date | string | null, Date | string | null, number | null];
    row: {
      at: Date | null;
      requests: number | null;
      cache_hits: number | null;
      bytes_sent: number | null;
      status_2xx: number | null;
      status_3xx: number | null;
      status_4xx: number | null;
      status_5xx: number | null;
    };
  };
  cdn_purge_begin: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  cdn_purge_due: {
    values: readonly [];
    row: {
      workspace_id: bigint;
      distribution_id: string;
      name: string;
      status: "active" | "deploying" | "disabled" | "failed";
      purge_ids: string[];
      everything: boolean;
      waited: boolean;
      attempts: number;
      paths: string[];
    };
  };
  cdn_purge_end: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, string | null];
    row: {};
  };
  cdn_purge_forget: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  cdn_purge_get: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      purge_id: string;
      distribution_id: string;
      status: "queued" | "running" | "succeeded" | "failed";
      paths: string[];
      everything: boolean;
      requested_at: Date;
      completed_at: Date | null;
      error: string | null;
    };
  };
  cdn_purge_insert: {
    values: readonly [bigint | number | null, string | null, string | null, readonly (string | null)[] | null, boolean | null];
    row: {
      purge_id: string;
      distribution_id: string;
      status: "queued" | "running" | "succeeded" | "failed";
      paths: string[];
      everything: boolean;
      requested_at: Date;
      completed_at: Date | null;
      error: string | null;
    };
  };
  cdn_purge_list: {
    values: readonly [bigint | number | null, string | null, string | null, "queued" | "running" | "succeeded" | "failed" | null, number | null];
    row: {
      purge_id: string;
      distribution_id: string;
      status: "queued" | "running" | "succeeded" | "failed";
      paths: string[];
      everything: boolean;
      requested_at: Date;
      completed_at: Date | null;
      error: string | null;
    };
  };
  cdn_purge_retry: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, number | null];
    row: {};
  };
  cdn_purge_wait: {
    values: readonly [bigint | number | null, string | null, readonly (string | null)[] | null, number | null, boolean];
    row: {};
  };
  cdn_served_bucket: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      bucket_id: string;
      is_public: boolean;
      distribution_id: string | null;
      is_common: boolean;
      key_id: string | null;
      salt: string | null;
      signs_unexpiring: boolean | null;
      signer: string | null;
      signs_until: Date | null;
    };
  };
  cdn_settled_page: {
    values: readonly [string | null, bigint | number | null];
    row: {
      id: string;
      revision: number;
    };
  };
  cdn_settled_path_page: {
    values: readonly [string | null, bigint | number | null];
    row: {
      id: string;
      revision: number;
    };
  };
  cdn_signing_key_current: {
    values: readonly [bigint | number | null];
    row: {
      key_id: string;
      salt: string;
      signs_unexpiring: boolean;
    };
  };
  cdn_signing_key_first: {
    values: readonly [bigint | number, string, string];
    row: {
      key_id: string;
      salt: string;
      signs_unexpiring: boolean;
    };
  };
  cdn_signing_key_keep: {
    values: readonly [bigint | number | null, string | null];
    row: {
      key_id: string;
    };
  };
  cdn_signing_key_list: {
    values: readonly [bigint | number | null, string | null, number | null];
    row: {
      key_id: string;
      created_at: Date;
      retired_at: Date | null;
      valid_until: Date | null;
    };
  };
  cdn_signing_key_next: {
    values: readonly [bigint | number | null, string | null, string | null];
    row: {
      key_id: string;
      created_at: Date;
      retired_at: Date | null;
      valid_until: Date | null;
    };
  };
  cdn_signing_key_retire: {
    values: readonly [bigint | number | null];
    row: {};
  };
  cdn_signing_key_revoke: {
    values: readonly [bigint | number | null];
    row: {};
  };
  cdn_url_signer_end: {
    values: readonly [string | null, string | null, readonly (bigint | number | null)[] | null, readonly (bigint | number | null)[] | null];
    row: {};
  };
  cdn_url_signer_make: {
    values: readonly [bigint | number | null, string | null, string | null, string | null, string | null];
    row: {
      signer: string;
    };
  };
  cdn_website_get: {
    values: readonly [bigint | number | null, string | null];
    row: {
      distribution_id: string;
      pending_changes: boolean;
      index_document: string | null;
      error_document: string | null;
      spa: boolean | null;
      redirects: unknown;
      headers: unknown;
      updated_at: Date | null;
    };
  };
  cdn_website_put: {
    values: readonly [bigint | number, string, string, string | null, boolean, string, string];
    row: {};
  };
}
