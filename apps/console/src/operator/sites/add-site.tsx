"use client";

import type { SiteProvider } from "@fulmar/contract/operator";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, type FormInUse, field, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { CertificateFields } from "./certificate-fields.tsx";

/** A PEM text, sent as it was pasted. */
const pem = field("", (typed) => (typed.trim() === "" ? undefined : typed));

const served = {
  ...{ endpoint: optionalText, client_cert: pem, client_key: pem, server_cert: pem },
  ...{ storage_pool: optionalText, uplink: optionalText },
};
const ofLxd = { project: optionalText, network: optionalText, instance_type: optionalText };
const ofLibvirt = {
  ...{ cpu_model: optionalText, northbound: optionalText, uplink_gateway: optionalText },
  ...{ uplink_addresses: optionalText, uplink_chassis: optionalText, screens: optionalText },
  ...{ pool_path: optionalText, pool_shared: optionalText },
  ...{ secure_boot: optionalText, tpm: optionalText },
  ...{ rbd_pool: optionalText, rbd_monitors: optionalText, rbd_user: optionalText },
};

const newSite = defineForm(async () => (await import("@fulmar/contract/operator")).NewSite, {
  name: text(),
  location: optionalText,
  provider: chosen<SiteProvider>("lxd"),
  simulated: chosen(false),
  ...served,
  ...ofLxd,
  ...ofLibvirt,
});

/** What is sent of a form: the fields that its provider has. */
function fieldsOf<Given extends object>(provider: SiteProvider, given: Given): Partial<Given> {
  const other = { lxd: ofLibvirt, libvirt: ofLxd, simulated: { ...served, ...ofLxd, ...ofLibvirt } }[provider];
  return Object.fromEntries(Object.entries(given).filter(([name]) => !(name in other))) as Partial<Given>;
}

/** Adds a site on a server, which a worker connects, or a simulated one. */
export function AddSite(state: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newSite);
  const { name, location, provider, simulated, ...server } = newSite.body(
    useWatch({ control: form.control, compute: (all) => all }),
  );
  const has = fieldsOf(provider, server);
  const input = { name, location, provider, simulated: provider === "simulated" && simulated, ...has };
  const isWhole = name !== "" && (provider === "simulated" || server.endpoint !== undefined);
  return (
    <ChangeDialog
      {...state}
      form={form}
      title="Add a site"
      lead="A worker connects its server within seconds. Until then nothing is sold there."
      action="Add site"
      change={trpc.operatorSite.create}
      inputOf={() => input}
      onDone={() => changed(`Added ${name}`, provider === "simulated" ? undefined : "Its page says how far it is.")}
      plan={isWhole ? planOf(trpc.changePlan.operatorSite.create, input) : null}
    >
      <TextField label="Name" autoFocus autoComplete="off" placeholder="Berlin" {...form.field("name")} />
      <TextField label="Location" autoComplete="off" hint="By default its name." {...form.field("location")} />
      <SelectField label="Its machines run on" {...form.field("provider")}>
        <option value="lxd">an LXD or Incus server, or a cluster of them</option>
        <option value="libvirt">a Linux host with libvirt, QEMU and OVN</option>
        <option value="simulated">nothing: they are simulated, for trials</option>
      </SelectField>
      {provider === "simulated" ? (
        <CheckOption
          label="I mean machines that do not exist"
          hint="In production, customers would pay for them."
          {...form.register("simulated")}
        />
      ) : (
        <>
          <TextField
            label="Endpoint"
            autoComplete="off"
            placeholder={provider === "lxd" ? "https://10.0.0.5:8443" : "tls://kvm1.example.com:16514"}
            hint={
              provider === "lxd"
                ? "As workers reach it: https, or a socket such as unix:///var/lib/lxd/unix.socket."
                : "Of libvirtd, as workers reach it: tls, or a socket such as unix:///run/libvirt/libvirt-sock."
            }
            {...form.field("endpoint")}
          />
          <CertificateFields
            field={(each) => form.field(each)}
            client="For https and tls, in PEM: the one that the server trusts."
            server={
              provider === "lxd"
                ? "In PEM. Empty: the authorities of the system are trusted."
                : "In PEM, for tls: the certificate of the authority that signed the server's."
            }
          />
          <TextField
            label="Storage pool"
            autoComplete="off"
            placeholder={provider === "lxd" ? "default" : "fulmar"}
            {...form.field("storage_pool")}
          />
          <TextField
            label="Uplink"
            autoComplete="off"
            hint={
              provider === "lxd"
                ? "The uplink network of OVN networks. A cluster needs one."
                : "The network outside, as the hosts' bridge mappings name it. Without one there are no public addresses."
            }
            {...form.field("uplink")}
          />
          {provider === "lxd" ? <LxdFields form={form} /> : <LibvirtFields form={form} />}
        </>
      )}
    </ChangeDialog>
  );
}

