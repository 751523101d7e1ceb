/** What scripts/experiment.mjs needs of the project's own code: Node 20 cannot load TypeScript by itself, so Vite does. */
export { mergeRuns, mergeWarnings } from "../../src/runs/merge.ts";
export { parsePlanJson, planJson } from "../../src/runs/plan.ts";
export { expandPlan, pointText } from "../../src/runs/plan-expand.ts";
export { PLAN_LIST, planById } from "../../src/runs/plans/index.ts";
export { missingPolicies, trainedStartProblem } from "./bases.ts";
export { readExperiment, readFailures, readRun, readRuns, writeExperiment, writeOutputs } from "./folder.ts";
export { mergeFolders } from "./merge-folders.ts";
export { HELP, parseOptions } from "./options.ts";
