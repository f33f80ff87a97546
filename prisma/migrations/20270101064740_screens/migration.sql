-- A terminal may show what the VM's graphics card shows, in place of a shell (docs/adr/0177).
ALTER TABLE "terminal" ADD COLUMN "screen" BOOLEAN NOT NULL DEFAULT false;
