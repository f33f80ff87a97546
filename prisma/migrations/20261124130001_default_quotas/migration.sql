-- The quotas that a new workspace begins with. The operator changes them; workspaces keep what they began with.
CREATE TABLE "default_quota" (
  "resource" text NOT NULL,
  "limit"    integer NOT NULL,
  CONSTRAINT "default_quota_pkey" PRIMARY KEY ("resource"),
  CONSTRAINT "default_quota_limit_check" CHECK ("limit" >= 0),
  CONSTRAINT "default_quota_resource_check" CHECK ("resource" IN (
    'buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'load_balancers', 'nat_gateways', 'reserved_ips', 'volume_gb', 'volumes'))
);
INSERT INTO "default_quota" ("resource", "limit") VALUES
  ('buckets', 100), ('cdn_distributions', 50), ('cloud_vms', 50), ('cpus', 200), ('gpu_vms', 8), ('load_balancers', 20), ('nat_gateways', 20),
  ('reserved_ips', 20), ('volume_gb', 20000), ('volumes', 200);
