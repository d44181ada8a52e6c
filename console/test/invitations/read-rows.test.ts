import { READ_MAX_CHARACTERS, READ_MAX_LINES, readRows } from '@orgdesk/people-files/read-rows';
import { type RowChange, reviewOf } from '@orgdesk/people-files/review';
import { rowsIn } from '@orgdesk/people-files/table/csv-rows';
import { NO_CHOICE, type TableChoice } from '@orgdesk/people-files/table/table-choice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../server/test/support/random/properties.ts';
import { csvOf } from '../../src/lib/download.ts';

const review = (
  text: string,
  choices: Readonly<Record<string, TableChoice>> = {},
  changed: Readonly<Record<string, RowChange>> = {},
) => {
  const rows = reviewOf([{ file: null, read: readRows(text, { choices }) }], changed);
  return { invitees: rows.filter(({ problem }) => problem === null), leftOut: rows.filter(({ problem }) => problem) };
};
const peopleIn = (text: string, choices: Readonly<Record<string, TableChoice>> = {}) =>
  review(text, choices).invitees.map(({ person }) => person);
/** Position, text and reason of each rejected entry. */
const leftOutIn = (text: string) => review(text).leftOut.map(({ where, person, problem }) => [where, person, problem]);
/** Everybody to invite, with role and teams. */
const rowsOf = (text: string, choices: Readonly<Record<string, TableChoice>> = {}) =>
  review(text, choices).invitees.map(({ person, role, teams }) => [
    person,
    role,
    teams?.map(({ name }) => name) ?? null,
  ]);

describe('a text with logins', () => {
  it.each([
    ['', []],
    [' \n\t,;', []],
    ['ada', ['ada']],
    ['ada,grace;alan, tim\tradia\r\nhedy\rdorothy', ['ada', 'grace', 'alan', 'tim', 'radia', 'hedy', 'dorothy']],
    ['@ada, @grace', ['ada', 'grace']],
    ['@ada, @grace,\n@alan, @tim', ['ada', 'grace', 'alan', 'tim']],
    ['ada,\ngrace,\nalan', ['ada', 'grace', 'alan']],
    ['ada, grace;\nalan, tim, radia,\nhedy', ['ada', 'grace', 'alan', 'tim', 'radia', 'hedy']],
    ['"ada","grace"', ['ada', 'grace']],
    ['"@ada" "@grace"', ['ada', 'grace']],
    ['\uFEFFada\u200B, grace', ['ada', 'grace']],
    ['https://code.example/ada, https://code.example/@grace/; github.com/alan', ['ada', 'grace', 'alan']],
    ['login\nada\ngrace', ['ada', 'grace']],
    ['"Username"\r\n"ada"\r\n', ['ada']],
    ['GitHub username\nada', ['ada']],
    ['username', ['username']],
    ['ada_corp, x-y-z, 42', ['ada_corp', 'x-y-z', '42']],
    ['Ada', ['Ada']],
    ['@Grace @Alan', ['Grace', 'Alan']],
    ['ada, Grace@mail.example; mailto:tim@mail.example', ['ada', 'Grace@mail.example', 'tim@mail.example']],
    ['Grace Hopper <grace@mail.example>, "Alan" <alan@mail.example>', ['grace@mail.example', 'alan@mail.example']],
    ['Email\nada@mail.example', ['ada@mail.example']],
  ])('%j is %j', (text, logins) => {
    expect(peopleIn(text)).toEqual(logins);
    expect(leftOutIn(text)).toEqual([]);
  });

  it('ignores case in duplicates and keeps the first', () => {
    expect(peopleIn('Ada, ada, ADA, grace, grace')).toEqual(['Ada', 'grace']);
    expect(leftOutIn('@Ada @ada @ADA\ngrace;grace')).toEqual([
      ['line 1', 'ada', 'repeated'],
      ['line 1', 'ADA', 'repeated'],
      ['line 2', 'grace', 'repeated'],
    ]);
  });

  it('rejects invalid logins with their line and reason', () => {
    const text = `ada@@mail.example\nada\n"Ada Lovelace"\n${'x'.repeat(40)}\n\ngrüße\nmailto:tim@mail@example\n-`;
    expect(peopleIn(text)).toEqual(['ada']);
    expect(leftOutIn(text)).toEqual([
      ['line 1', 'ada@@mail.example', 'not-an-address'],
      ['line 3', 'Ada Lovelace', 'full-name'],
      ['line 4', 'x'.repeat(40), 'not-a-login'],
      ['line 6', 'grüße', 'not-a-login'],
      ['line 7', 'tim@mail@example', 'not-an-address'],
      ['line 8', '-', 'not-a-login'],
    ]);
  });

  it.each([
    'Grace Hopper',
    'Grace Hopper\nAlan Turing\nTim Berners-Lee',
    'Grace Hopper, Ludwig van Beethoven; Émile Zola',
  ])('invites nobody by a word of %j', (text) => {
    expect(peopleIn(text)).toEqual([]);
    expect(leftOutIn(text).length).toBeGreaterThan(0);
  });

  it('never treats a login as a heading', () => {
    expect(leftOutIn('Name\nada')).toEqual([['line 1', 'Name', 'heading']]);
  });

  it('keeps the text after an unclosed quote', () => {
    expect(peopleIn('"ada, grace')).toEqual(['ada', 'grace']);
    expect(peopleIn('name,login\n"Ada,ada\nTim,tim')).toEqual(['ada', 'tim']);
  });

  // Quadratic time would exceed the test's time limit.
  it('is read completely, however long and odd', () => {
    for (const piece of ['"', '" ', 'ada,', '""', 'login,"', '\n', ' ', 'A ', 'a,b\n']) {
      const times = piece.includes('\n') ? READ_MAX_LINES - 2 : 200_000;
      const { invitees, leftOut } = review(`login,x\n${piece.repeat(times)}`);
      expect(invitees.length + leftOut.length).toBeLessThanOrEqual(1_000_000);
      expect(review(`${piece.repeat(times)}\nlogin,x`).leftOut.length).toBeLessThanOrEqual(1_000_000);
    }
  });
});

