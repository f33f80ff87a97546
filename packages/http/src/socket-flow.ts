import type { WebSocket } from "ws";

/** How much may wait for a slow reader before its source is paused, and how much must be left when it goes on. */
const MOST_WAITING = 256 * 1024;
const FEW_WAITING = 64 * 1024;

/** A WebSocket or a stream, which can be paused. */
interface Source {
  pause(): void;
  resume(): void;
}

/**
 * Sends bytes at the pace of their reader.
 * @returns a function that sends bytes of the source, and pauses it while too many wait
 */
export function flowTo(target: WebSocket, source: Source): (bytes: Buffer) => void {
  let paused = false;
  const sent = () => {
    if (!paused || target.bufferedAmount > FEW_WAITING) return;
    paused = false;
    source.resume();
  };
  return (bytes) => {
    if (target.readyState !== target.OPEN) return;
    target.send(bytes, { binary: true }, sent);
    if (paused || target.bufferedAmount <= MOST_WAITING) return;
    paused = true;
    source.pause();
  };
}

/** Ends a WebSocket whose other side does not answer a ping. One that is paused reads no answers and is left alone. */
export function endWhenSilent(socket: WebSocket, everyMs: number, onSilent: () => void): void {
  let answered = true;
  socket.on("pong", () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered && !socket.isPaused) onSilent();
    answered = socket.isPaused;
    socket.ping();
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}
