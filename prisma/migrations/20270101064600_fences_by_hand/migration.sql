-- An operator fences a site by hand (docs/adr/0164).
ALTER TABLE "site_fence" DROP CONSTRAINT "site_fence_reason_check",
  ADD CONSTRAINT "site_fence_reason_check" CHECK ("reason" IN
    ('database_behind', 'database_copied', 'other_installation', 'mark_missing', 'site_incomplete', 'unknown_resources',
     'by_operator'));
