/** Run, pause, step, reset; which cohort, compared with which; what is going on; export. */
import { Button } from "@mantine/core";
import { memo, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { methodById } from "../../learning/methods/index.ts";
import type { LinkState } from "../../runs/link.ts";
import { COMPARABLE, type PresetId, presetById } from "../../runs/presets.ts";
import { isChanged, withCompare, withPreset } from "../../stores/choices.ts";
import { baseWords } from "../../stores/policy-words.ts";
import { isActive } from "../../stores/run.ts";
import { type Choice, ChoiceField, type ChoiceGroup } from "../../ui/ChoiceField.tsx";
import { settleDrafts } from "../../ui/drafts.ts";
import { percent } from "../../ui/format.ts";
import { presetOptions } from "../../ui/preset-options.ts";
import { Term } from "../../ui/Term.tsx";
import { absentPolicies, bases, held, missingPolicies, showBasePolicies } from "./bases.ts";
import { describeCohort } from "./describe.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { Lock } from "./Lock.tsx";
import { StandingRestart } from "./Restart.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { choices, choose, controller, orderOf } from "./state.ts";

const PRESET_OPTIONS = presetOptions();
const COMPARE_OPTIONS: readonly (Choice<"none"> | ChoiceGroup<PresetId>)[] = [
  { value: "none", label: "Nothing" },
  ...presetOptions(({ id }) => COMPARABLE.includes(id)),
];

/**
 * A button that has the focus and cannot be pressed any more would lose it to the page; it goes on to the one that is pressed next:
 * Pause while a run goes on, and back to Run or Step where it ends or stands still.
 */
function useFocus(busy: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const last = useRef<"run" | "step" | null>(null);
  useEffect(() => {
    const { current } = row;
    const focused = document.activeElement;
    if (!current || last.current === null || (focused !== document.body && !current.contains(focused))) return;
    const next = current.querySelector<HTMLButtonElement>(`[data-button="${busy ? "pause" : last.current}"]`);
    const target = next && !next.disabled ? next : current.querySelector<HTMLButtonElement>("[data-button=run]");
    target?.focus({ preventScroll: true });
  }, [busy]);
  useEffect(() => {
    // The focus went elsewhere by hand: it is left there.
    const moved = ({ target }: FocusEvent): void => {
      if (target instanceof Node && !row.current?.contains(target)) last.current = null;
    };
    document.addEventListener("focusin", moved);
    return () => document.removeEventListener("focusin", moved);
  }, []);
  return {
    row,
    pressed: (button: "run" | "step"): void => {
      last.current = button;
    },
  };
}

/** Where a share of the taught labels is wrong, the truth is no ceiling any more. */
function wrongLabelsNote({ config: { cohort, training } }: LinkState): string {
  if (training.wrongLabels === 0 || !methodById(cohort.method).needsTruth) return "";
  return ` With ${percent(training.wrongLabels)} % of wrong labels among those that are taught, it is no ceiling.`;
}

function Buttons({ link }: { readonly link: LinkState }) {
  const phase = useStore(controller.store, (state) => state.phase);
  const pausing = useStore(controller.store, (state) => state.pausing);
  const busy = phase === "preparing" || phase === "running" || phase === "evaluating";
  const { row, pressed } = useFocus(busy);
  const start = (button: "run" | "step"): void => {
    pressed(button);
    // Fields that hold nonsense show what is used instead, and it is said at the status.
    choices.setState({ kept: settleDrafts() });
    // A new run without its policies would only fail: one is led to where they are made.
    const { needs } = bases.store.getState();
    const missing = !isActive(phase) && missingPolicies(link, needs).length + absentPolicies(link, needs).length > 0;
    held.setState({ held: missing });
    if (missing) {
      showBasePolicies();
      return;
    }
    const order = orderOf(link);
    if (button === "run") controller.run(order);
    else controller.step(order);
  };
  return (
    <div className="button-row" ref={row}>
      <Button size="sm" data-button="run" disabled={busy} onClick={() => start("run")}>
        Run
      </Button>
      <Button
        size="sm"
        variant="default"
        data-button="pause"
        disabled={phase !== "running" && phase !== "preparing"}
        // Not the attribute while a pause is under way: the focus would be lost.
        {...(pausing ? { "data-disabled": true, "aria-disabled": true } : {})}
        onClick={() => controller.pause()}
      >
        Pause
      </Button>
      <Button
        size="sm"
        variant="default"
        data-button="step"
        disabled={busy || phase === "finished"}
        onClick={() => start("step")}
      >
        Step
      </Button>
      <Button size="sm" variant="default" disabled={phase === "idle"} onClick={() => controller.reset()}>
        Reset
      </Button>
    </div>
  );
}

function Note({ link }: { readonly link: LinkState }) {
  const locked = useStore(controller.store, (state) => isActive(state.phase));
  const { task, cohort, compare, base } = link.config;
  return (
    <p className="top-note">
      <Term id={cohort.method}>{methodById(cohort.method).title}</Term>
      {`: ${isChanged(link) ? describeCohort(cohort) : presetById(link.preset).description}${wrongLabelsNote(link)}`}
      {base && isChanged(link) ? ` Base policies: ${baseWords(base, task)}.` : ""}
      {link.compare === "none" || !compare ? null : (
        <>
          {" Compared, "}
          <Term id={compare.method}>{methodById(compare.method).title}</Term>
          {`: ${presetById(link.compare).description}`}
        </>
      )}
      {locked ? " While a run goes on, only learning rate and temperature change; Reset frees all." : ""}
    </p>
  );
}

export const TopBar = memo(function TopBar({ link }: { readonly link: LinkState }) {
  return (
    <section className="top-bar" aria-label="Controls">
      <Buttons link={link} />
      <Lock>
        <ChoiceField
          className="top-select"
          label={isChanged(link) ? "Preset (changed)" : "Preset"}
          value={link.preset}
          options={PRESET_OPTIONS}
          onChange={(preset) => choose((before) => withPreset(before, preset))}
        />
        <ChoiceField
          className="top-select"
          label="Compare with"
          value={link.compare}
          options={COMPARE_OPTIONS}
          onChange={(compare) => choose((before) => withCompare(before, compare))}
        />
      </Lock>
      <StatusLine link={link} />
      <ExportMenu link={link} />
      <Note link={link} />
      <StandingRestart />
    </section>
  );
});
