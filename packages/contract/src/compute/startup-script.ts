import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, searchQuery, Timestamp } from "../values/fields.ts";
import { UserData } from "./vm.ts";

/** A script of the workspace's library. Its text may hold secrets, so it is sealed and read apart. */
export const StartupScript = z
  .strictObject({
    startup_script_id: z.string(),
    name: z.string(),
    size_bytes: z.int(),
    /** Of the text in UTF-8, in hexadecimal digits. */
    sha256: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: "StartupScript" });
export type StartupScript = z.infer<typeof StartupScript>;

export const CreateStartupScript = z.strictObject({ name: Name, content: UserData }).meta({
  id: "CreateStartupScript",
  examples: [{ name: "nginx", content: "#cloud-config\npackages: [nginx]\n" }],
});

export const UpdateStartupScript = z
  .strictObject({ name: Name.optional() })
  .meta({ id: "UpdateStartupScript", examples: [{ name: "nginx-stable" }] });

export const StartupScriptContent = z.strictObject({ content: z.string() }).meta({ id: "StartupScriptContent" });

const scripts = { resource: "startup_script", family: "Compute" } as const;
const scriptId = { startup_script_id: ResourceId };

const scriptList = defineOperation({
  ...scripts,
  id: "startupScript.list",
  method: "GET",
  path: "/compute/startup-scripts",
  scope: "vm.read",
  summary: "List the startup scripts of the workspace's library",
  query: { ...pageQuery(), ...searchQuery, name: z.string().max(63).optional() },
  output: z.array(StartupScript),
  list: true,
});

const scriptCreate = defineOperation({
  ...scripts,
  id: "startupScript.create",
  method: "POST",
  path: "/compute/startup-scripts",
  scope: "vm.write",
  summary: "Add a startup script to the workspace's library",
  description: "Creating or rebuilding a VM can refer to it in `startup_script_id`, instead of `user_data`.",
  body: CreateStartupScript,
  output: StartupScript,
  success: 201,
  errors: ["conflict"],
});

const scriptGet = defineOperation({
  ...scripts,
  id: "startupScript.get",
  method: "GET",
  path: "/compute/startup-scripts/{startup_script_id}",
  scope: "vm.read",
  summary: "Get a startup script, without its text",
  params: scriptId,
  output: StartupScript,
  errors: ["not_found"],
});

const scriptContent = defineOperation({
  ...scripts,
  id: "startupScript.content",
  method: "GET",
  path: "/compute/startup-scripts/{startup_script_id}/content",
  scope: "vm.write",
  summary: "Read the text of a startup script",
  description: "It may contain secrets, so reading it needs the scope that gives it to VMs and writes an audit event.",
  params: scriptId,
  output: StartupScriptContent,
  audited: true,
  errors: ["not_found"],
});

const scriptUpdate = defineOperation({
  ...scripts,
  id: "startupScript.update",
  method: "PATCH",
  path: "/compute/startup-scripts/{startup_script_id}",
  scope: "vm.write",
  summary: "Rename a startup script",
  description:
    "Its text cannot change, so that a request that waits for approval runs the text that was approved; " +
    "add another script instead.",
  params: scriptId,
  body: UpdateStartupScript,
  output: StartupScript,
  errors: ["not_found", "conflict"],
});

const scriptDelete = defineOperation({
  ...scripts,
  id: "startupScript.delete",
  method: "DELETE",
  path: "/compute/startup-scripts/{startup_script_id}",
  scope: "vm.write",
  summary: "Delete a startup script from the library",
  description: "VMs that were created with it have a copy.",
  params: scriptId,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "StartupScriptDeletion" }),
  errors: ["not_found"],
});

export const startupScriptOperations = [
  scriptList,
  scriptCreate,
  scriptGet,
  scriptContent,
  scriptUpdate,
  scriptDelete,
] as const;
