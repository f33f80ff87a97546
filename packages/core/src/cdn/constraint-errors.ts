import { conflict, type DomainError, invalidField, notFound } from "../request/domain-error.ts";

export function distributionNameTaken(): DomainError {
  return conflict(
    "name_taken",
    "The workspace has another CDN distribution of this name; choose another name or delete that distribution.",
  );
}

/** 400 rather than 404, because the spec lists no 404 for creates. */
export function originNotFound(): DomainError {
  return invalidField("origin_id", "must be the name of a bucket in this workspace", "origin_not_found");
}

export const cdnConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  cdn_distribution_name_unique: distributionNameTaken,
  // The bucket or the distribution was deleted during the request.
  cdn_distribution_origin_bucket_fkey: originNotFound,
  cdn_custom_domain_distribution_fkey: () => notFound("CDN distribution"),
  cdn_purge_distribution_fkey: () => notFound("CDN distribution"),
  cdn_website_distribution_fkey: () => notFound("CDN distribution"),
  cdn_custom_domain_unique: () =>
    conflict("domain_taken", "A CDN distribution of the workspace already has this domain; remove it there first."),
  cdn_signing_key_current_unique: () =>
    conflict("rotation_in_progress", "Another request has just rotated the keys; use the new key, or rotate again."),
};
