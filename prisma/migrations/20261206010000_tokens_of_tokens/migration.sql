-- Tokens that tokens make (docs/adr/0062).
ALTER TABLE "api_token"
  ADD COLUMN "created_by_token_id" TEXT,
  -- The first token of a chain of them, whose rate limit they share.
  ADD COLUMN "root_token_id" TEXT;
CREATE INDEX "api_token_created_by_token_idx" ON "api_token" ("organization_id", "created_by_token_id") WHERE "created_by_token_id" IS NOT NULL;

-- The tokens whose value a user or a token has seen, or one that they have seen: whoever created a token or rotated it last.
CREATE FUNCTION "tokens_seen_by"("of_organization" text, "principal" text) RETURNS TABLE ("token_id" text) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE seen AS (
    SELECT t.token_id FROM api_token t
     WHERE t.organization_id = of_organization AND principal IN (t.created_by, t.created_by_token_id, t.rotated_by)
    UNION
    SELECT t.token_id FROM seen s JOIN api_token t
        ON t.organization_id = of_organization AND s.token_id IN (t.created_by_token_id, t.rotated_by)
  )
  SELECT s.token_id FROM seen s WHERE s.token_id <> principal
$$;

CREATE INDEX "workspace_list_idx" ON "workspace" ("organization_id", "workspace_id" DESC) WHERE "deleted_at" IS NULL;
