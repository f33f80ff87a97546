-- Operators add hosts to sites whose server does not know its other hosts (docs/adr/0179).
-- How workers reach a host that was added. NULL: the site's server knows it.
ALTER TABLE "site_host" ADD COLUMN "endpoint" text;
CREATE UNIQUE INDEX "site_host_endpoint_unique" ON "site_host" ("site_id", "endpoint") WHERE "endpoint" IS NOT NULL;

-- When a host was added or removed. What workers saw of the hosts before is not stored.
ALTER TABLE "site_connection" ADD COLUMN "hosts_changed_at" timestamptz(3);

-- The name of such a decision is the endpoint of the host that is added, or the name of the one that is removed. One about a site waits at a time.
ALTER TABLE "site_decision" DROP CONSTRAINT "site_decision_action_known",
  ADD CONSTRAINT "site_decision_action_known" CHECK ("action" IN
    ('adopt', 'discard', 'resume', 'add', 'renew', 'check', 'remove', 'import', 'add_host', 'remove_host')),
  DROP CONSTRAINT "site_decision_about_check",
  ADD CONSTRAINT "site_decision_about_check" CHECK (
    ("action" IN ('resume', 'add', 'renew', 'check', 'remove', 'add_host', 'remove_host')) = ("resource_id" IS NULL)
    AND ("resource_id" IS NULL) = ("kind" IS NULL) AND ("action" = 'resume') = ("fenced_at" IS NOT NULL)
    AND ("action" NOT IN ('add_host', 'remove_host') OR "name" IS NOT NULL));

-- Everything of a site's connection but its key.
CREATE FUNCTION "seen_connection"("of_site" text) RETURNS TABLE ("endpoint" text, "options" jsonb, "client_certificate" text, "server_certificate" text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.endpoint, c.options, c.client_certificate, c.server_certificate FROM site_connection c WHERE c.site_id = of_site
$$;
REVOKE EXECUTE ON FUNCTION "seen_connection"(text) FROM PUBLIC;
