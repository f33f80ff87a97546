-- Credentials end with the people who made them (docs/adr/0035).

-- Keys from before ADR 0033 have no maker on record. The audit trail has it.
UPDATE "access_key" k SET "created_by_type" = e."actor_type", "created_by_id" = e."actor_id", "created_by_name" = e."actor_name"
  FROM "audit_event" e
 WHERE e."workspace_id" = k."workspace_id" AND e."action" = 'accessKey.create' AND e."resource_id" = k."access_key_id" AND e."result" = 201
   AND e."actor_type" IN ('token', 'user') AND k."created_by_type" IS NULL;

-- The user who saw the token's present value, if somebody has rotated it.
ALTER TABLE "api_token" ADD COLUMN "rotated_by" TEXT;
UPDATE "api_token" t SET "rotated_by" = e."actor_id"
  FROM (SELECT DISTINCT ON ("resource_id") "resource_id", "actor_id", "actor_type" FROM "audit_event"
         WHERE "action" = 'apiToken.rotate' AND "workspace_id" IS NULL ORDER BY "resource_id", "at" DESC, "audit_event_id" DESC) e
 WHERE e."resource_id" = t."token_id" AND e."actor_type" = 'user';

CREATE INDEX "api_token_created_by_idx" ON "api_token" ("organization_id", "created_by");
CREATE INDEX "api_token_rotated_by_idx" ON "api_token" ("organization_id", "rotated_by");
CREATE INDEX "access_key_created_by_idx" ON "access_key" ("created_by_id");

-- A key is made by a token in force, or by a user who has the role with which the request was let in. A removal or a
-- change of the role that runs at the same time waits for the key and ends it, or comes first and refuses it.
-- With the rights of its owner, for workspaces can neither read nor lock tokens and members.
CREATE FUNCTION "require_access_key_maker"("of_workspace" bigint, "maker_type" text, "maker_id" text, "maker_role" text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF maker_type = 'token' THEN
    PERFORM FROM "api_token" t JOIN "workspace" w ON w."organization_id" = t."organization_id"
      WHERE w."workspace_id" = of_workspace AND t."token_id" = maker_id AND t."revoked_at" IS NULL FOR SHARE OF t;
  ELSE
    PERFORM FROM "member" m JOIN "workspace" w ON w."organization_id" = m."organization_id"
      WHERE w."workspace_id" = of_workspace AND m."user_id" = maker_id AND m."role" = maker_role FOR SHARE OF m;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the maker of the key has lost their rights: constraint "access_key_maker_in_force"' USING ERRCODE = 'check_violation', CONSTRAINT = 'access_key_maker_in_force';
  END IF;
  RETURN true;
END $$;
