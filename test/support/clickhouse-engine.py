"""SQL of ClickHouse for tests: chdb, its engine as a library. A line of JSON asks, a line of JSON answers."""

import json
import sys
import tempfile

from chdb import session

with tempfile.TemporaryDirectory() as directory:
    engine = session.Session(directory)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            for name, value in asked["settings"].items():
                engine.query(f"set {name} = '{value}'")
            answer = {"text": engine.query(asked["statement"], "JSONCompactEachRow").bytes().decode("utf-8", "replace")}
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
    engine.close()
