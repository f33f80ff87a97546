import { timedStep } from "../story.ts";
import { Configuration, type Workbench } from "./configuration.ts";

const SITE = "site-ams-1";

/** Two hundred resources: VMs with volumes in ten subnets, firewall groups with rules, secrets. */
const CONFIGURATION = `
terraform {
  required_providers {
    fulmar = { source = "fulmar/fulmar" }
  }
}

resource "fulmar_vpc" "this" {
  name    = "many"
  site_id = "${SITE}"
  cidr    = "10.77.0.0/16"
}

resource "fulmar_subnet" "this" {
  count  = 10
  vpc_id = fulmar_vpc.this.id
  name   = "many-\${count.index}"
  cidr   = cidrsubnet(fulmar_vpc.this.cidr, 8, count.index)
}

resource "fulmar_firewall_group" "this" {
  count = 9
  name  = "many-\${count.index}"
}

resource "fulmar_firewall_rule" "this" {
  count             = 30
  firewall_group_id = fulmar_firewall_group.this[count.index % 9].id
  port_start        = 1000 + count.index
}

resource "fulmar_volume" "this" {
  count   = 50
  name    = "many-\${count.index}"
  size_gb = 1
  site_id = "${SITE}"
}

resource "fulmar_cloud_vm" "this" {
  count              = 50
  name               = "many-\${count.index}"
  plan_id            = "plan-nano"
  template_id        = "debian-13"
  vpc_id             = fulmar_vpc.this.id
  subnet_id          = fulmar_subnet.this[count.index % 10].id
  firewall_group_ids = [fulmar_firewall_group.this[count.index % 9].id]
  volume_ids         = [fulmar_volume.this[count.index].id]
}

resource "fulmar_secret_store" "this" {
  name              = "many"
  destroy_on_delete = true
}

resource "fulmar_secret" "this" {
  count             = 49
  store_id          = fulmar_secret_store.this.id
  key               = "many/\${count.index}"
  value_wo          = "a value"
  destroy_on_delete = true
}
`;

/** Two hundred resources are created and destroyed. */
export async function liveMany(bench: Workbench): Promise<void> {
  const many = new Configuration(bench, "many");
  await many.write("main.tf", CONFIGURATION);
  await timedStep("200 resources are created, at a parallelism of 20", () => many.apply());
  await timedStep("they are read again by a plan", () => many.changes());
  await timedStep("200 resources are destroyed, at a parallelism of 20", () => many.destroy());
}
