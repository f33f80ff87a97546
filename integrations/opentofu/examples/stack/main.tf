# The stack of `npm run stack`: a network with VMs and volumes, a load balancer, a website on the CDN, secrets.
# `npm run tofu` applies, changes, imports and destroys it.

terraform {
  required_providers {
    fulmar = { source = "fulmar/fulmar" }
  }
}

provider "fulmar" {}

variable "name" {
  type    = string
  default = "demo"
}

variable "network" {
  type    = string
  default = "10.10.0.0/16"
}

variable "changed" {
  description = "Whether everything that can be changed is."
  type        = bool
  default     = false
}

variable "certificate" {
  description = "A certificate chain and its key, in PEM. It is in no plan and no state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "password" {
  type      = string
  sensitive = true
  ephemeral = true
}

data "fulmar_sites" "all" {}

locals {
  site_id = data.fulmar_sites.all.sites[0].site_id
  tags    = [var.changed ? "green" : "blue"]
  vms     = { web = "front", api = "front", db = "back" }
  rules = merge(
    {
      web  = { protocol = "tcp", port_start = var.changed ? 443 : 80, port_end = 443, action = "allow" }
      ping = { protocol = "icmp", port_start = null, port_end = null, action = var.changed ? "drop" : "allow" }
    },
    var.changed ? { admin = { protocol = "tcp", port_start = 8080, port_end = null, action = "allow" } } : {},
  )
}

# The network

resource "fulmar_vpc" "this" {
  name        = "${var.name}-net"
  site_id     = local.site_id
  cidr        = var.network
  description = var.changed ? "A whole stack, changed" : "A whole stack"
}

resource "fulmar_subnet" "front" {
  vpc_id = fulmar_vpc.this.id
  name   = var.changed ? "${var.name}-front-2" : "${var.name}-front"
  cidr   = cidrsubnet(var.network, 8, 1)
}

resource "fulmar_subnet" "back" {
  vpc_id = fulmar_vpc.this.id
  name   = var.changed ? "${var.name}-back-2" : "${var.name}-back"
  cidr   = cidrsubnet(var.network, 8, 2)
  dns    = ["9.9.9.9"]
}

resource "fulmar_nat_gateway" "this" {
  vpc_id     = fulmar_vpc.this.id
  name       = var.changed ? "${var.name}-nat-2" : "${var.name}-nat"
  subnet_ids = [fulmar_subnet.front.id, fulmar_subnet.back.id]
}

resource "fulmar_port_forward" "ssh" {
  vpc_id         = fulmar_vpc.this.id
  nat_gateway_id = fulmar_nat_gateway.this.id
  protocol       = "tcp"
  public_port    = 2222
  private_port   = 22
  vm_id          = fulmar_cloud_vm.this["web"].id
}

resource "fulmar_port_forward" "sql" {
  vpc_id         = fulmar_vpc.this.id
  nat_gateway_id = fulmar_nat_gateway.this.id
  protocol       = "tcp"
  public_port    = 15432
  private_port   = var.changed ? 5433 : 5432
  vm_id          = fulmar_cloud_vm.this["db"].id
}

resource "fulmar_reserved_ip" "this" {
  site_id     = local.site_id
  label       = "${var.name}-ip"
  reverse_dns = "${var.name}.example.com"
}

resource "fulmar_reserved_ip_attachment" "this" {
  reserved_ip_id = fulmar_reserved_ip.this.id
  vm_id          = fulmar_cloud_vm.this[var.changed ? "db" : "web"].id
}

resource "fulmar_firewall_group" "this" {
  name        = "${var.name}-group"
  description = "The web, and pings"
}

resource "fulmar_firewall_rule" "this" {
  for_each          = local.rules
  firewall_group_id = fulmar_firewall_group.this.id
  description       = each.key
  protocol          = each.value.protocol
  port_start        = each.value.port_start
  port_end          = each.value.port_end
  action            = each.value.action
}

# The machines

resource "fulmar_cloud_vm" "this" {
  for_each           = local.vms
  name               = "${var.name}-${each.key}"
  plan_id            = var.changed && each.key == "web" ? "plan-small" : "plan-nano"
  disk_gb            = var.changed && each.key == "web" ? 40 : 20
  template_id        = "debian-13"
  site_id            = local.site_id
  vpc_id             = fulmar_vpc.this.id
  subnet_id          = each.value == "front" ? fulmar_subnet.front.id : fulmar_subnet.back.id
  firewall_group_ids = [fulmar_firewall_group.this.id]
  tags               = local.tags
}

