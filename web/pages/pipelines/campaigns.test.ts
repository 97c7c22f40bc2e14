import { expect, test } from "vitest";
import { changedCampaign, listedCampaigns } from "./campaigns.js";

const spring = { name: "Spring", contacted_at: "2025-03-01" };
const summer = { contacted_at: "2025-07-01T09:00:00Z", top_percent: 20 };

test("campaigns are listed as configured, newest first, with the result of an unchanged one", () => {
  const result = { ...spring, status: "waiting", headline: "…" } as const;
  expect(listedCampaigns([spring, summer], [result])).toEqual([
    { campaign: summer, index: 1, result: undefined },
    { campaign: spring, index: 0, result },
  ]);
  expect(listedCampaigns([{ ...spring, top: 100 }], [result])[0]!.result).toBeUndefined();
});

test("a changed campaign keeps what the form does not show", () => {
  const form = { day: "2025-07-01", name: " Summer ", top: undefined };
  expect(changedCampaign(summer, form)).toEqual({ ...summer, name: "Summer" });
  expect(changedCampaign(summer, { ...form, day: "2025-07-02" }).contacted_at).toBe("2025-07-02");
  expect(changedCampaign(spring, { day: "2025-03-01", name: "", top: 50 })).toEqual({
    contacted_at: "2025-03-01",
    top: 50,
  });
  expect(changedCampaign(undefined, form)).toEqual({ contacted_at: "2025-07-01", name: "Summer" });
});
