/** The prompts of a population as dots that move with time. A canvas: some hundred dots, sixty times a second. */
import { useElementSize } from "@mantine/hooks";
import { memo, useCallback, useRef } from "react";
import { useTime } from "./clock.ts";

interface PromptCanvasProps {
  /** p_A, p_B at the frames, [prompt, frame, 2]. */
  readonly paths: Float32Array;
  readonly weights: readonly number[];
  readonly frames: number;
  readonly horizon: number;
}

export const PromptCanvas = memo(function PromptCanvas({ paths, weights, frames, horizon }: PromptCanvasProps) {
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (element: HTMLCanvasElement, t: number) => {
      const context = element.getContext("2d");
      if (!context || width === 0) return;
      const scale = Math.min(2, window.devicePixelRatio || 1);
      const side = Math.round(width * scale);
      if (element.width !== side) {
        element.width = side;
        element.height = side;
      }
      context.clearRect(0, 0, side, side);
      const style = getComputedStyle(element);
      context.fillStyle = style.color;
      context.strokeStyle = style.backgroundColor;
      const most = Math.max(...weights);
      const at = Math.min(frames - 1, Math.max(0, (t / horizon) * (frames - 1)));
      const frame = Math.min(frames - 2, Math.floor(at));
      const share = at - frame;
      const radius = (weights.length > 60 ? 2.4 : 4.5) * scale;
      weights.forEach((weight, i) => {
        const from = (i * frames + frame) * 2;
        const place = (axis: number): number => {
          const start = paths[from + axis] ?? 0.5;
          return start + share * ((paths[from + 2 + axis] ?? start) - start);
        };
        context.beginPath();
        context.arc(place(0) * side, (1 - place(1)) * side, radius * Math.sqrt(weight / most), 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      });
    },
    [paths, weights, frames, horizon, width],
  );
  useTime(canvas, draw);
  return (
    <div ref={box} className="layer" aria-hidden="true">
      <canvas ref={canvas} className="prompt-canvas" />
    </div>
  );
});
