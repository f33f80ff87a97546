-- Limits of guesses, kept for all processes (docs/adr/0036). A row counts the attempts on one account from one source,
-- from one source on all accounts, or on one account from all sources. Changes of workspaces are not shown these tables
-- (docs/adr/0008): nothing is granted.
CREATE TABLE "attempt_limit" (
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "blocked_until" TIMESTAMPTZ(6) NOT NULL,
    "forget_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attempt_limit_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "attempt_limit_forget_at_idx" ON "attempt_limit" ("forget_at");

-- Failed sign-ins of the installation by kind, for the metrics.
CREATE TABLE "sign_in_failure" (
    "kind" TEXT NOT NULL,
    "failures" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("kind")
);

-- A session ends then at the latest, however much it is used. It is set at its beginning and never moved.
ALTER TABLE "session" ADD COLUMN "ends_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP + interval '30 days';
UPDATE "session" SET "ends_at" = "created_at" + interval '30 days';

-- The browser of an event of an account, so that users recognize their own.
ALTER TABLE "audit_event" ADD COLUMN "user_agent" TEXT;

-- The row of a key, locked, and empty where it is to be forgotten. A missing key has an empty row that is not stored.
CREATE FUNCTION "attempt_limit_locked"("asked" TEXT, "kept" INTERVAL) RETURNS "attempt_limit" LANGUAGE plpgsql AS $$
DECLARE
  found_row "attempt_limit";
BEGIN
  IF asked IS NULL THEN
    found_row.attempts := 0;
    RETURN found_row;
  END IF;
  INSERT INTO "attempt_limit" AS l ("key", "blocked_until", "forget_at") VALUES (asked, clock_timestamp(), clock_timestamp() + kept)
  ON CONFLICT ("key") DO UPDATE SET
    "attempts" = CASE WHEN l."forget_at" > clock_timestamp() THEN l."attempts" ELSE 0 END,
    "refusals" = CASE WHEN l."forget_at" > clock_timestamp() THEN l."refusals" ELSE 0 END,
    "forget_at" = CASE WHEN l."forget_at" > clock_timestamp() THEN l."forget_at" ELSE EXCLUDED."forget_at" END
  RETURNING l.* INTO found_row;
  RETURN found_row;
END $$;

-- No wait for the first attempts, then 1, 2, 4 … seconds, and 15 minutes at most.
CREATE FUNCTION "attempt_delay"("attempts" INTEGER, "free" INTEGER) RETURNS INTERVAL LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN attempts < free THEN interval '0' ELSE least(900, power(2, least(attempts - free, 10))) * interval '1 second' END
$$;

-- Counts an attempt before it is made, so that parallel ones are counted too, or refuses it. Rows are locked in the same
-- order everywhere: account and source, source, account.
-- wait_seconds: until the next attempt may be made; null where this one may. attempts and refusals: of the account in
-- this hour. of_source: to be handed to attempt_given_back.
CREATE FUNCTION "attempt_counted"("pair_key" TEXT, "source_key" TEXT, "account_key" TEXT,
    "free" INTEGER, "free_of_source" INTEGER, "free_under_attack" INTEGER, "attack" INTEGER)
  RETURNS TABLE ("wait_seconds" INTEGER, "attempts" INTEGER, "refusals" INTEGER, "of_source" INTEGER) LANGUAGE plpgsql AS $$
DECLARE
  pair "attempt_limit" := "attempt_limit_locked"(pair_key, '1 day');
  source "attempt_limit" := "attempt_limit_locked"(source_key, '1 hour');
  account "attempt_limit" := "attempt_limit_locked"(account_key, '1 hour');
  moment TIMESTAMPTZ := clock_timestamp();
  blocked TIMESTAMPTZ := greatest(pair.blocked_until, source.blocked_until);
BEGIN
  IF blocked > moment THEN
    UPDATE "attempt_limit" l SET "refusals" = l."refusals" + 1 WHERE l."key" = account_key;
    INSERT INTO "sign_in_failure" AS f VALUES ('limited', 1) ON CONFLICT ("kind") DO UPDATE SET "failures" = f."failures" + 1;
    RETURN QUERY SELECT ceil(extract(epoch FROM blocked - moment))::int, account.attempts, account.refusals + 1, source.attempts;
    RETURN;
  END IF;
  UPDATE "attempt_limit" l SET "attempts" = pair.attempts + 1, "forget_at" = moment + interval '1 day',
      "blocked_until" = moment + "attempt_delay"(pair.attempts + 1, CASE WHEN account.attempts >= attack THEN free_under_attack ELSE free END)
    WHERE l."key" = pair_key;
  -- The hour of a source or an account begins with its first attempt, so that many users behind one address who mistype
  -- now and then never wait.
  UPDATE "attempt_limit" l SET "attempts" = source.attempts + 1,
      "blocked_until" = moment + "attempt_delay"(source.attempts + 1, free_of_source)
    WHERE l."key" = source_key;
  UPDATE "attempt_limit" l SET "attempts" = account.attempts + 1 WHERE l."key" = account_key;
  RETURN QUERY SELECT NULL::int, account.attempts + 1, account.refusals, source.attempts + 1;
END $$;

-- Takes back an attempt that was no failure. The right credentials end the waits of their source for this account.
CREATE FUNCTION "attempt_given_back"("pair_key" TEXT, "source_key" TEXT, "account_key" TEXT, "of_source" INTEGER, "succeeded" BOOLEAN)
  RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  IF succeeded THEN
    DELETE FROM "attempt_limit" l WHERE l."key" = pair_key;
  ELSE
    UPDATE "attempt_limit" l SET "attempts" = greatest(l."attempts" - 1, 0), "blocked_until" = clock_timestamp() WHERE l."key" = pair_key;
  END IF;
  -- A later attempt from the same source keeps its wait.
  UPDATE "attempt_limit" l SET "attempts" = greatest(l."attempts" - 1, 0),
      "blocked_until" = CASE WHEN l."attempts" = of_source THEN clock_timestamp() ELSE l."blocked_until" END
    WHERE l."key" = source_key;
  UPDATE "attempt_limit" l SET "attempts" = greatest(l."attempts" - 1, 0) WHERE l."key" = account_key;
END $$;