describe('a table with a heading for logins', () => {
  it('yields only that column', () => {
    const text =
      'name,Login,team\r\n"Lovelace, Ada",@ada,core\r\n"Grace ""the"" Hopper","grace","a\nb"\r\n,,\r\nTim,tim\r\n';
    expect(peopleIn(text)).toEqual(['ada', 'grace', 'tim']);
    expect(leftOutIn(text)).toEqual([]);
    expect(peopleIn('team;username\ncore;ada\ncore;grace')).toEqual(['ada', 'grace']);
    expect(peopleIn('team\tusername\ncore\tada')).toEqual(['ada']);
    expect(peopleIn('| Name | GitHub |\n| Ada | ada |')).toEqual(['ada']);
  });

  it.each([
    'login',
    'Logins',
    'USERNAME',
    'User name',
    'user_name',
    'user',
    'handle',
    'Account',
    'GitHub username',
    'GitHub user name (required)',
    'GitHub login',
    'githubLogin',
    'Git Hub handle',
    'github',
    'GH user',
    'Your GitHub account:',
    'What is your GitHub username?',
    'Code host login',
    'GitHub profile URL',
  ])('recognizes the heading %j', (heading) => {
    for (const separator of [',', ';', '\t']) {
      const text = `\uFEFFName${separator}Phone${separator}"${heading}"${separator}Team\r\nAda Lovelace${separator}0815${separator}ada${separator}platform\r\n`;
      expect(rowsOf(text), separator).toEqual([['ada', null, ['platform']]]);
      expect(leftOutIn(text), separator).toEqual([]);
    }
  });

  it('prefers a heading that names the code host to one for any account', () => {
    expect(peopleIn('User,GitHub username,Login\nalovelace,ada,al')).toEqual(['ada']);
  });

  it('reports each row without a person, with its text', () => {
    const text =
      'Name,Phone,GitHub username,Team\nAda,1,ada,platform\nGrace,2,,engineering\n\nTim,,n/a,\nAlan,,alan@mail.example,core\nHedy,,Hedy Lamarr,core\nZoe,,zoe radia,core\n';
    expect(peopleIn(text)).toEqual(['ada', 'alan@mail.example']);
    expect(leftOutIn(text)).toEqual([
      ['row 3', 'Grace, 2, engineering', 'no-person'],
      ['row 5', 'Tim, n/a', 'no-person'],
      ['row 7', 'Hedy Lamarr', 'full-name'],
      ['row 8', 'zoe radia', 'two-names'],
    ]);
  });

  it('invites nobody if it has no other rows', () => {
    expect(review('name,login')).toMatchObject({ invitees: [], leftOut: [{ problem: 'heading' }] });
  });
});

