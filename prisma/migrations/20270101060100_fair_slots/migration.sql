-- Who kept a worker's slot for long when it last had one, and now gets one of a few (docs/adr/0106).
ALTER TABLE "webhook" ADD COLUMN "slow" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "cdn_custom_domain" ADD COLUMN "check_slow" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "load_balancer_certificate" ADD COLUMN "check_slow" BOOLEAN NOT NULL DEFAULT false;
