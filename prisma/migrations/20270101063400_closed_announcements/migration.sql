-- The announcements that people have closed (docs/adr/0124).
CREATE TABLE "closed_announcement" (
  "user_id"         text NOT NULL,
  "announcement_id" text NOT NULL,
  -- The announcement's own time when it was closed. One that has changed since is shown again.
  "updated_at"      timestamptz(3) NOT NULL,
  CONSTRAINT "closed_announcement_pkey" PRIMARY KEY ("user_id", "announcement_id"),
  CONSTRAINT "closed_announcement_user_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE,
  CONSTRAINT "closed_announcement_announcement_fkey" FOREIGN KEY ("announcement_id")
    REFERENCES "announcement" ("announcement_id") ON DELETE CASCADE
);
CREATE INDEX "closed_announcement_announcement_idx" ON "closed_announcement" ("announcement_id");
