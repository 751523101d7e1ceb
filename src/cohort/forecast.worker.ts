/** The worker that integrates the forecasts' dynamics: some milliseconds a prompt, which the page cannot spare. */
import { expose } from "comlink";
import type { PromptAnswers } from "../theory/answer-counts.ts";
import { createPromptForecaster, type PromptForecast, type PromptForecastSetting } from "../theory/prompt-forecast.ts";

/** Prompts between two reports. */
const REPORT_EVERY = 16;

const api = {
  /** One forecast per prompt, in order. `report` is called at the start and every so many prompts with how many are done. */
  forecast(setting: PromptForecastSetting, prompts: readonly PromptAnswers[], report: (done: number) => void): PromptForecast[] {
    const ask = createPromptForecaster(setting);
    return prompts.map((prompt, n) => {
      if (n % REPORT_EVERY === 0) report(n);
      return ask(prompt);
    });
  },
};

export type ForecastApi = typeof api;
expose(api);
