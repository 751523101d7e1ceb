/** An SVG text as a PNG. The picture must stand alone: an image loads nothing from elsewhere. */

/**
 * Draws the SVG on a canvas, `scale` pixels of the PNG to one of the picture. Throws Error with a sentence where the browser makes no PNG.
 */
export async function svgToPng(text: string, width: number, height: number, scale = 1): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The browser could not make a PNG of the picture; the SVG has the same.");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
