import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { selfSignedCertificate } from "@fulmar/testkit";
import { Rest, type Send } from "@fulmar/testkit/stack";
import { must, timedStep } from "../story.ts";
import { Configuration, type StateResource, type Workbench } from "./configuration.ts";
import { PROVIDER } from "./programs.ts";

const PASSWORD = "correct horse battery staple";

/**
 * The whole life of the stack of the examples: created, changed, changed behind OpenTofu's back, imported, destroyed.
 */
export async function liveStack(bench: Workbench, send: Send): Promise<void> {
  const { certificatePem, privateKeyPem } = selfSignedCertificate("demo.example.com");
  // Each step of a saga takes some time at this site, so that what is concurrent meets.
  const variables = { certificate: certificatePem + privateKeyPem, password: PASSWORD, name: "slow-100--demo" };
  await liveExample(bench, "stack", variables, async (stack) => {
    const state = await stack.state();
    must(!state.includes(PASSWORD) && !state.includes("PRIVATE KEY"), "the state has no secret that was configured");
    await timedStep("  what others changed is seen and mended", () => drift(stack, new Rest(send)));
  });
}

/** The life of the resources that the stack lacks. */
export async function liveMore(bench: Workbench): Promise<void> {
  await liveExample(bench, "more", {}, async () => {});
}

/**
 * Applies an example, changes it, imports it into another state and destroys it. After each of these, a plan is empty.
 */
async function liveExample(
  bench: Workbench,
  name: string,
  variables: Readonly<Record<string, string>>,
  between: (changed: Configuration) => Promise<void>,
): Promise<void> {
  console.log(`          ${name}`);
  const first = new Configuration(bench, name, { ...variables, changed: "false" });
  await first.copyFrom(exampleOf(name));
  await timedStep("  everything is created, at a parallelism of 20", () => first.apply());
  await timedStep("  a plan is empty, and another apply keeps every id", () => mustBeKept(first));
  const changed = new Configuration(bench, name, { ...variables, changed: "true" });
  await timedStep("  everything is changed", () => changed.apply());
  await timedStep("  a plan is empty, and another apply keeps every id", () => mustBeKept(changed));
  await between(changed);
  await timedStep("  everything is imported", () => imported(bench, name, changed));
  await timedStep("  everything is destroyed, at a parallelism of 20", () => changed.destroy());
}

function exampleOf(name: string): string {
  return join(PROVIDER, "examples", name);
}

async function mustBeEmpty(configuration: Configuration): Promise<void> {
  const changes = await configuration.changes();
  must(changes.length === 0, `a plan is empty: ${JSON.stringify(changes)}`);
}

/** Nothing is to be done, and an apply does nothing: what a configuration writes otherwise than the API is the same. */
async function mustBeKept(configuration: Configuration): Promise<void> {
  const ids = async () => (await configuration.resources()).map(({ address, values }) => `${address} ${values.id}`);
  const before = await ids();
  await mustBeEmpty(configuration);
  await configuration.apply();
  must(JSON.stringify(await ids()) === JSON.stringify(before), "every id is kept");
}

/** A VM gets another tag, a port forward and a secret are deleted, by REST. */
async function drift(configuration: Configuration, rest: Rest): Promise<void> {
  const resources = await configuration.resources();
  const idsOf = (address: string) => {
    const values = resources.find((resource) => resource.address === address)?.values ?? {};
    return (name: string) => String(values[name]);
  };
  const vm = idsOf('fulmar_cloud_vm.this["web"]');
  const forward = idsOf("fulmar_port_forward.ssh");
  const secret = idsOf("fulmar_secret.password");
  await rest.ask("cloudVm.update", { vm_id: vm("id"), tags: ["by hand"] });
  await rest.ask("portForward.delete", {
    vpc_id: forward("vpc_id"),
    nat_gateway_id: forward("nat_gateway_id"),
    port_forward_id: forward("id"),
  });
  await rest.ask("secret.delete", { store_id: secret("store_id"), secret_id: secret("id") });
  const changes = await configuration.changes();
  const expected = [
    { address: 'fulmar_cloud_vm.this["web"]', actions: ["update"] },
    { address: "fulmar_port_forward.ssh", actions: ["create"] },
    { address: "fulmar_secret.password", actions: ["create"] },
  ];
  const sorted = changes.toSorted((one, other) => (one.address < other.address ? -1 : 1));
  must(JSON.stringify(sorted) === JSON.stringify(expected), `a plan mends three things: ${JSON.stringify(sorted)}`);
  await configuration.apply();
  await mustBeEmpty(configuration);
}

/** The same resources in another state, by import blocks. Nothing is made anew, and then a plan is empty. */
async function imported(bench: Workbench, name: string, original: Configuration): Promise<void> {
  const description: { resources: { name: string; import: string[] }[] } = JSON.parse(
    await readFile(join(PROVIDER, "resources.json"), "utf8"),
  );
  const idOf = ({ type, values }: StateResource) =>
    (description.resources.find((resource) => type === `fulmar_${resource.name}`)?.import ?? [])
      .map((attribute) => values[attribute])
      .join("/");
  const copy = new Configuration(bench, `${name}-imported`, original.variables);
  await copy.copyFrom(exampleOf(name));
  const resources = await original.resources();
  await copy.write(
    "import.tf",
    resources.map((one) => `import {\n  to = ${one.address}\n  id = "${idOf(one)}"\n}\n`).join("\n"),
  );
  const remade = (await copy.changes()).filter(({ actions }) => actions.some((action) => action !== "update"));
  must(remade.length === 0, `an import makes nothing anew: ${JSON.stringify(remade)}`);
  await copy.apply();
  must((await copy.resources()).length === resources.length, "everything was imported");
  await mustBeEmpty(copy);
}
