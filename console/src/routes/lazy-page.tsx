import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react';
import { SessionWait } from '../features/account/require-session.tsx';
import { atLeastSoon } from '../lib/soon.ts';
import { PageFailure } from './page-broken.tsx';

export interface PageModule {
  readonly Page: ComponentType;
  /** Prefetches data for a signed-in person. The first page briefly waits for the promise. */
  readonly readAhead?: (client: QueryClient, page: PlannedPage) => unknown;
}

/** Route parameters; empty if missing. */
export interface RouteParams {
  readonly login: string;
  readonly repository: string;
  readonly person: string;
}

export interface PlannedPage extends RouteParams {
  readonly query: string;
}

export interface LazyPage {
  /** `preload` is called by the router. */
  readonly Page: (() => ReactNode) & { preload: () => Promise<void> | undefined };
  readonly load: () => Promise<PageModule | undefined>;
}

let isConsoleShown = false;

/** The previous page stays until the code is loaded; the first page shows the frame after a short wait. */
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
        // The next visit retries.
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
      // Also needed if the code arrived before this effect.
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
