#!/usr/bin/env bash
# scripts/local_slurm.sh COMMAND...: runs the command beside a Slurm of one node, made for it alone
# in a temporary folder and gone with it. Needs root and the packages munge and slurm-wlm; whatever
# Slurm the machine already has is neither used nor touched.
set -euo pipefail

home=$(mktemp -d /tmp/vide-slurm-XXXXXX)
daemons=()
finish() {
  local status=$?
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null || true; done
  if [ "$status" -ne 0 ]; then tail -n 20 "$home"/*.log >&2 || true; fi
  rm -rf "$home"
  exit "$status"
}
trap finish EXIT

# A port that nobody listens on.
free_port() {
  local port
  for port in $(shuf -i 20000-50000 -n 50); do
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
  echo "found no free port" >&2
  return 1
}

# wait_until SECONDS COMMAND...: until the command succeeds.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if [ $SECONDS -ge $end ]; then
      echo "gave up waiting for: $*" >&2
      return 1
    fi
    sleep 0.3
  done
}

mkdir "$home/state" "$home/spool"
chmod 755 "$home"
dd if=/dev/urandom of="$home/munge.key" bs=1024 count=1 status=none
chmod 400 "$home/munge.key"

cat >"$home/slurm.conf" <<CONF
ClusterName=vide
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldLogFile=$home/slurmctld.log
SlurmdLogFile=$home/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$home/slurm.conf

munged --foreground --key-file="$home/munge.key" --socket="$home/munge.socket" \
  --pid-file="$home/munge.pid" --seed-file="$home/munge.seed" >"$home/munge.log" 2>&1 &
daemons+=($!)
wait_until 20 munge -n --socket="$home/munge.socket"
slurmctld -D >"$home/slurmctld.out.log" 2>&1 &
daemons+=($!)
wait_until 30 scontrol ping
slurmd -D >"$home/slurmd.out.log" 2>&1 &
daemons+=($!)
wait_until 60 bash -c '[ "$(sinfo -h -o %T)" = idle ]'

"$@"
