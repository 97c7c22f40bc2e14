import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.io.File;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.JSON;
import org.openapitools.client.api.CohortsApi;
import org.openapitools.client.api.DatasetsApi;
import org.openapitools.client.api.OutcomesApi;
import org.openapitools.client.api.ScopesApi;
import org.openapitools.client.api.StreamsApi;
import org.openapitools.client.api.TargetsApi;
import org.openapitools.client.api.UploadsApi;
import org.openapitools.client.model.CohortPost;
import org.openapitools.client.model.Dataset;
import org.openapitools.client.model.DatasetPost;
import org.openapitools.client.model.OutcomePost;
import org.openapitools.client.model.ScopeMergePatch;
import org.openapitools.client.model.ScopePost;
import org.openapitools.client.model.Stream;
import org.openapitools.client.model.Target;
import org.openapitools.client.model.TargetPost;

/**
 * Repeat purchase scoring with the client of openapi-generator: prints the mapping that the service has stored, and the
 * delivered file.
 */
public class Workflow {
  private static final String MAPPING =
      """
      {
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
      }
      """;

  private static Gson json;
  private static TargetsApi targets;
  private static CohortsApi cohorts;

  public static void main(String[] args) throws Exception {
    ApiClient api = new ApiClient();
    api.setBasePath(args[0]);
    api.addDefaultHeader("Authorization", "Bearer " + args[1]);
    json = JSON.getGson();
    targets = new TargetsApi(api);
    cohorts = new CohortsApi(api);
    ScopesApi scopes = new ScopesApi(api);
    OutcomesApi outcomes = new OutcomesApi(api);

    new UploadsApi(api).createUpload("transactions", "orders.csv", new File(args[2]), null);
    Dataset dataset = new DatasetsApi(api).createDataset(body(MAPPING, DatasetPost.class), null);
    var streams =
        new StreamsApi(api)
            .getStreams(null, null, null, null, null).stream().map(Stream::getStreamName).toList();

    String once = cohort(new CohortPost().name("One-time purchasers").maxCount(1));
    String repeat = cohort(new CohortPost().name("Repeat purchasers").minCount(2));
    String customers = cohort(new CohortPost().name("Customers"));
    OutcomePost goal =
        new OutcomePost().name("Likelihood to buy again").attainment(repeat).eligible(customers);
    String outcome = outcomes.createOutcome(goal, null).getId();
    String scopePost =
        """
        {"name": "Repeat purchase scoring", "population": {"include": ["%s"]}, "payload": {"outcome_ids": ["%s"]}}
        """;
    ScopePost scoring = body(scopePost.formatted(once, outcome), ScopePost.class);
    String scope = scopes.createScope(scoring, null).getId();
    String targetPost =
        """
        {"name": "Scores", "scope_id": "%s", "representation": {"mode": "identified"}, "options": {"type": "hosted_csv"}}
        """;
    TargetPost scores = body(targetPost.formatted(scope), TargetPost.class);
    String target = targets.createTarget(scores, null).getId();
    await(target);
    scopes.updateScope(scope, new ScopeMergePatch().preview(false), null);
    await(target);

    Map<String, Object> seen =
        Map.of(
            "dataset", dataset,
            "streams", streams,
            "headline", outcomes.getOutcomeAnalysis(outcome, null).getHeadline(),
            "csv", targets.downloadTarget(target, null, null));
    System.out.println(json.toJson(seen));
    // Idle connections keep threads for minutes.
    System.exit(0);
  }

  /** A body of the client's type, which keeps every field. */
  private static <T> T body(String text, Class<T> type) {
    T value = json.fromJson(text, type);
    String written = json.toJson(value);
    if (!JsonParser.parseString(text).equals(JsonParser.parseString(written)))
      throw new IllegalStateException(text + " became " + written);
    return value;
  }

  private static String cohort(CohortPost post) throws Exception {
    return cohorts.createCohort(post.streamName("transaction"), null).getId();
  }

  private static void await(String id) throws Exception {
    while (true) {
      Target target = targets.getTarget(id, null);
      switch (String.valueOf(target.getStatus())) {
        case "ready":
          return;
        case "error":
          throw new IllegalStateException("the build failed: " + target.getStatusError());
        default:
          Thread.sleep(200);
      }
    }
  }
}
