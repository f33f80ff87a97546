import { formatBytes } from "../client/format-status.ts";

/** How the values of charts are written. */
export const perSecond = (value: number) => `${value < 10 ? Math.round(value * 100) / 100 : Math.round(value)}/s`;
export const bytesPerSecond = (value: number) => `${formatBytes(value)}/s`;
export const degrees = (value: number) => `${Math.round(value * 10) / 10} °C`;

/** A chart from 0 to 100 %. */
export const PERCENT = { format: (value: number) => `${Math.round(value * 10) / 10}%`, max: 100 };
