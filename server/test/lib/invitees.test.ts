import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInvitees } from '../../src/features/invitations/invite-members.ts';
import { anyText } from '../support/random/any-text.ts';
import { cases } from '../support/random/properties.ts';

const accepted = (value: readonly string[]) => ({ ok: true, value });
const refused = (refusal: string) => ({ ok: false, refusal });
const logins = (count: number) => Array.from({ length: count }, (_, index) => `login-${index}`);

describe('a list of people to invite', () => {
  test.each([
    [
      ['  ada ', '\tgrace\n'],
      ['ada', 'grace'],
    ],
    [
      ['ada', '', '  ', 'grace'],
      ['ada', 'grace'],
    ],
    [['ada', ' ada', 'ada '], ['ada']],
    [
      ['User', 'user', 'USER', 'User'],
      ['User', 'user', 'USER'],
    ],
    [
      ['c', 'a', 'b', 'a', 'c'],
      ['c', 'a', 'b'],
    ],
    [
      ['\u00a0ada\u2003', '\ufeffgrace'],
      ['ada', 'grace'],
    ],
    [
      ['é', 'e\u0301'],
      ['é', 'e\u0301'],
    ],
    [
      ['K', '\u212a', 'K'],
      ['K', '\u212a'],
    ],
    [
      ['a b', '@ada', '\u200b'],
      ['a b', '@ada', '\u200b'],
    ],
    [
      ['\ud800', '😀', '\u202egro.live'],
      ['\ud800', '😀', '\u202egro.live'],
    ],
    [
      ['__proto__', 'constructor', 'toString'],
      ['__proto__', 'constructor', 'toString'],
    ],
  ])('%j becomes %j [MI-5 MI-6]', (input, expected) => {
    expect(parseInvitees(input)).toEqual(accepted(expected));
  });

  test('holds fifty, and one more is too many [MI-7 MV-7 M-8]', () => {
    expect(parseInvitees(logins(50))).toEqual(accepted(logins(50)));
    expect(parseInvitees(logins(51))).toEqual(refused('too-many'));
  });

  test('counts only after trimming, dropping blanks and dropping repetitions [MI-7]', () => {
    const noise = logins(50).flatMap((login) => [login, ` ${login}`, '', '\t', `${login} `]);
    expect(parseInvitees(noise)).toEqual(accepted(logins(50)));
    expect(parseInvitees([...noise, 'one-more'])).toEqual(refused('too-many'));
    expect(parseInvitees(Array.from({ length: 100_000 }, () => 'ada'))).toEqual(accepted(['ada']));
  });

  test.each([
    undefined,
    null,
    '',
    'ada',
    0,
    true,
    {},
    { length: 1, 0: 'ada' },
    new Set(['ada']),
    new String('ada'),
    [],
  ])('%j is no list with people', (input) => {
    expect(parseInvitees(input)).toEqual(refused('no-invitees'));
  });

  test.each([['', ' '], ['\t\n\r\v\f'], ['\u00a0\u2003\u3000\ufeff']])(
    '%j and other blanks are nobody [MV-6 M-8]',
    (...input) => {
      expect(parseInvitees(input)).toEqual(refused('no-invitees'));
    },
  );

  test.each([1, null, true, {}, ['ada'], new String('ada')])(
    '%j among texts is refused as not a text [MI-4 MV-5]',
    (entry) => {
      expect(parseInvitees(['ada', entry])).toEqual(refused('not-text'));
      expect(parseInvitees([entry])).toEqual(refused('not-text'));
    },
  );

  test('that is wrong in several ways is refused for the first: not a text, nobody, too many [MV-4]', () => {
    expect(parseInvitees([...logins(51), 1])).toEqual(refused('not-text'));
    expect(parseInvitees(['', ' ', 1])).toEqual(refused('not-text'));
  });

  test('becomes the first of each trimmed text, in order, for whatever texts [MI-5]', () => {
    const text = fc.oneof(anyText({ maxLength: 6 }), fc.constantFrom('ada', ' ada', 'Ada', '', ' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 80 }), (input) => {
        const expected: string[] = [];
        for (const entry of input) {
          const login = entry.trim();
          if (login !== '' && !expected.includes(login)) expected.push(login);
        }
        const outcome = parseInvitees(input);
        if (expected.length === 0) expect(outcome).toEqual(refused('no-invitees'));
        else if (expected.length > 50) expect(outcome).toEqual(refused('too-many'));
        else expect(outcome).toEqual(accepted(expected));
      }),
      cases({ brief: 200, full: 10_000 }),
    );
  });

  test('is never a throw, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const outcome = parseInvitees(input);
        if (outcome.ok) expect(parseInvitees(outcome.value)).toEqual(outcome);
      }),
      cases({ brief: 200, full: 10_000 }),
    );
  });
});
