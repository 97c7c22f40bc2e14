// Segment's client for Java, unmodified: its address and key are the arguments.

import com.segment.analytics.Analytics;
import com.segment.analytics.Callback;
import com.segment.analytics.messages.IdentifyMessage;
import com.segment.analytics.messages.Message;
import com.segment.analytics.messages.TrackMessage;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public final class Shop {
  public static void main(String[] args) throws InterruptedException {
    CountDownLatch sent = new CountDownLatch(52);
    Callback counted = new Callback() {
      @Override public void success(Message message) {
        sent.countDown();
      }

      @Override public void failure(Message message, Throwable error) {
        System.err.println(error);
        System.exit(1);
      }
    };
    Analytics analytics = Analytics.builder(args[1]).endpoint(args[0]).callback(counted).build();
    analytics.enqueue(IdentifyMessage.builder().userId("java-1").traits(Map.of("email", "java@example.com")));
    analytics.enqueue(TrackMessage.builder("Order Updated").userId("java-1")
        .properties(Map.of("order_id", "j1", "total", 12.5, "currency", "EUR")));
    for (int i = 0; i < 50; i++)
      analytics.enqueue(
          TrackMessage.builder("Product Viewed").userId("java-" + i).properties(Map.of("name", "Tea")));
    analytics.flush();
    if (!sent.await(2, TimeUnit.MINUTES)) {
      System.err.println(sent.getCount() + " calls were not sent");
      System.exit(1);
    }
    analytics.shutdown();
    System.exit(0);
  }
}
