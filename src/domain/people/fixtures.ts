// Findings for tests that need some: of a resolution, and of a trait.

import type { TraitFindings } from "../data/trait.js";
import type { ResolutionFindings } from "./people.js";

export const resolution: ResolutionFindings = {
  mode: "exact",
  datasets: {},
  cluster_sizes: [],
  largest: [],
  link_probabilities: [],
  least_sure: [],
  changes: null,
  number_conflicts: { count: 0, listed: [] },
};

export const found: TraitFindings = { data_type: "text", isWhole: false, people: 0, values: 0, bins: [] };
