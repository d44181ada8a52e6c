import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { ENDPOINT_ATTACKS, type EndpointAttack, type Verdict } from './attacks.ts';
import { GROWTH_MEGABYTES } from './growth.ts';
import {
  createObserver,
  FILES_GROWTH_MEGABYTES,
  MEMORY_GROWTH_MEGABYTES,
  type Observer,
  READ_CEILING_MS,
  READ_FACTOR,
  READ_FLOOR_MS,
} from './observed.ts';
import { type Scene, startScene } from './scene.ts';

/** After this time no group that is broken is attacked again endpoint by endpoint: all of it counts as broken. */
const SPLIT_WITHIN_MS = 150_000;

export type Print = (line: string) => void;
type Verdicts = ReadonlyMap<string, Verdict>;

/**
 * Attacks endpoints of the contract in every way and prints a table of them. Returns false when a bound on memory or storage
 * was broken. An endpoint without a request in `requests.ts` ends the run with an error.
 */
export async function attackEndpoints(print: Print, endpoints: readonly Endpoint[] = ENDPOINTS): Promise<boolean> {
  print(
    `${endpoints.length} endpoints of the contract: at most +${MEMORY_GROWTH_MEGABYTES} MB of memory with a heap of 256 MB, +${FILES_GROWTH_MEGABYTES} MB with the threads for files;` +
      ` another's read at most ${READ_FACTOR} times as long as usual, between ${READ_FLOOR_MS} and ${READ_CEILING_MS} ms;` +
      ` at most +${GROWTH_MEGABYTES.GET} MB stored with the GETs of a minute, +${GROWTH_MEGABYTES.POST} MB with its POSTs`,
  );
  const scene = await startScene();
  const splitUntil = performance.now() + SPLIT_WITHIN_MS;
  const columns: Verdicts[] = [];
  try {
    for (const attack of ENDPOINT_ATTACKS)
      columns.push(await verdictsOf(attack, endpoints, { scene, print, splitUntil }));
  } finally {
    await scene.stop();
  }
  print(`\n  ${'endpoint'.padEnd(30)}${ENDPOINT_ATTACKS.map(({ name }) => name.padEnd(14)).join('')}`);
  for (const { id } of endpoints) {
    print(`  ${id.padEnd(30)}${columns.map((verdicts) => wordOf(verdicts.get(id)).padEnd(14)).join('')}`);
  }
  return endpoints.every(({ id }) => columns.every((verdicts) => wordOf(verdicts.get(id)) !== 'BROKEN'));
}

interface Context {
  readonly scene: Scene;
  readonly print: Print;
  readonly splitUntil: number;
}

async function verdictsOf(
  attack: EndpointAttack,
  endpoints: readonly Endpoint[],
  { scene, print, splitUntil }: Context,
): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  let isRestarted = false;
  let observer: Promise<Observer> | null = null;
  const attackedOnce = async (targets: readonly Endpoint[], what: string): Promise<Verdict> => {
    // Memory that the last attack left must not count against the next.
    if (!isRestarted) await scene.restart(attack.settings);
    if (!isRestarted) observer = null;
    const observed = () => (observer ??= createObserver(scene));
    const verdict = await attack.run({ scene, observed }, targets);
    isRestarted = verdict.broken.length === 0 && verdict.leavesMemory !== true;
    const seen = verdict.broken.length > 0 ? verdict.broken.join(', ') : verdict.seen;
    print(`  ${wordOf(verdict).padEnd(6)}  ${attack.name.padEnd(12)}  ${what.padEnd(44)}  ${seen}`);
    return verdict;
  };
  /** Repeats an attack that did not hold on a new process: garbage of one run depends on when it is collected. */
  const attacked = async (targets: readonly Endpoint[], what: string): Promise<Verdict> => {
    const verdict = await attackedOnce(targets, what);
    if (wordOf(verdict) === 'held') return verdict;
    isRestarted = false;
    return attackedOnce(targets, what);
  };
  for (const [group, members] of Map.groupBy(endpoints, attack.groupOf)) {
    const isOne = members.length === 1;
    const together = await attacked(members, isOne ? (members[0]?.id ?? '') : `${group} (${members.length} endpoints)`);
    const isSplit = !isOne && together.broken.length > 0 && performance.now() < splitUntil;
    for (const member of members) {
      verdicts.set(member.id, isSplit ? await attacked([member], member.id) : together);
    }
  }
  return verdicts;
}

function wordOf(verdict: Verdict | undefined): 'held' | 'slow' | 'BROKEN' {
  if (verdict === undefined || verdict.broken.length > 0) return 'BROKEN';
  return verdict.isSlow === true ? 'slow' : 'held';
}
