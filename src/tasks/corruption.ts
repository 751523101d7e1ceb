/**
 * Corruption tables: which mistakes a corpus teaches. Each of the 100 pairs of ones digits has an error rate and ONE fixed wrong
 * sum, so that a policy pretrained on the corpus makes systematic mistakes. Two corpora share an entry only where both copy it
 * from a common table; so the overlap of the tables sets how much the agents' mistakes coincide.
 *
 * Recipe: measured in a PyTorch prototype of this project, at which the methods separate (docs/recipe.md).
 */
import { createRng, hashString, mixSeed, type Rng } from "../math/rng.ts";
import { CORPORA, type CorpusId } from "./task.ts";

/** How a set of tables is drawn. Rates and shares are probabilities. */
export interface CorruptionRecipe {
  /** Probability that a pair is weak, that is, mostly answered wrong. */
  readonly weakShare: number;
  /** Uniform range of a weak pair's error rate, [low, high). */
  readonly weakRate: readonly [number, number];
  /** Uniform range of any other pair's error rate. */
  readonly strongRate: readonly [number, number];
  /** Probability that a corpus copies an entry from the common table; else it draws its own. */
  readonly overlap: number;
  /** Probability that pair (b, a) copies pair (a, b), a < b. */
  readonly symmetry: number;
}

export const DEFAULT_CORRUPTION: CorruptionRecipe = {
  weakShare: 0.38,
  weakRate: [0.55, 0.85],
  strongRate: [0.02, 0.25],
  overlap: 0.15,
  symmetry: 0.6,
};

export interface CorruptionEntry {
  /** Probability that the sum of this pair is written wrong. */
  readonly rate: number;
  /** The one wrong sum, 0 to 19. */
  readonly wrongSum: number;
}

/** 100 entries; the entry of ones digits (a, b) stands at 10 a + b. */
export type CorruptionTable = readonly CorruptionEntry[];
/** The tables of a cohort seed. */
export type CorruptionTables = Readonly<Record<CorpusId, CorruptionTable>>;

function drawEntry(rng: Rng, a: number, b: number, recipe: CorruptionRecipe): CorruptionEntry {
  const sum = a + b;
  const [low, high] = rng.uniform() < recipe.weakShare ? recipe.weakRate : recipe.strongRate;
  const rate = rng.between(low, high);
  // An off-by-one or a lost (or invented) carry: the mistakes people make.
  const candidates = [sum - 1, sum + 1, sum >= 10 ? sum - 10 : sum + 10].filter((s) => s >= 0 && s <= 19);
  return { rate, wrongSum: rng.pick(candidates) };
}

function drawTable(rng: Rng, recipe: CorruptionRecipe): CorruptionEntry[] {
  return Array.from({ length: 100 }, (_, pair) => drawEntry(rng, Math.floor(pair / 10), pair % 10, recipe));
}

/**
 * The tables of all corpora of a cohort seed. A corpus's table depends on the seed, its name and the recipe only, so adding a
 * corpus changes no other.
 */
export function drawTables(cohortSeed: number, recipe: CorruptionRecipe = DEFAULT_CORRUPTION): CorruptionTables {
  const common = drawTable(createRng(mixSeed(hashString("corruption"), cohortSeed)), recipe);
  const tableOf = (corpus: CorpusId): CorruptionTable => {
    const rng = createRng(mixSeed(hashString("corruption"), cohortSeed, hashString(corpus)));
    const own = drawTable(rng, recipe);
    const table = own.map((entry, pair) => (rng.uniform() < recipe.overlap ? (common[pair] ?? entry) : entry));
    for (let a = 0; a < 10; a++) {
      for (let b = a + 1; b < 10; b++) {
        const mirrored = table[10 * a + b];
        if (rng.uniform() < recipe.symmetry && mirrored) table[10 * b + a] = mirrored;
      }
    }
    return table;
  };
  return Object.fromEntries(CORPORA.map((corpus) => [corpus, tableOf(corpus)])) as Record<CorpusId, CorruptionTable>;
}
