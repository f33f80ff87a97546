-- Terminals into VMs (docs/adr/0070): a row for each ticket. The API that its client connects to writes where it waits for a
-- worker, which takes the row, opens the shell at the VM's site and connects to the API.
CREATE TABLE "terminal" (
    "terminal_id" TEXT NOT NULL,
    "workspace_id" BIGINT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "vm_id" TEXT NOT NULL,
    "caller_type" TEXT NOT NULL,
    "caller_id" TEXT NOT NULL,
    "caller_name" TEXT NOT NULL,
    "session_id" TEXT,
    "request_id" TEXT NOT NULL,
    "source_ip" TEXT,
    "ticket_hash" BYTEA NOT NULL,
    "columns" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "endpoint" TEXT,
    "taken_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "exit_code" INTEGER,

    CONSTRAINT "terminal_pkey" PRIMARY KEY ("terminal_id"),
    CONSTRAINT "terminal_caller_known" CHECK ("caller_type" IN ('token', 'user')),
    CONSTRAINT "terminal_ended" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL)),
    CONSTRAINT "terminal_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "terminal_ticket_unique" ON "terminal" ("ticket_hash");
CREATE INDEX "terminal_vm_idx" ON "terminal" ("workspace_id", "vm_id");
-- Those under way: limits, workers and the reconciler look for them.
CREATE INDEX "terminal_under_way_idx" ON "terminal" ("workspace_id") WHERE "ended_at" IS NULL;
CREATE INDEX "terminal_ended_idx" ON "terminal" ("ended_at") WHERE "ended_at" IS NOT NULL;
SELECT "guard_workspace_rows"('terminal');
GRANT SELECT, INSERT ON "terminal" TO "fulmar_workspace";
