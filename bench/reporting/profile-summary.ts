import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 40;
/** Leaves out this share of the busy time for start and warm-up. */
const NOT_YET_WARM = 1 / 3;

/** Where the busy time of each profiled process went: parts of the program, and functions by the time they themselves took. */
export async function profileSummary(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).toSorted();
  const parts: string[] = [];
  for (const file of files) {
    parts.push(`${file}\n${summaryOf(JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile)}\n`);
  }
  return parts.join('\n');
}

function summaryOf({ nodes, samples, timeDeltas }: Profile): string {
  const partOf = partsOf(nodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const busy = samples
    .map((id, index) => ({ node: byId.get(id), micros: timeDeltas[index] ?? 0 }))
    .filter(({ node }) => node !== undefined && node.callFrame.functionName !== '(idle)');
  const warmAt = NOT_YET_WARM * busy.reduce((sum, { micros }) => sum + micros, 0);
  const ofPart = new Map<string, number>();
  const ofFunction = new Map<string, number>();
  let passed = 0;
  for (const { node, micros } of busy) {
    passed += micros;
    if (node === undefined || passed < warmAt) continue;
    add(ofPart, partOf.get(node.id) ?? OTHER, micros);
    add(ofFunction, nameOf(node), micros);
  }
  return `${linesOf(ofPart)}\n${linesOf(ofFunction)}`;
}

const add = (sums: Map<string, number>, name: string, micros: number) => sums.set(name, (sums.get(name) ?? 0) + micros);

function linesOf(sums: ReadonlyMap<string, number>): string {
  const all = [...sums.values()].reduce((sum, micros) => sum + micros, 0);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, micros]) => `${((100 * micros) / all).toFixed(1).padStart(5)} %  ${name}\n`)
    .join('');
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const location = url === '' ? '' : ` ${shortened(url)}:${lineNumber + 1}`;
  return `${functionName || '(anonymous)'}${location}`;
}

const shortened = (url: string): string => url.replace(/^.*\/(?=(server|node_modules)\/)/, '');

const OTHER = 'the rest';

/** Maps each node to its part of the program. Nodes without a file, such as system calls, belong to their caller. */
function partsOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const name = (id: number, ofCaller: string): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const part = ownPart(node.callFrame) ?? ofCaller;
    parts.set(id, part);
    for (const child of node.children ?? []) name(child, part);
  };
  const [root] = nodes;
  if (root !== undefined) name(root.id, OTHER);
  return parts;
}

function ownPart({ functionName, url }: ProfileNode['callFrame']): string | null {
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (functionName === '(program)') return 'Node.js and the system';
  if (url.startsWith('node:')) return 'Node.js and the system';
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library !== undefined) return library;
  return /server\/src\/((?:features\/)?[^/]+)/.exec(url)?.[0] ?? null;
}
