import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsIn } from '../src/features/invitations/rows/csv-rows.ts';
import { type ColumnChoice, readNames } from '../src/features/invitations/rows/read-rows.ts';
import { reviewOf } from '../src/features/invitations/rows/review.ts';
import { csvOf } from '../src/features/invitations/results/csv.ts';

const review = (text: string, choices: Readonly<Record<string, ColumnChoice>> = {}, removed: readonly string[] = []) =>
  reviewOf([{ file: null, read: readNames(text, choices) }], new Set(removed));
const loginsIn = (text: string) => review(text).logins;
/** Where something stands, what it is and why it is left out. */
const leftOutIn = (text: string) => review(text).leftOut.map(({ where, written, reason }) => [where, written, reason]);

describe('a text with logins', () => {
  it.each([
    ['', []],
    [' \n\t,;', []],
    ['ada', ['ada']],
    ['ada,grace;alan tim\tradia\r\nhedy\rdorothy', ['ada', 'grace', 'alan', 'tim', 'radia', 'hedy', 'dorothy']],
    ['@ada, @grace', ['ada', 'grace']],
    ['@ada, @grace,\n@alan, @tim', ['ada', 'grace', 'alan', 'tim']],
    ['ada,\ngrace,\nalan', ['ada', 'grace', 'alan']],
    ['ada, grace;\nalan, tim, radia,\nhedy', ['ada', 'grace', 'alan', 'tim', 'radia', 'hedy']],
    ['"ada","grace"', ['ada', 'grace']],
    ['"@ada" "grace"', ['ada', 'grace']],
    ['\uFEFFada\u200B, grace', ['ada', 'grace']],
    ['https://code.example/ada https://code.example/@grace/ github.com/alan', ['ada', 'grace', 'alan']],
    ['login\nada\ngrace', ['ada', 'grace']],
    ['"Username"\r\n"ada"\r\n', ['ada']],
    ['GitHub username\nada', ['ada']],
    ['username', ['username']],
    ['ada_corp x-y-z 42', ['ada_corp', 'x-y-z', '42']],
    ['Ada', ['Ada']],
    ['@Grace @Alan', ['Grace', 'Alan']],
  ])('%j is %j', (text, logins) => {
    expect(review(text)).toEqual({ logins, leftOut: [] });
  });

  it('counts repetitions without regard to letter case, and keeps the first', () => {
    expect(loginsIn('Ada ada @ADA grace grace')).toEqual(['Ada', 'grace']);
    expect(leftOutIn('Ada ada @ADA\ngrace grace')).toEqual([
      ['line 1', 'ada', 'repeated'],
      ['line 1', 'ADA', 'repeated'],
      ['line 2', 'grace', 'repeated'],
    ]);
  });

  it('leaves out what cannot be a login, with its line and why', () => {
    const text = `ada@mail.example "Ada Lovelace" ada\n${'x'.repeat(40)} grüße\n\nmailto:tim@mail.example -`;
    expect(loginsIn(text)).toEqual(['ada']);
    expect(leftOutIn(text)).toEqual([
      ['line 1', 'ada@mail.example', 'email'],
      ['line 1', 'Ada Lovelace', 'full-name'],
      ['line 2', 'x'.repeat(40), 'not-a-login'],
      ['line 2', 'grüße', 'not-a-login'],
      ['line 4', 'tim@mail.example', 'email'],
      ['line 4', '-', 'not-a-login'],
    ]);
  });

  it.each([
    'Grace Hopper',
    'Grace Hopper\nAlan Turing\nTim Berners-Lee',
    'Grace Hopper, Ludwig van Beethoven; Émile Zola',
    'Grace Hopper <grace@mail.example>, alan <alan@mail.example>',
    'grace@mail.example\nalan@mail.example',
  ])('invites nobody by a word of %j', (text) => {
    expect(loginsIn(text)).toEqual([]);
    expect(leftOutIn(text).length).toBeGreaterThan(0);
  });

  it('has no heading for a login', () => {
    expect(leftOutIn('Name\nada')).toEqual([['line 1', 'Name', 'heading']]);
    expect(leftOutIn('Email\nada@mail.example')).toContainEqual(['line 1', 'Email', 'heading']);
  });

  it('does not lose the rest behind a quote that is never closed', () => {
    expect(loginsIn('"ada, grace')).toEqual(['grace']);
    expect(loginsIn('name,login\n"Ada,ada\nTim,tim')).toEqual(['ada', 'tim']);
  });

  // Steps that grow with the square of the length would not come to an end within the limit of a test.
  it('is read to its end however long and odd it is', () => {
    for (const piece of ['"', '" ', 'ada,', '""', 'login,"', '\n', ' ', 'A ', 'a,b\n']) {
      const { logins, leftOut } = review(`login,x\n${piece.repeat(200_000)}`);
      expect(logins.length + leftOut.length).toBeLessThanOrEqual(1_000_000);
    }
  });
});

