-- How an operator's view of an organization ended. Null of one that is open, and of those that ended before this release.
ALTER TABLE "operator_acting"
  ADD COLUMN "ended_by" text,
  ADD CONSTRAINT "operator_acting_ended_by_known"
    CHECK ("ended_by" IS NULL OR (
      "ended_by" IN ('operator', 'time', 'lock', 'role', 'sign_out', 'membership') AND "ended_at" IS NOT NULL));
CREATE INDEX "operator_acting_user_idx" ON "operator_acting" ("user_id", "acting_id" DESC);

-- By what a view ends that nobody ended. Null of one that is open. Workers, which end views, do not read sessions.
CREATE FUNCTION "view_ends_by"("of_user" text, "of_session" text, "of_organization" text, "until" timestamptz) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN until <= now() THEN 'time'
    WHEN EXISTS (SELECT FROM person_lock k WHERE k.user_id = of_user) THEN 'lock'
    WHEN EXISTS (SELECT FROM member m WHERE m.organization_id = of_organization AND m.user_id = of_user) THEN 'membership'
    WHEN NOT EXISTS (SELECT FROM operator o WHERE o.user_id = of_user AND o.role = 'operator') THEN 'role'
    WHEN NOT EXISTS (SELECT FROM session s WHERE s.id = of_session AND s.user_id = of_user AND s.expires_at > now()
                        AND s.ends_at > now()) THEN 'sign_out'
  END
$$;
