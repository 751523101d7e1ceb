/** What pictures written as SVG text share. Pure, so that they can be tested as text. */

/** Text as it stands between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Breaks a sentence into lines of at most `width` characters between words; a longer word stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** A coordinate to a tenth of a pixel, in its shortest form. */
export function pixel(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** Path data of a polyline; a null or a value that is not finite leaves a gap. */
export function polyline(points: readonly (readonly [x: number, y: number] | null)[]): string {
  let data = "";
  let down = false;
  for (const point of points) {
    if (point && Number.isFinite(point[0]) && Number.isFinite(point[1])) {
      data += `${down ? "L" : "M"}${pixel(point[0])} ${pixel(point[1])}`;
      down = true;
    } else down = false;
  }
  return data;
}
