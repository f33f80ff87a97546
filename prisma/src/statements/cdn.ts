// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface CdnStatements {
  acme_account_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly Uint8Array[];
    };
    row: {
      directory_url: string;
    };
  };
  acme_account_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  acme_certificate_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      certificate_id: string;
    };
  };
  acme_certificate_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  cdn_common_path_deployed: {
    values: {
      readonly revision: number;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  cdn_common_path_due: {
    values: Record<never, never>;
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
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  cdn_common_path_serve: {
    values: {
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  cdn_deploy_again: {
    values: {
      readonly distribution_ids: readonly string[];
    };
    row: {};
  };
  cdn_deploy_path_again: {
    values: {
      readonly bucket_ids: readonly string[];
    };
    row: {};
  };
  cdn_deployment_deployed: {
    values: {
      readonly revision: number;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {};
  };
  cdn_deployment_due: {
    values: Record<never, never>;
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
    values: {
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly audit_event_id: string;
    };
    row: {};
  };
  cdn_deployment_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
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
    values: {
      readonly error_code: string | null;
      readonly error_message: string | null;
      readonly revision: number;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {};
  };
  cdn_deployment_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {};
  };
  cdn_distribution_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {
      distribution_id: string;
    };
  };
  cdn_distribution_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
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
    values: {
      readonly distribution_id: string;
      readonly workspace_id: bigint | number;
      readonly name: string;
      readonly origin_type: "bucket" | "custom";
      readonly origin_id: string;
      readonly origin_bucket_id: string | null;
      readonly cache_policy: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly statuses: readonly string[] | null;
      readonly name: string | null;
      readonly search: string | null;
      readonly limit: number;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {
      status: "active" | "deploying" | "disabled" | "failed";
    };
  };
  cdn_distribution_name_taken: {
    values: {
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {};
  };
  cdn_distribution_status: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {
      status: "active" | "deploying" | "disabled" | "failed";
    };
  };
  cdn_distribution_update: {
    values: {
      readonly name: string | null;
      readonly cache_policy: string | null;
      readonly enabled: boolean | null;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
    row: {};
  };
  cdn_distributions_serving: {
    values: {
      readonly workspace_id: bigint | number;
      readonly origin_bucket_id: string;
    };
    row: {
      id: string;
      name: string;
    };
  };
  cdn_domain_call_slow: {
    values: {
      readonly check_slow: boolean;
      readonly workspace_id: bigint | number;
      readonly domain: string;
    };
    row: {};
  };
  cdn_domain_certify: {
    values: {
      readonly certificate_expires_at: Date | string | null;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
      readonly audit_event_id: string;
    };
    row: {};
  };
  cdn_domain_confirm: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
    };
    row: {};
  };
  cdn_domain_delete: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly domain: string;
    };
    row: {
      domain: string;
    };
  };
  cdn_domain_due: {
    values: {
      readonly excluded: readonly string[];
      readonly organization_ids: readonly string[];
      readonly held: readonly number[];
      readonly held_slow: readonly number[];
      readonly most_of_organization: number;
      readonly most_slow_of_organization: number;
      readonly most_slow: number;
      readonly most: number;
    };
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
    values: {
      readonly problem: string | null;
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
      readonly audit_event_id: string;
    };
    row: {};
  };
  cdn_domain_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly domain: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly domain: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly domain: string;
      readonly validation_token: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
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
    values: {
      readonly ms: number;
      readonly problem: string | null;
      readonly lost: boolean;
      readonly renewing: boolean;
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
    };
    row: {};
  };
  cdn_domain_prove: {
    values: {
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
    };
    row: {};
  };
  cdn_domain_recheck: {
    values: {
      readonly domain: string;
    };
    row: {};
  };
  cdn_domain_wait: {
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly domain: string;
      readonly validation_token: string;
      readonly status: "pending_validation" | "pending_tls" | "active" | "failed";
    };
    row: {};
  };
  cdn_metric_forget: {
    values: Record<never, never>;
    row: {
      one: number;
    };
  };
  cdn_metric_points: {
    values: {
      readonly step_seconds: number;
      readonly from: Date | string;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly to: Date | string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly purge_ids: readonly string[];
    };
    row: {};
  };
  cdn_purge_due: {
    values: Record<never, never>;
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
    values: {
      readonly error: string | null;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly purge_ids: readonly string[];
    };
    row: {};
  };
  cdn_purge_forget: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  cdn_purge_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly purge_id: string;
    };
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
    values: {
      readonly purge_id: string;
      readonly paths: readonly string[];
      readonly everything: boolean;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly after: string;
      readonly status: "queued" | "running" | "succeeded" | "failed" | null;
      readonly limit: number;
    };
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
    values: {
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly purge_ids: readonly string[];
    };
    row: {};
  };
  cdn_purge_wait: {
    values: {
      readonly waited: boolean;
      readonly ms: number;
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly purge_ids: readonly string[];
    };
    row: {};
  };
  cdn_served_bucket: {
    values: {
      readonly organization_id: string;
      readonly maker_id: string | null;
      readonly workspace_id: bigint | number;
      readonly name: string;
    };
    row: {
      bucket_id: string;
      is_public: boolean;
      distribution_id: string | null;
      is_common: boolean;
      is_behind: boolean | null;
      unpriced: string | null;
      key_id: string | null;
      salt: string | null;
      signs_unexpiring: boolean | null;
      signer: string | null;
      signs_until: Date | null;
    };
  };
  cdn_settled_page: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  cdn_settled_path_page: {
    values: {
      readonly after: string;
      readonly limit: bigint | number;
    };
    row: {
      id: string;
      revision: number;
    };
  };
  cdn_signing_key_current: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {
      key_id: string;
      salt: string;
      signs_unexpiring: boolean;
    };
  };
  cdn_signing_key_first: {
    values: {
      readonly workspace_id: bigint | number;
      readonly key_id: string;
      readonly salt: string;
    };
    row: {
      key_id: string;
      salt: string;
      signs_unexpiring: boolean;
    };
  };
  cdn_signing_key_keep: {
    values: {
      readonly workspace_id: bigint | number;
      readonly key_id: string;
    };
    row: {
      key_id: string;
    };
  };
  cdn_signing_key_list: {
    values: {
      readonly workspace_id: bigint | number;
      readonly after: string;
      readonly limit: number;
    };
    row: {
      key_id: string;
      created_at: Date;
      retired_at: Date | null;
      valid_until: Date | null;
    };
  };
  cdn_signing_key_next: {
    values: {
      readonly workspace_id: bigint | number;
      readonly key_id: string;
      readonly salt: string;
    };
    row: {
      key_id: string;
      created_at: Date;
      retired_at: Date | null;
      valid_until: Date | null;
    };
  };
  cdn_signing_key_retire: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  cdn_signing_key_revoke: {
    values: {
      readonly workspace_id: bigint | number;
    };
    row: {};
  };
  cdn_url_behind: {
    values: {
      readonly distribution_id: string | null;
      readonly workspace_id: bigint | number;
      readonly bucket_id: string;
    };
    row: {};
  };
  cdn_url_signer_end: {
    values: {
      readonly organization_id: string;
      readonly maker_id: string;
      readonly only: readonly (bigint | number)[] | null;
      readonly except: readonly (bigint | number)[] | null;
    };
    row: {};
  };
  cdn_url_signer_make: {
    values: {
      readonly workspace_id: bigint | number;
      readonly maker_type: string;
      readonly maker_id: string;
      readonly role: string;
      readonly signer: string;
    };
    row: {
      signer: string;
    };
  };
  cdn_website_get: {
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
    };
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
    values: {
      readonly workspace_id: bigint | number;
      readonly distribution_id: string;
      readonly index_document: string;
      readonly error_document: string | null;
      readonly spa: boolean;
      readonly redirects: string;
      readonly headers: string;
    };
    row: {};
  };
}
