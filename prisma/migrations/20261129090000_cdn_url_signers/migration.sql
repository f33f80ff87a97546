-- Signed URLs of the CDN end with the credential that asked for them (docs/adr/0047).

CREATE TABLE "cdn_url_signer" (
  "workspace_id" bigint NOT NULL,
  "signer"       text NOT NULL,
  "maker_type"   text NOT NULL,
  "maker_id"     text NOT NULL,
  -- No URL of the signer is valid after this.
  "valid_until"  timestamptz(3) NOT NULL,
  -- The expiry of the token, as it is now.
  "expires_at"   timestamptz(3),
  "revoked_at"   timestamptz(3),
  CONSTRAINT "cdn_url_signer_pkey" PRIMARY KEY ("workspace_id", "signer"),
  CONSTRAINT "cdn_url_signer_maker_check" CHECK ("maker_type" IN ('token', 'user'))
);
CREATE UNIQUE INDEX "cdn_url_signer_maker_unique" ON "cdn_url_signer" ("workspace_id", "maker_id") WHERE "revoked_at" IS NULL;
CREATE INDEX "cdn_url_signer_maker_id_idx" ON "cdn_url_signer" ("maker_id");
SELECT "guard_workspace_rows"('cdn_url_signer');
GRANT SELECT ON "cdn_url_signer" TO "fulmar_workspace";

-- Records a signer, or that it goes on signing: its URLs last seven days at most, and an hour is for clock differences.
-- With the rights of its owner, for workspaces can neither read nor lock tokens and members.
CREATE FUNCTION "make_cdn_url_signer"("of_workspace" bigint, "of_type" text, "of_maker" text, "of_role" text, "new_signer" text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made text;
BEGIN
  PERFORM require_access_key_maker(of_workspace, of_type, of_maker, of_role);
  DELETE FROM cdn_url_signer s WHERE s.workspace_id = of_workspace AND s.valid_until < now() - interval '1 hour';
  INSERT INTO cdn_url_signer AS s (workspace_id, signer, maker_type, maker_id, valid_until, expires_at)
  VALUES (of_workspace, new_signer, of_type, of_maker, now() + interval '7 days 1 hour',
          (SELECT t.expires_at FROM api_token t WHERE of_type = 'token' AND t.token_id = of_maker))
  ON CONFLICT (workspace_id, maker_id) WHERE revoked_at IS NULL DO UPDATE SET valid_until = excluded.valid_until
  RETURNING s.signer INTO made;
  RETURN made;
END $$;

CREATE FUNCTION "end_cdn_urls_of_token"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE cdn_url_signer s SET revoked_at = NEW.revoked_at, expires_at = NEW.expires_at
   WHERE s.maker_id = NEW.token_id AND s.revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "api_token_ends_cdn_urls" AFTER UPDATE OF "revoked_at", "expires_at" ON "api_token" FOR EACH ROW
  WHEN (OLD."revoked_at" IS DISTINCT FROM NEW."revoked_at" OR OLD."expires_at" IS DISTINCT FROM NEW."expires_at")
  EXECUTE FUNCTION "end_cdn_urls_of_token"();

-- Edges know the signers whose credentials end before their URLs.
CREATE TRIGGER "cdn_url_signer_deployed" AFTER UPDATE OF "revoked_at", "expires_at" ON "cdn_url_signer" FOR EACH ROW
  WHEN (OLD."revoked_at" IS DISTINCT FROM NEW."revoked_at" OR OLD."expires_at" IS DISTINCT FROM NEW."expires_at")
  EXECUTE FUNCTION "redeploy_buckets"();
