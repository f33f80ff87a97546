-- The queue: what a worker may take, in the order it became due. Neither a lease nor a step changes an indexed column,
-- so those updates stay on the row's page.
CREATE INDEX "operation_due_idx" ON "operation" ("run_at") WHERE "finished_at" IS NULL;

ALTER TABLE "operation" ADD CONSTRAINT "operation_finished_check"
  CHECK (("finished_at" IS NOT NULL) = ("status" IN ('succeeded', 'failed', 'cancelled', 'timed_out')));
ALTER TABLE "operation" ADD CONSTRAINT "operation_outcome_check"
  CHECK ("outcome" IS NULL OR "outcome" IN ('failed', 'cancelled', 'timed_out'));

-- Terminal states never change, whoever writes.
CREATE FUNCTION "operation_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operation % is % and cannot become %', OLD.operation_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "operation_is_final" BEFORE UPDATE ON "operation" FOR EACH ROW
  WHEN (OLD."finished_at" IS NOT NULL AND NEW."status" IS DISTINCT FROM OLD."status")
  EXECUTE FUNCTION "operation_is_final"();