describe('a table that says which column holds the logins', () => {
  it('has only that column', () => {
    const text =
      'name,Login,team\r\n"Lovelace, Ada",@ada,core\r\n"Grace ""the"" Hopper","grace","a\nb"\r\n,,\r\nTim,tim\r\n';
    expect(review(text)).toEqual({ logins: ['ada', 'grace', 'tim'], leftOut: [] });
    expect(loginsIn('team;username\ncore;ada\ncore;grace')).toEqual(['ada', 'grace']);
    expect(loginsIn('team\tusername\ncore\tada')).toEqual(['ada']);
    expect(loginsIn('| Name | GitHub |\n| Ada | ada |')).toEqual(['ada']);
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
  ])('knows %j', (heading) => {
    for (const separator of [',', ';', '\t']) {
      const text = `\uFEFFName${separator}Email${separator}"${heading}"${separator}Team\r\nAda Lovelace${separator}ada@mail.example${separator}ada${separator}platform\r\n`;
      expect(review(text), separator).toEqual({ logins: ['ada'], leftOut: [] });
    }
  });

  it('prefers the heading that names the code host to one that may mean another account', () => {
    expect(loginsIn('User,GitHub username,Login\nalovelace,ada,al')).toEqual(['ada']);
  });

  it('names every row without a login, and what is written instead', () => {
    const text =
      'Name,Email,GitHub username,Team\nAda,ada@mail.example,ada,platform\nGrace,g@mail.example,,engineering\n\nTim,,n/a,\nAlan,,alan@mail.example,core\nHedy,,Hedy Lamarr,core\n';
    expect(loginsIn(text)).toEqual(['ada']);
    expect(leftOutIn(text)).toEqual([
      ['row 3', 'Grace, g@mail.example, engineering', 'no-login'],
      ['row 5', 'Tim, n/a', 'no-login'],
      ['row 6', 'alan@mail.example', 'email'],
      ['row 7', 'Hedy Lamarr', 'full-name'],
    ]);
  });

  it('and has nothing else invites nobody', () => {
    expect(review('name,login')).toMatchObject({ logins: [], leftOut: [{ reason: 'heading' }] });
  });
});

describe('a table that does not say which column holds the logins', () => {
  const WITHOUT = 'Ada Lovelace,ada@mail.example,ada,platform\nGrace,g@mail.example,grace,engineering';
  const UNKNOWN = 'Name,Email,Nick,Team\nAda,ada@mail.example,ada,platform\nGrace,g@mail.example,grace,engineering';

  it.each([
    WITHOUT,
    UNKNOWN,
    'Name;E-Mail\nAda;a@mail.example',
    'Ada\tplatform\nGrace\tengineering',
    'Ada,a@mail.example\nTim,t@mail.example,core\nGrace,g',
    'Name,Team\nAda,a,b',
  ])('invites nobody before one is chosen: %j', (text) => {
    expect(loginsIn(text)).toEqual([]);
    expect(new Set(review(text).leftOut.map(({ reason }) => reason))).toEqual(new Set(['no-column']));
  });

  it.each(['Username,GitHub Username,GitHub login\nx,y,z', 'GitHub ID,Name\n1,Ada\n2,Tim', 'GitHub name,Team\nada,a'])(
    'is one whose headings could be understood in two ways: %j',
    (text) => {
      expect(readNames(text).table).not.toBeNull();
      expect(loginsIn(text)).toEqual([]);
    },
  );

  it('is told with a look at each column, and read once one is chosen', () => {
    const { table } = readNames(UNKNOWN);
    expect(table?.columns[2]).toEqual({ heading: 'Nick', samples: ['ada', 'grace'] });
    const choices = { [table?.key ?? '']: { column: 2, hasHeadings: true } };
    expect(review(UNKNOWN, choices)).toEqual({ logins: ['ada', 'grace'], leftOut: [] });
    // The choice for one table says nothing of another.
    expect(review(WITHOUT, choices).logins).toEqual([]);
  });

  it('has no headings where an e-mail address stands in its first row, and is read as is said', () => {
    const { table } = readNames(WITHOUT);
    expect(table?.choice).toEqual({ column: null, hasHeadings: false });
    const key = table?.key ?? '';
    expect(review(WITHOUT, { [key]: { column: 2, hasHeadings: false } }).logins).toEqual(['ada', 'grace']);
    expect(review(WITHOUT, { [key]: { column: 2, hasHeadings: true } }).logins).toEqual(['grace']);
  });

  it('can be called a list', () => {
    const text = 'ada, grace\nalan, tim';
    const key = readNames(text).table?.key ?? '';
    expect(loginsIn(text)).toEqual([]);
    expect(review(text, { [key]: { column: 'all', hasHeadings: false } }).logins).toEqual([
      'ada',
      'grace',
      'alan',
      'tim',
    ]);
  });
});

describe('a review', () => {
  it('joins what is typed and what files hold, without those who were removed', () => {
    const sources = [
      { file: null, read: readNames('ada tim') },
      { file: 'people.csv', read: readNames('login,name\nGrace,G\nADA,A\nhedy,H\n,N') },
    ];
    expect(reviewOf(sources, new Set(['grace', 'tim']))).toEqual({
      logins: ['ada', 'hedy'],
      leftOut: [
        { written: 'tim', where: 'line 1', reason: 'removed' },
        { written: 'Grace', where: 'people.csv, row 2', reason: 'removed' },
        { written: 'N', where: 'people.csv, row 5', reason: 'no-login' },
        { written: 'ADA', where: 'people.csv, row 3', reason: 'repeated' },
      ],
    });
  });
});

it('the cells of CSV are read as they were written', () => {
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
  );
});
