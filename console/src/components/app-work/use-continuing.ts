import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Continuation, continuationIn, isPossible } from './app-work-texts.ts';
import { appWorkQuery } from './get-app-work.ts';

interface Place {
  readonly login: string;
  readonly name?: string | null;
}

export interface ContinuingPlace {
  readonly login: string;
  readonly name: string;
  readonly state: Continuation;
}

/** What a request that starts or resumes a job says about it. */
export interface Approval {
  readonly continueAfterSignOut?: true;
}

export interface Continuing {
  readonly places: readonly ContinuingPlace[];
  readonly isPossible: boolean;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly approval: Approval;
}

/** Each is a call. */
const READ_MAX = 20;

/** The tick that lets a job continue after a sign-out; one for all organizations of a run. Off at first. */
export function useContinuing(wanted: readonly Place[], isEnabled = true): Continuing {
  const [isTicked, setIsTicked] = useState(false);
  const read = wanted.slice(0, READ_MAX);
  const readings = useQueries({ queries: read.map(({ login }) => ({ ...appWorkQuery(login), enabled: isEnabled })) });
  const places = wanted.map(({ login, name = null }, index) => {
    const reading = readings[index];
    const state: Continuation = reading === undefined ? { kind: 'not-checked' } : continuationIn(reading);
    return { login, name: name ?? login, state };
  });
  const mayContinue = places.some(({ state }) => isPossible(state));
  const isChosen = isTicked && mayContinue;
  return {
    places,
    isPossible: mayContinue,
    isChosen,
    choose: setIsTicked,
    approval: isChosen ? { continueAfterSignOut: true } : {},
  };
}
