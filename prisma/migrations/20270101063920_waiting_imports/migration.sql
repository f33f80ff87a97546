-- Why an import that has not ended is tried again (docs/adr/0139).
ALTER TABLE "vm_image" ADD COLUMN "waiting_reason" text;
