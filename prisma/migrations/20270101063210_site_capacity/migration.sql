-- Why an operator closed a site. NULL where nobody said, or while it is open.
ALTER TABLE "site" ADD COLUMN "closed_reason" text;

-- What a site had and what of it was sold, once an hour, for 90 days. Without bounds the site's part is NULL.
CREATE TABLE "site_capacity_hour" (
  "site_id"      text NOT NULL,
  "hour"         timestamptz(3) NOT NULL,
  "sold_cpus"    integer NOT NULL,
  "sold_ram_mb"  bigint NOT NULL,
  "sold_disk_gb" bigint NOT NULL,
  "cpus"         integer,
  "ram_mb"       integer,
  "disk_gb"      integer,
  CONSTRAINT "site_capacity_hour_pkey" PRIMARY KEY ("site_id", "hour"),
  CONSTRAINT "site_capacity_hour_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON DELETE CASCADE
);
