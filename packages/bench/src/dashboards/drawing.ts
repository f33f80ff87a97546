import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { init } from "echarts";
import type { Panel } from "./dashboard.ts";
import { SCRAPE_SECONDS, type Series } from "./prometheus.ts";

const WIDTH = 1600;
const GAP = 8;
const COLUMN = (WIDTH - GAP) / 24;
const ROW = 38;
const TITLE = 44;
/** How many lines a legend has room for. The others are drawn without a name. */
const MOST_NAMED = 10;
const MOST_LEGEND = 260;
/** The mean width of a letter of the legend. */
const LETTER = 6;
/** Without values for longer than this a line is broken. */
const GAP_SECONDS = 3 * SCRAPE_SECONDS;

interface Drawn {
  readonly title: string;
  readonly panels: readonly { readonly panel: Panel; readonly series: readonly Series[] }[];
}

/** Draws a dashboard as Grafana lays it out, as a PNG. Charts are by ECharts. */
export async function drawDashboard({ title, panels }: Drawn, file: URL): Promise<void> {
  const height = TITLE + ROW * Math.max(...panels.map(({ panel: { gridPos } }) => gridPos.y + gridPos.h));
  const page = `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #f4f5f5; color: #24292e; font: 13px system-ui, sans-serif }
    h1 { font-size: 18px; margin: 12px ${GAP}px }
    section { position: absolute; box-sizing: border-box; background: #fff; border: 1px solid #e1e3e6; border-radius: 3px; padding: 6px 10px; overflow: hidden }
    h2 { font-size: 13px; font-weight: 600; margin: 0 }
    .value { font-size: 34px; font-weight: 500; text-align: center; margin-top: 26px }
    .none { text-align: center; margin-top: 26px; color: #6e7680 }
  </style><h1>${title}</h1>${panels.map(({ panel, series }) => sectionOf(panel, series)).join("")}`;
  const executablePath = process.env.FULMAR_CHROMIUM;
  const browser = await chromium.launch({ args: ["--no-sandbox"], ...(executablePath && { executablePath }) });
  try {
    const view = await browser.newPage({ viewport: { width: WIDTH, height } });
    await view.setContent(page);
    await view.screenshot({ path: fileURLToPath(file) });
  } finally {
    await browser.close();
  }
}

function sectionOf(panel: Panel, series: readonly Series[]): string {
  const { x, y, w, h } = panel.gridPos;
  const [width, height] = [w * COLUMN - GAP, h * ROW - GAP];
  const place = `left: ${GAP + x * COLUMN}px; top: ${TITLE + y * ROW}px; width: ${width}px; height: ${height}px`;
  return `<section style="${place}"><h2>${panel.title}</h2>${contentOf(panel, series, width - 20, height - 30)}</section>`;
}

function contentOf(panel: Panel, series: readonly Series[], width: number, height: number): string {
  if (series.length === 0) return `<p class="none">No data</p>`;
  const { unit } = panel.fieldConfig.defaults;
  if (panel.type === "stat") return `<p class="value">${inUnit(series[0]?.points.at(-1)?.[1] ?? Number.NaN, unit)}</p>`;
  return chartOf(series, unit, width, height);
}

function chartOf(series: readonly Series[], unit: string, width: number, height: number): string {
  const named = series.slice(0, MOST_NAMED).map(({ name }) => name);
  const legend = Math.min(MOST_LEGEND, 24 + LETTER * Math.max(...named.map((name) => name.length)));
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption({
    animation: false,
    useUTC: true,
    grid: { left: 64, right: legend + 12, top: 12, bottom: 24 },
    legend: {
      ...{ type: "plain", orient: "vertical", right: 0, top: 4, itemHeight: 8, itemWidth: 12, itemGap: 4 },
      textStyle: { fontSize: 10, width: legend - 20, overflow: "truncate" },
      data: named,
    },
    xAxis: { type: "time", axisLabel: { fontSize: 10 } },
    yAxis: { type: "value", min: 0, axisLabel: { fontSize: 10, formatter: (value: number) => inUnit(value, unit) } },
    series: series.map(({ name, points }) => ({
      ...{ type: "line", name, showSymbol: false, lineStyle: { width: 1.2 } },
      data: withGaps(points),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** Points for ECharts, which breaks a line where a value is null. Times are in ms. */
function withGaps(points: Series["points"]): (readonly [number, number | null])[] {
  const drawn: (readonly [number, number | null])[] = [];
  let before: number | undefined;
  for (const [at, value] of points.filter(([, each]) => Number.isFinite(each))) {
    if (before !== undefined && at - before > GAP_SECONDS) drawn.push([at * 1000 - 1, null]);
    drawn.push([at * 1000, value]);
    before = at;
  }
  return drawn;
}

const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** A value with Grafana's name of its unit. */
function inUnit(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  switch (unit) {
    case "percentunit":
      return `${short.format(value * 100)} %`;
    case "s":
      return value < 1 ? `${short.format(value * 1000)} ms` : `${short.format(value)} s`;
    case "bytes":
      return `${short.format(value / 2 ** 20)} MiB`;
    case "Bps":
      return `${short.format(value / 1000)} kB/s`;
    case "reqps":
      return `${short.format(value)} req/s`;
    case "ops":
      return `${short.format(value)} /s`;
    case "short":
      return short.format(value);
    default:
      throw new Error(`The unit ${unit} of a panel cannot be drawn.`);
  }
}
