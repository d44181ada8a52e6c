import type { SessionView } from '@orgdesk/client';
import { createContext, useContext } from 'react';

export const SignedInContext = createContext<SessionView | null>(null);

export function useSignedIn(): SessionView {
  const session = useContext(SignedInContext);
  if (session === null) throw new Error('A part for signed-in people was shown to somebody else');
  return session;
}
