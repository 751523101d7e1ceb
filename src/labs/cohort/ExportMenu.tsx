/** The Export menu: the run as JSON, its metrics as CSV. Beside it what copies the link of the settings. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { metricsCsv, runJson } from "../../runs/export.ts";
import { formatLink, type LinkState } from "../../runs/link.ts";
import type { RunRecord } from "../../runs/record.ts";
import { download } from "../../ui/download.ts";
import { ExportMenu as Files } from "../../ui/ExportMenu.tsx";
import { controller } from "./state.ts";

/** "co-rl-different-seed0-41steps": which run a file holds. */
export function fileName(preset: string, seed: number, steps: number): string {
  return `${preset}-seed${seed}-${steps}steps`;
}

export function ExportMenu({ link }: { readonly link: LinkState }) {
  const ready = useStore(controller.store, (state) => state.environment !== null && state.data !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState("Copy link");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const save = (extension: string, type: string, write: (record: RunRecord) => string): void => {
    const { data, environment, started } = controller.store.getState();
    if (!data || !environment || !started) return;
    const text = write(data.record(environment));
    download(`${fileName(link.preset, started.config.seed, data.steps.length)}.${extension}`, type, text);
    controller.saved();
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
          ["Run (JSON)", () => save("json", "application/json", runJson)],
          ["Metrics (CSV)", () => save("csv", "text/csv", metricsCsv)],
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
