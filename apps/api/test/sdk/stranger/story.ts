// A stranger's program with the package that npm installed: it is compiled in a project of its own.
import { type Client, createClient, FulmarError, FulmarOperationError, type OperationStep } from "@fulmar/sdk";

const [baseUrl = "", token = "", workspaceId = ""] = process.argv.slice(2);
const client: Client = createClient({ baseUrl, token, workspaceId });

const [plan] = await client.plan.list({ type: "cloud" }).toArray();
const body = { plan_id: plan?.plan_id ?? "", template_id: "debian-13" };
const steps: OperationStep[] = [];
const created = await client.cloudVm.create({ name: "stranger", ...body });
const operation = await created.wait({ onStep: (step) => steps.push(step) });
const vm = await client.cloudVm.get({ vm_id: created.vm_id });
await client.cloudVm.create({ name: "other", ...body });

const names: string[] = [];
for await (const { name } of client.cloudVm.list({ limit: 1, sort: "name" })) names.push(name);

const deleted = await (await client.cloudVm.delete({ vm_id: vm.id })).wait();
const refused = await client.cloudVm.start({ vm_id: vm.id }).catch((error: unknown) => error);
const invalid = await client.cloudVm.create({ name: "a/b", ...body }).catch((error: unknown) => error);
const failing = await client.cloudVm.create({ name: "fail-at-boot-instance", ...body });
const failed = await failing.wait().catch((error: unknown) => error);

console.log(
  JSON.stringify({
    record: Object.keys(created),
    operation: [operation.action, operation.status, deleted.action, deleted.status],
    status: vm.status,
    steps: [...new Set(steps.map(({ status }) => status))].includes("succeeded"),
    names,
    refused: refused instanceof FulmarError && [refused.status, refused.code, refused.requestId !== ""],
    invalid: invalid instanceof FulmarError && invalid.errors.map(({ field }) => field),
    failed: failed instanceof FulmarOperationError && failed.operation.status,
    site: Array.isArray(await client.request("GET", "/compute/sites", { query: { limit: 1 } })),
  }),
);
