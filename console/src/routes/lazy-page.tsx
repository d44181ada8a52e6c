import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';
import { SessionWait } from '../features/account/session-gate.tsx';
import { atLeastSoon } from '../lib/moments/soon.ts';
import { PageFailure } from './page-failure.tsx';

/** What the file of a page has for the router. */
export interface PageModule {
  readonly Page: ComponentType;
  /**
   * Begins to read what the page shows in any case, for a person who is signed in. Gives back what a page that shows
   * little without it waits for a moment, where it is the first.
   */
  readonly readAhead?: (client: QueryClient, place: Place) => unknown;
}

/** The parts of an address that name something; blank where it names none. */
export interface Place {
  readonly login: string;
  readonly repository: string;
  readonly person: string;
}

export interface LazyPage {
  /** Waits for the code of the page, or says that it cannot be had. */
  readonly Page: (() => ReactNode) & { preload: () => Promise<void> | undefined };
  /** The page, once it is there; undefined when it cannot be had. */
  readonly load: () => Promise<PageModule | undefined>;
}

let isConsoleShown = false;

/**
 * A page whose code is fetched when somebody is about to go there, or at the latest when they do. The page before stays
 * until the code has come; only at the first address the frame is shown soon, if need be without it.
 */
export function lazyPage(fetchModule: () => Promise<PageModule>): LazyPage {
  let loaded: PageModule | undefined;
  let failure: unknown = null;
  let loading: Promise<PageModule | undefined> | undefined;

  const load = () => {
    loading ??= fetchModule().then(
      (module) => {
        loaded = module;
        failure = null;
        return module;
      },
      (thrown: unknown) => {
        // Whoever comes again tries again.
        loading = undefined;
        failure = thrown;
        return undefined;
      },
    );
    return loading;
  };

  const Page = () => {
    const [, renderAgain] = useReducer((renderings: number) => renderings + 1, 0);
    const isWaiting = loaded === undefined && failure === null;
    useEffect(() => {
      isConsoleShown = true;
      // Also where it has come since: nothing else would tell.
      if (isWaiting) void load().then(renderAgain);
    }, [isWaiting]);
    if (loaded !== undefined) return <loaded.Page />;
    return failure === null ? <SessionWait /> : <PageFailure />;
  };
  Page.preload = () => {
    const isComing = load().then(() => undefined);
    if (loaded !== undefined) return undefined;
    return isConsoleShown ? isComing : atLeastSoon(isComing);
  };
  return { Page, load };
}
