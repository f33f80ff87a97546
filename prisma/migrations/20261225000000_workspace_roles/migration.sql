-- A workspace role replaces a member's role of the organization in one workspace (docs/adr/0090). It ends with the membership and with the workspace.
-- Owners and admins have their role everywhere.
CREATE TABLE "workspace_role" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "workspace_role_pkey" PRIMARY KEY ("organization_id", "user_id", "workspace_id"),
    CONSTRAINT "workspace_role_known" CHECK ("role" IN ('developer', 'billing', 'viewer', 'secret_reader')),
    CONSTRAINT "workspace_role_member_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "member" ("organization_id", "user_id") ON DELETE CASCADE,
    CONSTRAINT "workspace_role_workspace_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace" ("organization_id", "workspace_id")
);
CREATE INDEX "workspace_role_workspace_idx" ON "workspace_role" ("workspace_id");
SELECT "guard_workspace_rows"('workspace_role');
-- It is a part of the member, and pages of the whole organization show it.
SELECT "announce_changes"('workspace_role', 'member', 'user_id', '{}', 'organization_id');

-- After the workspace is locked, so that a role which is given meanwhile is seen.
CREATE FUNCTION "end_workspace_roles"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM workspace_role r WHERE r.workspace_id = NEW.workspace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "workspace_ends_roles" AFTER UPDATE OF "deleted_at" ON "workspace" FOR EACH ROW
  WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "end_workspace_roles"();

-- The maker of a key or a signed URL still has the role with which the request was let in: that of the workspace, if they have one there.
CREATE OR REPLACE FUNCTION "require_access_key_maker"("of_workspace" bigint, "maker_type" text, "maker_id" text, "maker_role" text) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_organization text;
  own text;
BEGIN
  IF maker_type = 'token' THEN
    PERFORM FROM "api_token" t JOIN "workspace" w ON w."organization_id" = t."organization_id"
      WHERE w."workspace_id" = of_workspace AND t."token_id" = maker_id AND t."revoked_at" IS NULL FOR SHARE OF t;
    IF FOUND THEN
      RETURN true;
    END IF;
  ELSE
    SELECT m."role" INTO of_organization FROM "member" m JOIN "workspace" w ON w."organization_id" = m."organization_id"
      WHERE w."workspace_id" = of_workspace AND m."user_id" = maker_id FOR SHARE OF m;
    -- Read after the membership is held: whoever changes a workspace role holds it, too.
    SELECT r."role" INTO own FROM "workspace_role" r JOIN "workspace" w ON w."organization_id" = r."organization_id" AND w."workspace_id" = r."workspace_id"
      WHERE r."workspace_id" = of_workspace AND r."user_id" = maker_id AND of_organization NOT IN ('owner', 'admin');
    IF coalesce(own, of_organization) = maker_role THEN
      RETURN true;
    END IF;
  END IF;
  RAISE EXCEPTION 'the maker of the key has lost their rights: constraint "access_key_maker_in_force"' USING ERRCODE = 'check_violation', CONSTRAINT = 'access_key_maker_in_force';
END $$;
