/** Shows the part "Theory meets training" once there is a trained state to hold the theory against; its code is fetched then. */
import { useStore } from "zustand";
import { latePart } from "../../../ui/late-part.tsx";
import { controller } from "../state.ts";

const ForecastPanel = latePart("Theory meets training", async () => (await import("./ForecastPanel.tsx")).ForecastPanel);

export function ForecastHost() {
  const data = useStore(controller.store, (state) => state.data);
  // While a run goes on it stays where it is: what was measured can be read on.
  const there = useStore(controller.store, ({ phase, kept }) => (kept.at(-1) ?? 0) > 0 && phase !== "failed");
  return data && there ? <ForecastPanel data={data} /> : null;
}
