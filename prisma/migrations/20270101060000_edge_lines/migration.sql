-- What an edge may count is bounded by its line (docs/edges.md): `line_used_until` is when the line would have carried what
-- was counted, no earlier than `line_from`. `line_next_from` follows it after a minute.
ALTER TABLE "edge"
  ADD COLUMN "line_gbits" INTEGER NOT NULL DEFAULT 100 CHECK ("line_gbits" BETWEEN 1 AND 100000),
  ADD COLUMN "line_from" TIMESTAMPTZ(6),
  ADD COLUMN "line_next_from" TIMESTAMPTZ(6),
  ADD COLUMN "line_used_until" TIMESTAMPTZ(6),
  ADD COLUMN "refused_reports" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "refused_at" TIMESTAMPTZ(3);
