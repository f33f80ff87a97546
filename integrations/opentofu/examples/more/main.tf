# Resources and data sources that the stack beside it lacks. `npm run tofu` applies, changes, imports and destroys them.

terraform {
  required_providers {
    fulmar = { source = "fulmar/fulmar" }
  }
}

provider "fulmar" {}

variable "changed" {
  description = "Whether everything that can be changed is."
  type        = bool
  default     = false
}

data "fulmar_plans" "gpu" {
  type = "gpu"
}

data "fulmar_images" "all" {}

data "fulmar_regions" "all" {}

locals {
  plan     = [for plan in data.fulmar_plans.gpu.plans : plan if plan.available][0]
  site_id  = tolist(local.plan.site_ids)[0]
  image_id = [for image in data.fulmar_images.all.images : image.template_id if image.os_distro == "debian"][0]
  region   = data.fulmar_regions.all.regions[0].region
}

# Machines: volumes that are attached one by one, keys, a larger disk.

resource "fulmar_volume" "this" {
  count   = 3
  name    = "more-${count.index}"
  size_gb = 1
  site_id = local.site_id
}

resource "fulmar_volume_snapshot" "this" {
  volume_id = fulmar_volume.this[2].id
  name      = "more"
}

resource "fulmar_volume" "copy" {
  name        = "more-copy"
  size_gb     = 2
  site_id     = local.site_id
  snapshot_id = fulmar_volume_snapshot.this.id
}

resource "fulmar_cloud_vm" "this" {
  name             = "more"
  plan_id          = "plan-nano"
  template_id      = local.image_id
  site_id          = local.site_id
  assign_public_ip = true
  disk_gb          = var.changed ? 40 : 30
  volume_ids       = var.changed ? [fulmar_volume.this[1].id] : [fulmar_volume.this[0].id]
  user_data        = "#cloud-config\n"
  ssh_key_ids      = [fulmar_ssh_key.this.id]
  ssh_keys         = [file("${path.module}/${var.changed ? "id-windows" : "id"}.pub")]
}

resource "fulmar_gpu_vm" "this" {
  name        = "more-gpu"
  plan_id     = local.plan.plan_id
  template_id = local.image_id
  site_id     = local.site_id
  tags        = var.changed ? [] : ["learning"]
}

resource "fulmar_gpu_backup_policy" "this" {
  vm_id    = fulmar_gpu_vm.this.id
  schedule = { frequency = "hourly", minute = var.changed ? 30 : 0 }
}

# Networks: a VM that is attached later, a firewall group that is linked later.

resource "fulmar_vpc" "this" {
  name    = "more"
  site_id = local.site_id
  cidr    = "10.78.0.0/16"
}

resource "fulmar_subnet" "this" {
  vpc_id  = fulmar_vpc.this.id
  name    = "more"
  cidr    = "10.78.1.0/24"
  gateway = "10.78.1.254"

  firewall_group_ids = var.changed ? [] : [fulmar_firewall_group.this.id]
}

resource "fulmar_vpc_node" "this" {
  vpc_id    = fulmar_vpc.this.id
  subnet_id = fulmar_subnet.this.id
  vm_id     = fulmar_gpu_vm.this.id
}

resource "fulmar_firewall_group" "this" {
  name = "more"
}

resource "fulmar_firewall_rule" "this" {
  firewall_group_id = fulmar_firewall_group.this.id
  direction         = "egress"
  port_start        = 25
  action            = "drop"
  priority          = var.changed ? 20 : 10
  remote_targets    = var.changed ? ["192.0.2.0/24", "198.51.100.7"] : ["0.0.0.0/0"]
}

resource "fulmar_firewall_instance" "this" {
  firewall_group_id = fulmar_firewall_group.this.id
  vm_id             = fulmar_gpu_vm.this.id
}

# A load balancer by its whole configuration, a VM and a NAT gateway at reserved addresses.

resource "fulmar_load_balancer" "this" {
  name    = "more"
  site_id = local.site_id
}

resource "fulmar_load_balancer_configuration" "this" {
  load_balancer_id = fulmar_load_balancer.this.id
  pools = [{
    name     = "mail"
    protocol = "tcp"
    targets  = [{ vm_id = fulmar_cloud_vm.this.id, port = 25, enabled = !var.changed }]
  }]
  listeners = [{ name = "mail", protocol = "tcp", port = var.changed ? 587 : 25, default_pool = "mail" }]
}

resource "fulmar_reserved_ip" "this" {
  site_id = local.site_id
}

resource "fulmar_reserved_ip_attachment" "this" {
  reserved_ip_id = fulmar_reserved_ip.this.id
  vm_id          = fulmar_gpu_vm.this.id
}

resource "fulmar_nat_gateway" "this" {
  vpc_id         = fulmar_vpc.this.id
  name           = "more"
  subnet_ids     = [fulmar_subnet.this.id]
  reserved_ip_id = fulmar_reserved_ip.nat.id
}

