import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Timestamp } from "../values/fields.ts";
import { LARGEST_TERMINAL } from "./terminal-protocol.ts";
import { type VmKind, vmId } from "./vm.ts";

const Size = z.int().min(1).max(LARGEST_TERMINAL);

/** The size of a terminal in characters. */
export const TerminalSize = z.strictObject({ columns: Size, rows: Size });
export type TerminalSize = z.infer<typeof TerminalSize>;

/** A JSON text frame from the client. Binary frames are what is typed. */
export const TerminalRequest = TerminalSize.extend({ type: z.literal("resize") });
export type TerminalRequest = z.infer<typeof TerminalRequest>;

/**
 * A JSON text frame to the client. Binary frames are output. `opened` says that the shell runs; `exit` that it has
 * ended, with its code, or null where the site does not say.
 */
export const TerminalNotice = z.discriminatedUnion("type", [
  z.object({ type: z.literal("opened") }),
  z.object({ type: z.literal("exit"), code: z.int().nullable() }),
]);
export type TerminalNotice = z.infer<typeof TerminalNotice>;

export const CreateTerminal = z
  .strictObject({
    columns: Size.default(80),
    rows: Size.default(24),
    screen: z.boolean().default(false).describe("The VM's screen in place of a shell: its bytes are those of RFB 3.8."),
  })
  .meta({ id: "CreateTerminal", examples: [{ columns: 120, rows: 40 }] });
export type CreateTerminal = z.infer<typeof CreateTerminal>;

/** A ticket for one WebSocket connection to a shell in a VM. */
export const Terminal = z
  .strictObject({
    terminal_id: z.string(),
    /** The WebSocket's URL. It holds no secret. */
    url: z.string(),
    /** Sent as a subprotocol beside `fulmar.terminal`. Opens one terminal. */
    ticket: z.string(),
    expires_at: Timestamp,
  })
  .meta({ id: "Terminal" });
export type Terminal = z.infer<typeof Terminal>;

/** Hands out a ticket for a shell in a VM (docs/adr/0070). */
export function vmTerminalOperation<const Kind extends string>({ kind, resource, path, noun }: VmKind<Kind>) {
  return defineOperation({
    id: `${kind}.createTerminal` as const,
    resource,
    family: "Compute",
    method: "POST",
    path: `${path}/{vm_id}/terminal`,
    scope: "vm.write",
    summary: `Get a ticket for a terminal in a ${noun}`,
    description:
      "The ticket opens one WebSocket within 60 seconds: connect to `url` with the subprotocols `fulmar.terminal` " +
      "and the ticket. " +
      "Binary frames are the bytes of a shell, with root's rights; a text frame such as " +
      '`{"type":"resize","columns":120,"rows":40}` changes its size. The server sends `{"type":"opened"}` when ' +
      'the shell runs and `{"type":"exit","code":0}` when it has ended, and says in the close frame why a ' +
      "terminal ends. A terminal ends with the token or the session that opened it, when the VM stops, " +
      "after 15 idle minutes, and after 8 hours. 409 `too_many_terminals` beyond 5 terminals of a VM or 50 " +
      "of a workspace. With `screen`, binary frames carry the VM's screen by RFB 3.8 (RFC 6143), the " +
      "protocol of VNC viewers, without a password; the VM's own login asks for one. 409 " +
      "`unsupported_by_site` where the site has no screens.",
    params: vmId,
    body: CreateTerminal,
    output: Terminal,
    success: 201,
    shownOnce: true,
    errors: ["not_found", "conflict"],
  });
}
