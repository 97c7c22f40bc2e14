// A recommender's result is made from its stream.

import type { Kind } from "../kind/kind.js";
import { fingerprintsOf } from "../kind/recorded.js";
import type { RecommenderInput } from "./step.js";

export const recommenders: Kind<"recommenders", RecommenderInput> = {
  version: 1,
  read: ({ config }, account) => {
    const stream = account.streamNamed(config.stream_name);
    return {
      from: { config, stream: fingerprintsOf([stream]) },
      input: (data) => ({ config, account: account.snapshot(data) }),
    };
  },
};
