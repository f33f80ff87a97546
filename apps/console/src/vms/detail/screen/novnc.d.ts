// What is used of noVNC, whose package has no types.
declare module "@novnc/novnc" {
  export default class RFB extends EventTarget {
    constructor(place: Element, channel: object);
    /** Shows the whole picture, however small its place is. */
    scaleViewport: boolean;
    /** Shows a dot where the VM shows no pointer. */
    showDotCursor: boolean;
    /** A colour of CSS. */
    background: string;
    focus(): void;
    blur(): void;
    /** @param keysym of X11 @param code of a keyboard event */
    sendKey(keysym: number, code: string, down: boolean): void;
    sendCtrlAltDel(): void;
    disconnect(): void;
  }
}
