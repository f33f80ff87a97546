-- Operators add, check and remove regions of object storage by the API, and workers ask their servers (docs/adr/0174).
-- A region is offered from its connection on. Those that are there are connected.
ALTER TABLE "storage_region" ADD COLUMN "connected_at" timestamptz(3) DEFAULT now(), ADD COLUMN "check_at" timestamptz(3);
UPDATE "storage_region" SET "connected_at" = "created_at";

ALTER TABLE "storage_connection" ADD COLUMN "unknown_users" text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "storage_connection_unknown_users_check"
      CHECK (cardinality("unknown_users") <= 100 AND array_position("unknown_users", NULL) IS NULL);

-- A region's removal takes its connection along: who removes it may not read the key, which a condition of theirs would do.
ALTER TABLE "storage_connection" DROP CONSTRAINT "storage_connection_region_fkey",
  ADD CONSTRAINT "storage_connection_region_fkey" FOREIGN KEY ("region") REFERENCES "storage_region" ("region") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everything of the connections but their keys.
CREATE FUNCTION "seen_regions"() RETURNS TABLE ("region" text, "admin_url" text, "access_key_id" text, "server" text, "reachable" boolean,
                                               "error_message" text, "checked_at" timestamptz, "unknown_users" text[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.region, c.admin_url, c.access_key_id, c.server, c.reachable, c.error_message, c.checked_at, c.unknown_users
    FROM storage_connection c
$$;
REVOKE EXECUTE ON FUNCTION "seen_regions"() FROM PUBLIC;
