#!/bin/bash
# A Slurm cluster of several nodes on this machine alone, in a directory of its own: to try
# sweep.sbatch before a queue, and for `make slurm-check`. Needs neither systemd nor control groups,
# nor root, and touches nothing outside DIR.
#   scripts/slurm/local.sh start DIR [NODES [PROCESSORS]]      nodes n1, n2, ... [2 of 2 processors]
#   export SLURM_CONF=DIR/slurm.conf                           then sbatch, squeue, srun ... work
#   scripts/slurm/local.sh crash DIR NODE                      kills (-9) all that runs on a node
#   scripts/slurm/local.sh stop DIR                            jobs, daemons and DIR are gone
set -eu
export PATH="$PATH:/usr/sbin"

usage() { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
directory=$(realpath -m "$2")
export SLURM_CONF=$directory/slurm.conf

# The first of $1 ports in a row that are free.
free_ports() {
  local first port
  for ((first = 20000 + $$ % 10000; ; first += $1)); do
    for ((port = first; port < first + $1; ++port)); do
      if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue 2; fi
    done
    echo "$first"
    return
  done
}

# Waits until a command holds, at most so many seconds.
within() {
  local tenths=$(($1 * 10))
  shift
  until "$@"; do
    if ((--tenths < 0)); then return 1; fi
    sleep 0.1
  done
}

all_idle() { [ "$(sinfo -h -N -o %T | sort | uniq -c | tr -s ' ')" = " $1 idle" ]; }
no_jobs() { [ -z "$(squeue -h -o %i)" ]; }

# The processes of the daemons in the directory, by their files of numbers.
daemons() { cat "$directory"/*.pid 2>/dev/null || true; }
all_ended() {
  local number
  for number in "$@"; do ! kill -0 "$number" 2>/dev/null || return 1; done
}

start() {
  local nodes=$1 processors=$2 port user
  user=$(id -un)
  if [ ${#directory} -gt 70 ]; then
    echo "local.sh: $directory is too long a name: there are sockets in it" >&2
    return 2
  fi
  port=$(free_ports $((nodes + 1)))
  mkdir "$directory"
  chmod 755 "$directory"
  mkdir "$directory/state"
  (umask 077 && head -c 128 /dev/urandom >"$directory/munge.key")
  # A job may be begun again after cred_expire seconds: at once, here.
  cat >"$SLURM_CONF" <<CONF
ClusterName=local
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$directory/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool-%n
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd-%n.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=1,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=n[1-$nodes] NodeAddr=127.0.0.1 Port=$((port + 1))-$((port + nodes)) CPUs=$processors
PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP
CONF
  munged --force --key-file="$directory/munge.key" --socket="$directory/munge.socket" \
    --pid-file="$directory/munged.pid" --log-file="$directory/munged.log" \
    --seed-file="$directory/munge.seed" 2>>"$directory/munged.log"
  within 10 test -S "$directory/munge.socket"
  slurmctld
  # Each node has a name of its own, as MPI takes it from the system, and a folder for what it would
  # put into /tmp.
  local space=(unshare --uts) node
  [ "$(id -u)" = 0 ] || space+=(--map-current-user --keep-caps)
  for node in $(seq -f n%.0f "$nodes"); do
    mkdir -p "$directory/spool-$node" "$directory/$node/tmp"
    cp "$SLURM_CONF" "$directory/$node/"
    echo "PMIxCliTmpDirBase=$directory/$node/tmp" >"$directory/$node/mpi.conf"
    "${space[@]}" sh -c 'hostname "$1" && exec slurmd -N "$1" -f "$2"' - \
      "$node" "$directory/$node/slurm.conf"
  done
  if ! within 60 all_idle "$nodes" 2>>"$directory/sinfo.log"; then
    echo "local.sh: the nodes are not ready; see the logs in $directory" >&2
    return 1
  fi
}

# All processes of a node are those that have its name.
crash() {
  local space process
  space=$(readlink "/proc/$(cat "$directory/slurmd-$1.pid")/ns/uts")
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/ns/uts" 2>/dev/null)" = "$space" ]; then
      kill -9 "${process#/proc/}" 2>/dev/null || true
    fi
  done
}

stop() {
  local numbers
  numbers=$(daemons)
  [ -n "$numbers" ] || { echo "local.sh: no cluster in $directory" >&2; return 1; }
  if timeout 10 scancel --user="$(id -un)" 2>/dev/null; then within 20 no_jobs || true; fi
  # shellcheck disable=SC2086  # a list of numbers, as below
  kill $numbers 2>/dev/null || true
  # shellcheck disable=SC2086
  within 20 all_ended $numbers || kill -9 $numbers
  rm -rf "$directory"
}

case $1 in
  start) start "${3:-2}" "${4:-2}" ;;
  crash) crash "$3" ;;
  stop) stop ;;
  *) usage ;;
esac
