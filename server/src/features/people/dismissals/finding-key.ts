import { createHash } from 'node:crypto';

const BASIS_CHARACTERS = 16;

/** Stays the same until `basis`, what makes it a finding, changes. */
export function findingKey(finding: string, id: number, basis: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(basis)).digest('hex').slice(0, BASIS_CHARACTERS);
  return `${finding}.${id}.${hash}`;
}

export function partsOfKey(key: string) {
  const [finding = '', id = ''] = key.split('.');
  const kind: 'team' | 'person' = finding.startsWith('team-') ? 'team' : 'person';
  return { finding, kind, id: Number(id) };
}
