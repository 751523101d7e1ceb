/** The base policies kept in this browser: how large they are, export, import, delete. */
import { type ChangeEvent, useMemo, useState } from "react";
import { useStore } from "zustand";
import { neededPolicies } from "../../stores/bases.ts";
import { downloadBlob } from "../../ui/download-blob.ts";
import { count, interval } from "../../ui/format.ts";
import { bases } from "./bases.ts";
import { controller } from "./state.ts";

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`;
}

function save(id: string): void {
  const file = bases.fileOf(id);
  if (file) downloadBlob(`${id}.safetensors`, new Blob([file], { type: "application/octet-stream" }));
}

async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
  const { currentTarget: input } = event;
  const files = [...(input.files ?? [])];
  // The same file may be chosen again after it was refused.
  input.value = "";
  await bases.importFiles(files);
}

export function KeptPolicies() {
  const kept = useStore(bases.store, (state) => state.kept);
  const [open, setOpen] = useState(false);
  // A run that is taken back, or goes on in fresh workers, loads its policies again.
  const started = useStore(controller.store, (state) => state.started?.config);
  const used = useMemo(() => new Set(started ? neededPolicies(started).map(({ id }) => id) : []), [started]);
  const total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {kept.length === 0
          ? "None is kept in this browser; import one"
          : `Kept in this browser: ${kept.length}, ${kilobytes(total)}`}
      </summary>
      {open ? (
        <>
          <ul className="policy-list" aria-label="Kept policies">
            {kept.map(({ id, words, weights, bytes, accuracy, origin, stored }) => (
              <li key={id}>
                <span>{words}</span>
                <span className="hint">
                  {weights === null ? "base pass@1" : "pass@1"} {interval(accuracy)} %, {kilobytes(bytes)}
                  {origin === "imported" ? ", imported" : ""}
                  {stored ? "" : ", in this page only"}
                </span>
                <span className="button-row">
                  <button type="button" className="plain-button" aria-label={`Export ${words}`} onClick={() => save(id)}>
                    Export
                  </button>
                  <button
                    type="button"
                    className="plain-button"
                    aria-label={`Delete ${words}`}
                    disabled={used.has(id)}
                    title={used.has(id) ? "The run shown started from it and may need it again: Reset first." : undefined}
                    onClick={() => void bases.forget(id)}
                  >
                    Delete
                  </button>
                </span>
              </li>
            ))}
          </ul>
          <p className="hint">
            {kept.length === 0 ? "" : `${count(kept.length, "policy", "policies")}. `}An export is a safetensors file; only files
            that this page or npm run pretrain wrote can be imported. A file is taken for the policy that its metadata names; a
            trained policy, from “Trained policies (safetensors)” of a run’s Export menu, can be chosen as an agent’s start.
          </p>
          <label className="plain-button file-button">
            Import a safetensors file
            <input
              type="file"
              accept=".safetensors"
              multiple
              className="visually-hidden"
              onChange={(event) => void take(event)}
            />
          </label>
        </>
      ) : null}
    </details>
  );
}
