import { spawn } from "node:child_process";
import { once } from "node:events";
import { Command } from "commander";
import { connect } from "./contexts.ts";
import { EXIT, NotFoundError, UsageError } from "./failure.ts";
import { resolveNames } from "./lookup.ts";
import type { GlobalOptions } from "./output.ts";
import type { OperationCommand } from "./table.ts";

/** `fulmar ssh VM`: the SSH client, at the VM's address. */
export function sshCommand(commands: readonly OperationCommand[]): Command {
  const command = new Command("ssh")
    .description("Connect to a VM with the SSH client")
    .argument("<vm>", "its id, or its name")
    .argument("[args...]", "for ssh, after --")
    .option("--user <name>", "who to sign in as", "root")
    .option("--private-ip", "connect to the private address");
  return command.action(async (vm: string, args: readonly string[]) => {
    const options = command.optsWithGlobals<GlobalOptions & { user: string; privateIp?: true }>();
    const client = connect(options);
    const input = { vm_id: vm };
    const get = commands.find(({ id }) => id === "cloudVm.get");
    if (get !== undefined) await resolveNames(client, commands, get, input);
    const { name, public_ip, private_ip } = await client.cloudVm.get(input);
    const address = options.privateIp ? private_ip : public_ip;
    if (address === null)
      throw new NotFoundError(`${name} has no ${options.privateIp ? "private" : "public"} address.`);
    const ssh = spawn("ssh", ["-l", options.user, "--", address, ...args], { stdio: "inherit" });
    const [code] = await once(ssh, "exit").catch((cause: unknown) => {
      throw new UsageError("ssh is not installed.", { cause });
    });
    process.exitCode = typeof code === "number" ? code : EXIT.failed;
  });
}
