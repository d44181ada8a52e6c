import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A network namespace with an address of its own. */
export interface Machine {
  readonly name: string;
  readonly namespace: string;
  readonly address: string;
}

/** Machines on one bridge of this computer. */
export interface Network {
  readonly machines: readonly Machine[];
  /** A machine that is cut off neither gets nor sends packets, and nobody's connection is closed. */
  cutOff(machine: Machine, value: boolean): Promise<void>;
  /** Sends a signal to all processes of a machine. */
  signal(machine: Machine, name: NodeJS.Signals): void;
  /** IDs of its processes. */
  processesOf(machine: Machine): readonly number[];
  /** Ends all processes of the machines. Idempotent, and without waiting, so that it can run when this process ends. */
  close(): void;
}

/** Needs root. Addresses are from 198.18.0.0/15, which is reserved for tests. */
export async function openNetwork(names: readonly string[]): Promise<Network> {
  const bridge = `od${process.pid}`;
  const subnet = `198.18.${process.pid % 256}`;
  const machines = names.map((name, index) => ({
    name,
    namespace: `${bridge}-${index + 1}`,
    address: `${subnet}.${index + 11}`,
  }));
  /** Device of a machine on the bridge. */
  const deviceOf = ({ namespace }: Machine) => `${namespace}b`;
  const processesOf = ({ namespace }: Machine) =>
    output('ip', 'netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);
  const signal = (machine: Machine, signalName: NodeJS.Signals) => {
    for (const pid of processesOf(machine)) send(pid, signalName);
  };
  const close = () => {
    for (const machine of machines) {
      // What just started another process is met again.
      while (processesOf(machine).length > 0) signal(machine, 'SIGKILL');
      output('ip', 'link', 'delete', deviceOf(machine));
      output('ip', 'netns', 'delete', machine.namespace);
    }
    output('ip', 'link', 'delete', bridge);
  };
  try {
    await ip(`link add ${bridge} type bridge`);
    await ip(`address add ${subnet}.1/24 dev ${bridge}`);
    await ip(`link set ${bridge} up`);
    for (const machine of machines) {
      const { namespace, address } = machine;
      await ip(`netns add ${namespace}`);
      await ip(`link add ${deviceOf(machine)} type veth peer name eth0 netns ${namespace}`);
      await ip(`link set ${deviceOf(machine)} master ${bridge} up`);
      await ip(`-n ${namespace} address add ${address}/24 dev eth0`);
      await ip(`-n ${namespace} link set lo up`);
      await ip(`-n ${namespace} link set eth0 up`);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    machines,
    async cutOff(machine, value) {
      await run('bridge', ['link', 'set', 'dev', deviceOf(machine), 'state', value ? 'disabled' : 'forwarding']);
    },
    signal,
    processesOf,
    close,
  };
}

/** Empty if the command fails. */
function output(command: string, ...parameters: readonly string[]): string {
  try {
    return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended before.
  }
}

const ip = (parameters: string) => run('ip', parameters.split(' '));
