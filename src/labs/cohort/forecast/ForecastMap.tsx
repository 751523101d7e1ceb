/** Prompts over the basins of the two-outcome theory, from before training to its outcome. A canvas for the dots; the table beside says the same in numbers. */
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize, useReducedMotion } from "@mantine/hooks";
import { memo, useEffect, useMemo, useRef } from "react";
import type { PromptForecastSetting } from "../../../theory/prompt-forecast.ts";
import { fieldData, SIDE } from "../../../ui/field.ts";
import { Axis, colours } from "../MapSquare.tsx";
import { createMapPainter, MAP_MARGIN, type MapPainter } from "../map-painter.ts";
import type { Pair } from "../prompt-map.ts";
import { type ForecastDot, fieldBehind, type Ground } from "./forecast-view.ts";

interface ForecastMapProps {
  readonly pair: Pair;
  readonly dots: readonly ForecastDot[];
  readonly strong: ReadonlySet<number> | null;
  readonly setting: PromptForecastSetting;
  readonly ground: Ground;
  /** What is seen, for who does not see it. */
  readonly label: string;
}

/** The basins of two outcomes at equal rates: halves across the line, or quarters at one half. */
const Basins = memo(function Basins({ ground, setting }: { readonly ground: Ground; readonly setting: PromptForecastSetting }) {
  const arrows = useMemo(() => {
    const field = fieldBehind(setting, ground);
    return field ? fieldData(field) : "";
  }, [setting, ground]);
  return (
    <svg className="map-ground" viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
      {ground === "cross" ? (
        <>
          <path className="basin-right" d="M0 0H1000V1000Z" />
          <path className="basin-wrong" d="M0 0V1000H1000Z" />
        </>
      ) : null}
      {ground === "self" ? (
        <>
          <path className="basin-right" d="M500 0H1000V500H500Z" />
          <path className="basin-wrong" d="M0 500H500V1000H0Z" />
          <path className="map-half" d="M500 0V1000M0 500H1000" />
        </>
      ) : null}
      <path className="forecast-field" d={arrows} />
      {ground === "apart" ? null : <path className={ground === "self" ? "map-half" : "map-line"} d="M0 0L1000 1000" />}
    </svg>
  );
});

export const ForecastMap = memo(function ForecastMap({ pair, dots, strong, setting, ground, label }: ForecastMapProps) {
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<MapPainter | null>(null);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const still = useReducedMotion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the variables say
  const paint = useMemo(colours, [scheme]);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    painter.current ??= createMapPainter(canvas.current);
    painter.current.show({ dots, trails: [], marked: null, strong, colours: paint, side: width }, !still);
  }, [dots, strong, paint, width, still]);
  useEffect(() => () => painter.current?.stop(), []);
  return (
    <div className="map-frame" role="img" aria-label={label}>
      <Axis agent={pair[1]} className="map-axis-y" />
      <div className="map-square" ref={box}>
        <Basins ground={ground} setting={setting} />
        <div aria-hidden="true">
          <canvas ref={canvas} className="map-dots" style={{ inset: -MAP_MARGIN }} />
        </div>
      </div>
      <Axis agent={pair[0]} className="map-axis-x" />
    </div>
  );
});
