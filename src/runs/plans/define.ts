/** Makes a shipped plan whole. Throws where it does not fit the schema, which the tests would see. */
import { PLAN_SCHEMA, PLAN_VERSION, type Plan, type PlanInput, planSchema } from "../plan.ts";

export function definePlan(input: Omit<PlanInput, "schema" | "version">): Plan {
  return planSchema.parse({ schema: PLAN_SCHEMA, version: PLAN_VERSION, ...input });
}