describe('a table without a heading for logins', () => {
  const WITHOUT = 'Ada Lovelace,ada@mail.example,ada,platform\nGrace,g@mail.example,grace,engineering';
  const UNKNOWN = 'Name,Phone,Nick,Team\nAda,1,ada,platform\nGrace,2,grace,engineering';

  it.each([
    UNKNOWN,
    'E-Mail;Private e-mail address;Email\na;b;c\nd;e;f',
    'Ada\tplatform\nGrace\tengineering',
    'Ada,a@mail.example\nTim,t@mail.example,core\nGrace,g',
    'Name,Team\nAda,a,b',
  ])('invites nobody until a column is chosen: %j', (text) => {
    expect(peopleIn(text)).toEqual([]);
    expect(new Set(review(text).leftOut.map(({ problem }) => problem))).toEqual(new Set(['no-column']));
  });

  it.each([
    'Username,GitHub Username,GitHub login\nx,y,z',
    'Email,Mail,Name\na@b,c@d,e',
    'GitHub ID,Name\n1,Ada\n2,Tim',
    'GitHub name,Team\nada,a',
  ])('has ambiguous headings: %j', (text) => {
    expect(peopleIn(text)).toEqual([]);
  });

  it('is read once a column is chosen', () => {
    const { table } = readRows(UNKNOWN);
    const choices = { [table?.key ?? '']: { ...NO_CHOICE, kinds: ['ignore', 'ignore', 'login', 'teams'] } as const };
    expect(rowsOf(UNKNOWN, choices)).toEqual([
      ['ada', null, ['platform']],
      ['grace', null, ['engineering']],
    ]);
    // A choice applies to one table only.
    expect(peopleIn(WITHOUT, choices)).toEqual(['ada@mail.example', 'g@mail.example']);
  });

  it('has no headings if its first row contains an email address, unless the person decides otherwise', () => {
    const { table } = readRows(WITHOUT);
    expect(table).toMatchObject({ headingRow: 0, kinds: ['ignore', 'email', 'ignore', 'ignore'] });
    const key = table?.key ?? '';
    const kinds = ['ignore', 'ignore', 'login'] as const;
    expect(peopleIn(WITHOUT, { [key]: { ...NO_CHOICE, kinds } })).toEqual(['ada', 'grace']);
    expect(peopleIn(WITHOUT, { [key]: { ...NO_CHOICE, kinds, headingRow: 1 } })).toEqual(['grace']);
  });

  it('can be read as a list', () => {
    const text = 'ada, grace\nalan, tim';
    const key = readRows(text).table?.key ?? '';
    expect(peopleIn(text)).toEqual([]);
    expect(peopleIn(text, { [key]: { ...NO_CHOICE, asList: true } })).toEqual(['ada', 'grace', 'alan', 'tim']);
  });
});

describe('a table with roles and teams', () => {
  it('recognizes their columns in any order and names the unused ones', () => {
    const text =
      'Team(s),Cost center,E-mail address,Organization role\n"core, R/D",1,ada@mail.example,Owner\na; b|A,2,grace@mail.example,billing_manager\n,3,tim@mail.example,\n@acme/x,4,bo@mail.example,direct member\n';
    expect(rowsOf(text)).toEqual([
      ['ada@mail.example', 'admin', ['core', 'R/D']],
      ['grace@mail.example', 'billing_manager', ['A', 'b']],
      ['tim@mail.example', null, null],
      ['bo@mail.example', 'direct_member', ['x']],
    ]);
    const { table } = readRows('Team\tNote\tlogin\tShoe\nx\ty\tada\tz');
    expect(table?.kinds).toEqual(['teams', 'ignore', 'login', 'ignore']);
  });

  it('reports each mistake with its row and drops nothing', () => {
    const teams = Array.from({ length: 21 }, (_, index) => `t${index}`).join(';');
    const text = `email,role,team\nada@mail.example,boss,core\nada,member,core\n,member,core\ngrace@mail.example,member,${teams}\n`;
    expect(peopleIn(text)).toEqual([]);
    expect(leftOutIn(text)).toEqual([
      ['row 2', 'ada@mail.example', 'bad-role'],
      ['row 3', 'ada', 'not-an-address'],
      ['row 4', 'member, core', 'no-person'],
      ['row 5', 'grace@mail.example', 'too-many-teams'],
    ]);
    expect(review(text).leftOut[0]).toMatchObject({ roleText: 'boss', teams: [{ id: null, name: 'core' }] });
  });

  it('asks which to use if rows have a login and an address', () => {
    const text = 'Name,Email,GitHub username\nAda,ada@mail.example,ada\nTim,,tim\nZoe,zoe@mail.example,\n';
    expect(peopleIn(text)).toEqual(['tim', 'zoe@mail.example']);
    expect(leftOutIn(text)).toEqual([['row 2', 'ada', 'login-and-address']]);
    const { table } = readRows(text);
    expect(table?.doubles).toBe(1);
    const by = (person: 'login' | 'email') => peopleIn(text, { [table?.key ?? '']: { ...NO_CHOICE, person } });
    expect(by('login')).toEqual(['ada', 'tim', 'zoe@mail.example']);
    expect(by('email')).toEqual(['ada@mail.example', 'tim', 'zoe@mail.example']);
  });

  it('can leave a column unused', () => {
    const text = 'login,role,team\nada,Owner,core\n';
    const key = readRows(text).table?.key ?? '';
    expect(rowsOf(text)).toEqual([['ada', 'admin', ['core']]]);
    const kinds = ['login', 'ignore', 'ignore'] as const;
    expect(rowsOf(text, { [key]: { ...NO_CHOICE, kinds } })).toEqual([['ada', null, null]]);
  });

  it('strips the characters that exports put before formula-like cells', () => {
    const csv = csvOf([
      ['login', 'role'],
      ['=ada@mail.example', 'member'],
    ]);
    expect(peopleIn(csv)).toEqual(['=ada@mail.example']);
  });
});

