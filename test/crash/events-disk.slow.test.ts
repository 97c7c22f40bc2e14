// Events on a disk that is filled and freed again and again: none is acknowledged that is not kept, and what was
// refused counts once when it is sent again.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { startService } from "../support/service.js";
import { canMount, fillDisk, freeDisk, mountTmpfs, unmount } from "../support/tmpfs.js";

const fills = 8;
const megabytes = 30;

interface Dataset {
  event_counts?: Record<string, { events: number }>;
}

test(
  `events are refused while the disk is full, ${fills} times, and none is lost (mounting a small disk needs root)`,
  needing("rights to mount", canMount),
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "bw-events-disk-"));
    await mountTmpfs(dataDir, megabytes);
    const env = { BELLWETHER_EVENT_SECONDS: "1" };
    let service = await startService({ dataDir, env });
    onTestFinished(async () => {
      await service.kill();
      unmount(dataDir);
      await rm(dataDir, { recursive: true });
    });
    const { client, key } = await signUp(service.url);
    const send = (batch: number) =>
      fetch(`${service.url}/v1/streams/visit/events`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        // Too much for what is left of a block.
        body: JSON.stringify(
          Array.from({ length: 200 }, (_, i) => ({
            customer_id: `c-${i}`,
            event_id: `${batch}-${i}`,
            datetime: "2026-01-01",
          })),
        ),
      });
    let batch = 0;
    expect((await send(batch)).status).toBe(200);
    for (let time = 0; time < fills; time++) {
      // A log that has become a file leaves room behind.
      const refused = await eventually("events are refused", async () => {
        await fillDisk(dataDir);
        const answer = await send(++batch);
        return answer.status === 200 ? undefined : answer;
      });
      expect(refused.status).toBe(507);
      expect(refused.headers.get("retry-after")).toBe("60");
      if (time % 4 === 3) {
        await service.kill();
        await freeDisk(dataDir);
        service = await startService({ dataDir, port: service.port, env });
      } else await freeDisk(dataDir);
      await eventually("events are taken again", async () => {
        const answer = await send(batch);
        return answer.status === 200 || undefined;
      });
    }
    const events = 200 * (batch + 1);
    const built = await eventually("all events are built", async () => {
      const [dataset] = await client.get<Dataset[]>("/datasets").catch(() => []);
      const counts = dataset?.event_counts?.visit;
      return counts && counts.events >= events ? counts : undefined;
    });
    expect(built.events).toBe(events);
    reportFaults("disk full", { faults: fills, lost: 0, wrongBytes: 0 });
  },
);
