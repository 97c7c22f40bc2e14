"""What contacting brings, on the account that the notebook has made."""

import json

from bellwether import Bellwether, BellwetherError

bw = Bellwether()


def refusal(call):
    try:
        call()
    except BellwetherError as error:
        return str(error)
    raise AssertionError("was not refused")


[scope] = bw.list("scopes")
said = {
    "pipeline": bw.lift(scope, top=50)["headline"],
    "before": refusal(bw.ledger),
    "unknown": refusal(lambda: bw.lift("Nope")),
}
stream = "transaction"
said["treatment"] = bw.treatment(stream, stream, 14)["headline"]
bw.create("holdouts", name="Left alone", share=0.1, stream_name=stream).wait()
said["account"] = bw.ledger()["headline"]
print(json.dumps(said))
