import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PARTS_MAX = 12;

/** How large an image is without compression, and its largest parts. */
export function sizesOf(root: string): readonly string[] {
  const parts = new Map<string, number>();
  let total = 0;
  for (const name of readdirSync(root, { recursive: true }).map(String)) {
    const stats = lstatSync(join(root, name));
    if (!stats.isFile()) continue;
    const { size } = stats;
    total += size;
    const part = partOf(name);
    parts.set(part, (parts.get(part) ?? 0) + size);
  }
  const largest = [...parts].toSorted(([, a], [, b]) => b - a).slice(0, PARTS_MAX);
  return [`${megabytes(total)}  the image`, ...largest.map(([part, size]) => `${megabytes(size)}  ${part}`)];
}

/** A package of npm, or the first folders of the path. */
function partOf(name: string): string {
  const inPackages = /^app\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name);
  return (
    inPackages?.[0] ??
    name
      .split('/')
      .slice(0, name.startsWith('app/') ? 2 : 3)
      .join('/')
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1).padStart(7)} MB`;
