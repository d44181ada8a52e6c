import { describe, expect, it } from 'vitest';
import { countRead, noneRead, type Read, readFrom, unreadText } from '../../src/lib/reading/read.ts';

const BROKEN = new Error('The code host isn’t responding.');
const peopleOf = (data: number | undefined, error: Error | null = null, ...unread: readonly string[]): Read<number> =>
  readFrom({ data, error }, { all: 'the people of acme', value: (count) => count, unread: () => unread });

describe('what was read', () => {
  it('is nothing only where all of it was read', () => {
    expect(noneRead(peopleOf(0), 'No people')).toBe('No people');
    expect(countRead(peopleOf(0), 'person', 'people')).toBe('No people');
    for (const read of [peopleOf(undefined), peopleOf(0, BROKEN), peopleOf(0, null, 'globex'), peopleOf(1)])
      expect(noneRead(read, 'No people')).toBe(null);
    for (const read of [peopleOf(undefined), peopleOf(0, BROKEN), peopleOf(0, null, 'globex')])
      expect(countRead(read, 'person', 'people')).toMatch(/not (all .*)?loaded/i);
  });

  it('is counted as it is, and of a part as at least that many', () => {
    expect(countRead(peopleOf(1), 'person', 'people')).toBe('1 person');
    expect(countRead(peopleOf(1200), 'person', 'people')).toBe('1,200 people');
    expect(countRead(peopleOf(3, null, 'globex'), 'person', 'people')).toBe('3 or more people');
  });

  it('names what is missing, the first five', () => {
    expect(unreadText(peopleOf(3))).toBe('');
    expect(unreadText(peopleOf(3, BROKEN))).toBe('Not loaded: the people of acme.');
    expect(unreadText(peopleOf(3, null, 'a', 'b', 'a', 'c', 'd', 'e', 'f'))).toBe(
      'Not loaded: a, b, c, d, e and 1 more.',
    );
  });

  it('is never a bare number', () => {
    // @ts-expect-error: nothing says what was read.
    const bare: Read<number> = { kind: 'whole', value: 0 };
    expect(bare.kind).toBe('whole');
  });
});
