"""What type checkers know of the client. Lines that must be refused say so, and are errors where they are not."""

import asyncio
from typing import Dict, Iterator, List

import pandas
import polars
import pyarrow
from bellwether import AsyncBellwether, Bellwether, Dataset, Prediction, Target, types
from bellwether.kinds import Cohort, Outcome, Scope
from typing_extensions import assert_type

bw = Bellwether("http://127.0.0.1:8080", "bw_live_…")

cohort = bw.create_cohort(name="Customers", stream_name="transaction", min_count=2)
assert_type(cohort, Cohort)
assert_type(cohort.wait(), Cohort)
assert_type(cohort.record, types.Cohort)
assert_type(cohort.record["name"], str)
cohort.change(name="Buyers", max_count=None)
cohort.change(nmae="Buyers")  # type: ignore[call-arg]
bw.create_cohort(nmae="Customers")  # type: ignore[call-arg]
bw.create_cohort(name="Customers", min_count="two")  # type: ignore[arg-type]
bw.create_cohort(stream_name="transaction")  # type: ignore[call-arg]

# Resources stand for their ids, by the kind's own method and by its name.
outcome = bw.create("outcomes", name="Buys", attainment=cohort, eligible=cohort.id)
assert_type(outcome, Outcome)
assert_type(outcome.analysis(), types.OutcomeAnalysis)
bw.create("outcomes", name="Buys", attainment=3, eligible=cohort)  # type: ignore[call-overload]
bw.create("outcome", name="Buys")  # type: ignore[call-overload]
assert_type(bw.find("scopes", "Scoring"), Scope)
assert_type(bw.list("targets"), Iterator[Target])

dataset = bw.upload(pandas.DataFrame(), "Orders")
assert_type(dataset.create(answers="proposed").wait(), Dataset)
assert_type(dataset.questions, List[types.ProposalQuestion])
dataset.create(answers="yes")  # type: ignore[arg-type]
bw.upload(polars.DataFrame())
bw.upload([{"customer_id": 1}])
bw.upload(12)  # type: ignore[arg-type]

prediction = bw.predict("buys_again:transaction").wait(timeout=60)
assert_type(prediction, Prediction)
assert_type(prediction.scores(top=500), pandas.DataFrame)
assert_type(prediction.scores(into="polars", min_chance=0.2), polars.DataFrame)
assert_type(prediction.scores(into="arrow"), pyarrow.Table)
assert_type(prediction.rows(), Iterator[Dict[str, str]])
prediction.scores(tpo=500)  # type: ignore[call-overload]
prediction.scores(into="panda")  # type: ignore[call-overload]
assert_type(prediction.reach(), types.Reach)
assert_type(bw.request("GET", "/x"), object)
assert_type(bw.request("GET", "/x", returns=types.ScopeAnalysis), types.ScopeAnalysis)


async def asynchronously() -> None:
    async with AsyncBellwether() as client:
        uploaded = await client.upload("orders.csv")
        await (await uploaded.create()).wait()
        made = await client.create_cohort(name="Customers", stream_name="transaction")
        assert_type(made.record, types.Cohort)
        await client.create("outcomes", name="Buys", attainment=made, eligible=made)
        again = await client.predict("buys_again:transaction", horizon_days=30)
        assert_type(await again.scores(into="polars"), polars.DataFrame)
        async for row in again.rows(top=3):
            assert_type(row, Dict[str, str])
        await client.predict("buys_again:transaction", horizon="long")  # type: ignore[call-arg]


asyncio.run(asynchronously())
