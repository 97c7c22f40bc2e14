// Repeat purchase scoring with the client of openapi-generator: prints the mapping that the service has stored, and the delivered file.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"time"

	client "example.com/bellwether/client"
)

const mapping = `{
  "name": "Transactions",
  "identity_sets": {
    "shipping": {
      "city": "shipping_address_city",
      "house_number_and_street": ["shipping_address1", "shipping_address2"],
      "person_first_name": "shipping_address_fn",
      "person_last_name": "shipping_address_ln",
      "postcode": "shipping_address_postcode",
      "state": "shipping_address_state"
    }
  },
  "options": {"type": "hosted_csv", "upload_directory": "transactions"},
  "output_to_streams": {"transaction": {"data_map": {"datetime": "transaction_date"}, "value": "total"}}
}`

func must(err error) {
	if refusal, ok := err.(*client.GenericOpenAPIError); ok {
		err = fmt.Errorf("%w: %s", err, refusal.Body())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A body of the client's type, from JSON, which keeps every field.
func body[T any](text string) (value T) {
	must(json.Unmarshal([]byte(text), &value))
	written, err := json.Marshal(value)
	must(err)
	var before, after any
	must(json.Unmarshal([]byte(text), &before))
	must(json.Unmarshal(written, &after))
	if !reflect.DeepEqual(before, after) {
		must(fmt.Errorf("%s became %s", text, written))
	}
	return value
}

func main() {
	url, key, orders := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: url}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+key)
	api := client.NewAPIClient(configuration)

	file, err := os.Open(orders)
	must(err)
	_, _, err = api.UploadsAPI.CreateUpload(ctx, "transactions", "orders.csv").Body(file).Execute()
	must(err)
	dataset, _, err := api.DatasetsAPI.CreateDataset(ctx).DatasetPost(body[client.DatasetPost](mapping)).Execute()
	must(err)
	streams, _, err := api.StreamsAPI.GetStreams(ctx).Execute()
	must(err)
	names := []string{}
	for _, stream := range streams {
		names = append(names, stream.StreamName)
	}

	cohort := func(text string) string {
		made, _, err := api.CohortsAPI.CreateCohort(ctx).CohortPost(body[client.CohortPost](text)).Execute()
		must(err)
		return made.Id
	}
	once := cohort(`{"name": "One-time purchasers", "stream_name": "transaction", "max_count": 1}`)
	repeat := cohort(`{"name": "Repeat purchasers", "stream_name": "transaction", "min_count": 2}`)
	customers := cohort(`{"name": "Customers", "stream_name": "transaction"}`)
	post := client.NewOutcomePost("Likelihood to buy again")
	post.SetAttainment(repeat)
	post.SetEligible(customers)
	outcome, _, err := api.OutcomesAPI.CreateOutcome(ctx).OutcomePost(*post).Execute()
	must(err)
	scope, _, err := api.ScopesAPI.CreateScope(ctx).ScopePost(body[client.ScopePost](fmt.Sprintf(
		`{"name": "Repeat purchase scoring", "population": {"include": [%q]}, "payload": {"outcome_ids": [%q]}}`,
		once, outcome.Id))).Execute()
	must(err)
	target, _, err := api.TargetsAPI.CreateTarget(ctx).TargetPost(body[client.TargetPost](fmt.Sprintf(
		`{"name": "Scores", "scope_id": %q, "representation": {"mode": "identified"}, "options": {"type": "hosted_csv"}}`,
		scope.Id))).Execute()
	must(err)

	wait := func() {
		for {
			found, _, err := api.TargetsAPI.GetTarget(ctx, target.Id).Execute()
			must(err)
			switch found.Status {
			case "ready":
				return
			case "error":
				must(fmt.Errorf("the build failed: %s", found.GetStatusError()))
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	wait()
	enabled := client.NewScopeMergePatch()
	enabled.SetPreview(false)
	_, _, err = api.ScopesAPI.UpdateScope(ctx, scope.Id).ScopeMergePatch(*enabled).Execute()
	must(err)
	wait()
	analysis, _, err := api.OutcomesAPI.GetOutcomeAnalysis(ctx, outcome.Id).Execute()
	must(err)
	csv, _, err := api.TargetsAPI.DownloadTarget(ctx, target.Id).Execute()
	must(err)
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"dataset": dataset, "streams": names, "headline": analysis.Headline, "csv": csv}))
}
