-- What requests ask of sites: API and console write a question, a worker asks the site and writes the answer beside it
-- (docs/adr/0040). A question lives for seconds, so a crash of the database may lose it. It belongs to no workspace:
-- requests have checked whose VM it is, and changes of workspaces are not shown this table.
CREATE UNLOGGED TABLE "site_question" (
    "question_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "provider" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answer" BYTEA,
    "truncated" BOOLEAN NOT NULL DEFAULT false,
    "error_code" TEXT,

    CONSTRAINT "site_question_pkey" PRIMARY KEY ("question_id"),
    CONSTRAINT "site_question_kind_known" CHECK ("kind" IN ('console_log')),
    CONSTRAINT "site_question_answered" CHECK ("answered_at" IS NULL OR num_nulls("answer", "error_code") = 1)
);