resource "fulmar_reserved_ip" "nat" {
  site_id = local.site_id
}

# Buckets: a quota, versions, a distribution that is off.

resource "fulmar_bucket" "this" {
  name                = "more-locked"
  region              = local.region
  object_lock_enabled = true
  default_retention   = { mode = "GOVERNANCE", days = 1 }
}

resource "fulmar_bucket" "versioned" {
  name   = "more-versioned"
  region = local.region
}

resource "fulmar_bucket_quota" "this" {
  bucket_name = fulmar_bucket.versioned.name
  size_bytes  = var.changed ? 2147483648 : 1073741824
}

resource "fulmar_bucket_versioning" "this" {
  bucket_name = fulmar_bucket.versioned.name
  status      = var.changed ? "suspended" : "enabled"
}

resource "fulmar_bucket_cors" "this" {
  bucket_name = fulmar_bucket.versioned.name
  rules = [{
    allowed_origins = ["https://example.com"]
    allowed_methods = var.changed ? ["GET", "PUT"] : ["GET"]
  }]
}

resource "fulmar_bucket_lifecycle" "this" {
  bucket_name = fulmar_bucket.versioned.name
  rules = [{
    id                = "logs"
    filter            = { prefix = "logs/" }
    expire_after_days = var.changed ? 60 : 30
  }]
}

resource "fulmar_bucket_policy" "this" {
  bucket_name = fulmar_bucket.versioned.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = var.changed ? ["s3:GetObject", "s3:GetObjectVersion"] : ["s3:GetObject"]
      Resource  = "arn:aws:s3:::${fulmar_bucket.versioned.name}/*"
    }]
  })
}

resource "fulmar_access_key" "this" {
  name       = "more"
  permission = "read"
  expires_at = "2099-12-31T23:00:00+01:00"
}

resource "fulmar_cdn_distribution" "this" {
  name        = "more"
  origin_type = "custom"
  origin_id   = "https://origin.example.com"
  enabled     = var.changed
}

resource "fulmar_secret_store" "this" {
  name              = "more"
  force_on_delete   = true
  destroy_on_delete = true
}

resource "fulmar_secret" "this" {
  store_id         = fulmar_secret_store.this.id
  key              = "bytes"
  value_wo         = base64encode("bytes")
  value_wo_version = 1
  encoding         = "base64"
  expires_at       = var.changed ? null : "2099-12-31T00:00:00Z"
  tags             = ["more"]
}

# A workspace, a token that may do less than the provider's, a key of the library.

resource "fulmar_workspace" "this" {
  name = var.changed ? "more-changed" : "more"
}

resource "fulmar_api_token" "this" {
  name              = "more"
  scopes            = ["vm.read", "network.read"]
  workspace_policy  = "specific_workspaces"
  workspace_ids     = [fulmar_workspace.this.id]
  expires_at        = "2099-06-01T02:00:00+02:00"
  allowed_ip_ranges = var.changed ? ["203.0.113.7", "2001:DB8::/32"] : ["203.0.113.7"]

  max_added_cost_per_hour = var.changed ? "01.50" : "10.00"
}

resource "fulmar_ssh_key" "this" {
  name       = "more"
  public_key = file("${path.module}/id.pub")
}

resource "fulmar_ssh_key" "windows" {
  name       = "more-windows"
  public_key = file("${path.module}/id-windows.pub")
}

# Who is told: an alert at a fraction of a percent, a webhook.

resource "fulmar_alert_rule" "this" {
  name      = "more"
  metric    = "load_balancer_5xx_percent"
  threshold = var.changed ? 99.9 : 0.5
  minutes   = 10
}

resource "fulmar_webhook" "this" {
  name        = "more"
  url         = "https://hooks.example.com/fulmar"
  event_types = var.changed ? ["cloud_vm.*", "bucket.created"] : ["*"]
}

# Each is read by its name or its id.

data "fulmar_volume" "by_name" {
  name = fulmar_volume.this[0].name
}

data "fulmar_subnet" "by_name" {
  vpc_id = fulmar_vpc.this.id
  name   = fulmar_subnet.this.name
}

data "fulmar_bucket" "by_name" {
  name = fulmar_bucket.this.name
}

data "fulmar_secret" "by_key" {
  store_id = fulmar_secret_store.this.id
  key      = fulmar_secret.this.key
}

data "fulmar_firewall_rule" "by_id" {
  firewall_group_id = fulmar_firewall_group.this.id
  id                = fulmar_firewall_rule.this.id
}

data "fulmar_cloud_vm" "by_id" {
  id = fulmar_cloud_vm.this.id
}

output "read" {
  value = {
    size    = data.fulmar_volume.by_name.size_gb
    gateway = data.fulmar_subnet.by_name.gateway
    region  = data.fulmar_bucket.by_name.region
    version = data.fulmar_secret.by_key.version
    address = data.fulmar_cloud_vm.by_id.public_ip
  }
}
