import { PREVIEW_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames } from '../../../../src/features/invitations/judge-rows.ts';
import { anyText } from '../../../support/random/any-text.ts';
import { cases } from '../../../support/random/properties.ts';

describe('the name in a list and the name of an account', () => {
  test.each([
    ['Ken Thompson', 'Ken Thompson', 'x1'],
    ['Thompson, Ken', 'Ken L. Thompson', 'x1'],
    ['KEN', 'ken thompson', 'x1'],
    ['Lukasz Aberg', 'Łukasz Åberg', 'x1'],
    ['Zoë', 'Zoe\u0308 Smith', 'x1'],
    ['Ｋｅｎ', 'Ken', 'x1'],
    ['ﬁona', 'FIONA', 'x1'],
    ['ℍans', 'hans', 'x1'],
    ['Straße', 'STRASSE', 'x1'],
    ['İpek', 'ipek', 'x1'],
    ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς', 'x1'],
    ['Οδυσσεύς.', 'ΟΔΥΣΣΕΥΣ', 'x1'],
    ['Анна Иванова', 'Иванова А.', 'x1'],
    ['김 민수', '민수 김', 'x1'],
    ['李 明', '李明', 'x1'],
    ['王', '王', 'x1'],
    ['محمد علي', 'علي', 'x1'],
    ['सीता', 'सीता देवी', 'x1'],
    ["Sean O'Brien", 'S. O’Brien', 'x1'],
    // Of the login, whose parts count beside a name.
    ['Ken Thompson', 'Unix fan', 'ken-t'],
    ['Ken Thompson', 'Unix fan', 'kenThompson42'],
    ['Ken Thompson', 'Unix fan', 'kenthompson'],
  ])('%j and %j of %s are the same', (listed, name, login) => {
    expect(compareNames(listed, { name, login })).toBe('same');
  });

  test.each([
    ['Ken Thompson', 'Dennis Ritchie', 'dmr'],
    ['Ken', 'Kenneth', 'x1'],
    ['K. L. Thompson', 'K. L. Ritchie', 'x1'],
    ['김 민수', '김 철수', 'x1'],
    ['李明', '王芳', 'x1'],
    ['Анна', 'Anna', 'x1'],
    ['R2 D2', 'R2 C3', 'x1'],
    ['Ken Thompson', 'Stranger', 'tokenth'],
  ])('%j and %j of %s are others', (listed, name, login) => {
    expect(compareNames(listed, { name, login })).toBe('other-name');
  });

  test.each([null, '', ' ', '\u200b', '—', '42', '👋'])(
    'an account named %j has no name to compare, whatever its login is',
    (name) => {
      expect(compareNames('Ken Thompson', { name, login: 'ken-thompson' })).toBe('no-name');
    },
  );

  test.each([null, '', '-', '007', '\u202e', '👋'])('a list with %j has no name', (listed) => {
    expect(compareNames(listed, { name: null, login: 'ken' })).toBeNull();
    expect(compareNames(listed, { name: 'Ken', login: 'ken' })).toBeNull();
  });

  const name = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.constantFrom('\ufdfa', '\u0344', 'Ken ', "'", '𐐀', '\ud800').map((one) => one.repeat(500)),
  );

  test('are compared for any text: each is the same as itself, in either direction', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const own = compareNames(one, { name: one, login: 'x1' });
        expect([null, 'same']).toContain(own);
        if (own === null || compareNames(other, { name: other, login: 'x1' }) === null) return;
        const there = compareNames(one, { name: other, login: 'x1' });
        expect(compareNames(other, { name: one, login: 'x1' })).toBe(there);
      }),
      cases({ brief: 100, full: 5_000 }),
    );
  });

  test('are compared up to a length, so that no name takes long', () => {
    const long = `${'x'.repeat(PREVIEW_NAME_MAX_CHARACTERS - 1)} Ken`;
    expect(compareNames(long, { name: 'Ken', login: 'x1' })).toBe('other-name');
    expect(compareNames('Ken', { name: long, login: 'x1' })).toBe('other-name');
    expect(compareNames(long.slice(1 - PREVIEW_NAME_MAX_CHARACTERS), { name: 'Ken', login: 'x1' })).toBe('same');
  });
});
