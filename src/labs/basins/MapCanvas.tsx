/** The basins as pixels: one a cell, stretched over the square. Drawn anew only when the map or the colours change. */
import { useComputedColorScheme } from "@mantine/core";
import { memo, useEffect, useRef } from "react";
import type { CellMap } from "./protocol.ts";
import { currentPalette, isPaletteKnown, shadeMap } from "./shading.ts";

export const MapCanvas = memo(function MapCanvas({ map }: { readonly map: CellMap | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  useEffect(() => {
    const draw = (): void => {
      const context = canvas.current?.getContext("2d");
      if (!context || !map) return;
      if (context.canvas.width !== map.n) {
        context.canvas.width = map.n;
        context.canvas.height = map.n;
      }
      context.putImageData(new ImageData(shadeMap(map, currentPalette(scheme)), map.n, map.n), 0, 0);
    };
    if (isPaletteKnown(scheme)) {
      draw();
      return;
    }
    // The first time its colours are read when the browser has worked out its styles anyway.
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [map, scheme]);
  return (
    <div className="layer" aria-hidden="true">
      <canvas ref={canvas} className="map-canvas" width="1" height="1" />
    </div>
  );
});
