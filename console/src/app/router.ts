import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { type AddressQuery, parseQuery, stringifyQuery } from '../lib/address/address-view.ts';
import { PageBroken } from '../routes/page-broken.tsx';
import { routeTree } from '../routes/route-tree.ts';

export const createConsoleRouter = (client: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { client },
    ...(history === undefined ? {} : { history }),
    caseSensitive: true,
    notFoundMode: 'root',
    parseSearch: parseQuery,
    stringifySearch: (search: AddressQuery) => stringifyQuery(search),
    defaultPreload: 'intent',
    // The query client decides how long an answer is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageBroken,
    disableGlobalCatchBoundary: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createConsoleRouter>;
  }
}
