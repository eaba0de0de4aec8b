#!/usr/bin/env bash
# scripts/check_batch.sh VIDE: that a batch that is stopped and started again, or shared out by GNU
# parallel or a Slurm array, makes the same bytes as one run. Needs the packages parallel, munge and slurm-wlm, and root for Slurm.
set -euo pipefail
vide=$(realpath "$1")
project=$(realpath "$(dirname "$0")/..")

work=$(mktemp -d /tmp/vide-batch-XXXXXX)
trap 'rm -rf "$work"' EXIT
cd "$work"
examples=$project/examples
"$vide" rig "$examples/tin/layers" --skeleton "$examples/tin/skeleton.json" \
  --clips "$examples/tin/clips.json" -o tin.glb >/dev/null
cat >jobs.json <<'JOBS'
{"defaults": {"document": "tin.glb", "clip": "wave", "size": [120, 160]},
 "jobs": [{"output": "wave.gif"}, {"output": "walk.gif", "clip": "walk"},
          {"output": "slow/wave.gif", "fps": 8}, {"output": "wave.webp", "fps": 12},
          {"output": "walk.png", "clip": "walk", "fps": 10}]}
JOBS
cat >frames.json <<'JOBS'
{"jobs": [{"document": "tin.glb", "clip": "wave", "size": [120, 160], "output": "wave/"},
          {"document": "tin.glb", "clip": "walk", "size": [120, 160], "output": "walk/"}]}
JOBS

same() { diff -r -x .vide-batch one "$1" && echo "$1: the same as one run"; }

"$vide" batch jobs.json -o one >/dev/null
"$vide" batch frames.json -o one >/dev/null

mkdir stopped
# Stopped as by Ctrl-C, a little later each time, until it is done.
status=130
for delay in 0.05 0.1 0.2 0.4 0.8 1.6 60; do
  [ $status -eq 130 ] || break
  status=0
  timeout --preserve-status --signal=INT $delay "$vide" batch jobs.json -o stopped >/dev/null ||
    status=$?
  if find stopped -name '.vide-*.tmp' | grep .; then
    echo "stopping left temporary files" >&2
    exit 1
  fi
done
[ $status -eq 0 ]
"$vide" batch frames.json -o stopped >/dev/null
same stopped

parallel -j 2 "$vide" batch jobs.json -o parallel --threads 1 --shard {}/3 ::: 1 2 3 >/dev/null
parallel -j 2 "$vide" batch frames.json -o parallel --threads 1 --shard {}/4 --split frames \
  ::: 1 2 3 4 >/dev/null
same parallel

if [ "$(id -u)" -ne 0 ] && [ -z "${CI-}" ]; then
  echo "slurm: skipped, only root can start one"
  exit 0
fi
cat >array.sh <<SCRIPT
#!/usr/bin/env bash
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
part=\$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT
"$vide" batch jobs.json -o slurm --threads \$SLURM_CPUS_PER_TASK --shard \$part
"$vide" batch frames.json -o slurm --threads \$SLURM_CPUS_PER_TASK --shard \$part --split frames
SCRIPT
"$project/scripts/local_slurm.sh" sbatch --wait --quiet --output=task-%a.log array.sh
same slurm
