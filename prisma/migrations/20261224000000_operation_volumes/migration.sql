-- The operations that concern a volume without an entry in its own history (`volume_operation`, whose actions are the specification's):
-- snapshots of the volume, and snapshots, backups and restores of a VM that include it.
CREATE TABLE "operation_volume" (
    "workspace_id" BIGINT NOT NULL,
    "volume_id" TEXT NOT NULL,
    "operation_id" TEXT NOT NULL,

    CONSTRAINT "operation_volume_pkey" PRIMARY KEY ("workspace_id", "volume_id", "operation_id"),
    CONSTRAINT "operation_volume_volume_fkey" FOREIGN KEY ("workspace_id", "volume_id") REFERENCES "volume" ("workspace_id", "volume_id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "operation_volume_operation_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation" ("operation_id") ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX "operation_volume_operation_idx" ON "operation_volume" ("operation_id");
SELECT "guard_workspace_rows"('operation_volume');
GRANT SELECT ON "operation_volume" TO "fulmar_workspace";

-- Triggers write it, so that the release before does, too. What a request names may be gone.
CREATE FUNCTION "note_operation_volumes"("of_workspace" bigint, "by_operation" text, "of_volumes" text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO operation_volume (workspace_id, volume_id, operation_id)
  SELECT workspace_id, volume_id, by_operation FROM volume WHERE workspace_id = of_workspace AND volume_id = ANY (of_volumes)
  ON CONFLICT DO NOTHING
$$;
REVOKE EXECUTE ON FUNCTION "note_operation_volumes"(bigint, text, text[]) FROM PUBLIC;

CREATE FUNCTION "operation_notes_volumes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_operation_volumes(NEW.workspace_id, NEW.operation_id,
    CASE WHEN NEW.resource_type = 'volume' THEN ARRAY[NEW.resource_id]
         ELSE ARRAY(SELECT v ->> 'volumeId' FROM jsonb_array_elements(NEW.input -> 'volumes') v) END);
  RETURN NULL;
END $$;
CREATE TRIGGER "operation_of_volumes" AFTER INSERT ON "operation" FOR EACH ROW
  WHEN ((NEW."resource_type" = 'volume' AND NEW."action" = 'snapshot') OR (NEW."action" = 'restore' AND jsonb_typeof(NEW."input" -> 'volumes') = 'array'))
  EXECUTE FUNCTION "operation_notes_volumes"();

CREATE FUNCTION "capture_notes_volumes"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_operation_volumes(NEW.workspace_id, NEW.operation_id, ARRAY(SELECT v ->> 'volume_id' FROM jsonb_array_elements(NEW.data_volumes) v));
  RETURN NULL;
END $$;
CREATE TRIGGER "snapshot_set_of_volumes" AFTER INSERT ON "snapshot_set" FOR EACH ROW
  WHEN (NEW."operation_id" IS NOT NULL AND NEW."data_volumes" <> '[]') EXECUTE FUNCTION "capture_notes_volumes"();
CREATE TRIGGER "backup_of_volumes" AFTER INSERT ON "backup" FOR EACH ROW
  WHEN (NEW."operation_id" IS NOT NULL AND NEW."data_volumes" <> '[]') EXECUTE FUNCTION "capture_notes_volumes"();

INSERT INTO "operation_volume" ("workspace_id", "volume_id", "operation_id")
SELECT v.workspace_id, v.volume_id, o.operation_id
  FROM (
    SELECT workspace_id, operation_id, resource_id AS volume_id FROM operation WHERE resource_type = 'volume' AND action = 'snapshot'
    UNION
    SELECT o.workspace_id, o.operation_id, v ->> 'volumeId' FROM operation o, jsonb_array_elements(o.input -> 'volumes') v
     WHERE o.action = 'restore' AND jsonb_typeof(o.input -> 'volumes') = 'array'
    UNION
    SELECT s.workspace_id, s.operation_id, v ->> 'volume_id' FROM snapshot_set s, jsonb_array_elements(s.data_volumes) v WHERE s.operation_id IS NOT NULL
    UNION
    SELECT b.workspace_id, b.operation_id, v ->> 'volume_id' FROM backup b, jsonb_array_elements(b.data_volumes) v WHERE b.operation_id IS NOT NULL
  ) o
  JOIN volume v ON v.workspace_id = o.workspace_id AND v.volume_id = o.volume_id
 WHERE EXISTS (SELECT FROM operation p WHERE p.operation_id = o.operation_id);
