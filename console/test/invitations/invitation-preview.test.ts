import type { InvitationPreviewAnswer, InvitationPreviewRow } from '@orgdesk/client';
import {
  chosenInvitations,
  type InvitationPreview,
  isChosen,
  NO_PREVIEW,
  needsDoubleCheck,
  nextBatch,
  type PersonToCheck,
  requestRow,
  startedPreview,
  stateOf,
  withAnswers,
  withChoice,
} from '@orgdesk/people-files/preview';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, parseDraft, withRows } from '../../src/features/invitations/form/draft.ts';
import { parsePreview } from '../../src/features/invitations/preview/use-preview.ts';

const person = (name: string, more: Partial<PersonToCheck> = {}): PersonToCheck => ({
  key: name,
  person: name,
  name: null,
  where: 'line 1',
  role: 'direct_member',
  roleText: '',
  teams: [],
  problem: null,
  ...more,
});
const answered = (
  state: InvitationPreviewRow['state'],
  more: Partial<InvitationPreviewRow> = {},
): InvitationPreviewRow => ({
  state,
  login: null,
  email: null,
  accountId: null,
  account: null,
  warnings: [],
  teamIds: [],
  unknownTeams: [],
  duplicateOf: null,
  invitation: null,
  reason: null,
  message: null,
  ...more,
});
const answer = (...rows: readonly InvitationPreviewRow[]): InvitationPreviewAnswer => ({
  rows: [...rows],
  seats: null,
  sentInLastDay: 0,
  retryAfterSeconds: null,
});
const states = ({ people }: InvitationPreview) => people.map(stateOf);

