import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 40;

/** Where the busy time of each profiled process went: functions by the time they themselves took. */
export async function profileSummary(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).toSorted();
  const parts: string[] = [];
  for (const file of files) {
    parts.push(`${file}\n${summaryOf(JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile)}\n`);
  }
  return parts.join('\n');
}

function summaryOf({ nodes, samples, timeDeltas }: Profile): string {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const selfMicros = new Map<string, number>();
  let busyMicros = 0;
  for (const [index, id] of samples.entries()) {
    const frame = byId.get(id);
    const micros = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') continue;
    busyMicros += micros;
    const place = frame.url === '' ? '' : ` ${shortened(frame.url)}:${frame.lineNumber + 1}`;
    const name = `${frame.functionName || '(anonymous)'}${place}`;
    selfMicros.set(name, (selfMicros.get(name) ?? 0) + micros);
  }
  return [...selfMicros]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, micros]) => `${((100 * micros) / busyMicros).toFixed(1).padStart(5)} %  ${name}\n`)
    .join('');
}

const shortened = (url: string): string => url.replace(/^.*\/(?=(server|node_modules)\/)/, '');