describe('a row that is changed', () => {
  const text = 'login,role\nGrace Hopper,boss\nada,\n,owner\n';
  const change = { role: 'admin', teams: [{ id: 1, name: 'core' }] } as const;

  it('keeps its change at any position', () => {
    const changed = {
      'Grace Hopper\tboss': { ...change, person: 'grace' },
      'ada\t': { ...change, person: 'ada' },
      '\towner': { ...change, person: 'tim@mail.example' },
    };
    expect(review(`\n${text}`, {}, changed).leftOut).toEqual([]);
    expect(review(`\n${text}`, {}, changed).invitees).toMatchObject([
      { person: 'grace', role: 'admin', where: 'row 3' },
      { person: 'ada', role: 'admin' },
      { person: 'tim@mail.example', teams: [{ id: 1 }] },
    ]);
  });

  it('is rejected again if it names nobody or somebody of another row', () => {
    const changed = {
      'Grace Hopper\tboss': { ...change, person: 'ADA' },
      '\towner': { ...change, person: 'nobody?' },
    };
    expect(review(text, {}, changed).invitees).toMatchObject([{ person: 'ADA' }]);
    expect(review(text, {}, changed).leftOut.map(({ problem }) => problem)).toEqual(['repeated', 'not-a-login']);
  });
});

describe('a long text', () => {
  it('is not read above the limit', () => {
    const rows = `login\n${'ada\n'.repeat(100_000)}`;
    expect(readRows(rows)).toMatchObject({ isTooLong: true, entries: [] });
    expect(readRows('x'.repeat(READ_MAX_CHARACTERS + 1)).isTooLong).toBe(true);
  });

  it('invites 2,000 people and lists the others', () => {
    const text = Array.from({ length: 2_003 }, (_, index) => `person-${index}`).join('\n');
    expect(review(text).invitees).toHaveLength(2_000);
    expect(leftOutIn(text)).toEqual([
      ['line 2001', 'person-2000', 'over-limit'],
      ['line 2002', 'person-2001', 'over-limit'],
      ['line 2003', 'person-2002', 'over-limit'],
    ]);
  });
});

describe('a review', () => {
  it('combines typed text and files in order', () => {
    const sources = [
      { file: null, read: readRows('ada, tim') },
      { file: 'people.csv', read: readRows('login,name\nGrace,G\nADA,A\nhedy,H\n,N') },
    ];
    expect(reviewOf(sources, {}).map(({ person, where, problem }) => [person, where, problem])).toEqual([
      ['ada', 'line 1', null],
      ['tim', 'line 1', null],
      ['Grace', 'people.csv, row 2', null],
      ['ADA', 'people.csv, row 3', 'repeated'],
      ['hedy', 'people.csv, row 4', null],
      ['N', 'people.csv, row 5', 'no-person'],
    ]);
  });

  it('tells equal rows apart', () => {
    const rows = reviewOf([{ file: null, read: readRows('ada, ada') }], {
      'ada\t#2': { person: 'tim', role: null, teams: null },
    });
    expect(rows).toMatchObject([
      { person: 'ada', problem: null },
      { person: 'tim', problem: null },
    ]);
  });
});

it('parses cells of CSV', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\t', '\n', '\r', ' ', '1') });
  const rows = fc.array(
    fc.array(
      cell.map((text) => text.trim()),
      { minLength: 1 },
    ),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(rows, (written) => {
      expect(rowsIn(csvOf(written), ',').slice(0, -1)).toEqual(written);
    }),
    cases({ brief: 100, full: 3_000 }),
  );
});
