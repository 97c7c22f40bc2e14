#!/usr/bin/env bash
# Starts a Spark of a master, two workers and a Connect server on this machine, runs `bench:scale` beside it with the given options, and
# stops it: bench/scale/spark.sh --events 100. Needs Java 17 and Python 3 with venv; the first time, it installs Spark from PyPI as the
# cluster's tests do. TMPDIR needs 250 bytes for each event; SPARK_CORES (1) and SPARK_MEMORY (3g) are those of each of the two workers.
set -euo pipefail
version=4.3.0
home="${XDG_CACHE_HOME:-$HOME/.cache}/bellwether/cluster/pyspark-$version"
if [ ! -e "$home/whole" ]; then
  rm -rf "$home"
  python3 -m venv "$home"
  "$home/bin/pip" install --quiet --no-cache-dir "pyspark==$version"
  touch "$home/whole"
fi
export SPARK_HOME SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS
SPARK_HOME=$("$home/bin/python" -c "import os, pyspark; print(os.path.dirname(pyspark.__file__))")
dir=$(mktemp -d "${TMPDIR:-/tmp}/bw-spark-XXXXXX")
SPARK_LOCAL_DIRS=$dir/local
cores=${SPARK_CORES:-1} memory=${SPARK_MEMORY:-3g} master=spark://127.0.0.1:17077 port=15012 ui=14040

programs=()
stop() {
  kill "${programs[@]}" 2>/dev/null || true
  wait "${programs[@]}" 2>/dev/null || true
  rm -rf "$dir"
}
trap stop EXIT
start() {
  local log=$dir/$1.log
  shift
  "$@" >"$log" 2>&1 &
  programs+=($!)
}
# The Connect server would take SPARK_DAEMON_MEMORY for its own heap.
daemon() {
  local name=$1
  shift
  start "$name" env SPARK_DAEMON_MEMORY=256m "$SPARK_HOME/bin/spark-class" "$@"
}
answers() {
  for second in $(seq 300); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$2") 2>/dev/null; then return; fi
    kill -0 "${programs[-1]}" 2>/dev/null || break
    sleep 1
  done
  echo "Spark's $1 did not start:" >&2
  tail -60 "$dir/$1.log" >&2
  exit 1
}
daemon master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 17077 --webui-port 14080
answers master 17077
for worker in 1 2; do
  daemon "worker-$worker" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores "$cores" \
    --memory 64g --webui-port 0 --work-dir "$dir/work-$worker" "$master"
done
start server "$SPARK_HOME/bin/spark-submit" --master "$master" --driver-memory 2g --executor-memory "$memory" --executor-cores "$cores" \
  --conf spark.driver.host=127.0.0.1 --conf spark.ui.port="$ui" --conf spark.ui.showConsoleProgress=false \
  --conf spark.connect.grpc.binding.address=127.0.0.1 --conf spark.connect.grpc.binding.port="$port" \
  --conf spark.sql.catalogImplementation=in-memory --conf spark.sql.warehouse.dir="$dir/warehouse" \
  --class org.apache.spark.sql.connect.service.SparkConnectServer spark-internal
answers server "$port"
cd "$(dirname "$0")/../.."
node dist/bench/scale.js --spark "sc://127.0.0.1:$port" --ui "http://127.0.0.1:$ui" "$@"
