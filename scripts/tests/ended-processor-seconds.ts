import { readFileSync } from 'node:fs';

/** Processor time of all descendants of this process that ended and were waited for; null where the system does not tell. */
export function endedProcessorSeconds(): number | null {
  const stat = readIfThere('/proc/self/stat');
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Null if there is no such file, or no more. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
