-- Guarded tokens and approvals (docs/adr/0077).
ALTER TABLE "api_token"
  ADD COLUMN "guard" TEXT NOT NULL DEFAULT 'none',
  -- Ceilings for what it does without a person in an hour.
  ADD COLUMN "max_deletions_per_hour" INTEGER,
  ADD COLUMN "max_added_cost_per_hour" NUMERIC(18, 8),
  ADD COLUMN "max_resources_per_hour" INTEGER,
  -- The token with ceilings at the beginning of a chain of tokens that make each other. They are counted together.
  ADD COLUMN "counted_with_token_id" TEXT,
  ADD CONSTRAINT "api_token_guard_check" CHECK ("guard" IN ('none', 'plan_only', 'approve_destructive', 'approve_all')),
  ADD CONSTRAINT "api_token_ceilings_check"
    CHECK ("max_deletions_per_hour" >= 0 AND "max_added_cost_per_hour" >= 0 AND "max_resources_per_hour" >= 0);

ALTER TABLE "organization" ADD COLUMN "approvals_need_two_people" BOOLEAN NOT NULL DEFAULT false;

-- What a token with ceilings has done in an hour.
CREATE TABLE "token_hour" (
    "token_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "deletions" INTEGER NOT NULL DEFAULT 0,
    "added_cost" NUMERIC(18, 8) NOT NULL DEFAULT 0,
    "resources" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "token_hour_pkey" PRIMARY KEY ("token_id", "hour")
);
CREATE INDEX "token_hour_hour_idx" ON "token_hour" ("hour");

-- A request of a guarded token that waits for a person, or what became of it.
CREATE TABLE "approval" (
    "approval_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "token_id" TEXT NOT NULL,
    "token_name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    -- The path below /v1, with its parameters.
    "path" TEXT NOT NULL,
    "resource_id" TEXT,
    -- Only as long as it may be carried out.
    "sealed_input" BYTEA,
    -- Of the input: the same request waits once.
    "fingerprint" BYTEA NOT NULL,
    "idempotency_key" TEXT,
    "plan" JSONB NOT NULL,
    "planned_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    -- The first of two people.
    "first_approved_by" TEXT,
    "first_approved_by_name" TEXT,
    "first_approved_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "decided_by_name" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "outcome_status" INTEGER,
    "outcome_code" TEXT,
    "outcome_detail" TEXT,
    -- What a plan made anew says otherwise.
    "differences" TEXT[] NOT NULL DEFAULT '{}',
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("workspace_id", "approval_id"),
    CONSTRAINT "approval_status_check" CHECK ("status" IN ('pending', 'approved', 'rejected', 'carried_out', 'failed', 'expired', 'cancelled')),
    CONSTRAINT "approval_input_check" CHECK (("sealed_input" IS NOT NULL) = ("status" IN ('pending', 'approved'))),
    CONSTRAINT "approval_differences_filled" CHECK (array_position("differences", NULL) IS NULL)
);
CREATE UNIQUE INDEX "approval_id_unique" ON "approval" ("approval_id");
CREATE UNIQUE INDEX "approval_open_unique" ON "approval" ("token_id", "workspace_id", "operation", "fingerprint") WHERE "status" IN ('pending', 'approved');
CREATE INDEX "approval_status_idx" ON "approval" ("workspace_id", "status", "approval_id" DESC);
CREATE INDEX "approval_token_idx" ON "approval" ("workspace_id", "token_id", "approval_id" DESC);
CREATE INDEX "approval_expiry_idx" ON "approval" ("expires_at") WHERE "status" IN ('pending', 'approved');
CREATE INDEX "approval_created_idx" ON "approval" ("created_at");

SELECT "guard_workspace_rows"('approval');
GRANT SELECT, INSERT, UPDATE ON "approval" TO "fulmar_workspace";
SELECT "announce_changes"('approval', 'approval', 'approval_id', '{sealed_input}');

-- A program must not flood the people who decide. Inserts of one token wait for each other.
CREATE FUNCTION "limit_approvals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1718580077, hashtext(NEW.token_id));
  IF (SELECT count(*) FROM approval WHERE token_id = NEW.token_id AND status IN ('pending', 'approved')) >= 20 THEN
    RAISE EXCEPTION 'at most 20 requests of a token wait for approval: constraint "approval_limit"' USING ERRCODE = 'check_violation', CONSTRAINT = 'approval_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "approval_limited" BEFORE INSERT ON "approval" FOR EACH ROW EXECUTE FUNCTION "limit_approvals"();

-- As the owner: a request that changes a workspace reads no organizations.
CREATE FUNCTION "needs_two_people"("of_workspace" bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.approvals_need_two_people FROM workspace w JOIN organization o USING (organization_id) WHERE w.workspace_id = of_workspace
$$;
REVOKE EXECUTE ON FUNCTION "needs_two_people"(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "needs_two_people"(bigint) TO "fulmar_workspace";

-- What a revoked token asked for is decided by nobody. As the owner: the token belongs to no workspace, its approvals do.
CREATE FUNCTION "cancel_approvals"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE approval SET status = 'cancelled', sealed_input = NULL, decided_at = now(), outcome_detail = 'The token was revoked.'
   WHERE token_id = NEW.token_id AND status IN ('pending', 'approved');
  RETURN NULL;
END $$;
CREATE TRIGGER "api_token_revoked_cancels" AFTER UPDATE OF "revoked_at" ON "api_token" FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION "cancel_approvals"();

-- Counts a change of a token with ceilings, in the transaction of the change. The row of the hour is locked until its end, so requests
-- that come together cannot pass a ceiling together. Returns the ceiling that is reached, or none. As the owner: it is no workspace's.
CREATE FUNCTION "count_in_hour"("of_token" text, "more_deletions" integer, "more_cost" numeric, "more_resources" integer,
                                "max_deletions" integer, "max_cost" numeric, "max_resources" integer)
  RETURNS TABLE ("ceiling" text, "used" text, "most" text, "free_at" timestamptz) LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  this_hour timestamptz := date_trunc('hour', clock_timestamp(), 'UTC');
  counted token_hour;
BEGIN
  INSERT INTO token_hour (token_id, hour) VALUES (of_token, this_hour) ON CONFLICT DO NOTHING;
  SELECT * INTO counted FROM token_hour h WHERE h.token_id = of_token AND h.hour = this_hour FOR UPDATE;
  free_at := this_hour + interval '1 hour';
  IF more_deletions > 0 AND counted.deletions + more_deletions > max_deletions THEN
    ceiling := 'max_deletions_per_hour'; used := counted.deletions; most := max_deletions; RETURN NEXT; RETURN;
  END IF;
  IF more_cost > 0 AND counted.added_cost + more_cost > max_cost THEN
    ceiling := 'max_added_cost_per_hour'; used := trim_scale(counted.added_cost); most := trim_scale(max_cost); RETURN NEXT; RETURN;
  END IF;
  IF more_resources > 0 AND counted.resources + more_resources > max_resources THEN
    ceiling := 'max_resources_per_hour'; used := counted.resources; most := max_resources; RETURN NEXT; RETURN;
  END IF;
  UPDATE token_hour h SET deletions = h.deletions + more_deletions, added_cost = h.added_cost + greatest(more_cost, 0), resources = h.resources + more_resources
   WHERE h.token_id = of_token AND h.hour = this_hour;
END $$;
REVOKE EXECUTE ON FUNCTION "count_in_hour"(text, integer, numeric, integer, integer, numeric, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "count_in_hour"(text, integer, numeric, integer, integer, numeric, integer) TO "fulmar_workspace";
