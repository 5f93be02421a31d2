import { type Html, markup } from "../webview/panel";

/** SVG paths on a square of 16 pixels: a page can load neither fonts nor pictures. */
const icons = {
  overview: "M3 4h10M3 8h10M3 12h10",
  previous: "M10 3L5 8l5 5",
  next: "M6 3l5 5-5 5",
  fit: "M2 8h12M5 5L2 8l3 3M11 5l3 3-3 3",
  follow: "M8 3v10M5.5 2.5h5M5.5 13.5h5",
  export: "M8 2v8M5 7l3 3 3-3M3 13.5h10",
  leaveOut: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M4 4l8 8",
  add: "M8 3v10M3 8h10",
  duplicate: "M2.5 2.5h8v8h-8zM5.5 13.5h8v-8",
  remove: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.7 9h5.6l.7-9",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  ascending: "M3 4h3M3 8h6M3 12h10",
  descending: "M3 4h10M3 8h6M3 12h3",
} as const;

/**
 * A button with an icon. Its label is the tooltip, and what screen readers say.
 *
 * @param attributes further attributes by name
 */
export function iconButton(
  icon: keyof typeof icons,
  label: string,
  attributes: Readonly<Record<string, string>>,
): Html {
  const allAttributes = Object.entries({ ...attributes, "aria-label": label, title: label });
  return markup`<button ${allAttributes.map(([name, value]) => markup`${name}="${value}" `)}>
<svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${icons[icon]}"/></svg></button>`;
}
