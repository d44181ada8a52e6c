import { describe, expect, it } from 'vitest';
import { namesIn, quotedName, splitLogins } from '../src/features/invitations/split-logins.ts';

it.each([
  ['Grace Hopper', true],
  ['Grace Hopper\nAlan Turing\nTim Berners-Lee', true],
  ['Grace Hopper, Ludwig van Beethoven; Émile Zola', true],
  ['Grace Hopper\nada\nalan', false],
  ['ada grace alan', false],
  ['Ada', false],
  ['@Grace @Alan', false],
  ['', false],
])('%j reads like full names: %s', (text, expected) => {
  expect(splitLogins(text).isLikeFullNames).toBe(expected);
});

describe('a text with logins', () => {
  it.each([
    ['', []],
    [' \n\t,;', []],
    ['ada', ['ada']],
    ['ada,grace;alan tim\tradia\r\nhedy\rdorothy', ['ada', 'grace', 'alan', 'tim', 'radia', 'hedy', 'dorothy']],
    ['@ada, @grace', ['ada', 'grace']],
    ['"ada","grace"', ['ada', 'grace']],
    ['"@ada" "grace"', ['ada', 'grace']],
    ['\uFEFFada\u200B, grace', ['ada', 'grace']],
    ['https://code.example/ada https://code.example/@grace/', ['ada', 'grace']],
    ['login\nada\ngrace', ['ada', 'grace']],
    ['"Username"\r\n"ada"\r\n', ['ada']],
    ['username', ['username']],
    ['ada_corp x-y-z 42', ['ada_corp', 'x-y-z', '42']],
  ])('%j is %j', (text, logins) => {
    expect(splitLogins(text)).toMatchObject({ logins, repeated: 0, unlikely: [] });
  });

  it('has only the column that its first line calls login or username', () => {
    const text =
      'name,Login,team\r\n"Lovelace, Ada",@ada,core\r\n"Grace ""the"" Hopper","grace","a\nb"\r\n,,\r\nTim,tim\r\n';
    expect(splitLogins(text)).toMatchObject({ logins: ['ada', 'grace', 'tim'], repeated: 0, unlikely: [] });
    expect(splitLogins('team;username\ncore;ada\ncore;grace').logins).toEqual(['ada', 'grace']);
    expect(splitLogins('team\tusername\ncore\tada').logins).toEqual(['ada']);
  });

  it('counts repetitions without regard to letter case, and keeps the first', () => {
    expect(splitLogins('Ada ada @ADA grace grace')).toMatchObject({
      logins: ['Ada', 'grace'],
      repeated: 3,
      unlikely: [],
    });
  });

  it('keeps apart what cannot be a login', () => {
    const text = `ada@mail.example "Ada Lovelace" ada ${'x'.repeat(40)} grüße ada@mail.example`;
    expect(splitLogins(text)).toMatchObject({
      logins: ['ada'],
      repeated: 1,
      unlikely: ['ada@mail.example', 'Ada Lovelace', 'x'.repeat(40), 'grüße'],
    });
  });

  it('does not lose the rest behind a quote that is never closed', () => {
    expect(splitLogins('"ada, grace').logins).toEqual(['grace']);
    expect(splitLogins('name,login\n"Ada,ada\nTim,tim').logins).toEqual(['ada', 'tim']);
  });

  it('is found again after it was written by the page', () => {
    const names = ['ada', 'Ada Lovelace', 'a "b" c', 'x,y'];
    expect(namesIn(names.map(quotedName).join('\n'))).toEqual(names);
  });

  it('is split quickly however long and odd it is', () => {
    const startedAt = performance.now();
    for (const piece of ['"', '" ', 'ada,', '""', 'login,"', '\n', ' '])
      splitLogins(`login,x\n${piece.repeat(200_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
