import { type Figure, type Mark, fontSize } from "./marks";
import { type Judgement, judgementSymbol } from "../judgements";

const colours: Readonly<Record<Judgement, string>> = {
  low: "#02C100",
  "some-concerns": "#E2DF07",
  unclear: "#E2DF07",
  high: "#BF0000",
};

/** An SVG element without colours, which depend on where it is displayed. */
export interface Shape {
  readonly tag: "text" | "line" | "rect" | "circle" | "polygon";
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** The colours of a figure: on white paper, or on a background of any colour. */
interface Look {
  readonly ink: string;
  readonly square: string;
}
const print: Look = { ink: "#000", square: "#1f5fa8" };
/** Both contrast with white, and with the black of a dark theme, by at least 3.5 to 1 (WCAG 2.2, 1.4.11). */
const onAnyGround: Look = { ink: "#808080", square: "#3a86d4" };

/**
 * A figure as a file, with the look of print in any theme: white, one font, fixed width.
 *
 * @param data stored as metadata: the report of the analysis
 */
export function svgOf(figure: Figure, data: unknown): string {
  return drawing(figure, print, [
    `<metadata>${escaped(JSON.stringify(data))}</metadata>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
  ]);
}

/** A figure within a text, on a background of unknown colour. */
export function imageOf(figure: Figure): string {
  return drawing(figure, onAnyGround, []);
}

function drawing({ width, height, label, marks }: Figure, look: Look, first: readonly string[]): string {
  const size = `width="${number(width)}" height="${number(height)}" viewBox="0 0 ${number(width)} ${number(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(label)}" font-family="Arial, Helvetica, sans-serif" font-size="${fontSize}" fill="${look.ink}" stroke="none">
<title>${escaped(label)}</title>
${[...first, ...marks.map((mark) => drawn(mark, look))].join("\n")}
</svg>
`;
}

function drawn(mark: Mark, look: Look): string {
  return shapesOf(mark)
    .map(({ tag, attributes, text }) => {
      const all = Object.entries({ ...attributes, ...paintOf(mark, tag, look) });
      const start = `<${tag}${all.map(([name, value]) => ` ${name}="${value}"`).join("")}`;
      return text === undefined ? `${start}/>` : `${start}>${escaped(text)}</${tag}>`;
    })
    .join("");
}

/** The SVG elements of a mark; none for an empty text. */
export function shapesOf(mark: Mark): readonly Shape[] {
  switch (mark.kind) {
    case "text":
      if (mark.text === "") return [];
      return [
        {
          tag: "text",
          attributes: {
            ...placed({ x: mark.x, y: mark.y }),
            ...(mark.anchor === "start" ? {} : { "text-anchor": mark.anchor }),
            ...(mark.bold ? { "font-weight": "bold" } : {}),
          },
          text: mark.text,
        },
      ];
    case "line":
      return [
        {
          tag: "line",
          attributes: {
            ...placed({ x1: mark.x1, y1: mark.y1, x2: mark.x2, y2: mark.y2 }),
            ...(mark.dashed ? { "stroke-dasharray": "4 3" } : {}),
          },
        },
      ];
    case "square": {
      const { x, y, side } = mark;
      const attributes = placed({ x: x - side / 2, y: y - side / 2, width: side, height: side });
      return [{ tag: "rect", attributes }];
    }
    case "circle":
      return [{ tag: "circle", attributes: placed({ cx: mark.x, cy: mark.y, r: mark.radius }) }];
    case "diamond": {
      const half = mark.height / 2;
      return [
        polygon([
          [mark.left, mark.y],
          [mark.middle, mark.y - half],
          [mark.right, mark.y],
          [mark.middle, mark.y + half],
        ]),
      ];
    }
    case "arrow": {
      const back = mark.towards === "left" ? 6 : -6;
      return [
        polygon([
          [mark.x, mark.y],
          [mark.x + back, mark.y - 3],
          [mark.x + back, mark.y + 3],
        ]),
      ];
    }
    case "judgement":
      return [
        { tag: "circle", attributes: { ...placed({ cx: mark.x, cy: mark.y, r: 8 }), "stroke-width": "0.5" } },
        {
          tag: "text",
          attributes: {
            ...placed({ x: mark.x, y: mark.y + 4 }),
            "text-anchor": "middle",
            "font-weight": "bold",
          },
          text: judgementSymbol[mark.judgement],
        },
      ];
  }
}

function paintOf(mark: Mark, tag: Shape["tag"], { ink, square }: Look): Readonly<Record<string, string>> {
  switch (mark.kind) {
    case "line":
      return { stroke: ink };
    case "square":
      return { fill: square };
    case "circle":
      return { fill: "none", stroke: ink };
    case "judgement":
      if (tag === "circle") return { fill: colours[mark.judgement], stroke: ink };
      return { fill: mark.judgement === "high" ? "#fff" : "#000" };
    default:
      return {};
  }
}

function polygon(points: readonly (readonly [number, number])[]): Shape {
  const text = points.map(([x, y]) => `${number(x)},${number(y)}`).join(" ");
  return { tag: "polygon", attributes: { points: text } };
}

function placed(lengths: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, number(value)]));
}

function number(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Escapes text for XML, and removes characters that XML 1.0 does not allow. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
