import { TERMINAL_PROTOCOL, TerminalNotice } from "@fulmar/contract/compute";
import type { Screen } from "./screen.ts";

export interface Connection {
  close(): void;
}

/** Joins a screen to the shell that a ticket opens. */
export function connectTerminal(
  { url, ticket }: { readonly url: string; readonly ticket: string },
  screen: Screen,
  { onOpened, onEnded }: { readonly onOpened: () => void; readonly onEnded: (why: string) => void },
): Connection {
  const socket = new WebSocket(url, [TERMINAL_PROTOCOL, ticket]);
  socket.binaryType = "arraybuffer";
  const send = (message: string | Uint8Array<ArrayBuffer>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(message);
  };
  const sendSize = () => send(JSON.stringify({ type: "resize", ...screen.size() }));
  let code: number | null | undefined;
  screen.onTyped((bytes) => send(bytes));
  screen.onResized(sendSize);
  socket.addEventListener("open", sendSize);
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== "string") {
      screen.show(new Uint8Array(data));
      return;
    }
    const notice = TerminalNotice.parse(JSON.parse(data));
    if (notice.type === "opened") onOpened();
    else code = notice.code;
  });
  const closed = ({ reason }: CloseEvent) => {
    screen.stop();
    onEnded(
      code === undefined
        ? reason || "The connection was lost; open the terminal again."
        : `The shell has ended${code === null ? "" : ` with code ${code}`}.`,
    );
  };
  socket.addEventListener("close", closed);
  return {
    close() {
      socket.removeEventListener("close", closed);
      socket.close();
    },
  };
}
