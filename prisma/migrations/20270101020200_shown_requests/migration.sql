-- The fields of a request as a person is shown them: without secrets, keys and scripts by their digests. They stay when the input goes.
ALTER TABLE "approval" ADD COLUMN "shown_fields" JSONB;
