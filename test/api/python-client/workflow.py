"""Repeat purchase scoring with the generated client: prints the mapping that the service has stored, and the delivered file."""

import json
import sys
import time

from bellwether_client import AuthenticatedClient, models
from bellwether_client.api.cohorts import create_cohort
from bellwether_client.api.datasets import create_dataset
from bellwether_client.api.outcomes import create_outcome, get_outcome_analysis
from bellwether_client.api.scopes import create_scope, update_scope
from bellwether_client.api.streams import get_streams
from bellwether_client.api.targets import create_target, download_target, get_target
from bellwether_client.api.uploads import create_upload
from bellwether_client.types import File

url, key, orders = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True)


def made(answer):
    if answer is None or isinstance(answer, models.Problem):
        raise SystemExit(f"refused: {answer}")
    return answer


def cohort(name, **bounds):
    body = models.CohortPost(name=name, stream_name="transaction", **bounds)
    return made(create_cohort.sync(client=client, body=body))


def wait_for(target_id):
    while True:
        target = made(get_target.sync(target_id, client=client))
        if target.status == models.TargetStatus.READY:
            return target
        if target.status == models.TargetStatus.ERROR:
            raise SystemExit(f"the build failed: {target.status_error}")
        time.sleep(0.2)


with open(orders, "rb") as file:
    made(create_upload.sync("transactions", "orders.csv", client=client, body=File(payload=file)))
mapping = {
    "name": "Transactions",
    "identity_sets": {
        "shipping": {
            "city": "shipping_address_city",
            "house_number_and_street": ["shipping_address1", "shipping_address2"],
            "person_first_name": "shipping_address_fn",
            "person_last_name": "shipping_address_ln",
            "postcode": "shipping_address_postcode",
            "state": "shipping_address_state",
        }
    },
    "options": {"type": "hosted_csv", "upload_directory": "transactions"},
    "output_to_streams": {"transaction": {"data_map": {"datetime": "transaction_date"}, "value": "total"}},
}
body = models.DatasetPost.from_dict(mapping)
assert body.to_dict() == mapping, body.to_dict()
dataset = made(create_dataset.sync(client=client, body=body))
streams = [stream.stream_name for stream in made(get_streams.sync(client=client))]

once = cohort("One-time purchasers", max_count=1)
repeat = cohort("Repeat purchasers", min_count=2)
customers = cohort("Customers")
outcome = made(
    create_outcome.sync(
        client=client,
        body=models.OutcomePost(name="Likelihood to buy again", attainment=repeat.id, eligible=customers.id),
    )
)
scope_post = models.ScopePost.from_dict(
    {
        "name": "Repeat purchase scoring",
        "population": {"include": [once.id]},
        "payload": {"outcome_ids": [outcome.id]},
    }
)
scope = made(create_scope.sync(client=client, body=scope_post))
target_post = models.TargetPost.from_dict(
    {
        "name": "Scores",
        "scope_id": scope.id,
        "representation": {"mode": "identified"},
        "options": {"type": "hosted_csv"},
    }
)
target = made(create_target.sync(client=client, body=target_post))
wait_for(target.id)
made(update_scope.sync(scope.id, client=client, body=models.ScopeMergePatch(preview=False)))
wait_for(target.id)
analysis = made(get_outcome_analysis.sync(outcome.id, client=client))
json.dump(
    {
        "dataset": dataset.to_dict(),
        "streams": streams,
        "headline": analysis.headline,
        "csv": made(download_target.sync(target.id, client=client)),
    },
    sys.stdout,
)
