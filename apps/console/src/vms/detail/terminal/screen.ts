import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";

export interface Screen {
  size(): { readonly columns: number; readonly rows: number };
  show(bytes: Uint8Array): void;
  onTyped(typed: (bytes: Uint8Array<ArrayBuffer>) => void): void;
  onResized(resized: () => void): void;
  focus(): void;
  /** Describes what is shown to screen readers, line by line. */
  readAloud(enabled: boolean): void;
  /** Takes no more keys. What was shown stays. */
  stop(): void;
  close(): void;
}

/** Shows a terminal in an element, in the colours of the page, and keeps its size that of the element. */
export function openScreen(place: HTMLElement): Screen {
  const terminal = new Terminal({
    cursorBlink: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue("--font-mono") || "monospace",
    fontSize: 13,
    minimumContrastRatio: 4.5,
    scrollback: 5_000,
    theme: themeNow(),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  withNonce(document, () => terminal.open(place));
  fit.fit();
  const sizes = new ResizeObserver(() => fit.fit());
  sizes.observe(place);
  const themes = new MutationObserver(() => {
    terminal.options.theme = themeNow();
  });
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const encoder = new TextEncoder();
  return {
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    show: (bytes) => terminal.write(bytes),
    onTyped(typed) {
      terminal.onData((text) => typed(encoder.encode(text)));
      terminal.onBinary((text) => typed(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    },
    onResized: (resized) => void terminal.onResize(resized),
    focus: () => terminal.focus(),
    readAloud(enabled) {
      terminal.options.screenReaderMode = enabled;
    },
    stop() {
      terminal.options.disableStdin = true;
      terminal.options.cursorBlink = false;
    },
    close() {
      sizes.disconnect();
      themes.disconnect();
      terminal.dispose();
    },
  };
}

function themeNow() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: colour("--surface"),
    foreground: colour("--ink"),
    cursor: colour("--ink"),
    cursorAccent: colour("--surface"),
    selectionBackground: colour("--line-strong"),
    red: colour("--bad"),
    green: colour("--good"),
    yellow: colour("--warn"),
    blue: colour("--accent"),
  };
}

/**
 * Gives the style elements that the work makes the page's nonce: the content security policy allows no others
 * (apps/console/src/proxy.ts), and the terminal takes its option `documentOverride` for some of its elements only.
 */
function withNonce(page: Document, work: () => void): void {
  const nonce = page.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const value = (name: string, options?: ElementCreationOptions) => {
    const element = Document.prototype.createElement.call(page, name, options);
    if (name === "style") element.nonce = nonce;
    return element;
  };
  Object.defineProperty(page, "createElement", { configurable: true, value });
  try {
    work();
  } finally {
    Reflect.deleteProperty(page, "createElement");
  }
}
