import { TERMINAL_PROTOCOL, TerminalNotice } from "@fulmar/contract/compute";
import RFB from "@novnc/novnc";

export interface Viewer {
  focus(): void;
  /** Gives the keys back to the page. */
  leave(): void;
  sendCtrlAltDel(): void;
  close(): void;
}

const CONTROLS = [
  [0xffe3, "ControlLeft"],
  [0xffe4, "ControlRight"],
] as const;

/** The bytes of RFB in a terminal's WebSocket, as noVNC wants a connection. Text frames are notices, not RFB. */
class Channel {
  readonly #socket: WebSocket;
  binaryType = "arraybuffer";
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent<ArrayBuffer>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get readyState(): number {
    return this.#socket.readyState;
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes);
  }

  close(): void {
    this.#socket.close();
  }
}

/** Shows in an element the screen that a ticket opens. */
export function openViewer(
  place: HTMLElement,
  { url, ticket }: { readonly url: string; readonly ticket: string },
  { onOpened, onEnded }: { readonly onOpened: () => void; readonly onEnded: (why: string) => void },
): Viewer {
  const socket = new WebSocket(url, [TERMINAL_PROTOCOL, ticket]);
  socket.binaryType = "arraybuffer";
  const channel = new Channel(socket);
  const viewer = new RFB(place, channel);
  viewer.scaleViewport = true;
  viewer.showDotCursor = true;
  viewer.background = "transparent";
  let gone = false;
  socket.addEventListener("open", () => channel.onopen?.());
  socket.addEventListener("message", (event: MessageEvent<string | ArrayBuffer>) => {
    if (typeof event.data !== "string") channel.onmessage?.(event as MessageEvent<ArrayBuffer>);
    else if (TerminalNotice.parse(JSON.parse(event.data)).type === "opened") onOpened();
  });
  socket.addEventListener("close", (event) => {
    channel.onclose?.(event);
    if (!gone) onEnded(event.reason || "The connection was lost; open the screen again.");
  });
  return {
    focus: () => viewer.focus(),
    leave() {
      // Whoever presses Ctrl to leave lets it go elsewhere.
      for (const [keysym, code] of CONTROLS) viewer.sendKey(keysym, code, false);
      viewer.blur();
    },
    sendCtrlAltDel: () => viewer.sendCtrlAltDel(),
    close() {
      gone = true;
      viewer.disconnect();
      socket.close();
    },
  };
}
