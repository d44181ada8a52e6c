import type { InvitationPreviewAnswer } from '@orgdesk/client';
import { ROLES } from '@orgdesk/people-files/cells';
import {
  type CheckedPerson,
  type InvitationPreview,
  NO_PREVIEW,
  nextBatch,
  type PersonToCheck,
  requestRow,
  startedPreview,
  withAnswers,
  withChoice,
} from '@orgdesk/people-files/preview';
import { useEffect, useRef, useState } from 'react';
import { hasStatus, retryAtOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { readFromTab, removeFromTab, storeInTab } from '../../../lib/storage.ts';
import { previewPeople } from './preview-people.ts';
import { uncheckedText } from './preview-texts.ts';

interface CheckFailure {
  readonly message: string;
  readonly needsSignIn: boolean;
}

/** Checks people and stores the answers in this tab, to continue after a reload. Stored answers need their list. */
export function usePreview(key: string, login: string, isKept: boolean) {
  const { id: sessionId } = useSignedIn();
  const [preview, setPreview] = useState<InvitationPreview>(() =>
    isKept ? parsePreview(readFromTab(key)) : NO_PREVIEW,
  );
  const [isChecking, setIsChecking] = useState(false);
  const [failure, setFailure] = useState<CheckFailure | null>(null);
  const latest = useRef(preview);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const change = (next: InvitationPreview) => {
    latest.current = next;
    if (next.people.length > 0) storeInTab(key, next);
    else removeFromTab(key);
    setPreview(next);
  };
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setIsChecking(false);
  };
  const fail = (found: CheckFailure, notBefore: number | null) => {
    setFailure(found);
    change({ ...latest.current, notBefore });
  };

  const check = async () => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const { signal } = own;
    setFailure(null);
    setIsChecking(true);
    try {
      for (;;) {
        const indexes = nextBatch(latest.current);
        if (indexes.length === 0) break;
        const rows = indexes.flatMap((index) => latest.current.people[index] ?? []).map(requestRow);
        const answer = await previewPeople(sessionId, login, rows, signal);
        change(withAnswers(latest.current, indexes, answer));
        const left = leftIn(answer);
        if (left === null) continue;
        const { retryAfterSeconds: seconds } = answer;
        fail(left, seconds === null ? null : Date.now() + seconds * 1000);
        break;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const message = thrown instanceof Error ? thrown.message : uncheckedText('unreachable', null);
      fail({ message, needsSignIn: hasStatus(thrown, 401) }, retryAtOf(thrown)?.getTime() ?? null);
    }
    setIsChecking(false);
  };

  return {
    preview,
    isChecking,
    failure,
    start: (people: readonly PersonToCheck[]) => {
      change(startedPreview(latest.current, people));
      void check();
    },
    goOn: () => void check(),
    stop,
    again: () => {
      const people = latest.current.people.map((person) => ({ ...person, answer: null, sameAs: null }));
      change({ ...latest.current, people });
      void check();
    },
    choose: (indexes: ReadonlySet<number>, isIn: boolean) => change(withChoice(latest.current, indexes, isIn)),
    close: () => {
      stop();
      setFailure(null);
      change({ ...latest.current, isOpen: false });
    },
    forget: () => {
      stop();
      setFailure(null);
      change(NO_PREVIEW);
    },
  };
}

function leftIn({ rows }: InvitationPreviewAnswer): CheckFailure | null {
  const left = rows.filter(({ state }) => state === 'not-checked');
  const [first] = left;
  if (first === undefined) return null;
  if (first.reason === 'out-of-time' && left.length < rows.length) return null;
  return { message: uncheckedText(first.reason, first.message), needsSignIn: first.reason === 'token-rejected' };
}

type UnparsedPreview<Shape> = Partial<Record<keyof Shape, unknown>>;

export function parsePreview(stored: unknown): InvitationPreview {
  if (typeof stored !== 'object' || stored === null) return NO_PREVIEW;
  const { isOpen, people, seats, sentInLastDay, hasInvitations, notBefore }: UnparsedPreview<InvitationPreview> =
    stored;
  if (!Array.isArray(people) || !people.every(isPerson)) return NO_PREVIEW;
  return {
    isOpen: isOpen === true && people.length > 0,
    people,
    seats: isSeats(seats) ? seats : null,
    sentInLastDay: typeof sentInLastDay === 'number' ? sentInLastDay : null,
    hasInvitations: typeof hasInvitations === 'boolean' ? hasInvitations : null,
    notBefore: typeof notBefore === 'number' ? notBefore : null,
  };
}

function isPerson(stored: unknown): stored is CheckedPerson {
  if (typeof stored !== 'object' || stored === null) return false;
  const { key, person, name, where, role, teams, problem, answer, sameAs, choice }: UnparsedPreview<CheckedPerson> =
    stored;
  return (
    typeof key === 'string' &&
    typeof person === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof where === 'string' &&
    ROLES.some((candidate) => candidate === role) &&
    Array.isArray(teams) &&
    (problem === null || typeof problem === 'string') &&
    (answer === null || isAnswer(answer)) &&
    (sameAs === null || typeof sameAs === 'number') &&
    (choice === null || typeof choice === 'boolean')
  );
}

function isAnswer(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const { state, account, warnings, teamIds, unknownTeams }: UnparsedPreview<NonNullable<CheckedPerson['answer']>> =
    stored;
  return (
    typeof state === 'string' &&
    typeof account === 'object' &&
    Array.isArray(warnings) &&
    Array.isArray(teamIds) &&
    Array.isArray(unknownTeams)
  );
}

function isSeats(stored: unknown): stored is NonNullable<InvitationPreview['seats']> {
  if (typeof stored !== 'object' || stored === null) return false;
  const { total, filled }: UnparsedPreview<NonNullable<InvitationPreview['seats']>> = stored;
  return typeof total === 'number' && typeof filled === 'number';
}