describe('a preview', () => {
  it('requests 200 people at a time, unchecked ones first', () => {
    const people = Array.from({ length: 450 }, (_, index) => person(`p-${index}`));
    const first = nextBatch(startedPreview(NO_PREVIEW, people));
    expect([first.length, first[0], first.at(-1)]).toEqual([200, 0, 199]);
    const rows = first.map((index) =>
      index === 7 ? answered('not-checked', { reason: 'out-of-time' }) : answered('ready'),
    );
    const after = withAnswers(startedPreview(NO_PREVIEW, people), first, answer(...rows));
    expect(nextBatch(after).slice(0, 2)).toEqual([7, 200]);
    expect(nextBatch(after)).toHaveLength(200);
  });

  it('sends a login or an address, and team IDs or names', () => {
    expect(requestRow(person('ada', { teams: [{ id: 3, name: 'x' }] }))).toEqual({
      login: 'ada',
      role: 'direct_member',
      teamIds: [3],
    });
    expect(requestRow(person('a@b', { role: 'admin', teams: [{ id: null, name: 'x' }] }))).toEqual({
      email: 'a@b',
      role: 'admin',
      teams: ['x'],
    });
  });

  it('finds duplicates across requests and invites one of them', () => {
    const before = startedPreview(
      NO_PREVIEW,
      ['ada', 'x@y', 'ADA-old', 'X@y', 'org'].map((name) => person(name)),
    );
    const one = withAnswers(
      before,
      [0, 1],
      answer(answered('ready', { accountId: 1, login: 'ada' }), answered('ready', { email: 'x@y' })),
    );
    const all = withAnswers(
      one,
      [2, 3, 4],
      answer(
        answered('ready', { accountId: 1 }),
        answered('ready', { email: 'X@y' }),
        answered('organization', { accountId: 1 }),
      ),
    );
    expect(states(all)).toEqual(['ready', 'ready', 'duplicate', 'duplicate', 'organization']);
    expect(all.people[2]?.sameAs).toBe(0);
    expect(chosenInvitations(all)).toEqual([
      { login: 'ada', role: 'direct_member', teamIds: [] },
      { email: 'x@y', role: 'direct_member', teamIds: [] },
    ]);
    // `duplicateOf` counts from 1 within a request.
    const inOne = withAnswers(before, [2, 4], answer(answered('ready'), answered('duplicate', { duplicateOf: 1 })));
    expect(inOne.people[4]?.sameAs).toBe(2);
  });

  it('selects people who are ready; those who failed before only on request', () => {
    const people = ['a', 'b', 'c'].map((name) => person(name));
    const rows = answer(answered('ready'), answered('failed-before'), answered('not-found'));
    const preview = withAnswers(startedPreview(NO_PREVIEW, people), [0, 1, 2], rows);
    expect(preview.people.map(isChosen)).toEqual([true, false, false]);
    expect(withChoice(preview, new Set([1, 2]), true).people.map(isChosen)).toEqual([true, true, false]);
    expect(withChoice(preview, new Set([0]), false).people.map(isChosen)).toEqual([false, false, false]);
  });

  it('points out an account with a warning while it is chosen', () => {
    const people = ['a', 'b', 'c'].map((name) => person(name));
    const warned = { warnings: ['new-account'] } as const;
    const rows = answer(answered('ready', warned), answered('already-invited', warned), answered('ready'));
    const preview = withAnswers(startedPreview(NO_PREVIEW, people), [0, 1, 2], rows);
    expect(preview.people.map(needsDoubleCheck)).toEqual([true, false, false]);
    expect(withChoice(preview, new Set([0]), false).people.map(needsDoubleCheck)).toEqual([false, false, false]);
    expect(chosenInvitations(preview)).toHaveLength(2);
  });

  it('checks a person again whose name in the list is another now', () => {
    const before = withAnswers(startedPreview(NO_PREVIEW, [person('a')]), [0], answer(answered('ready')));
    expect(nextBatch(startedPreview(before, [person('a', { name: 'Ada' })]))).toEqual([0]);
    expect(nextBatch(startedPreview(before, [person('a')]))).toEqual([]);
  });

  it('sends no row with a problem to the service, and keeps what was skipped', () => {
    const people = [person('a'), person('A', { problem: 'repeated' }), person('b c', { problem: 'two-names' })];
    const preview = withAnswers(startedPreview(NO_PREVIEW, people), [0], answer(answered('ready')));
    expect(nextBatch(preview)).toEqual([]);
    expect(states(preview)).toEqual(['ready', 'duplicate', 'wrong']);
    expect(preview.people.map(isChosen)).toEqual([true, false, false]);
    const skipped = withChoice(preview, new Set([0, 2]), false);
    expect(states(startedPreview(skipped, people))).toEqual(['skipped', 'duplicate', 'skipped']);
    expect(states(withChoice(skipped, new Set([0, 2]), true))).toEqual(['ready', 'duplicate', 'wrong']);
  });

  it('checks only changed people again', () => {
    const people = ['a', 'b', 'c'].map((name) => person(name));
    const before = withAnswers(
      startedPreview(NO_PREVIEW, people),
      [0, 1, 2],
      answer(answered('ready'), answered('ready'), answered('not-found')),
    );
    const after = startedPreview(before, [person('a', { role: 'admin' }), person('b'), person('new')]);
    expect(nextBatch(after)).toEqual([0, 2]);
    expect(states(after)).toEqual(['unchecked', 'ready', 'unchecked']);
  });

  it('learns nothing about the organization from unchecked rows', () => {
    const people = [person('a')];
    const unknown = { ...answer(answered('not-checked', { reason: 'unreachable' })), sentInLastDay: null };
    expect(withAnswers(startedPreview(NO_PREVIEW, people), [0], unknown).hasInvitations).toBeNull();
    const checked = { ...answer(answered('ready')), sentInLastDay: null };
    expect(withAnswers(startedPreview(NO_PREVIEW, people), [0], checked).hasInvitations).toBe(false);
  });

  it('is restored if valid', () => {
    const preview = withAnswers(startedPreview(NO_PREVIEW, [person('a')]), [0], answer(answered('ready')));
    expect(parsePreview(JSON.parse(JSON.stringify(preview)))).toEqual(preview);
    const without = (part: string) => JSON.parse(JSON.stringify(preview).replace(part, '"x"'));
    const older = ['"name"', '"account"', '"warnings"'].map(without);
    const bare = { ...preview, people: [{ ...preview.people[0], answer: {} }] };
    for (const odd of [null, 1, {}, { people: [1] }, bare, ...older]) {
      expect(parsePreview(odd)).toEqual(NO_PREVIEW);
    }
  });
});

describe('a draft', () => {
  it('adds returned rows to the typed text', () => {
    const rows = [
      { person: 'ada', role: 'admin', teams: [{ id: 7, name: 'Platform' }] },
      { person: 'x@y', role: 'direct_member', teams: [] },
    ] as const;
    expect(withRows(EMPTY_DRAFT, rows)).toMatchObject({
      text: 'ada\nx@y',
      changed: { ada: rows[0], 'x@y': rows[1] },
    });
    const written = { ...EMPTY_DRAFT, text: 'login,role\ngrace,owner' };
    expect(withRows(written, rows)).toMatchObject({
      text: written.text,
      files: [{ name: 'Restored', text: 'ada\nx@y' }],
    });
  });

  it('restores the valid parts of a stored draft', () => {
    const draft = withRows({ ...EMPTY_DRAFT, role: 'admin', teams: [{ id: 1, name: 'x' }] }, [
      { person: 'ada', role: null, teams: null },
    ]);
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(parseDraft('ada')).toEqual({ ...EMPTY_DRAFT, text: 'ada' });
    for (const odd of [
      null,
      3,
      { text: 1, files: [2], choices: { a: 1 }, changed: { b: {} }, teams: [{}], role: 'x' },
    ]) {
      expect(parseDraft(odd)).toEqual(EMPTY_DRAFT);
    }
  });
});
