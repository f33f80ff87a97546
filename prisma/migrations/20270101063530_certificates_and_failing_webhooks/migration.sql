-- Operators list certificates of all tenants in the order in which they end, those that are not there yet last.
CREATE INDEX "load_balancer_certificate_ends_idx" ON "load_balancer_certificate"
  (coalesce("expires_at", 'infinity'::timestamptz), (("load_balancer_id" || '/' || "domain") COLLATE "C"));
CREATE INDEX "load_balancer_certificate_failing_idx" ON "load_balancer_certificate"
  (coalesce("expires_at", 'infinity'::timestamptz), (("load_balancer_id" || '/' || "domain") COLLATE "C"))
  WHERE "problem" IS NOT NULL;
CREATE INDEX "cdn_custom_domain_ends_idx" ON "cdn_custom_domain"
  (coalesce("certificate_expires_at", 'infinity'::timestamptz), (("distribution_id" || '/' || "domain") COLLATE "C"))
  WHERE "tls_status" IS NOT NULL;
CREATE INDEX "cdn_custom_domain_failing_idx" ON "cdn_custom_domain"
  (coalesce("certificate_expires_at", 'infinity'::timestamptz), (("distribution_id" || '/' || "domain") COLLATE "C"))
  WHERE "tls_status" IS NOT NULL AND "problem" IS NOT NULL;
-- Those of the CDN's own names.
CREATE INDEX "acme_certificate_own_idx" ON "acme_certificate" ("certificate_id") WHERE "certificate_id" LIKE '*.%';

-- What authorities were asked for, without keys: of these certificates, and of the CDN's own names. Requests read no more.
CREATE FUNCTION "asked_of_authorities"("ids" text[])
  RETURNS TABLE ("certificate_id" text, "directory_url" text, "expires_at" timestamptz, "renew_at" timestamptz,
                 "failures" integer, "next_try_at" timestamptz, "problem" text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.certificate_id, a.directory_url, a.expires_at, a.renew_at, a.failures, a.next_try_at, a.problem
    FROM acme_certificate a WHERE a.certificate_id = ANY (ids) OR a.certificate_id LIKE '*.%'
$$;
REVOKE EXECUTE ON FUNCTION "asked_of_authorities"(text[]) FROM PUBLIC;

-- Operators list webhooks whose deliveries fail: of each the delivery that has failed for the longest time.
CREATE INDEX "webhook_delivery_failing_idx" ON "webhook_delivery" ("webhook_id" DESC, "first_attempt_at")
  WHERE "status" = 'pending' AND "first_attempt_at" IS NOT NULL;
