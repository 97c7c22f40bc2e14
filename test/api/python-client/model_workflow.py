"""Repeat purchase scoring with the client of openapi-generator: prints the mapping that the service has stored, and the delivered file."""

import json
import sys
import time

import openapi_client as client
from openapi_client import api

url, key, orders = sys.argv[1:]
configuration = client.Configuration(host=url)
configuration.access_token = key
connection = client.ApiClient(configuration)
# The default of the generator takes the first of the ways to sign in that an operation has.
connection.set_default_header("authorization", f"Bearer {key}")
datasets, cohorts, outcomes = (made(connection) for made in (api.DatasetsApi, api.CohortsApi, api.OutcomesApi))
scopes, targets = api.ScopesApi(connection), api.TargetsApi(connection)


def cohort(name, **bounds):
    return cohorts.create_cohort(client.CohortPost(name=name, stream_name="transaction", **bounds))


def wait_for(target_id):
    while True:
        target = targets.get_target(target_id)
        if target.status == "ready":
            return target
        if target.status == "error":
            raise SystemExit(f"the build failed: {target.status_error}")
        time.sleep(0.2)


with open(orders, "rb") as file:
    api.UploadsApi(connection).create_upload("transactions", "orders.csv", file.read())
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
body = client.DatasetPost.from_dict(mapping)
assert body.to_dict() == mapping, body.to_dict()
dataset = datasets.create_dataset(body)
streams = [stream.stream_name for stream in api.StreamsApi(connection).get_streams()]

once = cohort("One-time purchasers", max_count=1)
repeat = cohort("Repeat purchasers", min_count=2)
customers = cohort("Customers")
outcome = outcomes.create_outcome(
    client.OutcomePost(name="Likelihood to buy again", attainment=repeat.id, eligible=customers.id)
)
scope_post = {
    "name": "Repeat purchase scoring",
    "population": {"include": [once.id]},
    "payload": {"outcome_ids": [outcome.id]},
}
scope = scopes.create_scope(client.ScopePost.from_dict(scope_post))
target_post = {
    "name": "Scores",
    "scope_id": scope.id,
    "representation": {"mode": "identified"},
    "options": {"type": "hosted_csv"},
}
target = targets.create_target(client.TargetPost.from_dict(target_post))
wait_for(target.id)
scopes.update_scope(scope.id, client.ScopeMergePatch(preview=False))
wait_for(target.id)
json.dump(
    {
        "dataset": connection.sanitize_for_serialization(dataset),
        "streams": streams,
        "headline": outcomes.get_outcome_analysis(outcome.id).headline,
        "csv": targets.download_target(target.id),
    },
    sys.stdout,
)
