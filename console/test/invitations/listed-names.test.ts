import { PREVIEW_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { nameIn } from '@orgdesk/people-files/listed-name';
import { requestRow } from '@orgdesk/people-files/preview';
import { readRows } from '@orgdesk/people-files/read-rows';
import { reviewOf } from '@orgdesk/people-files/review';
import { NO_CHOICE, withKind } from '@orgdesk/people-files/table/table-choice';
import { describe, expect, it } from 'vitest';

/** The names that a list has for people. */
const namesOf = (text: string) =>
  reviewOf([{ file: null, read: readRows(text) }], {}).map(({ person, name }) => [person, name]);

describe('the name of a person', () => {
  it.each([
    ['Ken Example (@ken-x)', 'ken-x', 'Ken Example'],
    ['Ken <ken@example.com>', 'ken@example.com', 'Ken'],
    ['"Thompson, Ken" <ken@example.com>', 'ken@example.com', 'Thompson, Ken'],
    ['Ken (@ken-x)', 'ken-x', 'Ken'],
    ['- Zoë van der Berg — @zoe', 'zoe', 'Zoë van der Berg'],
    ['Zoe\u0308 Smith (@zoe)', 'zoe', 'Zoe\u0308 Smith'],
    ['@ken-x (Ken Example)', 'ken-x', 'Ken Example'],
    ['@ken-x: Ken Example', 'ken-x', 'Ken Example'],
    ['[Ken Example](https://github.com/ken-x)', 'ken-x', null],
    ['Анна Иванова (@anna)', 'anna', 'Анна Иванова'],
    ['李明 (@liming)', 'liming', '李明'],
    ['김 민수 @minsu', 'minsu', '김 민수'],
    ['محمد علي (@mali)', 'mali', 'محمد علي'],
    // Other words are no name.
    ['Please invite @ken-x', 'ken-x', null],
    ['Thanks @ken-x', 'ken-x', null],
    ['new hire: @ken-x', 'ken-x', null],
    ['hello (@ken-x)', 'ken-x', null],
    ['Ken @ken-x Example', 'ken-x', null],
    ['@ken-x', 'ken-x', null],
    ['ken-x', 'ken-x', null],
  ])('in %j', (line, person, name) => {
    expect(namesOf(line)).toEqual([[person, name]]);
  });

  it.each([
    ['Name', 'Ken Example', 'Ken Example'],
    ['Full name', ' Ken   Example ', 'Ken Example'],
    ['displayName', 'Ken', 'Ken'],
    ['Nom et prénom', 'Exemple Ken', 'Exemple Ken'],
    ['Vollständiger Name', 'Ken', 'Ken'],
    ['Nome completo', 'Ken', 'Ken'],
    ['Volledige naam', 'Ken', 'Ken'],
    ['Name', 'n/a', null],
    ['Name', '42', null],
    ['Name', '\u202eneK\u0007 \u2066x', 'neK x'],
    // Of something else.
    ['Team name', 'Platform', null],
    ['Manager name', 'Ken', null],
    ['Company name', 'Acme', null],
    ['Phone', 'Ken', null],
  ])('is in a column %j with %j', (heading, cell, name) => {
    expect(namesOf(`GitHub username,${heading}\nken-x,${cell}`)).toEqual([['ken-x', name]]);
  });

  it('may be in two columns, or in the cell of the username', () => {
    expect(namesOf('First name;Last name;GitHub\nKen;Example;ken-x')).toEqual([['ken-x', 'Ken Example']]);
    expect(namesOf('Vorname\tNachname\tGitHub\nKen\t\tken-x')).toEqual([['ken-x', 'Ken']]);
    expect(namesOf('GitHub,Phone\nKen Example (@ken-x),1')).toEqual([['ken-x', 'Ken Example']]);
  });

  it('is where a person says it is', () => {
    const text = 'GitHub,Who,What\nken-x,Ken,Example';
    const { table } = readRows(text);
    const kinds = withKind(withKind(table?.kinds ?? [], 1, 'name'), 2, 'name');
    expect(kinds).toEqual(['login', 'name', 'name']);
    const choices = { [table?.key ?? '']: { ...NO_CHOICE, kinds } };
    expect(readRows(text, { choices }).entries.map(({ name }) => name)).toEqual(['Ken Example']);
  });

  it('is bounded, and has no part of a character', () => {
    const half = nameIn(`${'x'.repeat(PREVIEW_NAME_MAX_CHARACTERS - 1)}𐐀`);
    expect(half?.length).toBeLessThanOrEqual(PREVIEW_NAME_MAX_CHARACTERS);
    expect(half?.isWellFormed()).toBe(true);
    expect(nameIn('x'.repeat(1_000_000))).toHaveLength(PREVIEW_NAME_MAX_CHARACTERS);
  });

  it('is sent with a username, and never with an email address', () => {
    const [login, email] = reviewOf(
      [{ file: null, read: readRows('Ken Example (@ken-x)\nKen <ken@example.com>') }],
      {},
    ).map((row) => requestRow({ ...row, role: 'direct_member', teams: [] }));
    expect(login).toEqual({ login: 'ken-x', name: 'Ken Example', role: 'direct_member' });
    expect(email).toEqual({ email: 'ken@example.com', role: 'direct_member' });
  });
});