resource "fulmar_volume" "this" {
  for_each = local.vms
  name     = "${var.name}-${each.key}-data"
  size_gb  = var.changed && each.key == "api" ? 20 : 10
  site_id  = local.site_id
  type     = "nvme"
}

resource "fulmar_volume_attachment" "this" {
  for_each  = local.vms
  volume_id = fulmar_volume.this[each.key].id
  vm_id     = fulmar_cloud_vm.this[var.changed && each.key == "db" ? "api" : each.key].id
}

resource "fulmar_backup_policy" "db" {
  vm_id          = fulmar_cloud_vm.this["db"].id
  retention_days = var.changed ? 30 : 14
  schedule = {
    frequency   = var.changed ? "weekly" : "daily"
    hour        = var.changed ? 4 : 3
    day_of_week = var.changed ? 1 : null
  }
}

# The load balancer

resource "fulmar_load_balancer" "this" {
  name      = "${var.name}-lb"
  site_id   = local.site_id
  vpc_id    = fulmar_vpc.this.id
  subnet_id = fulmar_subnet.front.id
  tags      = local.tags
}

resource "fulmar_load_balancer_pool" "app" {
  load_balancer_id = fulmar_load_balancer.this.id
  name             = "app"
  protocol         = "http"
  algorithm        = var.changed ? "least_connections" : "round_robin"
  health_check     = { type = "http", path = "/healthz" }
}

resource "fulmar_load_balancer_target" "app" {
  for_each         = local.vms
  load_balancer_id = fulmar_load_balancer.this.id
  pool_id          = fulmar_load_balancer_pool.app.id
  vm_id            = fulmar_cloud_vm.this[each.key].id
  port             = 8080
  weight           = var.changed ? length(each.key) : 1
}

resource "fulmar_load_balancer_listener" "http" {
  load_balancer_id = fulmar_load_balancer.this.id
  name             = "http"
  protocol         = "http"
  port             = 80
  rules            = [{ redirect = { https = true } }]
}

resource "fulmar_load_balancer_listener" "https" {
  load_balancer_id = fulmar_load_balancer.this.id
  name             = "https"
  protocol         = "https"
  port             = 443
  certificate      = { store_id = fulmar_secret_store.this.id, secret_id = fulmar_secret.certificate.id }
  default_pool_id  = fulmar_load_balancer_pool.app.id
  rules = var.changed ? [
    { path = { match = "prefix", value = "/api" }, pool_id = fulmar_load_balancer_pool.app.id },
  ] : []
}

# The website

resource "fulmar_bucket" "site" {
  name      = "${var.name}-site"
  region    = "eu-west-1"
  is_public = var.changed
  tags      = ["blue"]
}

resource "fulmar_access_key" "uploads" {
  name         = "${var.name}-uploads"
  permission   = "read_write"
  bucket_names = [fulmar_bucket.site.name]
}

resource "fulmar_cdn_distribution" "site" {
  name         = "${var.name}-cdn"
  origin_id    = fulmar_bucket.site.name
  cache_policy = var.changed ? "short" : "static-assets"
}

resource "fulmar_cdn_website" "site" {
  distribution_id = fulmar_cdn_distribution.site.id
  spa             = var.changed
  error_document  = var.changed ? null : "404.html"
  redirects       = var.changed ? [] : [{ source = "/old/*", destination = "/new/*", status = 308 }]
  headers         = var.changed ? [{ name = "X-Frame-Options", value = "DENY" }] : []
}

resource "fulmar_cdn_custom_domain" "www" {
  distribution_id = fulmar_cdn_distribution.site.id
  domain          = "WWW.${var.name}.Example.com"
}

# The secrets

resource "fulmar_secret_store" "this" {
  name              = "${var.name}-secrets"
  description       = "Of the whole stack"
  destroy_on_delete = true
}

resource "fulmar_secret" "certificate" {
  store_id          = fulmar_secret_store.this.id
  key               = "certificate"
  value_wo          = var.certificate
  value_wo_version  = var.changed ? 2 : 1
  destroy_on_delete = true
}

resource "fulmar_secret" "password" {
  store_id          = fulmar_secret_store.this.id
  key               = "db/password"
  value_wo          = var.password
  value_wo_version  = var.changed ? 2 : 1
  destroy_on_delete = true
}

output "address" {
  value = fulmar_reserved_ip.this.address
}

output "dns_records" {
  value = fulmar_cdn_custom_domain.www.dns_records
}

output "access_key" {
  value     = { id = fulmar_access_key.uploads.id, secret = fulmar_access_key.uploads.secret_access_key }
  sensitive = true
}
