-- Operations of a lane are claimed in turn by organization (docs/adr/0106). A trigger writes it, also for the release before.
ALTER TABLE "operation" ADD COLUMN "organization_id" TEXT NOT NULL DEFAULT '';
CREATE FUNCTION "place_operation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := coalesce((SELECT w.organization_id FROM workspace w WHERE w.workspace_id = NEW.workspace_id), '');
  RETURN NEW;
END
$$;
CREATE TRIGGER "operation_placed" BEFORE INSERT ON "operation" FOR EACH ROW EXECUTE FUNCTION "place_operation"();
UPDATE "operation" o SET "organization_id" = w."organization_id" FROM "workspace" w
 WHERE w."workspace_id" = o."workspace_id" AND o."finished_at" IS NULL;
CREATE INDEX "operation_turn_idx" ON "operation" ((coalesce("input" ->> 'provider', '')), "organization_id", "run_at") WHERE "finished_at" IS NULL AND "held_at" IS NULL;
