-- What a site's VMs are, and how it walls guests off less than it could: shown with the site's health. A worker fills
-- them in at its next look at the site.
ALTER TABLE "site_capacity"
    ADD COLUMN "instance_type" TEXT,
    ADD COLUMN "warnings" TEXT[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT "site_capacity_warnings_filled" CHECK (array_position("warnings", NULL) IS NULL),
    ADD CONSTRAINT "site_capacity_instance_type_known" CHECK ("instance_type" IN ('container', 'virtual-machine'));
