import { onlyPersonIn, peopleOfLine } from '@orgdesk/people-files/people-of-line';
import { readRows } from '@orgdesk/people-files/read-rows';
import { reviewOf } from '@orgdesk/people-files/review';
import { describe, expect, it } from 'vitest';

/** Who would be invited by a pasted text. */
const invited = (text: string) =>
  reviewOf([{ file: null, read: readRows(text) }], {})
    .filter(({ problem }) => problem === null)
    .map(({ person }) => person);

describe('a line as people write it', () => {
  it.each([
    // Mails and chats.
    ['Ken Thompson (@kt-dev)', ['kt-dev']],
    ['(@kt-dev)', ['kt-dev']],
    ['[@kt-dev]', ['kt-dev']],
    ['Please invite @kt-dev', ['kt-dev']],
    ['Please invite @kt-dev.', ['kt-dev']],
    ['@kt-dev please!', ['kt-dev']],
    ['could you add @kt-dev?', ['kt-dev']],
    ['new hire: @kt-dev', ['kt-dev']],
    ['@kt-dev (Ken, from June)', []],
    ['Ken <ken@example.com>', ['ken@example.com']],
    ['"Thompson, Ken" <ken@example.com>', ['ken@example.com']],
    ['Ken Thompson ken@example.com', ['ken@example.com']],
    ['Ken’s mail is ken@example.com.', ['ken@example.com']],
    ['mailto:ken@example.com', ['ken@example.com']],
    ['Ken: https://github.com/kt-dev', ['kt-dev']],
    ['his profile is github.com/kt-dev/', ['kt-dev']],
    ['https://acme.ghe.com/kt-dev is new', ['kt-dev']],
    ['> @kt-dev', ['kt-dev']],
    ['> > ken@example.com', ['ken@example.com']],
    // Lists.
    ['- kt-dev', ['kt-dev']],
    ['* @kt-dev', ['kt-dev']],
    ['• kt-dev', ['kt-dev']],
    ['1. kt-dev', ['kt-dev']],
    ['12) @kt-dev', ['kt-dev']],
    ['- [ ] @kt-dev', ['kt-dev']],
    ['- [x] kt-dev', ['kt-dev']],
    ['ken, alan; tim', ['ken', 'alan', 'tim']],
    ['ken\talan', ['ken', 'alan']],
    ['@ken @alan', ['ken', 'alan']],
    ['@ken ken@example.com', ['ken', 'ken@example.com']],
    ['`ken`, `alan`', ['ken', 'alan']],
    ['„ken“, “alan”', ['ken', 'alan']],
    ["'ken','alan'", ['ken', 'alan']],
    ['Ken (@ken), Alan (@alan)', ['ken', 'alan']],
    // Comments and headings.
    ['ken // starts on Monday', ['ken']],
    ['ken # the new one', ['ken']],
    ['# new people', []],
    ['// new people', []],
    ['## Maintainers', []],
    // MAINTAINERS and CODEOWNERS.
    ['- Ken Thompson ([@kt-dev](https://github.com/kt-dev))', ['kt-dev']],
    ['* [Ken Thompson](https://github.com/kt-dev)', ['kt-dev']],
    ['Ken Thompson, Bell Labs @kt-dev', []],
    ['/docs/ @kt-dev', ['kt-dev']],
    ['M: Ken Thompson <ken@example.com>', ['ken@example.com']],
    ['Ken Thompson <ken@example.com> (@kt-dev)', []],
    ['*.ts @ken @alan', []],
    ['@acme/platform', []],
    // Sentences, in which no word is a username.
    ['Please invite @ken and @alan', []],
    ['Please invite ken', []],
    ['ken alan', []],
    ['ken and alan', []],
    ['ken & alan', []],
    ['ken/alan', []],
    ['Ken Thompson', []],
    ['Hi all, please add ken', []],
    ['Thanks, @ken', []],
    ['Hello ken!', []],
    ['Hello, ken!', []],
    ['ken, alan and tim', []],
    ['New people:', []],
    ['see https://wiki.example/onboarding', []],
    ['it is @ken’s turn', []],
    ['(ken)', []],
    ['ask ken@example.com or alan@example.com', []],
  ])('%j invites %j', (line, people) => {
    expect(invited(line)).toEqual(people);
    const rows = peopleOfLine(line);
    const isComment = /^(#|\/\/)/.test(line);
    // What invites nobody is shown to be corrected, unless it is a comment.
    expect(rows.length > 0).toBe(!isComment);
    expect(rows.filter(({ problem }) => problem === null).map(({ written }) => written)).toEqual(people);
  });

  it('is shown whole if a part of it is to be corrected', () => {
    expect(peopleOfLine('  - ken, alan and tim  ')).toEqual([
      { written: '- ken, alan and tim', name: null, problem: 'not-a-list' },
    ]);
    expect(peopleOfLine('Hi all, please add ken')).toEqual([
      { written: 'Hi all, please add ken', name: null, problem: 'not-a-list' },
    ]);
    expect(peopleOfLine('ken alan')).toEqual([{ written: 'ken alan', name: null, problem: 'not-a-list' }]);
    expect(peopleOfLine('Ken Thompson')).toEqual([{ written: 'Ken Thompson', name: null, problem: 'full-name' }]);
  });

  it('in a table names the one person in its cell', () => {
    const table = 'Name,GitHub username\nKen,Ken Thompson (@kt-dev)\nAlan,(@alan)\nTim,tim berners\n';
    expect(invited(table)).toEqual(['kt-dev', 'alan']);
    expect(onlyPersonIn('Ken (@ken) or @alan')).toBeNull();
  });

  it('is read in time that grows with its length', () => {
    const runs = ['.', ')', '(', '<a@', '@a', '@', '#', '>', '[', '](', '"', "'", '…', 'a.', '//', '- ', 'A ', "A'"];
    for (const run of runs) {
      for (const text of [`${run.repeat(200_000)}x`, `x${run.repeat(200_000)}`, `x ${run.repeat(200_000)} x`])
        expect(peopleOfLine(text).length).toBeGreaterThanOrEqual(0);
    }
    for (const piece of ['@', '(', '"', '[a](', '> ', '# ', 'a@', 'a@b ', '<', '<a@b>', '- ', '. '])
      expect(peopleOfLine(piece.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
  });
});
