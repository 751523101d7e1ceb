/** The Export menu: the run as JSON, its metrics as CSV, its charts as pictures, what was written as JSON Lines. Beside it what copies the link of the settings. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { formatLink, type LinkState } from "../../runs/link.ts";
import { download } from "../../ui/download.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { ExportMenu as Files } from "../../ui/ExportMenu.tsx";
import { shownColours } from "../../ui/palette.ts";
import { svgToPng } from "../../ui/raster.ts";
import { pagePicture } from "./charts-picture.ts";
import { chartView, controller, files, pastRuns } from "./state.ts";

/** "co-rl-different-seed0-41steps": which run a file holds. */
export function fileName(preset: string, seed: number, steps: number): string {
  return `${preset}-seed${seed}-${steps}steps`;
}

export function ExportMenu({ link }: { readonly link: LinkState }) {
  const ready = useStore(controller.store, (state) => state.environment !== null && state.data !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState("Copy link");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = () => {
    const { data, environment, started, total } = controller.store.getState();
    if (!data || !environment || !started) throw new Error("There is nothing to export: the run has gone.");
    return { data, environment, total, name: fileName(link.preset, started.config.seed, data.steps.length) };
  };
  const save = async (form: "json" | "csv"): Promise<void> => {
    const { data, environment, name } = shown();
    downloadBlob(`${name}.${form}`, await files.write(data.packed(environment), form));
    controller.saved();
  };
  const saveRollouts = async (): Promise<void> => {
    const { data, name } = shown();
    const { rolloutsFile } = await import("./rollouts-file.ts");
    // A task of its own for each portion, so that the run and the page go on meanwhile.
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    downloadBlob(`${name}-rollouts.jsonl`, await rolloutsFile(data, rest));
  };
  /** The weights stand as they were at the last kept step. */
  const saveTrained = async (): Promise<void> => {
    const { data, name } = shown();
    const { latest } = controller.store.getState();
    if (!latest || latest.step === 0)
      throw new Error(
        "No trained weights are kept yet: they are at each evaluation and at the end, and this run has reached none.",
      );
    const { trainedFiles } = await import("../../runs/trained-files.ts");
    for (const { name: own, file } of trainedFiles(data.config, latest)) {
      downloadBlob(`${name}-${own}`, new Blob([file], { type: "application/octet-stream" }));
      // Browsers let a page save several files, but not all at once.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const picture = () => {
    const { name, ...page } = shown();
    const past = pastRuns.store.getState().runs.filter((run) => run.shown);
    const variable = shownColours();
    // Looks name their colours as var(--agent-0).
    const colour = (css: string): string => variable(css.replace(/^var\((.*)\)$/, "$1"));
    return { name: `${name}-charts`, ...pagePicture({ ...page, view: chartView.getState(), past, colour }) };
  };
  const saveSvg = (): void => {
    const { name, text } = picture();
    download(`${name}.svg`, "image/svg+xml", text);
  };
  const savePng = async (): Promise<void> => {
    const { name, text, width, height } = picture();
    downloadBlob(`${name}.png`, await svgToPng(text, width, height, 2));
  };
  const copy = async (): Promise<void> => {
    const address = new URL(formatLink(link), window.location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      setCopied("Link copied");
      setProblem(null);
    } catch {
      setProblem(`The browser does not let the page copy; the link is ${address}`);
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied("Copy link"), 3000);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="export">
      <Button
        size="sm"
        variant="default"
        onClick={() => void copy()}
        title="A link with these settings. With backend auto it may compute elsewhere on another machine."
      >
        <span aria-live="polite">{copied}</span>
      </Button>
      <Files
        items={[
          ["Run (JSON)", () => save("json")],
          ["Metrics (CSV)", () => save("csv")],
          ["Trained policies (safetensors)", saveTrained],
          ["Rollouts (JSON Lines)", saveRollouts],
          ["Charts (PNG)", savePng],
          ["Charts (SVG)", saveSvg],
        ]}
        nothing={ready ? null : "There is something to export once a run has begun."}
      />
      {problem === null ? null : (
        <p role="alert" className="notice">
          {problem}
        </p>
      )}
    </div>
  );
}
