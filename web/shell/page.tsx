// A page, called by its title and by the day until which the account has data.

import { useBasis } from "./basis.js";
import { PageFrame, type PageProps } from "./page-frame.js";

export const Page = (props: PageProps) => <PageFrame {...props} basis={useBasis()} />;