interface FieldsProps {
  readonly form: FormInUse<typeof newSite>;
}

function LxdFields({ form }: FieldsProps) {
  return (
    <>
      <TextField label="Project" autoComplete="off" placeholder="fulmar" {...form.field("project")} />
      <TextField
        label="Network"
        autoComplete="off"
        hint="Of VMs that are in no VPC. Empty: one is made."
        {...form.field("network")}
      />
      <SelectField label="Machines are" {...form.field("instance_type")}>
        <option value="">virtual machines where the server runs them</option>
        <option value="virtual-machine">virtual machines</option>
        <option value="container">containers</option>
      </SelectField>
    </>
  );
}

function LibvirtFields({ form }: FieldsProps) {
  return (
    <>
      <TextField
        label="Uplink's gateway"
        autoComplete="off"
        placeholder="198.51.100.1/24"
        hint="The next router there, with the length of the network's prefix."
        {...form.field("uplink_gateway")}
      />
      <TextField
        label="Addresses of routers"
        autoComplete="off"
        placeholder="198.51.100.200-198.51.100.250"
        hint="What the site's routers may take at the uplink."
        {...form.field("uplink_addresses")}
      />
      <TextField
        label="Hosts that lead out"
        autoComplete="off"
        placeholder="kvm1,kvm2"
        hint="Their system-id in Open vSwitch, with commas, the preferred one first."
        {...form.field("uplink_chassis")}
      />
      <TextField
        label="Northbound database"
        autoComplete="off"
        placeholder="ssl:kvm1.example.com:6641"
        hint="Of OVN, with the same certificates. Empty: where libvirtd is."
        {...form.field("northbound")}
      />
      <TextField
        label="CPU model"
        autoComplete="off"
        placeholder="EPYC"
        hint="What VMs see. Empty: the model that is nearest to the host's."
        {...form.field("cpu_model")}
      />
      <SelectField label="Screens of VMs" {...form.field("screens")}>
        <option value="">not shown, unless the endpoint is a socket</option>
        <option value="tls">by TLS, which QEMU protects by certificates</option>
      </SelectField>
      <TextField
        label="Folder of the pool"
        autoComplete="off"
        placeholder="/srv/fulmar"
        hint="On the host. Empty: /var/lib/libvirt/ with the pool's name."
        {...form.field("pool_path")}
      />
      <SelectField label="Its hosts" {...form.field("pool_shared")}>
        <option value="">one, which has the folder alone</option>
        <option value="yes">several, which all mount the same folder there</option>
      </SelectField>
      <SelectField label="Secure Boot" hint="Of VMs whose images boot by UEFI." {...form.field("secure_boot")}>
        <option value="">off</option>
        <option value="on">on: they boot only what Microsoft's keys signed</option>
      </SelectField>
      <SelectField label="TPM" hint="Of VMs whose images boot by UEFI." {...form.field("tpm")}>
        <option value="">off</option>
        <option value="on">on: hosts emulate a TPM 2.0 for each</option>
      </SelectField>
      <TextField
        label="Pool of Ceph"
        autoComplete="off"
        placeholder="fulmar"
        hint="With the disks of VMs, of the site alone. Empty: they are files of the storage pool."
        {...form.field("rbd_pool")}
      />
      <TextField
        label="Monitors of Ceph"
        autoComplete="off"
        placeholder="10.0.0.1,10.0.0.2"
        hint="As hosts and workers reach them, with commas."
        {...form.field("rbd_monitors")}
      />
      <TextField
        label="User of Ceph"
        autoComplete="off"
        placeholder="fulmar"
        hint="Without client. Hosts have its key as a secret of libvirt."
        {...form.field("rbd_user")}
      />
    </>
  );
}
