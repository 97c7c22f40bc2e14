// Repeat purchase scoring with the client of oapi-codegen: prints the mapping that the service has stored, and the delivered file.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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

// What a request made; refusals end the program.
func made[T any](value *T, answer []byte) *T {
	if value == nil {
		must(fmt.Errorf("refused: %s", answer))
	}
	return value
}

func main() {
	url, key, orders := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	signed := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	})
	api, err := client.NewClientWithResponses(url, signed)
	must(err)

	file, err := os.ReadFile(orders)
	must(err)
	upload, err := api.CreateUploadWithBodyWithResponse(
		ctx, "transactions", "orders.csv", nil, "application/octet-stream", bytes.NewReader(file))
	must(err)
	made(upload.JSON200, upload.Body)
	dataset, err := api.CreateDatasetWithResponse(ctx, nil, body[client.DatasetPost](mapping))
	must(err)
	made(dataset.JSON201, dataset.Body)
	streams, err := api.GetStreamsWithResponse(ctx, nil)
	must(err)
	names := []string{}
	for _, stream := range *made(streams.JSON200, streams.Body) {
		names = append(names, stream.StreamName)
	}

	cohort := func(text string) string {
		answer, err := api.CreateCohortWithResponse(ctx, nil, body[client.CohortPost](text))
		must(err)
		return made(answer.JSON201, answer.Body).Id
	}
	once := cohort(`{"name": "One-time purchasers", "stream_name": "transaction", "max_count": 1}`)
	repeat := cohort(`{"name": "Repeat purchasers", "stream_name": "transaction", "min_count": 2}`)
	customers := cohort(`{"name": "Customers", "stream_name": "transaction"}`)
	outcome, err := api.CreateOutcomeWithResponse(ctx, nil, client.OutcomePost{
		Name: "Likelihood to buy again", Attainment: &repeat, Eligible: &customers})
	must(err)
	outcomeId := made(outcome.JSON201, outcome.Body).Id
	scope, err := api.CreateScopeWithResponse(ctx, nil, body[client.ScopePost](fmt.Sprintf(
		`{"name": "Repeat purchase scoring", "population": {"include": [%q]}, "payload": {"outcome_ids": [%q]}}`,
		once, outcomeId)))
	must(err)
	scopeId := made(scope.JSON201, scope.Body).Id
	target, err := api.CreateTargetWithResponse(ctx, nil, body[client.TargetPost](fmt.Sprintf(
		`{"name": "Scores", "scope_id": %q, "representation": {"mode": "identified"}, "options": {"type": "hosted_csv"}}`,
		scopeId)))
	must(err)
	targetId := made(target.JSON201, target.Body).Id

	wait := func() {
		for {
			answer, err := api.GetTargetWithResponse(ctx, targetId, nil)
			must(err)
			switch made(answer.JSON200, answer.Body).Status {
			case "ready":
				return
			case "error":
				must(fmt.Errorf("the build failed: %s", answer.Body))
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	wait()
	preview := false
	enabled, err := api.UpdateScopeWithResponse(ctx, scopeId, nil, client.ScopeMergePatch{Preview: &preview})
	must(err)
	made(enabled.JSON200, enabled.Body)
	wait()
	analysis, err := api.GetOutcomeAnalysisWithResponse(ctx, outcomeId, nil)
	must(err)
	csv, err := api.DownloadTargetWithResponse(ctx, targetId, nil)
	must(err)
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"dataset":  dataset.JSON201,
		"streams":  names,
		"headline": made(analysis.JSON200, analysis.Body).Headline,
		"csv":      string(csv.Body),
	}))
}
