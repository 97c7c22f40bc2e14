// Segment's client for Go, unmodified: its address and key are the arguments.
package main

import (
	"fmt"
	"log"
	"os"

	"gopkg.in/segmentio/analytics-go.v3"
)

type failures struct{ first error }

func (f *failures) Success(analytics.Message) {}
func (f *failures) Failure(_ analytics.Message, err error) {
	if f.first == nil {
		f.first = err
	}
}

func main() {
	failed := &failures{}
	client, err := analytics.NewWithConfig(os.Args[2], analytics.Config{Endpoint: os.Args[1], Callback: failed})
	if err != nil {
		log.Fatal(err)
	}
	send := func(message analytics.Message) {
		if err := client.Enqueue(message); err != nil {
			log.Fatal(err)
		}
	}
	send(analytics.Identify{UserId: "go-1", Traits: analytics.NewTraits().SetEmail("go@example.com")})
	send(analytics.Track{UserId: "go-1", Event: "Order Cancelled",
		Properties: analytics.NewProperties().Set("order_id", "g1").SetTotal(20).SetCurrency("EUR")})
	for i := range 50 {
		send(analytics.Track{UserId: fmt.Sprintf("go-%d", i), Event: "Product Viewed",
			Properties: analytics.NewProperties().SetName("Tea")})
	}
	if err := client.Close(); err != nil {
		log.Fatal(err)
	}
	if failed.first != nil {
		log.Fatal(failed.first)
	}
}
