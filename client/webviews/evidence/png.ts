/** 300 dpi for print, in pixels per metre (PNG specification, section 11.3.4.3). */
const pixelsPerMetre = Math.round(300 / 0.0254);
/** The length of signature and header, which begin every PNG (sections 5.2 and 11.2.1), in bytes. */
const headerLength = 33;

/**
 * Draws the SVG of a figure as a PNG. Draws each element on a canvas, since the page may load nothing, not even the SVG
 * as an image.
 *
 * @param svg of a figure, with only the elements that figures use
 * @param scale how many pixels wide and high each SVG pixel becomes
 * @returns the bytes of the file; undefined if the picture is too large for a canvas
 */
export async function drawPng(svg: string, scale: number): Promise<Uint8Array | undefined> {
  const { documentElement: root } = new DOMParser().parseFromString(svg, "image/svg+xml");
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(numberOf(root, "width") * scale);
  canvas.height = Math.ceil(numberOf(root, "height") * scale);
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.scale(scale, scale);
  for (const element of root.children) draw(context, root, element);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob === null ? undefined : withResolution(new Uint8Array(await blob.arrayBuffer()));
}

function draw(context: CanvasRenderingContext2D, root: Element, element: Element): void {
  const attribute = (name: string): string => element.getAttribute(name) ?? root.getAttribute(name) ?? "";
  const number = (name: string): number => numberOf(element, name);
  context.beginPath();
  switch (element.localName) {
    case "rect":
      if (element.getAttribute("width") === "100%")
        context.rect(0, 0, numberOf(root, "width"), numberOf(root, "height"));
      else context.rect(number("x"), number("y"), number("width"), number("height"));
      break;
    case "line":
      context.moveTo(number("x1"), number("y1"));
      context.lineTo(number("x2"), number("y2"));
      break;
    case "circle":
      context.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
      break;
    case "polygon":
      for (const point of attribute("points").split(" ")) {
        const [x = 0, y = 0] = point.split(",").map(Number);
        context.lineTo(x, y);
      }
      context.closePath();
      break;
    case "text":
      context.font = `${attribute("font-weight")} ${attribute("font-size")}px ${attribute("font-family")}`;
      context.textAlign = anchors[element.getAttribute("text-anchor") ?? "start"] ?? "left";
      context.fillStyle = attribute("fill");
      context.fillText(element.textContent, number("x"), number("y"));
      return;
    default:
      return;
  }
  const [fill, stroke] = [attribute("fill"), attribute("stroke")];
  if (fill !== "none" && element.localName !== "line") {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke !== "none") {
    context.strokeStyle = stroke;
    context.lineWidth = Number(element.getAttribute("stroke-width") ?? 1);
    context.setLineDash((element.getAttribute("stroke-dasharray") ?? "").split(" ").flatMap(dash));
    context.stroke();
  }
}

const anchors: Readonly<Record<string, CanvasTextAlign>> = { start: "left", middle: "center", end: "right" };

function dash(text: string): number[] {
  return text === "" ? [] : [Number(text)];
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}

/** Inserts a chunk with the print resolution into a PNG. */
function withResolution(png: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4); // pHYs
  view.setUint32(8, pixelsPerMetre);
  view.setUint32(12, pixelsPerMetre);
  chunk[16] = 1; // The unit is the metre.
  view.setUint32(17, checksum(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headerLength));
  whole.set(chunk, headerLength);
  whole.set(png.subarray(headerLength), headerLength + chunk.length);
  return whole;
}

/** The CRC of a chunk (PNG specification, annex D). */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
